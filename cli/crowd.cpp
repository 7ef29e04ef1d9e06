#include <fmt/core.h>
#include <tbb/global_control.h>

#include <sinew/base/text.h>
#include <sinew/manikin/json.h>

#include "batch.h"
#include "character.h"
#include "crowd_pictures.h"
#include "document.h"
#include "report.h"
#include "scenes/crowd_run.h"
#include "table.h"

namespace sinew::cli {
namespace {

using scenes::CrowdFigure;
using scenes::CrowdRun;

Json figureJson(const CrowdFigure& figure, float factor) {
  return {{"peak", figure.peak * factor},
          {"rest", figure.rest * factor},
          {"worstPeak", figure.worstPeak * factor},
          {"worstRest", figure.worstRest * factor}};
}

double perCharacter(double value, const CrowdVerbOptions& options) { return value / static_cast<double>(options.count); }

Json bytesJson(const std::optional<std::size_t>& bytes, const CrowdVerbOptions& options) {
  return bytes ? Json(std::llround(perCharacter(static_cast<double>(*bytes), options))) : Json();
}

WorldDef definitionOf(const CrowdVerbOptions& options) {
  WorldDef def;
  if (options.setting == "exact") def = exactSetting();
  if (options.setting == "crowd" || (options.setting.empty() && options.world == kDefaultWorld)) def = crowdSetting();
  if (options.substeps > 0) def.substeps = options.substeps;
  if (options.iterations > 0) def.iterations = options.iterations;
  return def;
}

Json documentOf(const Manikin& manikin, const CrowdRun& run, const CrowdVerbOptions& options, const Findings& findings) {
  constexpr float kDegrees = 180 / kPi;
  const scenes::CrowdMeasures& measures = run.measures;
  return {{"schema", 1},
          {"source", {{"file", manikin.file}, {"sha256", manikin.sha256}}},
          {"creature", nameOf(manikin.creature)},
          {"parts", manikin.parts.size()},
          {"world", options.world},
          {"scene", options.scene},
          {"powered", options.powered},
          {"count", options.count},
          {"workers", options.workers},
          {"steps", options.steps},
          {"substeps", definitionOf(options).substeps},
          {"iterations", definitionOf(options).iterations},
          {"seed", options.seed},
          {"us_per_step", perCharacter(run.stepMicroseconds, options)},
          {"jointSeparation_mm", figureJson(measures.separation, 1000)},
          {"hingeMisalign_deg", figureJson(measures.misalignment, kDegrees)},
          {"limitOvershoot_deg", figureJson(measures.overshoot, kDegrees)},
          {"penetration_mm",
           {{"ground", figureJson(measures.ground, 1000)},
            {"self", figureJson(measures.self, 1000)},
            {"other", figureJson(measures.other, 1000)}}},
          {"asleep", measures.asleep},
          {"restTime_s", measures.restTime ? Json(*measures.restTime) : Json()},
          {"nonFinite", measures.nonFinite},
          {"bytesPerCharacter", bytesJson(run.builtBytes, options)},
          {"stepBytesPerCharacter", bytesJson(run.stepBytes, options)},
          {"hash", fmt::format("{:016x}", run.hash)},
          {"findings", toJson(findings)}};
}

std::string textOf(const Manikin& manikin, const CrowdRun& run, const CrowdVerbOptions& options) {
  constexpr float kDegrees = 180 / kPi;
  const scenes::CrowdMeasures& measures = run.measures;
  std::string out = fmt::format("{}: {} characters of {} parts, {}{}, {} steps of 1/60 s in the {} world\n", manikin.file, options.count,
                                manikin.parts.size(), options.scene, options.powered ? ", powered" : "", options.steps, options.world);
  Table table({"measure", "peak", "at rest", "worst peak", "worst rest", "unit"});
  const auto row = [&](const char* name, const CrowdFigure& figure, float factor, const char* unit) {
    const auto cell = [factor](float value) { return fmt::format("{:.2f}", value * factor); };
    table.add({name, cell(figure.peak), cell(figure.rest), cell(figure.worstPeak), cell(figure.worstRest), unit});
  };
  row("joint separation", measures.separation, 1000, "mm");
  row("hinge misalignment", measures.misalignment, kDegrees, "degrees");
  row("limit overshoot", measures.overshoot, kDegrees, "degrees");
  row("depth in the ground", measures.ground, 1000, "mm");
  row("overlap of own parts", measures.self, 1000, "mm");
  row("overlap with others", measures.other, 1000, "mm");
  out += table.text();
  const auto bytes = [&](const std::optional<std::size_t>& value) {
    return value ? fmt::format("{:.1f} KB", perCharacter(static_cast<double>(*value), options) / 1024) : std::string("unknown");
  };
  out += fmt::format(
      "  {:.2f} us a character and step (CPU time of the step alone); {} of {} asleep; memory {} a character, {} more while stepping\n",
      perCharacter(run.stepMicroseconds, options), measures.asleep, options.count, bytes(run.builtBytes), bytes(run.stepBytes));
  return out + fmt::format("  peak and rest: of 99 in 100 characters; state hash {:016x}\n", run.hash);
}

}  // namespace

int crowd(const CrowdVerbOptions& options) {
  const Audience audience = audienceOf(options.input.json);
  const auto stop = [&](const Error& error) { return callFailed("crowd", error, audience); };
  const bool pictures = !options.frames.empty();
  const Result<Character> character = loadCharacter(options.file, options.input, options.fit, ReadOptions{.images = pictures});
  if (!character) {
    const Outcome outcome = failed(options.file, character.error());
    if (options.input.json) {
      fmt::print("{}\n", outcome.json);
    } else {
      fmt::print(stderr, "{}", outcome.text);
    }
    return outcome.status;
  }
  if (!character->manikin) {
    fmt::print("{}\n", options.input.json ? writeRefusal(character->rig, character->map) : refusalText(*character));
    return 1;
  }
  const Manikin& manikin = *character->manikin;

  const WorldDef def = definitionOf(options);
  const Result<std::unique_ptr<World>> world = createWorld(options.world, def);
  if (!world) return stop(world.error());
  Result<std::unique_ptr<CrowdPictures>> shots = CrowdPictures::open(options.frames, options.file, *character);
  if (!shots) return stop(shots.error());

  const scenes::CrowdPlan plan{.scene = scenes::crowdSceneFromName(options.scene).value_or(scenes::CrowdScene::spread),
                               .drive = options.powered ? scenes::CrowdDrive::powered : scenes::CrowdDrive::limp,
                               .count = options.count,
                               .seed = options.seed};
  scenes::CrowdRunOptions running{.steps = options.steps, .dt = 1.0f / 60, .watch = {}};
  if (pictures) {
    running.watch = [&](const scenes::Crowd& crowd, int step) { return (*shots)->watch(**world, crowd, step, options.steps, running.dt); };
  }
  const tbb::global_control workers(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(options.workers));
  const Result<CrowdRun> run = scenes::runCrowd(**world, manikin, plan, running);
  if (!run) return stop(run.error());

  Findings findings = manikin.findings;
  const Findings own = scenes::judgeCrowd(run->measures, manikin.stature);
  findings.insert(findings.end(), own.begin(), own.end());
  if (options.input.json) {
    Json document = documentOf(manikin, *run, options, findings);
    document["frames"] = (*shots)->written();
    fmt::print("{}\n", dump(document));
  } else {
    fmt::print("{}{}", textOf(manikin, *run, options), findingsText(findings));
    for (const std::string& path : (*shots)->written()) fmt::print("  {}\n", printable(path));
  }
  return hasFailure(findings) ? 1 : 0;
}

}  // namespace sinew::cli
