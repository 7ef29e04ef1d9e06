#include <sinew/record/settle.h>

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <sinew/asset/write.h>
#include <sinew/manikin/json.h>
#include <sinew/record/bake.h>
#include <sinew/record/start.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "drop.h"
#include "gallery.h"
#include "report.h"
#include "start.h"
#include "table.h"

namespace sinew::cli {
namespace {

Json peakRest(const PeakRest& value, float factor) { return {{"peak", value.peak * factor}, {"rest", value.rest * factor}}; }

PeakRest larger(const PeakRest& a, const PeakRest& b) { return {std::max(a.peak, b.peak), std::max(a.rest, b.rest)}; }

Json measures(const Settle& fall) {
  constexpr float kDegrees = 180 / kPi;
  Json json = {{"jointSeparation_mm", peakRest(fall.jointSeparation, 1000)},
               {"penetration_mm", peakRest(larger(fall.groundPenetration, fall.selfPenetration), 1000)},
               {"groundPenetration_mm", peakRest(fall.groundPenetration, 1000)},
               {"selfPenetration_mm", peakRest(fall.selfPenetration, 1000)},
               {"limitOvershoot_deg", peakRest(fall.limitOvershoot, kDegrees)},
               {"hingeMisalign_deg", peakRest(fall.hingeMisalignment, kDegrees)},
               {"maxSpeed_mps", fall.maxSpeed},
               {"lowestPoint_m", fall.lowestPoint},
               {"nonFinite", fall.nonFinite}};
  json["restTime_s"] = fall.restTime ? Json(*fall.restTime) : Json();
  json["hash"] = fmt::format("{:016x}", fall.hash);
  return json;
}

Result<void> bake(const Character& character, const Settle& fall, const std::string& path) {
  const Result<BakedClip> clip = bakeTrajectory(character.asset, character.rig, *character.manikin, fall.trajectory, "settle");
  if (!clip) return Failure(clip.error());
  const Result<std::vector<std::byte>> bytes = withClips(character.asset, std::span(&*clip, 1));
  if (!bytes) return Failure(bytes.error());
  return writeFile(path, *bytes);
}

Outcome settleOne(const std::string& file, const SettleVerbOptions& options, Gallery& gallery) {
  const Result<Character> character = loadCharacter(file, options.input, options.fit, ReadOptions{.images = gallery.wanted()});
  if (!character) return failed(file, character.error());
  if (!character->manikin) return {1, refusalText(*character), writeRefusal(character->rig, character->map), {"refused"}};
  const Manikin& manikin = *character->manikin;

  const Result<std::vector<Settle>> falls = drop(*character, options);
  if (!falls) return failed(file, falls.error());
  const Settle worst = worstOf(*falls);
  const Findings findings = judge(manikin, *falls);
  if (gallery.wanted()) {
    if (const auto drawn = gallery.fall(file, *character, falls->front().trajectory); !drawn) return failed(file, drawn.error());
  }
  if (!options.bake.empty()) {
    if (const Result<void> written = bake(*character, falls->front(), options.bake); !written) return failed(file, written.error());
  }

  Outcome outcome;
  outcome.status = hasFailure(findings) || hasFailure(manikin.findings) ? 1 : 0;
  outcome.row = {fmt::format("{:.2f}", 1000 * worst.jointSeparation.rest), fmt::format("{:.2f}", degrees(worst.limitOvershoot.rest)),
                 fmt::format("{:.2f}", 1000 * worst.selfPenetration.rest),
                 worst.restTime ? fmt::format("{:.2f}", *worst.restTime) : "never"};
  if (!options.input.json) {
    outcome.text = settleText(manikin, *falls) + findingsText(manikin.findings) + findingsText(findings);
    return outcome;
  }
  Json document = {{"schema", 1},
                   {"creature", nameOf(manikin.creature)},
                   {"source", {{"file", manikin.file}, {"sha256", manikin.sha256}}},
                   {"world", options.world},
                   {"start", options.start},
                   {"height_m", options.height}};
  document.update(measures(worst));
  if (options.seeds > 0) {
    document["seeds"] = Json::array();
    for (std::size_t i = 0; i < falls->size(); ++i) {
      Json one = {{"seed", options.seed + i}};
      one.update(measures((*falls)[i]));
      document["seeds"].push_back(std::move(one));
    }
  }
  Findings all = manikin.findings;
  all.insert(all.end(), findings.begin(), findings.end());
  document["findings"] = toJson(all);
  outcome.json = dump(document);
  return outcome;
}

}  // namespace

Result<std::vector<Settle>> drop(const Character& character, const SettleVerbOptions& options) {
  SettleOptions settings;
  settings.world = options.world;
  settings.worldDef.substeps = options.substeps;
  settings.duration = options.duration;
  settings.height = options.height;
  settings.record = options.record || !options.bake.empty() || !options.frames.empty();
  if (options.start != "bind") {
    const Result<ClipMoment> moment = parseMoment(options.start, "--start");
    if (!moment) return Failure(moment.error());
    Result<StartPose> pose = startOfClip(character.asset, character.rig, *character.manikin, moment->clip, moment->time);
    if (!pose) return Failure(pose.error());
    settings.start = std::move(*pose);
  }

  // Every seed is a world of its own, so they fall side by side.
  const std::size_t count = options.seeds > 0 ? static_cast<std::size_t>(options.seeds) : 1;
  std::vector<Result<Settle>> falls(count, Result<Settle>(Settle{}));
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    SettleOptions one = settings;
    one.seed = options.seed + i;
    one.record = settings.record && i == 0;
    falls[i] = settle(*character.manikin, one);
  });
  std::vector<Settle> out;
  for (Result<Settle>& fall : falls) {
    if (!fall) return Failure(fall.error());
    out.push_back(std::move(*fall));
  }
  return out;
}

