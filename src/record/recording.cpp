#include <charconv>

#include <sinew/record/play.h>

#include "base/json_reader.h"
#include "base/json_writer.h"

namespace sinew {

namespace {

constexpr NumberRange kTime{0, 3600}, kImpulse{-1e6, 1e6}, kStep{1e-4, 1}, kAnyDirection{-1e6, 1e6};

std::string hexOf(std::uint64_t hash) {
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[15 - i] = "0123456789abcdef"[(hash >> (4 * i)) & 15];
  return text;
}

std::optional<std::uint64_t> hashFrom(const std::string& text) {
  std::uint64_t hash = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  return text.size() == 16 && code == std::errc() && end == text.data() + 16 ? std::optional(hash) : std::nullopt;
}

}  // namespace

std::string writeRecording(const Recording& recording) {
  JsonWriter out;
  out.beginObject();
  out.key("recordingSchema").integer(1);
  out.key("file").text(recording.file);
  out.key("sha256").text(recording.sha256);
  out.key("world").text(recording.script.world);
  out.key("clip").text(recording.script.clip);
  out.key("duration_s").number(recording.script.duration);
  out.key("dt_s").number(recording.script.dt);
  out.key("hits").beginArray();
  for (const PlayHit& hit : recording.script.hits) {
    out.beginObject();
    out.key("role").text(nameOf(hit.role));
    out.key("time_s").number(hit.time);
    out.key("impulse_Ns").number(hit.impulse);
    out.key("direction").vector(hit.direction);
    out.endObject();
  }
  out.endArray();
  out.key("hashes").beginArray();
  for (const std::uint64_t hash : recording.hashes) out.text(hexOf(hash));
  out.endArray();
  out.endObject();
  return out.take();
}

Result<Recording> readRecording(std::string_view json) {
  const Result<nlohmann::json> document = parseJson(json);
  if (!document) return Failure(document.error());
  std::optional<Error> error;
  const JsonObject in(*document, "", error);
  const std::int64_t schema = in.integer("recordingSchema", INT64_MIN, INT64_MAX);
  if (error) return Failure(*error);
  if (schema != 1)
    return fail(ErrorCode::unsupported, "recordingSchema", "version " + std::to_string(schema) + " is not known here; version 1 is");

  Recording recording{.file = in.text("file"), .sha256 = in.text("sha256"), .script = {}, .hashes = {}};
  recording.script.world = in.text("world");
  recording.script.clip = in.text("clip");
  recording.script.duration = in.number("duration_s", kTime);
  recording.script.dt = in.number("dt_s", kStep);
  for (const JsonObject& item : in.objects("hits"))
    recording.script.hits.push_back({.role = item.name("role", roleFromName),
                                     .time = item.number("time_s", kTime),
                                     .impulse = item.number("impulse_Ns", kImpulse),
                                     .direction = item.vector("direction", kAnyDirection)});
  for (const std::string& text : in.texts("hashes")) {
    const std::optional<std::uint64_t> hash = hashFrom(text);
    if (!hash) in.refuse("hashes", ErrorCode::value, "'" + text + "' is no hash of sixteen hexadecimal digits");
    recording.hashes.push_back(hash.value_or(0));
  }
  if (error) return Failure(*error);
  return recording;
}

}  // namespace sinew
