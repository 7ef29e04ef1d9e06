#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sinew::gltf {

/// What can be said of a JSON text without parsing it.
struct JsonShape {
  std::size_t depth = 0;     ///< deepest nesting of brackets outside strings
  std::uint64_t values = 0;  ///< upper bound on the number of values
};

JsonShape shapeOf(std::string_view text);

/// One past the closing quote of the string that opens at `text[at]`; the text's size where it never closes.
std::size_t endOfString(std::string_view text, std::size_t at);

/// Parts of a text that has been parsed before, so that it is known to be well-formed. Their texts point into it.
struct TextMember {
  std::string_view key;  ///< with its quotes
  std::string_view value;
};

/// Members of the object that `text` is, in order; also those whose name repeats. Empty where it is no object.
std::vector<TextMember> membersOf(std::string_view text);

/// Elements of the array that `text` is. Empty where it is no array.
std::vector<std::string_view> elementsOf(std::string_view text);

}  // namespace sinew::gltf
