#include "manikin/plan.h"

#include <algorithm>
#include <array>

namespace sinew {
namespace {

constexpr std::array kMinimalHumanoid{Role::pelvis,      Role::chest,         Role::head,         Role::leftUpperArm,
                                      Role::leftForearm, Role::rightUpperArm, Role::rightForearm, Role::leftThigh,
                                      Role::leftShin,    Role::rightThigh,    Role::rightShin};
constexpr std::array kStandardExtra{Role::spine, Role::leftHand, Role::rightHand, Role::leftFoot, Role::rightFoot};

bool inPreset(Role role, Creature creature, Preset preset) {
  const auto in = [&](const auto& list) { return std::find(list.begin(), list.end(), role) != list.end(); };
  if (creature == Creature::quadruped) return preset != Preset::minimal || in(coreRolesOf(creature));
  if (preset == Preset::full) return true;
  return in(kMinimalHumanoid) || (preset == Preset::standard && in(kStandardExtra));
}

std::int32_t indexOf(const PartPlan& plan, Role role) {
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    if (plan.parts[i].role == role) return static_cast<std::int32_t>(i);
  return -1;
}

}  // namespace

PartPlan planRoles(const Rig& rig, const RoleMap& map, Preset preset) {
  PartPlan plan;
  for (const Role role : rolesOf(map.creature)) {
    const std::int32_t joint = map.jointOf(role);
    if (joint < 0 || !inPreset(role, map.creature, preset)) continue;
    const Role above = bodyRoleOf(parentOf(role), [&](Role r) { return indexOf(plan, r) >= 0; });
    // A body without a pelvis keeps together at its first part.
    const std::int32_t parent = above != Role::none ? indexOf(plan, above) : plan.parts.empty() ? -1 : 0;
    plan.parts.push_back({std::string(nameOf(role)), role, joint, parent});
  }

  // The links of a tail hang one from the other.
  std::int32_t link = indexOf(plan, Role::tail);
  for (std::size_t i = 0; link >= 0 && i < map.tail.size(); ++i) {
    const auto joint = map.tail[i];
    if (rig.joints[static_cast<std::size_t>(joint)].weight <= 0 && rig.childrenOf(joint).empty()) continue;
    plan.parts.push_back({"tail." + std::to_string(i + 2), Role::tail, joint, link});
    link = static_cast<std::int32_t>(plan.parts.size()) - 1;
  }

  assignJoints(rig, map, plan);
  return plan;
}

}  // namespace sinew
