#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// A text from a file, made safe to print: control characters, terminal escapes, bidirectional overrides and broken UTF-8
/// become visible escapes, and anything over `maxBytes` is cut with an ellipsis.
std::string printable(std::string_view text, std::size_t maxBytes = 120);

/// NFKC-normalised, lower-cased UTF-8; input that is not UTF-8 is returned with its bad bytes removed.
std::string foldCase(std::string_view text);

/// Lower-case hexadecimal SHA-256 of the bytes.
std::string sha256(std::span<const std::byte> bytes);

}  // namespace sinew
