#include "base/json_writer.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace sinew {
namespace {

// "-0" would come back as the integer 0.
std::string keepSign(const std::string& text) { return text == "-0" ? "-0.0" : text; }

template <class T>
std::string shortest(T value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return keepSign(std::string(buffer, end));
}

}  // namespace

std::string numberText(float value) {
  if (!std::isfinite(value)) return "null";
  std::string text = shortest(value);
  // Readers go by way of double; where that rounds twice, the digits of the double itself do not.
  if (static_cast<float>(std::strtod(text.c_str(), nullptr)) != value) text = shortest(static_cast<double>(value));
  return text;
}

std::string numberText(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

float radiansFromDegrees(double degrees) { return static_cast<float>(degrees * (std::numbers::pi / 180.0)); }

std::string degreesText(float radians) {
  if (!std::isfinite(radians)) return "null";
  const double degrees = static_cast<double>(radians) * (180.0 / std::numbers::pi);
  char buffer[64];
  for (int digits = 3; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, degrees);
    if (radiansFromDegrees(std::strtod(buffer, nullptr)) == radians) break;
  }
  return keepSign(buffer);
}

void JsonWriter::breakLine() {
  out_ += '\n';
  out_.append(2 * static_cast<std::size_t>(depth_), ' ');
}

void JsonWriter::separate() {
  if (afterKey_) {
    afterKey_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) out_ += ',';
  breakLine();
}

void JsonWriter::raw(std::string_view value) {
  separate();
  out_ += value;
  first_ = false;
}

void JsonWriter::beginObject() {
  separate();
  out_ += '{';
  ++depth_;
  first_ = true;
}

void JsonWriter::endObject() {
  --depth_;
  if (!first_) breakLine();
  out_ += '}';
  first_ = false;
}

void JsonWriter::beginArray() {
  separate();
  out_ += '[';
  ++depth_;
  first_ = true;
}

void JsonWriter::endArray() {
  --depth_;
  if (!first_) breakLine();
  out_ += ']';
  first_ = false;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  text(name);
  out_ += ": ";
  afterKey_ = true;
  return *this;
}

void JsonWriter::text(std::string_view value) {
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      quoted += escape;
    } else {
      quoted += c;
    }
  }
  quoted += '"';
  raw(quoted);
}

void JsonWriter::numbers(std::initializer_list<float> values) {
  std::string list = "[";
  for (const float value : values) list += (list.size() > 1 ? ", " : "") + numberText(value);
  raw(list + "]");
}

void JsonWriter::angles(std::initializer_list<float> radians) {
  std::string list = "[";
  for (const float angle : radians) list += (list.size() > 1 ? ", " : "") + degreesText(angle);
  raw(list + "]");
}

void JsonWriter::findings(const Findings& findings) {
  beginArray();
  for (const Finding& finding : findings) {
    beginObject();
    key("severity").text(nameOf(finding.severity));
    key("rule").text(finding.rule);
    key("role").text(finding.role);
    const auto optional = [&](std::string_view name, const std::optional<double>& value) {
      if (value && std::isfinite(*value)) key(name).number(*value);
    };
    optional("measured", finding.measured);
    optional("low", finding.low);
    optional("high", finding.high);
    key("message").text(finding.message);
    endObject();
  }
  endArray();
}

}  // namespace sinew
