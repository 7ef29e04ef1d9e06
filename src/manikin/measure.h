#pragma once

#include <optional>
#include <span>

#include <sinew/manikin/fit.h>

namespace sinew {

/// Box of `points` (part frame, at least one) in the axes `partFromBox`: the given percentiles per axis, and the raw extremes
/// beside them. Percentiles are shares, [0, 1], low < high.
PartBox measureBox(std::span<const Vec3> points, const Quat& partFromBox, float lowPercentile, float highPercentile);

/// The axes to measure a part in: those of its own joint frame; where the bone lies more than 25 degrees off all of them (a limb
/// modelled aslant in a frame that is not), the same axes turned the shortest way onto the bone.
Quat boxAxesFor(const Vec3& axis);

/// The one formula applied to a measured box, in the part frame.
CapsuleFit capsuleFromPartBox(const PartBox& box, const Vec3& axis, FitMethod method);

/// Radius of a limb beneath its clothes: in the 15..85 % band of the bone the nearest point of each of 16 sectors, and of those
/// the 80th percentile. None with fewer than 24 points or 8 sectors. `tail`: where the bone ends, part frame.
std::optional<float> radialRadius(std::span<const Vec3> points, const Vec3& tail);

/// Share of `points` inside the capsule grown by 15 % of its radius, [0, 1]. Points count alike, however dense they stand.
float coverageOf(std::span<const Vec3> points, const Part& part);

}  // namespace sinew
