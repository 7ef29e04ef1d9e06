#include <sinew/physics/angles.h>

namespace sinew {
namespace {

constexpr float kTurn = 2 * kPi;

/// `angle` brought into [0, 2 pi).
float positive(float angle) { return angle - kTurn * std::floor(angle / kTurn); }

}  // namespace

float clampAngle(float angle, const AngleRange& range) {
  if (angle >= range.low && angle <= range.high) return angle;
  return positive(angle - range.high) < positive(range.low - angle) ? range.high : range.low;
}

Vec3 clampBall(const Vec3& angles, const AngleRange& twist, const AngleRange& swing1, const AngleRange& swing2) {
  const Vec3 swung = clampSwing(angles, swing1.low, swing1.high, swing2.low, swing2.high);
  return {clampAngle(angles.x, twist), swung.y, swung.z};
}

Quat clampRotation(const JointDef& joint, const Quat& r) {
  switch (joint.type) {
    case ConstraintType::fixed:
      return {};
    case ConstraintType::hinge: {
      const float angle = hingeAngle(r);
      return axisAngle(Vec3{1, 0, 0}, joint.limited ? clampAngle(angle, joint.twist) : angle);
    }
    case ConstraintType::ball:
      break;
  }
  if (!joint.limited) return r;
  return fromBallAngles(clampBall(ballAngles(r), joint.twist, joint.swing1, joint.swing2));
}

float overshootOf(const JointDef& joint, const Quat& r) {
  if (!joint.limited || joint.type == ConstraintType::fixed) return 0;
  if (joint.type == ConstraintType::hinge) {
    const float angle = hingeAngle(r);
    const float way = std::abs(angle - clampAngle(angle, joint.twist));
    return std::min(way, kTurn - way);
  }
  const Vec3 angles = ballAngles(r);
  const Vec3 inside = clampBall(angles, joint.twist, joint.swing1, joint.swing2);
  return inside == angles ? 0 : angleBetween(r, fromBallAngles(inside));
}

Quat relativeRotation(const JointDef& joint, const Quat& worldFromParent, const Quat& worldFromChild) {
  const Quat worldFromParentFrame = worldFromParent * joint.parentFromFrame.rotation;
  return normalized(conjugate(worldFromParentFrame) * worldFromChild * joint.childFromFrame.rotation);
}

JointState measureJoint(const JointDef& joint, const Transform& worldFromParent, const Transform& worldFromChild) {
  const Quat r = relativeRotation(joint, worldFromParent.rotation, worldFromChild.rotation);
  JointState state;
  state.separation = distance(worldFromParent * joint.parentFromFrame.translation, worldFromChild * joint.childFromFrame.translation);
  state.overshoot = overshootOf(joint, r);
  switch (joint.type) {
    case ConstraintType::ball:
      state.angles = ballAngles(r);
      break;
    case ConstraintType::hinge:
      state.angles = {hingeAngle(r), 0, 0};
      state.misalignment = length(Vec3{0, ballAngles(r).y, ballAngles(r).z});
      break;
    case ConstraintType::fixed:
      state.angles = logarithm(r);
      state.misalignment = length(state.angles);
      break;
  }
  return state;
}

}  // namespace sinew
