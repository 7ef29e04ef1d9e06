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

/// Finds mesh parts that are worn on one body part (hair, a backpack) and would make its shape noticeably larger than the body
/// beneath: they are left out of the part's points unless the options keep them. Each is a warning that lists the vertex share
/// of every mesh part there and the name to exclude. Characters that are all loose pieces have no body to compare with, and
/// keep everything.
void checkAccessories(const Rig& rig, const PartPlan& plan, const FitOptions& options, std::span<PartSkin> skins, Findings& findings);

}  // namespace sinew
