#include "manikin/limits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

// Ranges of motion of a passive body, degrees from the anatomical neutral. What a positive angle means, on both sides alike:
//
//   joint             twist (+)              swing1 (+)         swing2 (+)
//   spine chest neck  turn to the left       bend forward       bend to the left
//   head              turn to the left       nod down           tilt to the left
//   clavicle          roll backward          forward            up
//   upper arm         outward rotation       forward            away from the body
//   hand              pronation              toward the palm    toward the little finger
//   thigh             outward rotation       forward            away from the body
//   foot              inversion              toes up            toes outward
//   toes              -                      toes up            toes outward
//   four-footed legs  outward rotation       forward            away from the body
//   tail              roll                   up                 to the left
//   bone              roll                   either             either
//
//   hinge             flexion (+)
//   forearm           hand toward the shoulder
//   shin              heel toward the buttock
//   four-footed legs  the way the leg is bent
//
// Upper limb: AAOS, via Norkin and White, Measurement of Joint Motion (wrist 80/70/20/30, forearm rotation 80/80, elbow 150/0,
// shoulder rotation 70/90), a little inside of them. The shoulder is a cone of 100 degrees about a neutral turned 45 degrees
// forward and out, for a clavicle that does not move. Lower limb and spine are commonly quoted values; clavicle, toes and all
// four-footed ranges are ours.

