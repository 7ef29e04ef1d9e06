#pragma once

#include <span>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/math.h>
#include <sinew/rig/rig.h>

namespace sinew {

/// Samples one clip at `time` (clamped to the clip) into local node transforms. `locals` (nodeCount) holds the rest pose where
/// the clip has no channel. All glTF interpolations; STEP, LINEAR (slerp, shortest arc), CUBICSPLINE (Hermite, normalised).
void sampleClip(const Asset& asset, const AssetClip& clip, float time, std::span<Trs> locals);

/// Rest transforms of all nodes, (nodeCount).
std::vector<Trs> restLocals(const Asset& asset);

/// Rigid joint transforms in model space, metres, (jointCount), of a node pose.
std::vector<Transform> modelFromJoints(const Asset& asset, const Rig& rig, std::span<const Trs> locals);

}  // namespace sinew
