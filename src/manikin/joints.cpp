#include "manikin/joints.h"

#include <sinew/base/joint_angles.h>

#include "manikin/joint_axes.h"
#include "manikin/limits.h"

namespace sinew {
namespace {

/// Rotations of the two joint frames in model space at bind; they coincide where the body stands in its neutral.
struct Frames {
  Quat parent, child;
};

Frames asModelled(const Quat& frame) { return {frame, frame}; }

/// One body's joints: what its roles' neighbours and axes are.
class JointBuilder {
 public:
  JointBuilder(const Manikin& manikin) : manikin_(manikin), axes_(manikin.axes) {}

  Frames framesOf(const Part& part) const;

 private:
  const Part& parentOfPart(const Part& part) const { return manikin_.parts[static_cast<std::size_t>(part.parent)]; }
  const Part* partOf(Role role) const {
    const auto i = manikin_.partOf(role);
    return i < 0 ? nullptr : &manikin_.parts[static_cast<std::size_t>(i)];
  }
  // Forward about the body's lateral axis: hanging legs swing forward, feet tip up.
  Vec3 lifted(const Vec3& bone) const { return acrossFrom(cross(bone, axes_.left), bone, axes_.forward); }

  Frames upperArm(const Part& part) const;
  Frames hand(const Part& part) const;
  Frames thigh(const Part& part) const;
  Frames foot(const Part& part) const;
  Frames hinge(const Part& part, const Vec3& axis) const;
  Frames trunk(const Part& part) const;

