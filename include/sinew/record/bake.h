#pragma once

#include <sinew/asset/write.h>
#include <sinew/manikin/manikin.h>
#include <sinew/record/trajectory.h>

namespace sinew {

/// The trajectory as an animation on the original rig's nodes: rotations for every joint that a part turns, translation for
/// the root (and for mapped joints that hang from none), in the file's own units, so that any viewer plays it.
Result<BakedClip> bakeTrajectory(const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory,
                                 std::string_view name);

}  // namespace sinew