namespace sinew {
namespace {

constexpr Range deg(float low, float high) { return {radians(low), radians(high)}; }
Range operator+(const Range& a, const Range& b) { return {a.low + b.low, a.high + b.high}; }
Range operator*(const Range& a, float s) { return {a.low * s, a.high * s}; }

RoleLimits ball(const Range& twist, const Range& swing1, const Range& swing2, float torque) {
  return {JointType::ball, twist, swing1, swing2, {}, torque};
}

RoleLimits hinge(const Range& flexion, float torque) { return {JointType::hinge, {}, {}, {}, flexion, torque}; }

RoleLimits operator+(const RoleLimits& a, const RoleLimits& b) {
  return ball(a.twist + b.twist, a.swing1 + b.swing1, a.swing2 + b.swing2, std::max(a.torque, b.torque));
}

RoleLimits humanoidLimits(Role role, const Manikin& manikin) {
  const RoleLimits lowerSpine = ball(deg(-15, 15), deg(-15, 35), deg(-20, 20), 40);
  const RoleLimits upperSpine = ball(deg(-25, 25), deg(-15, 30), deg(-20, 20), 40);
  const RoleLimits neckAndHead = ball(deg(-60, 60), deg(-50, 45), deg(-35, 35), 15);
  switch (sideOf(role) < 0 ? mirrored(role) : role) {
    case Role::spine:
      return lowerSpine;
    case Role::chest:
      return manikin.partOf(Role::spine) >= 0 ? upperSpine : lowerSpine + upperSpine;
    case Role::neck:
    case Role::head:
      // A neck of its own takes half of what both can do.
      if (manikin.partOf(Role::neck) < 0 || manikin.partOf(Role::head) < 0) return neckAndHead;
      return ball(neckAndHead.twist * 0.5f, neckAndHead.swing1 * 0.5f, neckAndHead.swing2 * 0.5f, neckAndHead.torque);
    case Role::leftClavicle:
      return ball(deg(-20, 20), deg(-15, 15), deg(-10, 30), 40);
    case Role::leftUpperArm:
      return ball(deg(-70, 90), deg(-100, 100), deg(-100, 100), 40);
    case Role::leftForearm:
      return hinge(deg(0, 145), 40);
    case Role::leftHand:
      return ball(deg(-80, 80), deg(-70, 75), deg(-20, 30), 8);
    case Role::leftThigh:
      return ball(deg(-40, 40), deg(-20, 120), deg(-25, 45), 120);
    case Role::leftShin:
      return hinge(deg(0, 140), 80);
    case Role::leftFoot:
      return ball(deg(-20, 20), deg(-45, 20), deg(-10, 10), 20);
    default:  // toes
      return ball(deg(-5, 5), deg(-30, 60), deg(-5, 5), 8);
  }
}

RoleLimits quadrupedLimits(Role role) {
  switch (role) {
    case Role::spine:
    case Role::chest:
      return ball(deg(-15, 15), deg(-25, 25), deg(-25, 25), 60);
    case Role::neck:
      return ball(deg(-30, 30), deg(-45, 45), deg(-45, 45), 30);
    case Role::head:
      return ball(deg(-40, 40), deg(-45, 45), deg(-35, 35), 15);
    case Role::tail:
      return ball(deg(-15, 15), deg(-35, 35), deg(-35, 35), 8);
    case Role::frontLeftUpper:
    case Role::frontRightUpper:
    case Role::hindLeftUpper:
    case Role::hindRightUpper:
      return ball(deg(-15, 15), deg(-45, 60), deg(-15, 30), 120);
    case Role::frontLeftLower:
    case Role::frontRightLower:
    case Role::hindLeftLower:
    case Role::hindRightLower:
      return hinge(deg(-5, 145), 80);
    default:  // paws
      return ball(deg(-10, 10), deg(-45, 45), deg(-10, 10), 20);
  }
}

void widen(Range& range, float angle, const char* what, const std::string& name, Findings& findings) {
  if (angle >= range.low && angle <= range.high) return;
  const float beyond = std::max(range.low - angle, angle - range.high);
  if (beyond > radians(1.0f)) {
    char text[200];
    std::snprintf(text, sizeof text, "the bind pose has %s at %.1f degrees, outside %.0f..%.0f: the limit is widened to let it in", what,
                  static_cast<double>(degrees(angle)), static_cast<double>(degrees(range.low)), static_cast<double>(degrees(range.high)));
    findings.push_back({Severity::warning, "limits.widened", name, degrees(angle), degrees(range.low), degrees(range.high), text});
  }
  range = {std::min(range.low, angle), std::max(range.high, angle)};
}

float& endToward(Range& range, float angle) { return angle < 0 ? range.low : range.high; }

}  // namespace

RoleLimits limitsOf(const Manikin& manikin, const Part& part) {
  if (part.role == Role::bone || manikin.creature == Creature::bones) return ball(deg(-45, 45), deg(-45, 45), deg(-45, 45), 40);
  return manikin.creature == Creature::quadruped ? quadrupedLimits(part.role) : humanoidLimits(part.role, manikin);
}

void admitBindPose(PartJoint& joint, const std::string& name, Findings& findings) {
  const Vec3& bind = joint.bindAngles;
  if (joint.type == JointType::hinge) return widen(joint.flexion, bind.x, "flexion", name, findings);
  if (joint.type != JointType::ball) return;
  widen(joint.twist, bind.x, "twist", name, findings);
  widen(joint.swing1, bind.y, "swing1", name, findings);
  widen(joint.swing2, bind.z, "swing2", name, findings);

  // Both swings may be in range and still, together, stand outside the ellipse that the ends span: move its rim out there.
  float& end1 = endToward(joint.swing1, bind.y);
  float& end2 = endToward(joint.swing2, bind.z);
  const float share1 = bind.y != 0 ? bind.y / end1 : 0, share2 = bind.z != 0 ? bind.z / end2 : 0;
  const float reach = std::hypot(share1, share2);
  if (reach <= 1) return;
  if (reach > 1.02f) {
    char text[160];
    std::snprintf(text, sizeof text, "the bind pose swings %.0f %% as far as both limits together allow: they are widened to let it in",
                  static_cast<double>(100 * reach));
    findings.push_back({Severity::warning, "limits.widened", name, reach, {}, 1.0, text});
  }
  end1 *= reach * 1.0001f;
  end2 *= reach * 1.0001f;
}

}  // namespace sinew
