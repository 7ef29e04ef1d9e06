#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <sinew/asset/read.h>

namespace sinew::test {

using nlohmann::json;

/// Writes small glTF files by hand: tests change `document` as they like before they ask for the bytes.
class GlbBuilder {
 public:
  json document{{"asset", {{"version", "2.0"}}}};
  std::vector<std::byte> binary;

  /// Adds bytes to the binary chunk, at a multiple of four; returns their offset.
  std::size_t bytes(std::span<const std::byte> bytes);

  /// Adds a buffer view; returns its index.
  std::size_t view(std::span<const std::byte> bytes, std::size_t stride = 0);

  /// Adds a view and an accessor over plain values of `componentType`; returns the accessor's index.
  template <class T>
  std::size_t accessor(const char* type, int componentType, const std::vector<T>& values, std::size_t perElement) {
    return accessorOf(type, componentType, view(std::as_bytes(std::span(values))), values.size() / perElement);
  }

  std::size_t accessorOf(const char* type, int componentType, std::size_t view, std::size_t count);

  std::vector<std::byte> glb() const;
  std::string gltf() const;  ///< the buffer as a data URI
};

inline constexpr int kI8 = 5120, kU8 = 5121, kI16 = 5122, kU16 = 5123, kU32 = 5125, kF32 = 5126;

/// Two joints one above the other ("lower", "upper"; nodes 0 and 1), a skinned square of two triangles (node 2) whose lower two
/// vertices follow joint 0 and whose upper two joint 1, and a clip that turns and moves the upper joint.
/// Accessors: 0 positions, 1 indices, 2 joints, 3 weights, 4 inverse binds, 5 times, 6 rotations, 7 translations.
GlbBuilder smallRig();

/// Reads what the builder holds.
Result<Asset> readGlb(const GlbBuilder& builder, const ReadOptions& options = {});

/// "reference at accessors[3].count: ..." or "read" where there is no error.
std::string outcome(const Result<Asset>& result);

std::vector<std::byte> toBytes(std::string_view text);
std::string base64(std::span<const std::byte> bytes);

}  // namespace sinew::test
