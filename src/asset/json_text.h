#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sinew::gltf {

/// What can be said of a JSON text without parsing it.
struct JsonShape {
  std::size_t depth = 0;     ///< deepest nesting of brackets outside strings
  std::uint64_t values = 0;  ///< upper bound on the number of values
};

JsonShape shapeOf(std::string_view text);

/// One past the closing quote of the string that opens at `text[at]`; the text's size where it never closes.
std::size_t endOfString(std::string_view text, std::size_t at);

}  // namespace sinew::gltf
