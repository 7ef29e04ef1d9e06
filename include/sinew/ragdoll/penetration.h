#pragma once

#include <utility>
#include <vector>

#include <sinew/manikin/manikin.h>

// How deep fitted shapes stand in each other, from geometry alone: no solver's contact list, which misses filtered pairs and
// reports its own margins.

namespace sinew {

/// m, how deep two parts overlap; negative: their distance. Capsules and spheres exactly. With a box the depth of the other's
/// axis in the box; for two boxes the least translation that parts them (negative then only says that they are apart).
float overlapOf(const Part& a, const Transform& worldFromA, const Part& b, const Transform& worldFromB);

/// m, height dot(up, p) of the lowest point of a part; `up` is a unit vector.
float lowestPoint(const Part& part, const Transform& worldFromPart, const Vec3& up = {0, 1, 0});

/// Part pairs that are neither jointed to each other nor listed in Manikin::overlapping: those that must keep apart.
std::vector<std::pair<std::int32_t, std::int32_t>> touchingPairs(const Manikin& manikin);

}  // namespace sinew
