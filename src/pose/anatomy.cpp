#include <sinew/pose/anatomy.h>

#include <sinew/base/log.h>

// A part's place is model-from-body * G * neutral * body-from-model applied to its bind rotation; G is the pelvis's rotation times
// those of all joints down to the part, each in body axes. Angles of a joint are those of its own factor.

namespace sinew {

namespace {

enum class Kind : std::uint8_t { trunk, limb, hinge, hand, foot };

Kind kindOf(const Part& part) {
  const Role role = sideOf(part.role) < 0 ? mirrored(part.role) : part.role;
  if (part.toParent.type == JointType::hinge) return Kind::hinge;
  if (role == Role::leftHand) return Kind::hand;
  if (role == Role::leftFoot || role == Role::leftToes) return Kind::foot;
  return sideOf(part.role) == 0 ? Kind::trunk : Kind::limb;
}

/// A rotation is swing * twist; which of the body's axes is which depends on how the part lies at neutral.
struct Axes {
  Vec3 flexion, abduction, twist;  ///< unit, body axes, positive as the angles are
};

Axes axesOf(Kind kind, float side) {
  switch (kind) {
    case Kind::trunk:
      return {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
    case Kind::limb:
      return {{-1, 0, 0}, {0, 0, side}, {0, side, 0}};
    case Kind::hand:
      return {{0, 0, -side}, {1, 0, 0}, {0, side, 0}};
    case Kind::foot:
      return {{-1, 0, 0}, {0, side, 0}, {0, 0, side}};
    case Kind::hinge:
      break;
  }
  return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
}

float sideSign(Role role) { return sideOf(role) < 0 ? -1.0f : 1.0f; }

Quat rotationOf(const AnatomicalAngles& angles, const Part& part, const AnatomyFrames::PartFrame& frame) {
  const Kind kind = kindOf(part);
  if (kind == Kind::hinge) return axisAngle(frame.hinge, angles.flexion);
  const Axes axes = axesOf(kind, sideSign(part.role));
  return exponential(axes.flexion * angles.flexion + axes.abduction * angles.abduction) * axisAngle(axes.twist, angles.rotation);
}

AnatomicalAngles anglesOf(const Quat& rotation, const Part& part, const AnatomyFrames::PartFrame& frame) {
  const Kind kind = kindOf(part);
  if (kind == Kind::hinge) {
    const Quat turn = twistAbout(rotation.w < 0 ? -rotation : rotation, frame.hinge);
    return {.flexion = 2 * std::atan2(dot(Vec3{turn.x, turn.y, turn.z}, frame.hinge), turn.w)};
  }
  const Axes axes = axesOf(kind, sideSign(part.role));
  const Quat twist = twistAbout(rotation.w < 0 ? -rotation : rotation, axes.twist);
  const Vec3 swing = logarithm(rotation * conjugate(twist));
  return {.flexion = dot(swing, axes.flexion),
          .abduction = dot(swing, axes.abduction),
          .rotation = 2 * std::atan2(dot(Vec3{twist.x, twist.y, twist.z}, axes.twist), twist.w)};
}

/// Bind rotation of a part turned by a rotation of the body.
Quat turned(const Quat& modelFromBody, const Quat& turn, const Quat& bind) {
  return normalized(modelFromBody * turn * conjugate(modelFromBody) * bind);
}

}  // namespace

void toModel(const AnatomicalPose& pose, const AnatomyFrames& frames, const Manikin& manikin, const Skeleton& skeleton,
             std::span<Transform> modelFromJoint) {
  SINEW_ASSERT(modelFromJoint.size() == skeleton.size() && frames.parts.size() == manikin.parts.size());
  const Quat& body = frames.modelFromBody;

  // Parts first, down from the pelvis.
  std::vector<Quat> turn(manikin.parts.size());
  std::vector<Transform> placed(manikin.parts.size());
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    const AnatomyFrames::PartFrame& frame = frames.parts[i];
    if (part.parent < 0) {
      turn[i] = pose.pelvisRotation;
      placed[i] = {turned(body, turn[i], part.modelFromPart.rotation),
                   part.modelFromPart.translation + rotate(body, pose.pelvisOffset * frames.legLength)};
      continue;
    }
    const auto parent = static_cast<std::size_t>(part.parent);
    const auto found = pose.angles.find(part.role);
    const AnatomicalAngles angles = found == pose.angles.end() ? AnatomicalAngles{} : found->second;
    turn[i] = turn[parent] * rotationOf(angles, part, frame);
    placed[i] = {turned(body, turn[i] * frame.neutral, part.modelFromPart.rotation), placed[parent] * frame.fromParent.translation};
  }

  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::int32_t part = frames.partOfJoint[j], parent = skeleton.parents[j];
    modelFromJoint[j] = part >= 0    ? placed[static_cast<std::size_t>(part)]
                        : parent < 0 ? frames.bindLocal[j]
                                     : modelFromJoint[static_cast<std::size_t>(parent)] * frames.bindLocal[j];
  }
}

AnatomicalPose toAnatomical(const AnatomyFrames& frames, const Manikin& manikin, std::span<const Transform> modelFromJoint) {
  const Quat& body = frames.modelFromBody;
  AnatomicalPose pose;
  std::vector<Quat> turn(manikin.parts.size());
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    const Transform& now = modelFromJoint[static_cast<std::size_t>(part.joint)];
    const Quat whole = conjugate(body) * now.rotation * conjugate(part.modelFromPart.rotation) * body;
    turn[i] = normalized(whole * conjugate(frames.parts[i].neutral));
    if (part.parent < 0) {
      pose.pelvisRotation = turn[i];
      pose.pelvisOffset = rotate(conjugate(body), now.translation - part.modelFromPart.translation) / frames.legLength;
      continue;
    }
    if (part.role == Role::none || part.role == Role::bone) continue;
    pose.angles[part.role] = anglesOf(normalized(conjugate(turn[static_cast<std::size_t>(part.parent)]) * turn[i]), part, frames.parts[i]);
  }
  return pose;
}

}  // namespace sinew
