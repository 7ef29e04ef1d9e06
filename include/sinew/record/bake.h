#pragma once

#include <string_view>

#include <sinew/asset/write.h>
#include <sinew/manikin/manikin.h>
#include <sinew/record/trajectory.h>

namespace sinew {

/// The trajectory as an animation on the original rig's nodes, so that any viewer plays it: rotations for every joint that a
/// part turns, translations for the root and for parts that hang from no bone of the part above, in the file's own units, under
/// whatever scale, mirror or unit its nodes carry. Joints that no part turns keep the trajectory's start pose; a bone never changes
/// its length. Fails (`usage`) where the trajectory belongs to another manikin or asset.
Result<BakedClip> bakeTrajectory(const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory,
                                 std::string_view name);

/// The same of a pose trajectory: rotations for every joint, translations for the root joints; a bone keeps the length it has in the file.
/// Places are the file's scene, so that a character that walked walks in any viewer.
Result<BakedClip> bakePoses(const Asset& asset, const Rig& rig, const PoseTrajectory& trajectory, std::string_view name);

}  // namespace sinew
