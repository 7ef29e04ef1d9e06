#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <sinew/base/math.h>
#include <sinew/base/result.h>

#include "base/number_range.h"

namespace sinew {

/// Parses a document from a stranger: nesting is checked before the parser, which recurses, sees it; broken text is an error.
Result<nlohmann::json> parseJson(std::string_view text);

/// One object of the document, read field by field. The first thing that is wrong is kept, with its place; everything read after
/// it is a default, so that a reader can go straight through and ask once.
class JsonObject {
 public:
  JsonObject(const nlohmann::json& value, std::string place, std::optional<Error>& error);

  const std::string& place() const { return place_; }
  bool has(const char* key) const;
  bool isNull(const char* key) const;
  void refuse(const char* key, ErrorCode code, std::string message) const;

  float number(const char* key, const NumberRange& range) const;
  std::optional<double> optionalNumber(const char* key) const;
  std::int64_t integer(const char* key, std::int64_t low, std::int64_t high) const;
  std::string text(const char* key) const;                              ///< safe to print
  Vec3 vector(const char* key, const NumberRange& range) const;         ///< each component in the range
  Vec3 direction(const char* key) const;                                ///< of unit length, within a thousandth
  Quat rotation(const char* key) const;                                 ///< of unit length, within a thousandth
  float angle(const char* key, const NumberRange& degrees) const;       ///< degrees in the file, rad here
  std::vector<float> angles(const char* key, std::size_t count) const;  ///< degrees in the file, within a turn either way; rad here
  JsonObject object(const char* key) const;
  /// Elements of an array of objects, each with its place.
  std::vector<JsonObject> objects(const char* key) const;
  std::vector<std::string> texts(const char* key) const;
  std::vector<std::int64_t> integers(const char* key, std::int64_t low, std::int64_t high) const;
  std::vector<std::string> keys() const;
  const nlohmann::json* array(const char* key) const;

  template <class Enum>
  Enum name(const char* key, std::optional<Enum> (*fromName)(std::string_view)) const {
    const std::string value = text(key);
    const std::optional<Enum> found = fromName(value);
    if (!found) refuse(key, ErrorCode::value, "'" + value + "' is not one of its names");
    return found.value_or(Enum{});
  }

 private:
  const nlohmann::json* find(const char* key) const;
  /// A number of the document within the range, turned by `convert`; 0 where it is none.
  float ranged(const char* key, const nlohmann::json& value, const NumberRange& range, float (*convert)(double)) const;
  float single(const char* key, const NumberRange& range, float (*convert)(double)) const;
  std::vector<float> floats(const char* key, std::size_t count, const NumberRange& range, float (*convert)(double)) const;

  const nlohmann::json& value_;
  std::string place_;
  std::optional<Error>& error_;
};

}  // namespace sinew
