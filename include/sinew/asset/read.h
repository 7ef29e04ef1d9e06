#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include <sinew/asset/asset.h>
#include <sinew/base/result.h>

namespace sinew {

struct ReadOptions {
  std::uint64_t maxDecodedBytes = std::uint64_t{1} << 30;  ///< cap on all decoded data of one file together
  bool images = false;                                     ///< load encoded images too (external ones from beside the file)
  bool clips = true;
};

/// Reads a .glb, .gltf or .vrm file (told apart by content), or a built-in figure where `path` starts with '@'
/// ("@figure", "@figure:child", "@quadruped"). All or nothing: bad files give one sentence with the place in it.
/// Files from strangers are hostile: every index, count, offset and length is checked before use, and external buffers are
/// looked for only beside or below the file.
Result<Asset> readAsset(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from memory. `folder` is where relative URIs are looked up; empty refuses external files.
Result<Asset> readAsset(std::span<const std::byte> bytes, std::string_view name, const std::filesystem::path& folder = {},
                        const ReadOptions& options = {});

}  // namespace sinew
