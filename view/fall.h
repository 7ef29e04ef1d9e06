#pragma once

#include <sinew/record/trajectory.h>

#include "studio.h"

namespace sinew::view {

/// `count` moments of a recorded fall, from its start to its end, all seen from one place that holds the whole of it. The studio must
/// have the character loaded.
std::vector<Image> shootFall(Studio& studio, const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory,
                             int count, const ShotOptions& options);

}  // namespace sinew::view
