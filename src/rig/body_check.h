#pragma once

#include <sinew/base/result.h>
#include <sinew/rig/rig.h>

namespace sinew::rig {

/// That there is a body to measure: an error (`value`) where the skinned vertices lie all in one point, or far from the joints that
/// pull them, or where the whole figure stands so far from the origin that single precision cannot tell its parts apart. A figure
/// that merely loses some precision there gets a warning (`units.far`).
Result<void> checkBody(const Rig& rig, Findings& findings);

}  // namespace sinew::rig
