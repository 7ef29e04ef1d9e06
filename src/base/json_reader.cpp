#include "base/json_reader.h"

#include <cmath>

#include <sinew/base/text.h>

#include "base/json_writer.h"

namespace sinew {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 64;
constexpr std::size_t kLongestText = 4096;

float asFloat(double value) { return static_cast<float>(value); }

const Json& emptyObject() {
  static const Json empty = Json::object();
  return empty;
}

// Brackets outside of strings; the parser itself recurses and must not be handed a million of them.
bool tooDeep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace

Result<Json> parseJson(std::string_view text) {
  if (tooDeep(text)) return fail(ErrorCode::limit, "document", "nested deeper than 64 levels");
  Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return fail(ErrorCode::format, "document", "is not JSON");
  if (!document.is_object()) return fail(ErrorCode::format, "document", "is not a JSON object");
  return document;
}

JsonObject::JsonObject(const Json& value, std::string place, std::optional<Error>& error)
    : value_(value.is_object() ? value : emptyObject()), place_(std::move(place)), error_(error) {
  if (!value.is_object() && !error_) error_ = Error{ErrorCode::format, place_, "is not a JSON object"};
}

void JsonObject::refuse(const char* key, ErrorCode code, std::string message) const {
  if (!error_) error_ = Error{code, place_.empty() ? key : place_ + "." + key, std::move(message)};
}

bool JsonObject::has(const char* key) const { return value_.contains(key); }

bool JsonObject::isNull(const char* key) const {
  const Json* found = find(key);
  return found == nullptr || found->is_null();
}

const Json* JsonObject::find(const char* key) const {
  const auto found = value_.find(key);
  if (found == value_.end()) {
    refuse(key, ErrorCode::format, "is missing");
    return nullptr;
  }
  return &*found;
}

float JsonObject::ranged(const char* key, const Json& value, const NumberRange& range, float (*convert)(double)) const {
  const double number = value.is_number() ? value.get<double>() : NAN;
  if (!std::isfinite(number)) {
    refuse(key, ErrorCode::value, "is not a finite number");
  } else if (number < range.least || number > range.most) {
    refuse(key, ErrorCode::value, "is " + numberText(number) + ", outside " + numberText(range.least) + " .. " + numberText(range.most));
  } else {
    return convert(number);
  }
  return 0;
}

float JsonObject::single(const char* key, const NumberRange& range, float (*convert)(double)) const {
  const Json* found = find(key);
  return found == nullptr ? 0 : ranged(key, *found, range, convert);
}

float JsonObject::number(const char* key, const NumberRange& range) const { return single(key, range, asFloat); }

float JsonObject::angle(const char* key, const NumberRange& degrees) const { return single(key, degrees, radiansFromDegrees); }

std::optional<double> JsonObject::optionalNumber(const char* key) const {
  if (!has(key)) return std::nullopt;
  const Json* found = find(key);
  if (!found->is_number() || !std::isfinite(found->get<double>())) {
    refuse(key, ErrorCode::value, "is not a finite number");
    return std::nullopt;
  }
  return found->get<double>();
}

std::int64_t JsonObject::integer(const char* key, std::int64_t low, std::int64_t high) const {
  const Json* found = find(key);
  if (found == nullptr) return low;
  const bool fits = found->is_number_integer() && !(found->is_number_unsigned() && found->get<std::uint64_t>() > INT64_MAX) &&
                    found->get<std::int64_t>() >= low && found->get<std::int64_t>() <= high;
  if (!fits) {
    refuse(key, ErrorCode::reference, "is not an index or count in " + std::to_string(low) + ".." + std::to_string(high));
    return low;
  }
  return found->get<std::int64_t>();
}

std::string JsonObject::text(const char* key) const {
  const Json* found = find(key);
  if (found == nullptr) return {};
  if (!found->is_string()) {
    refuse(key, ErrorCode::format, "is not a text");
    return {};
  }
  return printable(found->get_ref<const std::string&>(), kLongestText);
}

std::vector<float> JsonObject::floats(const char* key, std::size_t count, const NumberRange& range, float (*convert)(double)) const {
  std::vector<float> values(count, 0.0f);
  const Json* found = find(key);
  if (found == nullptr) return values;
  if (!found->is_array() || found->size() != count) {
    refuse(key, ErrorCode::format, "is not a list of " + std::to_string(count) + " numbers");
    return values;
  }
  for (std::size_t i = 0; i < count; ++i) values[i] = ranged(key, (*found)[i], range, convert);
  return values;
}

Vec3 JsonObject::vector(const char* key, const NumberRange& range) const {
  const auto v = floats(key, 3, range, asFloat);
  return {v[0], v[1], v[2]};
}

Vec3 JsonObject::direction(const char* key) const {
  const Vec3 v = vector(key, kDirectionRange);
  if (std::abs(length(v) - 1) <= 1e-3f) return v;
  refuse(key, ErrorCode::value, "is not a unit vector");
  return {0, 1, 0};
}

Quat JsonObject::rotation(const char* key) const {
  const auto v = floats(key, 4, kDirectionRange, asFloat);
  const Quat q{v[0], v[1], v[2], v[3]};
  if (std::abs(dot(q, q) - 1) <= 2e-3f) return q;
  refuse(key, ErrorCode::value, "is not a unit quaternion");
  return {};
}

std::vector<float> JsonObject::angles(const char* key, std::size_t count) const {
  return floats(key, count, kAngleRange, radiansFromDegrees);
}

JsonObject JsonObject::object(const char* key) const {
  const Json* found = find(key);
  return {found != nullptr ? *found : emptyObject(), place_.empty() ? key : place_ + "." + key, error_};
}

const Json* JsonObject::array(const char* key) const {
  const Json* found = find(key);
  if (found == nullptr || found->is_array()) return found;
  refuse(key, ErrorCode::format, "is not a list");
  return nullptr;
}

std::vector<JsonObject> JsonObject::objects(const char* key) const {
  std::vector<JsonObject> all;
  const Json* found = array(key);
  for (std::size_t i = 0; found != nullptr && i < found->size(); ++i)
    all.emplace_back((*found)[i], (place_.empty() ? std::string(key) : place_ + "." + key) + "[" + std::to_string(i) + "]", error_);
  return all;
}

std::vector<std::string> JsonObject::texts(const char* key) const {
  std::vector<std::string> all;
  const Json* found = array(key);
  for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) {
    if ((*found)[i].is_string())
      all.push_back(printable((*found)[i].get_ref<const std::string&>(), kLongestText));
    else
      refuse(key, ErrorCode::format, "holds something that is not a text");
  }
  return all;
}

std::vector<std::int64_t> JsonObject::integers(const char* key, std::int64_t low, std::int64_t high) const {
  std::vector<std::int64_t> all;
  const Json* found = array(key);
  for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) {
    const Json& element = (*found)[i];
    if (element.is_number_integer() && element.get<std::int64_t>() >= low && element.get<std::int64_t>() <= high)
      all.push_back(element.get<std::int64_t>());
    else
      refuse(key, ErrorCode::reference, "holds something that is not an index in " + std::to_string(low) + ".." + std::to_string(high));
  }
  return all;
}

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> all;
  for (const auto& item : value_.items()) all.push_back(item.key());
  return all;
}

}  // namespace sinew
