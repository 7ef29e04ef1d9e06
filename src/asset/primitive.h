#pragma once

#include <cstddef>

#include "asset/reading.h"

namespace sinew::gltf {

/// Reads one primitive of a mesh. `jointLimit` is the joint count of the smallest skin that the mesh is drawn with; 0 where it
/// is drawn without one, and joints and weights are then passed over.
void readPrimitive(Reading& reading, const Json& json, std::size_t jointLimit, Primitive& primitive);

}  // namespace sinew::gltf
