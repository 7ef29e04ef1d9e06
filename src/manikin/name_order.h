#pragma once

#include <sinew/manikin/roles.h>

#include "manikin/bone_tree.h"

namespace sinew {

/// Names that contradict the skeleton they stand in: a joint called by a role's name with another above it that is called by a role
/// further out, or below it by one further in ('hips' under 'spine', 'shoulder' under 'forearm'). Whoever exchanged two names did not
/// exchange the bones. One failure (`roles.order`) a role that came from a name.
Findings contradictionsOfNames(const BoneTree& skeleton, const RoleMap& map);

}  // namespace sinew
