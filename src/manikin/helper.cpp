#include "manikin/helper.h"

#include <cstddef>

namespace sinew {

std::vector<bool> classifyHelpers(const BoneTree& skeleton, const RoleMap& map, NameUse use) {
  const auto count = static_cast<std::size_t>(skeleton.jointCount());
  std::vector<bool> helper(count), playsRole(count), holdsRole(count);
  for (const auto& [role, found] : map.roles) {
    playsRole[static_cast<std::size_t>(found.joint)] = true;
    for (std::int32_t j = found.joint; j >= 0; j = skeleton.parent(j)) holdsRole[static_cast<std::size_t>(j)] = true;
  }

  const std::int32_t pelvis = map.jointOf(Role::pelvis);
  for (std::size_t i = 0; i < count; ++i) {
    const auto joint = static_cast<std::int32_t>(i);
    if (playsRole[i]) continue;
    const std::int32_t parent = skeleton.parent(joint);
    // By name, and everything below such a joint that holds no role: a finger's tip is as little a body as the finger.
    const bool named = use == NameUse::byName && skeleton.name(joint).helper;
    const bool below =
        use == NameUse::byName && parent >= 0 && helper[static_cast<std::size_t>(parent)] && skeleton.name(parent).helper && !holdsRole[i];
    // By shape: moves nothing and leads to nothing that does, or stands above the body.
    const bool idle = !skeleton.branchCarriesSkin(joint) && !holdsRole[i];
    const bool aboveBody = pelvis >= 0 && joint != pelvis && skeleton.isAncestor(joint, pelvis) && !skeleton.carriesSkin(joint);
    helper[i] = named || below || idle || aboveBody;
  }
  return helper;
}

}  // namespace sinew
