#pragma once

#include <string>
#include <string_view>

#include <sinew/manikin/roles.h>

#include "manikin/bone_tree.h"
#include "manikin/name_use.h"

namespace sinew {

/// How findings name a joint: "'LeftArm' (node 12)"; printable.
std::string describe(const BoneTree& skeleton, std::int32_t joint);

/// The joints nearest to an unresolved role, best first, as text for a finding: by spelling against the words of the role, by
/// side, and by place between the roles that did resolve. "" where nothing comes near.
std::string nearestCandidates(const BoneTree& skeleton, const RoleMap& map, Role role, NameUse use);

/// The joints whose names are spelled most like `name`.
std::string nearestNames(const BoneTree& skeleton, std::string_view name);

}  // namespace sinew
