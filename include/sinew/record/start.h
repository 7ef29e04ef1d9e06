#pragma once

#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>

namespace sinew {

/// A pose to fall from. Empty: the bind pose.
struct StartPose {
  std::vector<Transform> modelFromPart;  ///< (partCount) m
  std::vector<Trs> nodeLocals;           ///< (nodeCount) the whole pose in the file's units: fingers, clavicles, what no part turns
};

/// Samples a clip at `time` (s, clamped to the clip). A clip is found by its exact name, else by its name without case; an
/// unknown one is a usage error that lists what there is.
Result<StartPose> startOfClip(const Asset& asset, const Rig& rig, const Manikin& manikin, std::string_view clip, float time);

}  // namespace sinew
