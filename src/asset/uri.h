#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/base/result.h>

#include "asset/budget.h"

namespace sinew::gltf {

inline bool isDataUri(std::string_view uri) { return uri.starts_with("data:"); }

struct DataUri {
  std::string mimeType;
  std::vector<std::byte> bytes;
};

/// Decodes "data:image/png;base64,..." (RFC 2397). The error's place is left to the caller.
Result<DataUri> decodeDataUri(std::string_view uri, Budget& budget);

/// The file that a relative URI names, inside `folder` or below it. Percent escapes are decoded; absolute paths, other
/// schemes, "..", and links that lead outside are refused. The file need not exist.
Result<std::filesystem::path> resolveUri(std::string_view uri, const std::filesystem::path& folder);

/// The first `bytes` of a regular file (all of it by default), charged to `budget`.
Result<std::vector<std::byte>> loadFile(const std::filesystem::path& path, Budget& budget, std::optional<std::uint64_t> bytes = {});

}  // namespace sinew::gltf
