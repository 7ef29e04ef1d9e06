#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sinew::bench {

/// Every .glb, .gltf and .vrm below $SINEW_RIGS, sorted; empty where it is not set.
std::vector<std::string> corpusFiles();

/// The whole file.
std::vector<std::byte> fileBytes(const std::string& path);

/// A detailed built-in figure: about `vertices` vertices.
std::vector<std::byte> denseFigure(std::size_t vertices);

/// Size of the JSON chunk of a GLB (or of the whole .gltf), bytes.
std::size_t jsonSize(const std::vector<std::byte>& file);

}  // namespace sinew::bench
