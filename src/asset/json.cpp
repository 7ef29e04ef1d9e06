#include "asset/json.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include <sinew/base/text.h>

#include "asset/dump.h"

namespace sinew::gltf {
namespace {

constexpr double kLargestCount = 9007199254740992.0;  // 2^53: whole numbers up to here are exact in JSON

// The way from `value` down to `target`, appended to `path`; false where it does not lead there.
bool findPath(const nlohmann::json& value, const nlohmann::json* target, std::size_t depth, std::string& path) {
  if (&value == target) return true;
  const std::size_t length = path.size();
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      path += "[" + std::to_string(i) + "]";
      // Elements of the top arrays are known to people by their names.
      if (depth == 1 && value[i].is_object()) {
        const auto name = value[i].find("name");
        if (name != value[i].end() && name->is_string()) {
          path += " '" + printable(name->get_ref<const std::string&>(), 60) + "'";
        }
      }
      if (findPath(value[i], target, depth + 1, path)) return true;
      path.resize(length);
    }
  } else if (value.is_object()) {
    for (auto member = value.begin(); member != value.end(); ++member) {
      if (!path.empty()) path += ".";
      path += printable(member.key(), 40);
      if (findPath(*member, target, depth + 1, path)) return true;
      path.resize(length);
    }
  }
  return false;
}

}  // namespace

bool Json::isObject() const { return value_ != nullptr && value_->is_object(); }
bool Json::isString() const { return value_ != nullptr && value_->is_string(); }
std::size_t Json::size() const { return value_ != nullptr && value_->is_structured() ? value_->size() : 0; }

Json Json::operator[](std::size_t index) const {
  if (value_ == nullptr || !value_->is_array() || index >= value_->size()) return {document_, nullptr};
  return {document_, &(*value_)[index]};
}

Json Json::operator[](std::string_view key) const {
  if (!isObject()) return {document_, nullptr};
  const auto found = value_->find(key);
  return {document_, found == value_->end() || found->is_null() ? nullptr : &*found};
}

Json Json::array(std::string_view key) const {
  const Json member = (*this)[key];
  if (!member.exists() || member.value_->is_array()) return member;
  member.fail(ErrorCode::format, "is not an array");
  return {document_, nullptr};
}

Json Json::object(std::string_view key) const {
  const Json member = (*this)[key];
  if (!member.exists() || member.value_->is_object()) return member;
  member.fail(ErrorCode::format, "is not an object");
  return {document_, nullptr};
}

std::string_view Json::text(std::string_view key) const {
  const Json member = (*this)[key];
  return member.exists() ? member.asText() : std::string_view{};
}

std::string_view Json::asText() const {
  if (isString()) return value_->get_ref<const std::string&>();
  fail(ErrorCode::format, "is not a string");
  return {};
}

double Json::number(std::string_view key, double fallback) const {
  const Json member = (*this)[key];
  if (!member.exists()) return fallback;
  if (!member.value_->is_number()) {
    member.fail(ErrorCode::format, "is not a number");
    return fallback;
  }
  const double value = member.value_->get<double>();
  if (std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max())) return value;
  member.fail(ErrorCode::value, "is too large for a 32-bit float");
  return fallback;
}

bool Json::flag(std::string_view key) const {
  const Json member = (*this)[key];
  if (!member.exists()) return false;
  if (member.value_->is_boolean()) return member.value_->get<bool>();
  member.fail(ErrorCode::format, "is neither true nor false");
  return false;
}

std::uint64_t Json::count(std::string_view key, std::uint64_t fallback) const {
  const Json member = (*this)[key];
  if (!member.exists()) return fallback;
  // "3.0" is a whole number too: JSON does not tell them apart.
  const double value = member.value_->is_number() ? member.value_->get<double>() : -1.0;
  if (value >= 0 && value <= kLargestCount && value == std::floor(value)) return static_cast<std::uint64_t>(value);
  member.fail(member.value_->is_number() ? ErrorCode::value : ErrorCode::format, "is not a whole number of zero or more");
  return fallback;
}

std::uint64_t Json::requiredCount(std::string_view key) const {
  if (!(*this)[key].exists()) fail(key, ErrorCode::format, "is missing");
  return count(key, 0);
}

std::int32_t Json::index(std::string_view key, std::size_t limit) const {
  const Json member = (*this)[key];
  return member.exists() ? member.asIndex(limit) : -1;
}

std::int32_t Json::requiredIndex(std::string_view key, std::size_t limit) const {
  if (!(*this)[key].exists()) fail(key, ErrorCode::format, "is missing");
  return index(key, limit);
}

bool Json::isUnset(std::string_view key) const {
  const Json member = (*this)[key];
  return member.exists() && member.value_->is_number() && member.value_->get<double>() == -1.0;
}

std::int32_t Json::asIndex(std::size_t limit) const {
  const double value = value_ != nullptr && value_->is_number() ? value_->get<double>() : -1.0;
  if (value >= 0 && value < static_cast<double>(limit) && value == std::floor(value)) return static_cast<std::int32_t>(value);
  if (value_ == nullptr || !value_->is_number()) {
    fail(ErrorCode::format, "is not an index");
  } else {
    fail(ErrorCode::reference, "points at an element that does not exist (there are " + std::to_string(limit) + ")");
  }
  return 0;
}

bool Json::numbers(std::string_view key, std::span<float> out) const {
  const Json member = (*this)[key];
  if (!member.exists()) return false;
  if (!member.value_->is_array() || member.value_->size() != out.size()) {
    member.fail(ErrorCode::format, "is not an array of " + std::to_string(out.size()) + " numbers");
    return false;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const nlohmann::json& element = (*member.value_)[i];
    if (!element.is_number()) {
      member[i].fail(ErrorCode::format, "is not a number");
      return false;
    }
    const double value = element.get<double>();
    if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
      member[i].fail(ErrorCode::value, "is too large for a 32-bit float");
      return false;
    }
    out[i] = static_cast<float>(value);
  }
  return true;
}

std::string Json::source() const { return value_ == nullptr ? "" : dump(*value_); }

std::vector<std::pair<std::string_view, Json>> Json::members() const {
  std::vector<std::pair<std::string_view, Json>> out;
  if (!isObject()) return out;
  for (auto member = value_->begin(); member != value_->end(); ++member) out.emplace_back(member.key(), Json{document_, &*member});
  return out;
}

std::string Json::place() const {
  std::string path;
  if (value_ != nullptr) findPath(*document_->value_, value_, 0, path);
  return path.empty() ? "JSON" : path;
}

void Json::fail(ErrorCode code, std::string message) const {
  if (document_->ok()) document_->fail({code, place(), std::move(message)});
}

void Json::fail(std::string_view key, ErrorCode code, std::string message) const {
  const Json member = (*this)[key];
  if (member.exists()) return member.fail(code, std::move(message));
  if (!document_->ok()) return;
  std::string path = place();
  path = path == "JSON" ? std::string(key) : path + "." + std::string(key);
  document_->fail({code, std::move(path), std::move(message)});
}

}  // namespace sinew::gltf
