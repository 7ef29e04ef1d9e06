#pragma once

#include <string>
#include <vector>

#include <sinew/base/random.h>
#include <sinew/manikin/manikin.h>

// A humanoid written down by hand: sixteen parts on a skeleton with a root, a second spine joint and clavicles that no part
// drives. Every bind frame is turned at random, so that nothing works by accident of aligned axes. Nothing of the reader, the
// mapper or the fit is used.

namespace sinew::test {

enum class Feet { onShins, loose };  ///< loose: the feet are roots of the skeleton

struct Handmade {
  Rig rig;
  Manikin manikin;
};

struct Bone {
  const char* name;
  const char* parent;
  Role role;
  Vec3 head, tail;
  float radius, mass;
  Vec3 flexion;  ///< direction in which the far end of a hinge closes; zero: a ball joint
};

inline const std::vector<Bone>& handmadeBones() {
  static const std::vector<Bone> bones{
      {"root", "", Role::none, {0, 0, 0}, {0, 0.1f, 0}, 0, 0, {}},
      {"hips", "root", Role::pelvis, {0, 0.95f, 0}, {0, 1.1f, 0}, 0.12f, 11, {}},
      {"spine", "hips", Role::spine, {0, 1.1f, 0}, {0, 1.25f, 0}, 0.11f, 12, {}},
      {"spine2", "spine", Role::none, {0, 1.18f, 0}, {0, 1.25f, 0}, 0, 0, {}},
      {"chest", "spine2", Role::chest, {0, 1.25f, 0}, {0, 1.5f, 0}, 0.13f, 14, {}},
      {"head", "chest", Role::head, {0, 1.5f, 0}, {0, 1.72f, 0}, 0.1f, 5, {}},
      {"clavicle.l", "chest", Role::none, {0.03f, 1.45f, 0}, {0.18f, 1.45f, 0}, 0, 0, {}},
      {"arm.l", "clavicle.l", Role::leftUpperArm, {0.19f, 1.45f, 0}, {0.29f, 1.18f, 0}, 0.045f, 2, {}},
      {"forearm.l", "arm.l", Role::leftForearm, {0.29f, 1.18f, 0}, {0.38f, 0.93f, 0}, 0.035f, 1.3f, {0, 0, 1}},
      {"hand.l", "forearm.l", Role::leftHand, {0.38f, 0.93f, 0}, {0.44f, 0.76f, 0}, 0.03f, 0.5f, {}},
      {"clavicle.r", "chest", Role::none, {-0.03f, 1.45f, 0}, {-0.18f, 1.45f, 0}, 0, 0, {}},
      {"arm.r", "clavicle.r", Role::rightUpperArm, {-0.19f, 1.45f, 0}, {-0.29f, 1.18f, 0}, 0.045f, 2, {}},
      {"forearm.r", "arm.r", Role::rightForearm, {-0.29f, 1.18f, 0}, {-0.38f, 0.93f, 0}, 0.035f, 1.3f, {0, 0, 1}},
      {"hand.r", "forearm.r", Role::rightHand, {-0.38f, 0.93f, 0}, {-0.44f, 0.76f, 0}, 0.03f, 0.5f, {}},
      {"thigh.l", "hips", Role::leftThigh, {0.11f, 0.92f, 0}, {0.12f, 0.5f, 0.01f}, 0.07f, 8, {}},
      {"shin.l", "thigh.l", Role::leftShin, {0.12f, 0.5f, 0.01f}, {0.13f, 0.09f, 0}, 0.05f, 3.5f, {0, 0, -1}},
      {"foot.l", "shin.l", Role::leftFoot, {0.13f, 0.09f, 0}, {0.13f, 0.04f, 0.18f}, 0.035f, 1, {}},
      {"thigh.r", "hips", Role::rightThigh, {-0.11f, 0.92f, 0}, {-0.12f, 0.5f, 0.01f}, 0.07f, 8, {}},
      {"shin.r", "thigh.r", Role::rightShin, {-0.12f, 0.5f, 0.01f}, {-0.13f, 0.09f, 0}, 0.05f, 3.5f, {0, 0, -1}},
      {"foot.r", "shin.r", Role::rightFoot, {-0.13f, 0.09f, 0}, {-0.13f, 0.04f, 0.18f}, 0.035f, 1, {}},
  };
  return bones;
}

/// Rotation whose x is `x` and whose z lies toward `z`.
inline Quat frameOf(const Vec3& x, const Vec3& z) {
  const Vec3 y = normalized(cross(z, x), perpendicular(x));
  return toQuat(Mat3{x, y, cross(x, y)});
}

inline PartJoint handmadeJoint(const Bone& bone, const Transform& modelFromParent, const Transform& modelFromPart) {
  const Vec3 along = normalized(bone.tail - bone.head);
  const bool hinge = lengthSquared(bone.flexion) > 0;
  PartJoint joint;
  joint.type = hinge ? JointType::hinge : JointType::ball;
  const Quat modelFromFrame = hinge ? frameOf(normalized(cross(along, bone.flexion)), along) : frameOf(along, {0, 0, 1});
  joint.parentFromFrame = inverse(modelFromParent) * Transform{modelFromFrame, bone.head};
  joint.childFromFrame = inverse(modelFromPart) * Transform{modelFromFrame, bone.head};
  joint.twist = {radians(-40), radians(50)};
  joint.swing1 = {radians(-35), radians(60)};
  joint.swing2 = {radians(-45), radians(30)};
  joint.flexion = {0, radians(140)};
  joint.maxTorque = 40;
  return joint;
}

inline Handmade makeHandmade(Feet feet = Feet::onShins) {
  Handmade made;
  Random random{7};
  const auto turned = [&] { return exponential(Vec3{random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)}); };
  const auto indexOf = [&](std::string_view name) {
    for (std::size_t j = 0; j < made.rig.joints.size(); ++j) {
      if (made.rig.joints[j].name == name) return static_cast<std::int32_t>(j);
    }
    return -1;
  };

