#pragma once

#include "asset/chunk.h"
#include "asset/json_editor.h"
#include "asset/source.h"

namespace sinew::gltf {

/// Moves all bytes of a file into one chunk: buffers from data URIs and external files, and external images (those that cannot
/// be found keep their URI). Views, buffers and images of the document are changed to match; a file that is one chunk already
/// stays untouched. The source must outlive the chunk.
void packSource(const AssetSource& source, JsonEditor& editor, Chunk& chunk);

/// To be called once, after everything is in the chunk: writes its length into the first buffer.
void finishBuffers(const AssetSource& source, JsonEditor& editor, const Chunk& chunk);

}  // namespace sinew::gltf
