#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "asset/reading.h"

namespace sinew::gltf {

/// One JOINTS_n with its WEIGHTS_n.
struct InfluenceSet {
  std::vector<std::uint32_t> joints;          ///< (4 * vertexCount)
  std::vector<std::array<float, 4>> weights;  ///< (vertexCount)
};

/// Gathers the sets of a primitive into its `influences`: positive weights only, a joint named twice by a vertex summed.
/// Weights that are not finite count as zero and leave a finding; so do negative ones and ones above 1, which are cut to 1.
/// A positive weight of a joint at or beyond `jointLimit` is an error. `attributes` is where these are reported.
void gatherInfluences(Reading& reading, const Json& attributes, std::vector<InfluenceSet> sets, std::size_t jointLimit,
                      Primitive& primitive);

}  // namespace sinew::gltf