  made.manikin.mass = 0;
  for (const Bone& bone : handmadeBones()) {
    const auto index = static_cast<std::int32_t>(made.rig.joints.size());
    const bool foot = bone.role == Role::leftFoot || bone.role == Role::rightFoot;
    Joint joint;
    joint.name = bone.name;
    joint.node = index;
    joint.parent = foot && feet == Feet::loose ? -1 : indexOf(bone.parent);
    joint.modelFromBind = {turned(), bone.head};
    joint.modelFromRest = toAffine(joint.modelFromBind);
    joint.weight = 1;
    const Transform local = joint.parent < 0
                                ? joint.modelFromBind
                                : inverse(made.rig.joints[static_cast<std::size_t>(joint.parent)].modelFromBind) * joint.modelFromBind;
    joint.rest = {local.translation, local.rotation, {1, 1, 1}};
    made.rig.joints.push_back(joint);
    if (bone.role == Role::none) continue;

    // The nearest part above by name, past joints that drive none.
    const Bone* above = nullptr;
    for (std::string_view name = bone.parent; above == nullptr && !name.empty();) {
      for (const Bone& other : handmadeBones()) {
        if (other.name != name) continue;
        if (other.role != Role::none) above = &other;
        name = other.parent;
        break;
      }
    }
    Part part;
    part.name = std::string(nameOf(bone.role));
    part.role = bone.role;
    part.joint = part.node = index;
    part.jointName = bone.name;
    part.modelFromPart = joint.modelFromBind;
    const Transform partFromModel = inverse(part.modelFromPart);
    part.boneLength = distance(bone.head, bone.tail);
    part.axis = normalized(partFromModel * bone.tail);
    part.radius = bone.radius;
    part.halfHeight = std::max(part.boneLength / 2 - bone.radius, 0.01f);
    part.center = part.centerOfMass = partFromModel * lerp(bone.head, bone.tail, 0.5f);
    part.mass = bone.mass;
    const float across = bone.mass * (part.radius * part.radius / 4 + part.length() * part.length() / 12);
    part.inertia = {across, bone.mass * part.radius * part.radius / 2, across};
    if (above != nullptr) {
      part.parent = made.manikin.partOf(above->role);
      part.toParent = handmadeJoint(bone, made.manikin.parts[static_cast<std::size_t>(part.parent)].modelFromPart, part.modelFromPart);
    }
    made.manikin.mass += bone.mass;
    made.manikin.parts.push_back(part);
  }
  made.rig.stature = made.manikin.stature = 1.75f;
  return made;
}

}  // namespace sinew::test
