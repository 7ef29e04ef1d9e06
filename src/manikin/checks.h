#pragma once

#include <span>

#include "manikin/gather.h"

namespace sinew {

/// Lists the non-adjacent part pairs whose shapes overlap at bind (to be filtered, or the body bursts apart at its first step),
/// and says how deep the worst of them is.
void findOverlaps(Manikin& manikin);

/// Mirrored parts must have mirrored shapes: warns where bone, radius, half height or centre differ.
void checkMirror(const Manikin& manikin, Findings& findings);

/// A part's centre farther from its joint than the bone is long: a shape that is in the wrong place, or a bone that is.
void checkCenters(const Manikin& manikin, Findings& findings);

/// Warns of mesh parts (hair, a backpack) that make a part noticeably larger than it is without them, with their share of its
/// vertices and the name to exclude.
void checkAccessories(const Manikin& manikin, std::span<const PartSkin> skins, const Rig& rig, const FitOptions& options,
                      Findings& findings);

}  // namespace sinew
