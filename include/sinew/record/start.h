#pragma once

#include <string_view>
#include <vector>

#include <sinew/manikin/manikin.h>

namespace sinew {

/// Where every part of the manikin stands when the rig's clip shows `time` (s, clamped to the clip): (partCount) modelFromPart,
/// metres. A clip is found by its exact name, else by its name without case; an unknown one is a usage error that lists
/// what there is.
Result<std::vector<Transform>> partsOfClip(const Asset& asset, const Rig& rig, const Manikin& manikin, std::string_view clip, float time);

}  // namespace sinew