Findings judge(const Manikin& manikin, std::span<const Settle> falls) {
  const Settle worst = worstOf(falls);
  Findings findings;
  const auto bar = [&](const char* rule, double measured, double high, const char* unit, const char* what) {
    if (measured <= high) return;
    findings.push_back({.severity = Severity::failure,
                        .rule = rule,
                        .role = "",
                        .measured = measured,
                        .low = std::nullopt,
                        .high = high,
                        .message = fmt::format("{} is {:.2f} {}, more than {:.2f}", what, measured, unit, high)});
  };
  // Millimetre bars grow with the body: they are written for 1.75 m.
  const double size = std::max(1e-6, static_cast<double>(manikin.stature) / 1.75);
  bar("settle.separation", 1000.0 * worst.jointSeparation.rest, 10 * size, "mm", "joint separation at rest");
  bar("settle.overshoot", degrees(worst.limitOvershoot.rest), 8, "degrees", "limit overshoot at rest");
  bar("settle.overlap", 1000.0 * worst.selfPenetration.rest, 20 * size, "mm", "overlap of parts that are no neighbours at rest");
  bar("settle.finite", worst.nonFinite, 0, "bodies", "the count of bodies that left the numbers");

  std::size_t resting = 0;
  for (const Settle& fall : falls) resting += fall.restTime && *fall.restTime <= 8 ? 1 : 0;
  const double share = static_cast<double>(resting) / static_cast<double>(falls.size());
  if (share < 0.95) {
    findings.push_back({.severity = falls.size() > 1 ? Severity::failure : Severity::warning,
                        .rule = "settle.rest",
                        .role = "",
                        .measured = share,
                        .low = 0.95,
                        .high = std::nullopt,
                        .message = fmt::format("asleep within 8 s in {} of {} falls", resting, falls.size())});
  }
  return findings;
}

std::string settleText(const Manikin& manikin, std::span<const Settle> falls) {
  const Settle worst = worstOf(falls);
  std::string out =
      fmt::format("{}: dropped with no impulse, {} fall{}\n", manikin.file, falls.size(), falls.size() == 1 ? "" : "s, the worst of each");
  Table table({"measure", "peak", "at rest", "unit"});
  const auto row = [&](const char* name, const PeakRest& value, float factor, const char* unit) {
    table.add({name, fmt::format("{:.2f}", value.peak * factor), fmt::format("{:.2f}", value.rest * factor), unit});
  };
  row("joint separation", worst.jointSeparation, 1000, "mm");
  row("ground penetration", worst.groundPenetration, 1000, "mm");
  row("overlap of non-neighbours", worst.selfPenetration, 1000, "mm");
  row("limit overshoot", worst.limitOvershoot, 180 / kPi, "degrees");
  row("hinge misalignment", worst.hingeMisalignment, 180 / kPi, "degrees");
  out += table.text();
  out += fmt::format("  fastest part {:.2f} m/s; {}; state hash {:016x}\n", worst.maxSpeed,
                     worst.restTime ? fmt::format("asleep after {:.2f} s", *worst.restTime) : "never at rest", worst.hash);
  return out;
}

int settleVerb(const SettleVerbOptions& options) {
  const Audience audience = audienceOf(options.input.json);
  if (options.input.files.size() > 1 && !options.bake.empty())
    return callFailed("settle", {ErrorCode::usage, "--bake", "takes one input file"}, audience);
  if (const Result<void> free = checkOutputs(options.input, options.fit, {options.bake}); !free)
    return callFailed("settle", free.error(), audience);
  const Result<std::unique_ptr<Gallery>> gallery = Gallery::open(options.frames);
  if (!gallery) return callFailed("settle", gallery.error(), audience);
  return forEachFile((*gallery)->inTurn(options.input), {"separation mm", "overshoot deg", "overlap mm", "rest s"},
                     [&](const std::string& file) { return settleOne(file, options, **gallery); });
}

}  // namespace sinew::cli