  const Manikin& manikin_;
  const RigAxes& axes_;
};

Frames JointBuilder::trunk(const Part& part) const {
  const Vec3 bone = boneOf(part);
  return asModelled(ballFrame(bone, acrossFrom(cross(axes_.left, bone), bone, axes_.forward), 0));
}

Frames JointBuilder::upperArm(const Part& part) const {
  const int side = sideOf(part.role);
  const Vec3 out = axes_.left * static_cast<float>(side), bone = boneOf(part);
  const Vec3 neutral = normalized(normalized(axes_.forward + out) - axes_.up);

  // The elbow tells how far the arm is rolled: its crease faces where the forearm would go.
  const Part* forearm = partOf(side > 0 ? Role::leftForearm : Role::rightForearm);
  const Vec3 axis = elbowAxis(part, forearm != nullptr ? *forearm : part, axes_);
  return {ballFrame(neutral, axes_.forward, side), ballFrame(bone, cross(axis, bone), side)};
}

Frames JointBuilder::hand(const Part& part) const {
  const Part& forearm = parentOfPart(part);
  if (parentOf(part.role) != forearm.role || parentOfPart(forearm).role != parentOf(forearm.role))
    return asModelled(ballFrame(boneOf(part), axes_.forward, -sideOf(part.role)));
  const int side = sideOf(part.role);
  const Vec3 along = boneOf(forearm), bone = boneOf(part);
  const Vec3 thumb = acrossFrom(cross(elbowAxis(parentOfPart(forearm), forearm, axes_), along), along, axes_.forward);
  const Vec3 palm = cross(along, thumb) * static_cast<float>(side);
  return {ballFrame(along, palm, -side), ballFrame(bone, rotate(fromTo(along, bone), palm), -side)};
}

Frames JointBuilder::thigh(const Part& part) const {
  const int side = sideOf(part.role);
  const Vec3 bone = boneOf(part);
  const Part* shin = partOf(side > 0 ? Role::leftShin : Role::rightShin);
  const Vec3 axis = kneeAxis(part, shin != nullptr ? *shin : part, axes_);
  return {ballFrame(-axes_.up, axes_.forward, side), ballFrame(bone, cross(bone, axis), side)};
}

Frames JointBuilder::foot(const Part& part) const {
  const Vec3 bone = boneOf(part);
  const Quat child = ballFrame(bone, lifted(bone), sideOf(part.role));
  const Part& shin = parentOfPart(part);
  if (shin.role != parentOf(part.role)) return asModelled(child);
  return {fromTo(-axes_.up, boneOf(shin)) * child, child};
}

Frames JointBuilder::hinge(const Part& part, const Vec3& axis) const {
  return {hingeFrame(axis, boneOf(parentOfPart(part))), hingeFrame(axis, boneOf(part))};
}

Frames JointBuilder::framesOf(const Part& part) const {
  const Part& parent = parentOfPart(part);
  const bool inLine = parent.role == parentOf(part.role);
  const Vec3 bone = boneOf(part);
  switch (part.role) {
    case Role::spine:
    case Role::chest:
    case Role::neck:
    case Role::head:
    case Role::tail:
      return trunk(part);
    case Role::leftUpperArm:
    case Role::rightUpperArm:
      return upperArm(part);
    case Role::leftHand:
    case Role::rightHand:
      return hand(part);
    case Role::leftThigh:
    case Role::rightThigh:
      return thigh(part);
    case Role::leftFoot:
    case Role::rightFoot:
      return foot(part);
    case Role::leftForearm:
    case Role::rightForearm:
      if (inLine) return hinge(part, elbowAxis(parent, part, axes_));
      return asModelled(hingeFrame(elbowAxis(part, part, axes_), bone));
    case Role::leftShin:
    case Role::rightShin:
      if (inLine) return hinge(part, kneeAxis(parent, part, axes_));
      return asModelled(hingeFrame(kneeAxis(part, part, axes_), bone));
    case Role::frontLeftLower:
    case Role::frontRightLower:
    case Role::hindLeftLower:
    case Role::hindRightLower:
      if (inLine) return hinge(part, legAxis(parent, part, axes_));
      return asModelled(hingeFrame(legAxis(part, part, axes_), bone));
    case Role::leftClavicle:
    case Role::rightClavicle:
      return asModelled(ballFrame(bone, axes_.forward, sideOf(part.role)));
    default:  // toes, four-footed limbs, plain bones
      return asModelled(ballFrame(bone, lifted(bone), sideOf(part.role)));
  }
}

// kg, of a part and all that hangs from it.
std::vector<float> hangingMasses(const Manikin& manikin) {
  std::vector<float> masses;
  for (const Part& part : manikin.parts) masses.push_back(part.mass);
  for (std::size_t i = masses.size(); i-- > 1;) masses[static_cast<std::size_t>(manikin.parts[i].parent)] += masses[i];
  return masses;
}

}  // namespace

void jointParts(Manikin& manikin, Findings& findings) {
  constexpr float kGravity = 9.81f;
  const JointBuilder builder(manikin);
  const std::vector<float> hanging = hangingMasses(manikin);
  for (std::size_t i = 1; i < manikin.parts.size(); ++i) {
    Part& part = manikin.parts[i];
    const Part& parent = manikin.parts[static_cast<std::size_t>(part.parent)];
    const Frames frames = builder.framesOf(part);
    const RoleLimits limits = limitsOf(manikin, part);
    PartJoint& joint = part.toParent;
    joint.type = limits.type;
    joint.twist = limits.twist;
    joint.swing1 = limits.swing1;
    joint.swing2 = limits.swing2;
    joint.flexion = limits.flexion;

    // Both frames stand on the joint itself.
    const Vec3 anchor = part.modelFromPart.translation;
    joint.parentFromFrame = inverse(parent.modelFromPart) * Transform{frames.parent, anchor};
    joint.childFromFrame = {conjugate(part.modelFromPart.rotation) * frames.child, {}};

    // Where the bind pose stands between the limits.
    const Quat parentFromChild = conjugate(parent.modelFromPart.rotation) * part.modelFromPart.rotation;
    const Quat r = conjugate(joint.parentFromFrame.rotation) * parentFromChild * joint.childFromFrame.rotation;
    joint.bindAngles = joint.type == JointType::hinge ? Vec3{hingeAngle(r), 0, 0} : ballAngles(r);
    admitBindPose(joint, part.name, findings);

    // A motor to start from: anatomy's, scaled with the body; on plain bones four times what holds the branch up.
    joint.maxTorque = part.role == Role::bone ? 4 * kGravity * hanging[i] * part.boneLength
                                              : limits.torque * (manikin.mass / 75) * (manikin.stature / 1.75f);
  }
}

}  // namespace sinew
