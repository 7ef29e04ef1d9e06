#pragma once

#include <cstddef>
#include <vector>

#include "asset/reading.h"

namespace sinew::gltf {

/// True for a buffer view whose data are stored by EXT_meshopt_compression.
bool isMeshoptView(const Json& view);

/// Checks what such a view says of itself: its place in the packed buffer, sizes, mode and filter.
void checkMeshoptView(Reading& reading, const BufferView& view);

/// The unpacked data of such a view, `view.length` bytes; empty and an error where the stream is broken.
std::vector<std::byte> unpackMeshopt(Reading& reading, const BufferView& view);

}  // namespace sinew::gltf
