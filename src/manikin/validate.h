#pragma once

#include <sinew/manikin/roles.h>

#include "manikin/bone_tree.h"

namespace sinew {

/// Checks a map before anything is built from it: one joint a role, roles in the skeleton's own order, limbs with length, mirrored
/// roles on both sides and alike, comparable halves of a limb, a body that stands the right way up. Findings of severity
/// failure mean that the map must not be used; what real rigs do without being wrong (feet under the root, a little
/// asymmetry) is a warning or nothing.
Findings validateRoles(const BoneTree& skeleton, const RoleMap& map);

}  // namespace sinew
