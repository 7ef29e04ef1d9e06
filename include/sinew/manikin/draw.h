#pragma once

#include <span>

#include <sinew/base/draw.h>
#include <sinew/manikin/manikin.h>

namespace sinew {

/// Colour by role: one hue a limb, left and right alike in hue and apart in lightness.
Color colorOf(const Part& part);

/// Shapes, limits, centres of mass and names of all parts. `worldFromPart` (partCount).
void drawManikin(DebugDraw& draw, const Manikin& manikin, std::span<const Transform> worldFromPart);

}  // namespace sinew
