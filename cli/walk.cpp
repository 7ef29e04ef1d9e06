#include <fmt/core.h>

#include <sinew/asset/write.h>
#include <sinew/base/text.h>
#include <sinew/locomotion/walk.h>
#include <sinew/manikin/json.h>
#include <sinew/record/bake.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "motion.h"
#include "report.h"
#include "table.h"

namespace sinew::cli {
namespace {

std::string nameOf(const Level& level, std::int32_t solid) {
  if (solid < 0) return "";
  const std::int32_t name = level.solids[static_cast<std::size_t>(solid)].name;
  return name < 0 ? "" : level.names[static_cast<std::size_t>(name)];
}

int countOf(const WalkRecord& record, WalkEventType type) {
  return static_cast<int>(
      std::count_if(record.events.begin(), record.events.end(), [type](const auto& one) { return one.second.type == type; }));
}

/// Contacts that go on count once: what is told is when they begin.
Json eventsOf(const WalkRecord& record) {
  Json events = Json::array();
  double lastBlocked = -1;
  for (const auto& [time, event] : record.events) {
    const bool goesOn = event.type == WalkEventType::blocked && time - lastBlocked < 0.1;
    if (event.type == WalkEventType::blocked) lastBlocked = time;
    if (goesOn) continue;
    events.push_back({{"time_s", time},
                      {"type", sinew::nameOf(event.type)},
                      {"solid", nameOf(record.level, event.solid)},
                      {"impactSquared", event.impactSquared},
                      {"damage", event.damage}});
  }
  return events;
}

Json documentOf(const Manikin& manikin, const WalkerKind& kind, const WalkRecord& record, const WalkVerbOptions& options,
                const Findings& findings) {
  const WalkStep& end = record.steps.back();
  int misses = 0;
  for (const WalkStep& step : record.steps) misses += step.onGround ? 0 : 1;
  return {{"schema", 1},
          {"source", {{"file", manikin.file}, {"sha256", manikin.sha256}}},
          {"creature", sinew::nameOf(manikin.creature)},
          {"level", printable(options.level)},
          {"seconds", end.time},
          {"walkSpeed_mps", kind.gait.walkSpeed},
          {"runSpeed_mps", kind.gait.runSpeed},
          {"travelled_m", record.travelled},
          {"end_m", toJson(end.worldFromModel.translation)},
          {"state", end.state},
          {"blocked", countOf(record, WalkEventType::blocked)},
          {"crashes", countOf(record, WalkEventType::crashed)},
          {"falls", countOf(record, WalkEventType::fell)},
          {"crushed", countOf(record, WalkEventType::crushed)},
          {"framesWithoutGround", misses},
          {"events", eventsOf(record)},
          {"hash", fmt::format("{:016x}", record.hash)},
          {"findings", toJson(findings)}};
}

std::string csvOf(const WalkRecord& record, const Vec3& forward) {
  std::string out = "time_s,x_m,y_m,z_m,heading_deg,pace_mps,state,balance,rejected,crashed\n";
  for (const WalkStep& step : record.steps) {
    const Vec3 ahead = rotate(step.worldFromModel.rotation, forward);
    const Vec3& at = step.worldFromModel.translation;
    out += fmt::format("{:.4f},{:.5f},{:.5f},{:.5f},{:.3f},{:.4f},{},{},{},{}\n", step.time, at.x, at.y, at.z,
                       degrees(std::atan2(ahead.x, ahead.z)), step.pace, step.state, sinew::nameOf(step.balance), step.rejected ? 1 : 0,
                       step.crashed ? 1 : 0);
  }
  return out;
}

Result<void> bake(const Character& character, const WalkRecord& record, float dt, const std::string& path) {
  const PoseTrajectory trajectory{
      .dt = dt, .jointCount = static_cast<std::uint32_t>(character.rig.joints.size()), .worldFromJoint = record.worldFromJoint};
  const Result<BakedClip> clip = bakePoses(character.asset, character.rig, trajectory, "walked");
  if (!clip) return Failure(clip.error());
  const Result<std::vector<std::byte>> bytes = withClips(character.asset, std::span(&*clip, 1));
  if (!bytes) return Failure(bytes.error());
  return writeFile(path, *bytes);
}

Result<WalkScript> scriptOf(const std::string& path) {
  if (path.empty()) return usualWalk();
  const Result<std::string> text = readText(path);
  if (!text) return Failure(text.error());
  Result<WalkScript> script = readScript(*text);
  if (!script) return Failure(inFile(path, script.error()));
  return script;
}

Result<WalkerOptions> optionsOf(const std::string& table) {
  WalkerOptions options;
  if (table.empty()) return options;
  const Result<std::string> text = readText(table);
  if (!text) return Failure(text.error());
  const Result<GaitTable> gait = readGait(*text);
  if (!gait) return Failure(inFile(table, gait.error()));
  options.gait = *gait;
  return options;
}

}  // namespace

int walk(const WalkVerbOptions& options) {
  const auto stop = [&](const Error& error) { return callFailed("walk", error, audienceOf(options.input.json)); };
  const Result<Level> level = loadLevel(options.level);
  if (!level) return stop(level.error());
  const Result<WalkScript> script = scriptOf(options.script);
  if (!script) return stop(script.error());
  const Result<WalkerOptions> how = optionsOf(options.table);
  if (!how) return stop(how.error());
  InputOptions read = options.input;
  read.files = {options.file, options.level, options.script, options.table};
  if (const Result<void> good = checkOutputs(read, options.fit, {options.bake, options.csv, options.svg}); !good) return stop(good.error());

  const Result<Character> character = loadCharacter(options.file, options.input, options.fit);
  if (!character) return stop(character.error());
  if (!character->manikin) {
    fmt::print("{}", options.input.json ? writeRefusal(character->rig, character->map) + "\n" : refusalText(*character));
    return 1;
  }
  Findings findings;
  const auto kind = walkerKindOf(character->asset, character->rig, *character->manikin, *how, findings);
  if (!kind) return stop(kind.error());

  const float dt = 1 / options.rate;
  const WalkRecord record = walkThrough(*kind, *level, *script, {.dt = dt, .bodies = !options.noFalls, .poses = !options.bake.empty()});
  if (!options.bake.empty())
    if (const Result<void> written = bake(*character, record, dt, options.bake); !written) return stop(written.error());
  if (!options.csv.empty())
    if (const Result<void> written = writeText(options.csv, csvOf(record, (*kind)->forward)); !written) return stop(written.error());
  if (!options.svg.empty())
    if (const Result<void> written = writeText(options.svg, walkChart(record)); !written) return stop(written.error());

  const Json document = documentOf(*character->manikin, **kind, record, options, findings);
  if (options.input.json) {
    fmt::print("{}\n", dump(document));
    return 0;
  }
  const WalkStep& end = record.steps.back();
  fmt::print("{}: {:.1f} s in '{}': {:.2f} m walked (walks {:.2f} m/s, runs {:.2f} m/s), ends {} at ({:.2f}, {:.2f}, {:.2f})\n",
             character->manikin->file, end.time, printable(options.level), record.travelled, (*kind)->gait.walkSpeed,
             (*kind)->gait.runSpeed, end.state, end.worldFromModel.translation.x, end.worldFromModel.translation.y,
             end.worldFromModel.translation.z);
  for (const Json& event : document["events"])
    fmt::print("  {:6.2f} s  {} {}\n", event["time_s"].get<double>(), event["type"].get<std::string>(), event["solid"].get<std::string>());
  fmt::print("  state hash {:016x}\n{}", record.hash, findingsText(findings));
  return 0;
}

}  // namespace sinew::cli
