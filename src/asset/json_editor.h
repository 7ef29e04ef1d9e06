#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::gltf {

/// Changes elements of the top arrays of a JSON document and leaves every other byte of its text as it was: names, number
/// spellings, order and blanks. The text has been parsed before and is known to be an object.
class JsonEditor {
 public:
  explicit JsonEditor(std::string_view text);

  /// Texts of the elements of the top-level array `key`, with all edits so far; empty where there is no such array.
  const std::vector<std::string>& elements(std::string_view key);

  /// Replaces one element, adds one at the end (and makes the array where there is none), or replaces them all.
  void replace(std::string_view key, std::size_t index, std::string text);
  std::size_t append(std::string_view key, std::string text);  ///< returns the new element's index
  void set(std::string_view key, std::vector<std::string> elements);

  /// The document with all edits.
  std::string text() const;

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Edit {
    std::vector<std::string> elements;
    bool changed = false;
  };
  Edit& edit(std::string_view key);

  std::string_view text_;
  std::size_t closing_ = 0;                            ///< of the document's last brace
  std::map<std::string, Range, std::less<>> members_;  ///< where the values of top-level members stand
  std::map<std::string, Edit, std::less<>> edits_;
};

}  // namespace sinew::gltf
