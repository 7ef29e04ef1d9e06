#pragma once

#include <span>

#include <sinew/base/draw.h>
#include <sinew/manikin/manikin.h>

namespace sinew {

/// Colour by role: one hue a limb, left and right alike in hue and apart in lightness.
Color colorOf(const Part& part);

/// One part: its shape, centre of mass and name where it stands, its limit where the part above holds it.
void drawPart(DebugDraw& draw, const Manikin& manikin, std::size_t part, const Transform& worldFromPart, const Transform& worldFromParent);

/// Shapes, limits, centres of mass and names of all parts. `worldFromPart` (partCount).
void drawManikin(DebugDraw& draw, const Manikin& manikin, std::span<const Transform> worldFromPart);

}  // namespace sinew
