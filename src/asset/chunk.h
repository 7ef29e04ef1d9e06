#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sinew/base/result.h>

namespace sinew::gltf {

/// The binary chunk of a file being written: runs of bytes, each at a multiple of four. Runs are not copied until `glb`.
class Chunk {
 public:
  /// Adds a run that the caller keeps alive; returns its offset in the chunk.
  std::uint64_t add(std::span<const std::byte> bytes);

  /// The same with bytes that the chunk keeps itself.
  std::uint64_t add(std::vector<std::byte> bytes);

  std::uint64_t size() const { return size_; }

  /// A whole GLB of a JSON text and this chunk (glTF 2.0 specification, 4.4); an error beyond the format's 4 GiB.
  Result<std::vector<std::byte>> glb(std::string json) const;

 private:
  struct Run {
    std::uint64_t offset = 0;
    std::span<const std::byte> bytes;
  };
  std::vector<Run> runs_;
  std::vector<std::vector<std::byte>> owned_;
  std::uint64_t size_ = 0;  ///< bytes, a multiple of four
};

}  // namespace sinew::gltf
