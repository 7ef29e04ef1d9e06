#include "asset/figure_gait.h"

namespace sinew::figure {

namespace {

struct Sole {
  Vec3d ankle;  ///< relative to where it stands flat
  double pitch = 0;
};

/// The standing foot, `share` of its stance over: it lands on the heel, stands flat, rolls off over the ball.
Sole standing(const FootPath& path, double share) {
  if (share < path.flatFrom) {
    const double pitch = path.touchPitch * (1 - smoothStep(0, path.flatFrom, share));
    return {path.heel - rotate(turnX(pitch), path.heel), pitch};
  }
  if (share <= path.flatTo) return {};
  const double t = (share - path.flatTo) / (1 - path.flatTo);
  const double pitch = path.leavePitch * t * t;
  return {path.ball - rotate(turnX(pitch), path.ball), pitch};
}

/// Cubic from `a` to `b` with the given slopes, t in [0, 1].
double hermite(double a, double slopeA, double b, double slopeB, double t) {
  const double t2 = t * t;
  const double t3 = t2 * t;
  return a * (2 * t3 - 3 * t2 + 1) + slopeA * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3) + slopeB * (t3 - t2);
}

/// Rotation that takes one pair of bone direction and hinge axis to another.
Quatd between(const Vec3d& boneA, const Vec3d& hingeA, const Vec3d& boneB, const Vec3d& hingeB) {
  const Mat3T<double> a{hingeA, boneA, cross(hingeA, boneA)};
  const Mat3T<double> b{hingeB, boneB, cross(hingeB, boneB)};
  return toQuat(b * transpose(a));
}

}  // namespace

FootState footAt(const FootPath& path, double phase) {
  phase -= std::floor(phase);
  const Vec3d flat{path.ankle.x, path.ankle.y, path.touchAhead};
  const Vec3d travelled{0, 0, path.stride * phase};

  if (phase < path.duty) {
    const Sole sole = standing(path, phase / path.duty);
    return {flat + sole.ankle - travelled, sole.pitch, true};
  }

  // Swing: from the way it left the ground to the way it will touch it, without a jump in speed.
  constexpr double kStep = 1e-4;
  const double swing = 1 - path.duty;
  const double perSwing = swing / path.duty / kStep;
  const Sole leave = standing(path, 1);
  const Sole beforeLeave = standing(path, 1 - kStep);
  const Sole touch = standing(path, 0);
  const Sole afterTouch = standing(path, kStep);
  const double t = (phase - path.duty) / swing;
  const Vec3d leaving = (leave.ankle - beforeLeave.ankle) * perSwing;
  const Vec3d touching = (afterTouch.ankle - touch.ankle) * perSwing;
  const double bump = 16 * t * t * (1 - t) * (1 - t);
  const Vec3d moved{0, hermite(leave.ankle.y, leaving.y, touch.ankle.y, touching.y, t) + path.clearance * bump,
                    hermite(leave.ankle.z, leaving.z, touch.ankle.z + path.stride, touching.z, t)};
  const double pitch =
      hermite(leave.pitch, (leave.pitch - beforeLeave.pitch) * perSwing, touch.pitch, (afterTouch.pitch - touch.pitch) * perSwing, t) +
      path.swingPitch * bump;
  return {flat + moved - travelled, pitch, false};
}

Reach reach(const ReachInput& in) {
  const double upper = distance(in.hip, in.knee);
  const double lower = distance(in.knee, in.ankle);
  const Vec3d line = in.ankleNow - in.hipNow;
  const double whole = length(line);
  const double d = std::min(whole, 0.9999 * (upper + lower));

  // The knee stands where circles of both bones meet, on the side it bends to.
  const Vec3d along = normalized(line);
  const Vec3d pole = normalized(in.bendTowards - along * dot(in.bendTowards, along));
  const double a = (upper * upper - lower * lower + d * d) / (2 * d);
  const double h = std::sqrt(std::max(0.0, upper * upper - a * a));
  const Vec3d knee = in.hipNow + along * a + pole * h;
  const Vec3d ankle = in.hipNow + along * d;

  const Vec3d hingeBind = normalized(cross(in.bendTowards, in.ankle - in.hip));
  const Vec3d hingeNow = normalized(cross(pole, along));
  const auto turned = [&](const Vec3d& fromBind, const Vec3d& toBind, const Vec3d& from, const Vec3d& to) {
    const Vec3d boneBind = normalized(toBind - fromBind);
    const Vec3d hinge = normalized(hingeBind - boneBind * dot(hingeBind, boneBind));
    return between(boneBind, hinge, normalized(to - from), hingeNow);
  };
  return {turned(in.hip, in.knee, in.hipNow, knee), turned(in.knee, in.ankle, knee, ankle), whole / (upper + lower)};
}

}  // namespace sinew::figure
