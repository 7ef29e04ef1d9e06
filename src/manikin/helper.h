#pragma once

#include <vector>

#include <sinew/manikin/roles.h>

#include "manikin/bone_tree.h"
#include "manikin/name_use.h"

namespace sinew {

/// Which joints carry no mass and must never become a body, (jointCount): by name (twist, IK, prop, hair, face, finger ...) and
/// by shape: branches that move no vertex and hold no role, and what stands above the pelvis without moving any.
/// Joints that play a role are never helpers.
std::vector<bool> classifyHelpers(const BoneTree& skeleton, const RoleMap& map, NameUse use);

}  // namespace sinew
