#include <algorithm>

#include <sinew/pose/anatomy.h>

namespace sinew {

namespace {

/// Columns left, up, forward: from the body's axes to model space.
Quat modelFromBody(const RigAxes& axes) { return toQuat(Mat3{axes.left, axes.up, axes.forward}); }

Vec3 boneOf(const Part& part) { return rotate(part.modelFromPart.rotation, part.axis); }

bool isTwin(Role role, Role left) { return role == left || role == mirrored(left); }

/// Limbs hang straight down at neutral; trunk, hands, feet and what has no such rule stand as their parent does, or as at bind.
class Neutral {
 public:
  Neutral(const Manikin& manikin, AnatomyFrames& frames)
      : manikin_(manikin), frames_(frames), bodyFromModel_(conjugate(frames.modelFromBody)) {}

  void run() {
    for (const Part& part : manikin_.parts) frames_.parts.push_back(frameOf(part));
  }

 private:
  AnatomyFrames::PartFrame frameOf(const Part& part) const {
    AnatomyFrames::PartFrame frame;
    if (part.parent < 0) return frame;
    const Part& parent = manikin_.parts[static_cast<std::size_t>(part.parent)];
    const Quat above = frames_.parts[static_cast<std::size_t>(part.parent)].neutral;
    frame.fromParent = inverse(parent.modelFromPart) * part.modelFromPart;

    const Role role = part.role;
    if (isTwin(role, Role::leftUpperArm) || isTwin(role, Role::leftThigh)) {
      frame.neutral = fromTo(rotate(bodyFromModel_, boneOf(part)), Vec3{0, -1, 0});
    } else if (part.toParent.type == JointType::hinge) {
      // Straightened about its own hinge, on a limb that hangs.
      const Vec3 axis = rotate(bodyFromModel_, rotate(part.modelFromPart.rotation * part.toParent.childFromFrame.rotation, Vec3{1, 0, 0}));
      frame.hinge = normalized(rotate(above, axis), Vec3{1, 0, 0});
      frame.neutral = axisAngle(frame.hinge, -part.toParent.bindAngles.x) * above;
    } else if (isTwin(role, Role::leftHand)) {
      frame.neutral = above;
    }
    return frame;
  }

  const Manikin& manikin_;
  AnatomyFrames& frames_;
  Quat bodyFromModel_;
};

/// The lowest vertex along up, else the lowest joint: what stands on the ground at bind.
float floorOf(const Manikin& manikin, const Rig& rig) {
  float floor = 1e30f;
  for (const SkinVertex& vertex : rig.body.vertices) floor = std::min(floor, dot(vertex.position, manikin.axes.up));
  if (floor > 1e29f)
    for (const Joint& joint : rig.joints) floor = std::min(floor, dot(joint.modelFromBind.translation, manikin.axes.up));
  return floor;
}

float legLengthOf(const Manikin& manikin, float floor) {
  for (const Role role : {Role::leftThigh, Role::rightThigh, Role::hindLeftUpper, Role::hindRightUpper, Role::pelvis}) {
    const std::int32_t part = manikin.partOf(role);
    if (part < 0) continue;
    return std::max(dot(manikin.parts[static_cast<std::size_t>(part)].modelFromPart.translation, manikin.axes.up) - floor, 1e-3f);
  }
  return std::max(manikin.stature * 0.5f, 1e-3f);
}

}  // namespace

AnatomyFrames anatomyOf(const Manikin& manikin, const Rig& rig) {
  AnatomyFrames frames;
  frames.modelFromBody = modelFromBody(manikin.axes);
  frames.floor = floorOf(manikin, rig);
  frames.legLength = legLengthOf(manikin, frames.floor);
  Neutral(manikin, frames).run();

  frames.partOfJoint.assign(rig.joints.size(), -1);
  for (std::size_t i = 0; i < manikin.parts.size(); ++i)
    frames.partOfJoint[static_cast<std::size_t>(manikin.parts[i].joint)] = static_cast<std::int32_t>(i);
  for (const Joint& joint : rig.joints)
    frames.bindLocal.push_back(joint.parent < 0
                                   ? joint.modelFromBind
                                   : inverse(rig.joints[static_cast<std::size_t>(joint.parent)].modelFromBind) * joint.modelFromBind);
  return frames;
}

}  // namespace sinew
