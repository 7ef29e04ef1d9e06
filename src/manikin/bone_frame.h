#pragma once

#include <sinew/manikin/manikin.h>

namespace sinew {

/// Rotation of the frame in which shapes of different rigs compare: y along the bone, z as near as can be to the rig's forward
/// (to its up where the bone itself runs forward: feet, and the trunk of four-footed bodies), x lateral. Result: partFromBoneFrame.
Quat partFromBoneFrame(const Part& part, Creature creature, const RigAxes& axes);

}  // namespace sinew
