#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/math.h>
#include <sinew/base/result.h>
#include <sinew/rig/rig.h>

namespace sinew {

/// The clip of that exact name, else of that name without case. An unknown one is a usage error that lists what there is.
Result<const AssetClip*> findClip(const Asset& asset, std::string_view name);

/// Rest transforms of all nodes, (nodeCount), in the file's units.
std::vector<Trs> restLocals(const Asset& asset);

/// Samples one clip at `time` (s, clamped to each channel's keys) into local node transforms. `locals` (nodeCount) holds the pose
/// of what the clip does not move, as from restLocals. All interpolations of the glTF 2.0 specification, appendix C: STEP, LINEAR
/// (rotations slerp along the shortest arc), CUBICSPLINE (Hermite with tangents times key spacing); rotations come out unit.
void sampleClip(const Asset& asset, const AssetClip& clip, float time, std::span<Trs> locals);

/// Rigid joint transforms in model space, metres, (jointCount), of a node pose (nodeCount). Scale of the nodes above moves
/// positions and leaves no other trace; mirrors are resolved as in Joint::modelFromBind, and a scale of zero counts as one. At
/// restLocals these are the rest pose; where the file rests in its bind pose they equal Joint::modelFromBind.
std::vector<Transform> modelFromJoints(const Asset& asset, const Rig& rig, std::span<const Trs> locals);

}  // namespace sinew
