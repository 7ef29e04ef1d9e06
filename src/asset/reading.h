#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/asset/read.h>

#include "asset/budget.h"
#include "asset/container.h"
#include "asset/json.h"
#include "asset/source.h"

namespace sinew::gltf {

enum class ComponentType : std::uint16_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

/// A stretch of a buffer. A compressed view has no bytes until it is first used.
struct BufferView {
  std::span<const std::byte> bytes;
  std::vector<std::byte> unpacked;  ///< what a compressed view holds, once unpacked
  std::size_t length = 0;           ///< bytes, after unpacking
  std::size_t stride = 0;           ///< bytes between elements; 0: tightly packed
  bool ready = false;               ///< `bytes` can be read
  Json json;
};

/// Values that replace some elements of an accessor.
struct SparsePatch {
  std::size_t count = 0;
  ComponentType indexType = ComponentType::u16;
  std::int32_t indexView = -1;
  std::size_t indexOffset = 0;
  std::int32_t valueView = -1;
  std::size_t valueOffset = 0;
};

/// How typed elements lie in a view; checked against the view's length.
struct Accessor {
  ComponentType type = ComponentType::f32;
  std::uint32_t components = 1;  ///< numbers an element: 1 SCALAR .. 16 MAT4
  std::uint32_t columns = 1;     ///< of a matrix: each starts at a multiple of four bytes
  bool normalized = false;
  std::size_t count = 0;   ///< elements; NOT paid for: may be any number where there is no view
  std::int32_t view = -1;  ///< -1: all zeros
  std::size_t offset = 0;
  SparsePatch sparse;
  Json json;
};

/// All that the stages of reading one file share. Stages run in order and fill `asset`; the first error stands in `document`.
struct Reading {
  const ReadOptions& options;
  Budget& budget;
  JsonDocument& document;
  Json root;
  Container container;
  AssetSource& source;
  Asset& asset;
  std::vector<BufferView> views;
  std::vector<Accessor> accessors;

  bool ok() const { return document.ok(); }

  /// Pays for `bytes` of decoded data, or records the error at `where`.
  bool spend(std::uint64_t bytes, const Json& where) {
    if (budget.spend(bytes)) return true;
    where.fail(ErrorCode::limit, "its data exceed the limit on decoded data");
    return false;
  }

  /// Keeps a finding about the value at `where`: the first few of each rule, so that a large file cannot drown its reader.
  void find(Severity severity, std::string_view rule, const Json& where, std::string_view message);
};

/// Numbers beyond this are no lengths, scales or times: products of a few of them would overflow.
inline constexpr float kLargestNumber = 1e12f;

// The stages, one file each.
void readBuffers(Reading& reading);    // buffer.cpp: buffers and views
void readAccessors(Reading& reading);  // accessor.cpp
void readNodes(Reading& reading);      // node.cpp: nodes and scenes
void readSkins(Reading& reading);      // skin.cpp
void readMaterials(Reading& reading);  // material.cpp
void readImages(Reading& reading);     // image.cpp
void readMeshes(Reading& reading);     // mesh.cpp
void readClips(Reading& reading);      // clip.cpp
void readVrm(Reading& reading);        // vrm.cpp

}  // namespace sinew::gltf
