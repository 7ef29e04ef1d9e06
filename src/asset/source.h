#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>

namespace sinew {

/// A buffer of the file: its bytes, wherever they came from.
struct SourceBuffer {
  std::vector<std::byte> owned;      ///< of a data URI or an external file; empty where `bytes` lies in the main file
  std::span<const std::byte> bytes;  ///< (byteLength)
  bool present = false;              ///< false for a buffer that stands only for what a compressed view unpacks to
};

/// The file's own bytes. `json` and the binary chunk's buffer point into `file`, which is never copied.
struct AssetSource {
  std::vector<std::byte> file;
  std::string_view json;
  std::vector<SourceBuffer> buffers;
  std::filesystem::path folder;  ///< where external images stand; empty: nowhere
};

}  // namespace sinew
