#pragma once

#include <cstdint>
#include <vector>

#include <sinew/asset/asset.h>

#include "asset/reading.h"

namespace sinew::gltf {

/// Drawing modes of a primitive, by their numbers in the file.
enum class DrawMode : std::uint8_t { points, lines, lineLoop, lineStrip, triangles, triangleStrip, triangleFan };

Topology topologyOf(DrawMode mode);

/// Separate points, lines or triangles from the indices of any mode, with the winding of each triangle kept. Leftover indices that
/// make no whole line or triangle are dropped.
std::vector<std::uint32_t> separated(Reading& reading, const Json& where, DrawMode mode, std::vector<std::uint32_t> indices);

}  // namespace sinew::gltf
