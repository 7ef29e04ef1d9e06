#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sinew/manikin/fit.h>

namespace sinew {

/// A body to be: which joint drives it and which part it hangs from.
struct PlannedPart {
  std::string name;
  Role role = Role::none;
  std::int32_t joint = -1;   ///< index into Rig::joints
  std::int32_t parent = -1;  ///< index into PartPlan::parts, smaller than its own; -1 at the root
};

/// Which bodies a character gets, and to which of them every joint belongs.
struct PartPlan {
  std::vector<PlannedPart> parts;         ///< (partCount) parents first; parts[0] is the root
  std::vector<std::int32_t> partOfJoint;  ///< (jointCount) index into `parts`; -1 only where there is no part at all
  std::vector<std::uint8_t> attached;     ///< (jointCount) 1 where a joint moves with its part and carries none of its shape

  /// The part whose shape a joint's skin counts to, -1 where it counts to none.
  std::int32_t shapedBy(std::int32_t joint) const {
    const auto j = static_cast<std::size_t>(joint);
    return j < attached.size() && attached[j] != 0 ? -1 : partOfJoint[j];
  }
};

/// Parts of a body plan: the preset's roles as far as the rig has them. Roles that are mapped or absent but no part merge into
/// the part they hang from by role.
PartPlan planRoles(const Rig& rig, const RoleMap& map, Preset preset);

/// A part a bone segment, for rigs without a body plan: every joint that carries skin, and every bone between two of those. A
/// rig without any mesh gets a part a bone. Several roots are hung onto the nearest part, so that the body stays whole.
PartPlan planBones(const Rig& rig, const RoleMap& map);

/// Fills `plan.partOfJoint` from its parts: a joint goes with the nearest part at or above it; a mapped role that is no part goes
/// with its role's parent; a twist leaf beside the bone whose skin it carries goes with that bone; what stands under no part
/// goes with the part next to its skin.
void assignJoints(const Rig& rig, const RoleMap& map, PartPlan& plan);

/// The role of a role's body: itself where it is in `isPart`, else the nearest role above it that is; none where nothing is.
template <class IsPart>
Role bodyRoleOf(Role role, IsPart isPart) {
  while (role != Role::none && !isPart(role)) role = parentOf(role);
  return role;
}

}  // namespace sinew
