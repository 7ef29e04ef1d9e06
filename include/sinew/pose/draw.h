#pragma once

#include <span>

#include <sinew/base/draw.h>
#include <sinew/pose/ik.h>

namespace sinew {

/// A limb that reaches: its bones, a cross of `size` m at the target, and a line of what is missing between them. Layer `skeleton`.
/// `worldFromJoint` (jointCount).
void drawReach(DebugDraw& draw, const Limb& limb, std::span<const Transform> worldFromJoint, const Vec3& targetWorld, float size);

}  // namespace sinew
