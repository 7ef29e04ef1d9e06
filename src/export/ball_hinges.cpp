#include "export/ball_hinges.h"

#include <algorithm>
#include <cmath>

#include <sinew/physics/angles.h>

namespace sinew {
namespace {

constexpr Vec3 kTwist{1, 0, 0}, kSwing1{0, 1, 0}, kSwing2{0, 0, 1};

float farEnd(const AngleRange& range) { return std::max(std::abs(range.low), std::abs(range.high)); }

/// Angles (a, b, c) with r = turn(first, a) turn(middle, b) turn(x, c); `sign` is that of cross(first, middle) along x.
Vec3 anglesOf(const Quat& r, const Vec3& first, const Vec3& middle, float sign) {
  // The twist axis after the turn: a turn about `middle` tips it along `first`, a turn about `first` then carries it round.
  const Vec3 bone = rotate(r, kTwist);
  const float b = std::asin(std::clamp(sign * dot(bone, first), -1.0f, 1.0f));
  const float a = std::atan2(-sign * dot(bone, middle), dot(bone, kTwist));
  const Quat swing = axisAngle(first, a) * axisAngle(middle, b);
  Quat twist = conjugate(swing) * r;
  if (twist.w < 0) twist = -twist;
  return {a, b, 2 * std::atan2(twist.x, twist.w)};
}

float widen(AngleRange& range, float angle) {
  const float before = range.high - range.low;
  range = {std::min(range.low, angle), std::max(range.high, angle)};
  return range.high - range.low - before;
}

}  // namespace

BallHinges ballHinges(const JointDef& joint, const Quat& parentFromChild) {
  const bool secondFirst = farEnd(joint.swing2) >= farEnd(joint.swing1);
  const Vec3 first = secondFirst ? kSwing2 : kSwing1, middle = secondFirst ? kSwing1 : kSwing2;
  const Quat r = conjugate(joint.parentFromFrame.rotation) * parentFromChild * joint.childFromFrame.rotation;
  const Vec3 angles = anglesOf(r, first, middle, dot(cross(first, middle), kTwist));

  // Each axis as it lies in the child at bind: those nearer to the parent are seen through the turns below them.
  const Quat twist = axisAngle(kTwist, angles.z), below = axisAngle(middle, angles.y) * twist;
  const auto inChild = [&](const Quat& turns, const Vec3& axis) {
    return normalized(rotate(joint.childFromFrame.rotation * conjugate(turns), axis));
  };
  BallHinges out;
  out.hinges[0] = {secondFirst ? "swing2" : "swing1", inChild(below, first), angles.x, secondFirst ? joint.swing2 : joint.swing1};
  out.hinges[1] = {secondFirst ? "swing1" : "swing2", inChild(twist, middle), angles.y, secondFirst ? joint.swing1 : joint.swing2};
  out.hinges[2] = {"twist", inChild(Quat{}, kTwist), angles.z, joint.twist};
  out.fold = farEnd(out.hinges[1].range);

  for (const float a : {out.hinges[0].range.low, out.hinges[0].range.high}) {
    for (const float b : {out.hinges[1].range.low, out.hinges[1].range.high}) {
      out.corner = std::max(out.corner, overshootOf(joint, axisAngle(first, a) * axisAngle(middle, b)));
    }
  }
  for (BallHinge& hinge : out.hinges) out.widened = std::max(out.widened, widen(hinge.range, hinge.angleAtBind));
  return out;
}

}  // namespace sinew
