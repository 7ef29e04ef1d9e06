#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <sinew/base/finding.h>
#include <sinew/base/math.h>

namespace sinew {

/// Shortest decimal that reads back to the same bits. Not-a-number and infinities have none and become null.
std::string numberText(float value);
std::string numberText(double value);

/// Shortest decimal in degrees that, read and turned back with `radiansFromDegrees`, gives the same bits.
std::string degreesText(float radians);
float radiansFromDegrees(double degrees);

/// Writes indented JSON piece by piece; arrays of numbers stay on one line.
class JsonWriter {
 public:
  void beginObject();
  void endObject();
  void beginArray();
  void endArray();
  JsonWriter& key(std::string_view name);
  void text(std::string_view value);
  void flag(bool value) { raw(value ? "true" : "false"); }
  void null() { raw("null"); }
  void integer(std::int64_t value) { raw(std::to_string(value)); }
  void number(float value) { raw(numberText(value)); }
  void number(double value) { raw(numberText(value)); }
  void angle(float radians) { raw(degreesText(radians)); }
  void numbers(std::initializer_list<float> values);
  void angles(std::initializer_list<float> radians);
  void vector(const Vec3& v) { numbers({v.x, v.y, v.z}); }
  void rotation(const Quat& q) { numbers({q.x, q.y, q.z, q.w}); }
  void findings(const Findings& findings);

  std::string take() { return std::move(out_); }

 private:
  void raw(std::string_view value);
  void separate();
  void breakLine();

  std::string out_;
  int depth_ = 0;
  bool first_ = true;
  bool afterKey_ = false;
};

}  // namespace sinew
