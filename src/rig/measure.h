#pragma once

#include <optional>

#include <sinew/rig/rig.h>

namespace sinew::rig {

/// Sets `stature`, `referenceLength` and `referenceFrom` from joints, body and `axes.up`.
void measureLengths(Rig& rig);

/// The whole rig in another unit: every length times `factor`.
void rescale(Rig& rig, double factor);

/// A warning where a figure that stands like a person is no person's size in metres, with the unit that would make it one.
std::optional<Finding> judgeUnits(const Rig& rig);

}  // namespace sinew::rig
