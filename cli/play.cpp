#include <charconv>

#include <fmt/core.h>

#include <sinew/asset/write.h>
#include <sinew/base/text.h>
#include <sinew/manikin/json.h>
#include <sinew/record/bake.h>
#include <sinew/record/play.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "motion.h"
#include "report.h"
#include "table.h"

namespace sinew::cli {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::optional<float> numberOf(std::string_view text) {
  float value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// "chest@1.0s:60" or "leftHand@2:20:1,0,0": role, time, newton seconds, direction (left, up, forward).
Result<PlayHit> hitOf(const std::string& text) {
  const auto wrong = [&](const char* sentence) { return fail(ErrorCode::usage, "--hit " + printable(text), sentence); };
  const std::size_t at = text.find('@');
  if (at == std::string::npos) return wrong("reads ROLE@SECONDS:NEWTONSECONDS, for example chest@1.0s:60");
  const std::optional<Role> role = roleFromName(text.substr(0, at));
  if (!role || *role == Role::none) return wrong("names no role of a body");
  const std::vector<std::string> rest = split(text.substr(at + 1), ':');
  if (rest.size() < 2 || rest.size() > 3) return wrong("wants a time and an impulse");
  std::string when = rest[0];
  if (when.ends_with('s')) when.pop_back();
  const std::optional<float> time = numberOf(when), impulse = numberOf(rest[1]);
  if (!time || !impulse || *time < 0) return wrong("wants numbers for time and impulse");
  PlayHit hit{.role = *role, .time = *time, .impulse = *impulse};
  if (rest.size() == 2) return hit;
  const std::vector<std::string> axes = split(rest[2], ',');
  const auto x = axes.size() == 3 ? numberOf(axes[0]) : std::nullopt, y = axes.size() == 3 ? numberOf(axes[1]) : std::nullopt,
             z = axes.size() == 3 ? numberOf(axes[2]) : std::nullopt;
  if (!x || !y || !z) return wrong("wants three numbers for its direction: left,up,forward");
  hit.direction = {*x, *y, *z};
  return hit;
}

Json documentOf(const Manikin& manikin, const PlayScript& script, const PlayRecord& record, const Findings& findings) {
  Json events = Json::array();
  for (const PlayEvent& event : record.events) events.push_back({{"time_s", event.time}, {"balance", nameOf(event.to)}});
  return {{"schema", 1},
          {"source", {{"file", manikin.file}, {"sha256", manikin.sha256}}},
          {"world", script.world},
          {"clip", printable(script.clip)},
          {"frames", record.hashes.size()},
          {"events", events},
          {"balance", nameOf(record.end)},
          {"hash", fmt::format("{:016x}", record.hashes.back())},
          {"findings", toJson(findings)}};
}

Result<void> bake(const Character& character, const PlayRecord& record, const std::string& path) {
  const Result<BakedClip> clip = bakePoses(character.asset, character.rig, record.poses, "played");
  if (!clip) return Failure(clip.error());
  const Result<std::vector<std::byte>> bytes = withClips(character.asset, std::span(&*clip, 1));
  if (!bytes) return Failure(bytes.error());
  return writeFile(path, *bytes);
}

int tell(const Manikin& manikin, const PlayScript& script, const PlayRecord& record, const Findings& findings, bool json) {
  const int status = hasFailure(findings) ? 1 : 0;
  if (json) {
    fmt::print("{}\n", dump(documentOf(manikin, script, record, findings)));
    return status;
  }
  fmt::print("{}: plays '{}' for {:.1f} s in the {} world, ends {}\n", manikin.file, printable(script.clip), script.duration, script.world,
             nameOf(record.end));
  for (const PlayEvent& event : record.events) fmt::print("  {:6.2f} s  {}\n", event.time, nameOf(event.to));
  fmt::print("  hash of the last frame {:016x}\n{}", record.hashes.back(), findingsText(findings));
  return status;
}

}  // namespace

int play(const PlayVerbOptions& options) {
  const char* verb = options.record.empty() ? "play" : "record";
  const auto stop = [&](const Error& error) { return callFailed(verb, error, audienceOf(options.input.json)); };
  PlayScript script{.world = options.world, .clip = options.clip, .hits = {}, .duration = options.seconds};
  for (const std::string& text : options.hits) {
    const Result<PlayHit> hit = hitOf(text);
    if (!hit) return stop(hit.error());
    script.hits.push_back(*hit);
  }
  InputOptions read = options.input;
  read.files = {options.file};
  if (const Result<void> good = checkOutputs(read, options.fit, {options.bake, options.record}); !good) return stop(good.error());
  const Result<Character> character = loadCharacter(options.file, options.input, options.fit);
  if (!character) return stop(character.error());
  if (!character->manikin) {
    fmt::print("{}", options.input.json ? writeRefusal(character->rig, character->map) + "\n" : refusalText(*character));
    return 1;
  }
  const Manikin& manikin = *character->manikin;
  Findings findings;
  const Result<PlayRecord> record = sinew::play(character->asset, character->rig, manikin, script, findings);
  if (!record) return stop(record.error());
  if (!options.bake.empty())
    if (const Result<void> written = bake(*character, *record, options.bake); !written) return stop(written.error());
  if (!options.record.empty()) {
    const Recording recording{.file = options.file, .sha256 = manikin.sha256, .script = script, .hashes = record->hashes};
    if (const Result<void> written = writeText(options.record, writeRecording(recording)); !written) return stop(written.error());
  }
  return tell(manikin, script, *record, findings, options.input.json);
}

int replay(const ReplayVerbOptions& options) {
  const auto stop = [&](const Error& error) { return callFailed("replay", error, audienceOf(options.input.json)); };
  const Result<std::string> text = readText(options.file);
  if (!text) return stop(text.error());
  const Result<Recording> recording = readRecording(*text);
  if (!recording) return stop(inFile(options.file, recording.error()));
  const Result<Character> character = loadCharacter(recording->file, options.input, options.fit);
  if (!character) return stop(character.error());
  if (!character->manikin) {
    fmt::print("{}", options.input.json ? writeRefusal(character->rig, character->map) + "\n" : refusalText(*character));
    return 1;
  }
  const Manikin& manikin = *character->manikin;
  if (manikin.sha256 != recording->sha256)
    return stop({ErrorCode::value, "sha256", "the character's file is not the one that was recorded"});
  Findings findings;
  const Result<PlayRecord> record = sinew::play(character->asset, character->rig, manikin, recording->script, findings);
  if (!record) return stop(record.error());
  const int status = tell(manikin, recording->script, *record, findings, options.input.json);
  if (!options.verify) return status;
  const std::optional<std::size_t> differs = firstDifference(recording->hashes, record->hashes);
  if (!options.input.json)
    fmt::print("  {}\n",
               differs ? fmt::format("DIFFERS from the recording at frame {}", *differs) : std::string("the same in every frame"));
  if (differs && options.input.json) fmt::print(stderr, "sinew: replay differs at frame {}\n", *differs);
  return differs ? 1 : status;
}

}  // namespace sinew::cli
