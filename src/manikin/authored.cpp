#include "manikin/authored.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <sinew/base/text.h>

#include "manikin/candidates.h"

namespace sinew {

namespace {

Finding failure(std::string rule, Role role, std::string message) {
  return {.severity = Severity::failure,
          .rule = std::move(rule),
          .role = std::string(nameOf(role)),
          .measured = {},
          .low = {},
          .high = {},
          .message = std::move(message)};
}

/// Joint of that name: spelled alike, or alike but for case where only one is; duplicates give the one nearest to the root.
std::int32_t jointNamed(const BoneTree& skeleton, const std::string& name) {
  const auto& joints = skeleton.rig().joints;
  const std::string shown = printable(name);
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j)
    if (joints[static_cast<std::size_t>(j)].name == shown) return j;
  const std::string folded = foldCase(name);
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j)
    if (foldCase(joints[static_cast<std::size_t>(j)].name) == folded) return j;
  return -1;
}

/// Enters one role, or says that its joint is taken.
void enter(const BoneTree& skeleton, AuthoredRoles& roles, Role role, std::int32_t joint) {
  for (const auto& [other, taken] : roles.joints) {
    if (taken != joint) continue;
    roles.findings.push_back(
        failure("roles.duplicate", role,
                std::string(nameOf(role)) + " and " + std::string(nameOf(other)) + " are both mapped to " + describe(skeleton, joint)));
    return;
  }
  roles.joints[role] = joint;
}

struct VrmRow {
  std::string_view bone;
  Role role;
};

constexpr std::array<VrmRow, 21> kVrmBones{{
    {"hips", Role::pelvis},
    {"spine", Role::spine},
    {"chest", Role::chest},
    {"neck", Role::neck},
    {"head", Role::head},
    {"leftShoulder", Role::leftClavicle},
    {"leftUpperArm", Role::leftUpperArm},
    {"leftLowerArm", Role::leftForearm},
    {"leftHand", Role::leftHand},
    {"leftUpperLeg", Role::leftThigh},
    {"leftLowerLeg", Role::leftShin},
    {"leftFoot", Role::leftFoot},
    {"leftToes", Role::leftToes},
    {"rightShoulder", Role::rightClavicle},
    {"rightUpperArm", Role::rightUpperArm},
    {"rightLowerArm", Role::rightForearm},
    {"rightHand", Role::rightHand},
    {"rightUpperLeg", Role::rightThigh},
    {"rightLowerLeg", Role::rightShin},
    {"rightFoot", Role::rightFoot},
    {"rightToes", Role::rightToes},
}};

}  // namespace

AuthoredRoles resolveExplicit(const BoneTree& skeleton, const ExplicitMap& map) {
  AuthoredRoles roles;
  for (const auto& [role, target] : map) {
    const std::string of = "the map's " + std::string(nameOf(role));
    if (const auto* node = std::get_if<std::int32_t>(&target)) {
      const std::int32_t joint = skeleton.rig().jointOfNode(*node);
      if (joint >= 0)
        enter(skeleton, roles, role, joint);
      else
        roles.findings.push_back(
            failure("roles.explicit", role, of + " is node " + std::to_string(*node) + ", which is no joint of this rig"));
      continue;
    }
    const std::string& name = std::get<std::string>(target);
    const std::int32_t joint = jointNamed(skeleton, name);
    if (joint >= 0) {
      enter(skeleton, roles, role, joint);
      continue;
    }
    const std::string nearest = nearestNames(skeleton, name);
    roles.findings.push_back(failure(
        "roles.explicit", role,
        of + " is '" + printable(name) + "', and no joint is called so" + (nearest.empty() ? std::string() : "; nearest: " + nearest)));
  }
  return roles;
}

AuthoredRoles resolveFileMap(const BoneTree& skeleton) {
  AuthoredRoles roles;
  std::int32_t upperChest = -1;
  for (const VrmBone& bone : skeleton.rig().vrmBones) {
    const std::int32_t joint = skeleton.rig().jointOfNode(bone.node);
    if (joint < 0) continue;
    if (bone.bone == "upperChest") upperChest = joint;
    const auto row = std::find_if(kVrmBones.begin(), kVrmBones.end(), [&](const VrmRow& r) { return r.bone == bone.bone; });
    if (row == kVrmBones.end()) continue;
    if (roles.joints.contains(row->role))
      roles.findings.push_back(failure("roles.duplicate", row->role, "the file maps " + std::string(row->bone) + " twice"));
    else
      enter(skeleton, roles, row->role, joint);
  }

  // The joint below the arms is the chest; a trunk of one joint is the chest and has no spine.
  if (upperChest >= 0) {
    roles.joints.erase(Role::chest);
    enter(skeleton, roles, Role::chest, upperChest);
  } else if (!roles.joints.contains(Role::chest) && roles.joints.contains(Role::spine)) {
    roles.joints[Role::chest] = roles.joints[Role::spine];
    roles.joints.erase(Role::spine);
  }
  return roles;
}

}  // namespace sinew
