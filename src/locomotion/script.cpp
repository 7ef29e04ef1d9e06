#include <algorithm>

#include <sinew/locomotion/walk.h>

#include "base/json_reader.h"

namespace sinew {

namespace {

constexpr NumberRange kTime{0, 1e5}, kUnit{-1, 1}, kTwist{-180, 180}, kImpulse{-1e5, 1e5};

/// The first member that is none of these is an error: a misspelt one must not be a walk without it.
void onlyKnows(const JsonObject& item, std::initializer_list<std::string_view> known) {
  for (const std::string& key : item.keys())
    if (std::find(known.begin(), known.end(), key) == known.end()) item.refuse(key.c_str(), ErrorCode::value, "is not known here");
}

}  // namespace

const WalkKey& WalkScript::at(double time) const {
  const WalkKey* found = &keys.front();
  for (const WalkKey& key : keys)
    if (key.time <= time) found = &key;
  return *found;
}

WalkScript usualWalk() {
  return {.keys = {{.time = 0},
                   {.time = 0.5, .demand = {.speed = 0.4f}},
                   {.time = 4, .demand = {.speed = 0.4f, .turn = 0.5f}},
                   {.time = 5.5, .demand = {.speed = 1}},
                   {.time = 8.5, .demand = {.speed = 0.4f}},
                   {.time = 10, .demand = {}},
                   {.time = 11.5, .demand = {.turn = -1}},
                   {.time = 12.5, .demand = {}}},
          .duration = 13.5};
}

Result<WalkScript> readScript(std::string_view json) {
  const Result<nlohmann::json> document = parseJson(json);
  if (!document) return Failure(document.error());
  std::optional<Error> error;
  const JsonObject in(*document, "", error);
  const std::int64_t schema = in.integer("schema", INT64_MIN, INT64_MAX);
  if (error) return Failure(*error);
  if (schema != 1) return fail(ErrorCode::unsupported, "schema", "version " + std::to_string(schema) + " is not known here; version 1 is");

  WalkScript script;
  script.duration = in.number("duration_s", kTime);
  const auto optional = [](const JsonObject& item, const char* key, const NumberRange& range) {
    return item.has(key) ? item.number(key, range) : 0.0f;
  };
  onlyKnows(in, {"schema", "duration_s", "keys", "hits"});
  for (const JsonObject& item : in.objects("keys")) {
    WalkKey key;
    onlyKnows(item, {"time_s", "speed", "turn", "twist_deg", "damage"});
    key.time = item.number("time_s", kTime);
    key.demand = {.speed = optional(item, "speed", kUnit),
                  .turn = optional(item, "turn", kUnit),
                  .torsoTwist = radians(optional(item, "twist_deg", kTwist))};
    key.damage = optional(item, "damage", kShareRange);
    if (!script.keys.empty() && key.time < script.keys.back().time) item.refuse("time_s", ErrorCode::value, "lies before the key above it");
    script.keys.push_back(key);
  }
  for (const JsonObject& item : in.has("hits") ? in.objects("hits") : std::vector<JsonObject>{}) {
    onlyKnows(item, {"time_s", "part", "impulse_Ns"});
    script.hits.push_back({.time = item.number("time_s", kTime),
                           .part = item.name<Role>("part", roleFromName),
                           .impulse = item.vector("impulse_Ns", kImpulse)});
  }
  if (error) return Failure(*error);
  if (script.keys.empty() || script.keys.front().time != 0) return fail(ErrorCode::value, "keys", "the first key has to be at time 0");
  if (!(script.duration > 0)) return fail(ErrorCode::value, "duration_s", "is not above 0");
  return script;
}

}  // namespace sinew
