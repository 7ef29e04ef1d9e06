#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <sinew/base/result.h>

#include "asset/budget.h"

// A safe way to look into a file's JSON. Values are read through small views; a value of the wrong kind, an index out of range
// or a number too large records the FIRST error in the document, with its place, and the getter returns its fallback. A stage
// can so run to its end on harmless values, and its caller asks `ok()` once.

namespace sinew::gltf {

/// Deepest nesting of arrays and objects that is read.
inline constexpr std::size_t kMaxNesting = 64;

class JsonDocument;

/// One value of the document, or the absence of one. Views are cheap to copy and live as long as the document.
class Json {
 public:
  Json() = default;
  Json(JsonDocument* document, const nlohmann::json* value) : document_(document), value_(value) {}

  bool exists() const { return value_ != nullptr; }
  bool isObject() const;
  bool isString() const;

  /// Elements of an array or members of an object, 0 for anything else.
  std::size_t size() const;

  /// Element of an array; absent where there is none.
  Json operator[](std::size_t index) const;

  /// Member of any kind; absent where there is none, where it is null, or where this is no object.
  Json operator[](std::string_view key) const;

  /// Member that must be an array (object, string) where it is present.
  Json array(std::string_view key) const;
  Json object(std::string_view key) const;
  std::string_view text(std::string_view key) const;

  double number(std::string_view key, double fallback) const;               ///< finite, and small enough for a float
  bool flag(std::string_view key) const;                                    ///< false where absent
  std::uint64_t count(std::string_view key, std::uint64_t fallback) const;  ///< whole, 0 .. 2^53
  std::uint64_t requiredCount(std::string_view key) const;

  /// An index below `limit`, or -1 where the member is absent (the second is an error for `requiredIndex`).
  std::int32_t index(std::string_view key, std::size_t limit) const;
  std::int32_t requiredIndex(std::string_view key, std::size_t limit) const;

  /// True where the member is the number -1, by which some exporters mean "none".
  bool isUnset(std::string_view key) const;

  /// This value itself as an index below `limit`; 0 after an error.
  std::int32_t asIndex(std::size_t limit) const;

  /// This value itself as a string; "" and an error where it is none.
  std::string_view asText() const;

  /// Fills `out` from an array of exactly as many numbers; false where the member is absent or wrong.
  bool numbers(std::string_view key, std::span<float> out) const;

  /// This value as JSON text.
  std::string source() const;

  /// Names and values of an object, sorted by name.
  std::vector<std::pair<std::string_view, Json>> members() const;

  /// Where this value stands: "nodes[17] 'LeftFoot'.scale". Safe to print.
  std::string place() const;

  /// Records an error at this value, or at its member `key` (which may be absent).
  void fail(ErrorCode code, std::string message) const;
  void fail(std::string_view key, ErrorCode code, std::string message) const;

  JsonDocument& document() const { return *document_; }

 private:
  JsonDocument* document_ = nullptr;
  const nlohmann::json* value_ = nullptr;
};

class JsonDocument {
 public:
  /// Parses a text. Refuses anything nested deeper than kMaxNesting before it parses, and charges the memory of the parsed
  /// values to `budget`. Errors carry the place ("accessors[2].max[0]") and the byte offset.
  static Result<std::unique_ptr<JsonDocument>> parse(std::string_view text, Budget& budget);

  ~JsonDocument();
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  Json root();
  bool ok() const { return !error_.has_value(); }
  const Error& error() const { return *error_; }

  /// Keeps the error unless there is one already.
  void fail(Error error);

 private:
  friend class Json;
  JsonDocument();
  std::unique_ptr<nlohmann::json> value_;
  std::optional<Error> error_;
};

}  // namespace sinew::gltf
