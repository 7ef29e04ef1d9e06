#pragma once

#include <span>

#include <sinew/base/draw.h>
#include <sinew/rig/rig.h>

namespace sinew {

/// Bones as lines, joint frames as axes. `worldFromJoint` (jointCount).
void drawSkeleton(DebugDraw& draw, const Rig& rig, std::span<const Transform> worldFromJoint);

}  // namespace sinew
