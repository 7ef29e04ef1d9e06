#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace sinew::view {

std::string base64(std::span<const std::byte> bytes);

/// An array as the page reads it: {"type": "f32", "data": base64 of little-endian bytes}.
template <class T>
nlohmann::json packed(std::string_view type, std::span<const T> values) {
  return {{"type", type}, {"data", base64(std::as_bytes(values))}};
}

/// A whole page around a document. The document stands in a script element that cannot be ended from inside.
std::string pageAround(const nlohmann::json& document, const std::string& title);

}  // namespace sinew::view
