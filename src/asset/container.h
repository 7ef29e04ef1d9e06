#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <sinew/base/result.h>

namespace sinew::gltf {

/// The two parts of a file: its JSON text and, in a GLB, the binary chunk. Both point into the file's own bytes.
struct Container {
  std::string_view json;
  std::span<const std::byte> binary;
  bool isBinary = false;  ///< a GLB: a buffer without a URI may mean `binary`
};

/// Tells GLB from plain glTF by content and finds the parts (glTF 2.0 specification, 4.4). A GLB must be as long as its
/// header says; bytes behind that are ignored.
Result<Container> openContainer(std::span<const std::byte> file);

}  // namespace sinew::gltf
