#include "asset/json_text.h"

#include <algorithm>
#include <cstring>

namespace sinew::gltf {
namespace {

std::size_t skipBlanks(std::string_view text, std::size_t at) { return std::min(text.find_first_not_of(" \t\r\n", at), text.size()); }

// One past the value that begins at `text[at]`.
std::size_t endOfValue(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = endOfString(text, at);
      if (depth == 0) return at;
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') {
      if (depth <= 1) return depth == 1 ? at + 1 : at;
      --depth;
    }
    if (depth == 0 && (c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n')) return at;
    ++at;
  }
  return at;
}

}  // namespace

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

std::vector<TextMember> membersOf(std::string_view text) {
  std::vector<TextMember> members;
  std::size_t at = skipBlanks(text, 0);
  if (at == text.size() || text[at] != '{') return members;
  at = skipBlanks(text, at + 1);
  while (at < text.size() && text[at] == '"') {
    const std::size_t keyEnd = endOfString(text, at);
    const std::size_t value = skipBlanks(text, skipBlanks(text, keyEnd) + 1);  // over the colon
    const std::size_t end = endOfValue(text, value);
    members.push_back({text.substr(at, keyEnd - at), text.substr(value, end - value)});
    at = skipBlanks(text, end);
    if (at < text.size() && text[at] == ',') at = skipBlanks(text, at + 1);
  }
  return members;
}

std::vector<std::string_view> elementsOf(std::string_view text) {
  std::vector<std::string_view> elements;
  std::size_t at = skipBlanks(text, 0);
  if (at == text.size() || text[at] != '[') return elements;
  at = skipBlanks(text, at + 1);
  while (at < text.size() && text[at] != ']') {
    const std::size_t end = endOfValue(text, at);
    elements.push_back(text.substr(at, end - at));
    at = skipBlanks(text, end);
    if (at < text.size() && text[at] == ',') at = skipBlanks(text, at + 1);
  }
  return elements;
}

}  // namespace sinew::gltf
