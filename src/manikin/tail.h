#pragma once

#include <span>

#include "manikin/gather.h"

namespace sinew {

/// Where the bone of a part ends: at the joint its segment measures toward (by role, then by the skeleton), at an un-skinned
/// end node, or where its vertices end. The last and none at all are warnings: a guess must be loud.
/// The position is in the part frame; with source `none` it is the zero vector.
Tail findTail(const Rig& rig, const RoleMap& map, const PartPlan& plan, std::size_t part, std::span<const Vec3> points, Findings& findings);

}  // namespace sinew
