#include "asset/json_text.h"

#include <algorithm>
#include <cstring>

namespace sinew::gltf {

std::size_t endOfString(std::string_view text, std::size_t at) {
  // Embedded buffers are strings of megabytes: jump from quote to quote, and count the backslashes before each.
  std::size_t from = at + 1;
  while (from < text.size()) {
    const void* found = std::memchr(text.data() + from, '"', text.size() - from);
    if (found == nullptr) break;
    const auto quote = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    std::size_t slashes = 0;
    while (quote - slashes > from && text[quote - slashes - 1] == '\\') ++slashes;
    if (slashes % 2 == 0) return quote + 1;
    from = quote + 1;
  }
  return text.size();
}

JsonShape shapeOf(std::string_view text) {
  JsonShape shape;
  shape.values = 1;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size();) {
    switch (text[i]) {
      case '"':
        i = endOfString(text, i);
        continue;
      case '[':
      case '{':
        shape.depth = std::max(shape.depth, ++depth);
        ++shape.values;
        break;
      case ']':
      case '}':
        if (depth > 0) --depth;
        break;
      case ',':
        ++shape.values;
        break;
      default:
        break;
    }
    ++i;
  }
  return shape;
}

}  // namespace sinew::gltf
