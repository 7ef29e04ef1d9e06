#include <fmt/core.h>
#include <graphviz/gvc.h>

#include <sinew/base/text.h>
#include <sinew/locomotion/walker.h>
#include <sinew/manikin/json.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "motion.h"
#include "report.h"
#include "table.h"

namespace sinew::cli {
namespace {

/// Lays the machine out; the layout is Graphviz's.
Result<std::string> svgOf(const std::string& dot) {
  GVC_t* context = gvContext();
  Agraph_t* graph = agmemread(dot.c_str());
  char* data = nullptr;
  unsigned size = 0;
  std::string svg;
  if (graph != nullptr && gvLayout(context, graph, "dot") == 0) {
    if (gvRenderData(context, graph, "svg", &data, &size) == 0) svg.assign(data, size);
    gvFreeRenderData(data);
    gvFreeLayout(context, graph);
  }
  if (graph != nullptr) agclose(graph);
  gvFreeContext(context);
  if (svg.empty()) return fail(ErrorCode::unsupported, "graph", "could not be laid out");
  return svg;
}

Result<GaitTable> tableOf(const std::string& path) {
  const Result<std::string> text = readText(path);
  if (!text) return Failure(text.error());
  Result<GaitTable> table = readGait(*text);
  if (!table) return Failure(inFile(path, table.error()));
  return table;
}

Json statesOf(const GaitSet& gait, const AnimationSet& animation) {
  Json states = Json::array();
  for (const BoundState& state : gait.states) {
    const GaitState& authored = gait.table.states[static_cast<std::size_t>(state.state)];
    Json one = {{"name", authored.name}};
    if (authored.number >= 0) one["number"] = authored.number;
    one["clip"] = state.stretch.clip < 0 ? "" : animation.clips[static_cast<std::size_t>(state.stretch.clip)].name;
    one["from_s"] = state.stretch.from;
    one["to_s"] = state.stretch.to;
    one["strideSpeed_mps"] = state.strideSpeed;
    one["pace_mps"] = {state.slowest, state.fastest};
    states.push_back(std::move(one));
  }
  return states;
}

constexpr const char* kGraphs[] = {".svg", ".dot", ".gv"};

Result<void> writeGraph(const std::string& path, const GaitTable& table) {
  const bool known = std::any_of(std::begin(kGraphs), std::end(kGraphs), [&](const char* ending) { return path.ends_with(ending); });
  if (!known) return fail(ErrorCode::usage, "--graph", "'" + printable(path) + "' ends neither in .svg nor in .dot");
  const std::string dot = gaitGraph(table);
  if (!path.ends_with(".svg")) return writeText(path, dot);
  const Result<std::string> svg = svgOf(dot);
  if (!svg) return Failure(svg.error());
  return writeText(path, *svg);
}

}  // namespace

int gait(const GaitVerbOptions& options) {
  const auto stop = [&](const Error& error) { return callFailed("gait", error, audienceOf(options.input.json)); };
  InputOptions read = options.input;
  read.files = {options.file, options.table};
  if (const Result<void> good = checkOutputs(read, options.fit, {options.graph, options.output}); !good) return stop(good.error());
  // A table alone, or one put on a character.
  const bool alone = options.file.ends_with(".json");
  Result<Character> character = alone ? Result<Character>(Character{}) : loadCharacter(options.file, options.input, options.fit);
  if (!character) return stop(character.error());
  if (!alone && !character->manikin) {
    fmt::print("{}", options.input.json ? writeRefusal(character->rig, character->map) + "\n" : refusalText(*character));
    return 1;
  }
  const bool quadruped = !alone && character->manikin->creature == Creature::quadruped;
  const std::string& path = alone ? options.file : options.table;
  const Result<GaitTable> table = path.empty() ? builtInGait(quadruped ? "quadruped" : "biped") : tableOf(path);
  if (!table) return stop(table.error());
  if (!options.graph.empty())
    if (const Result<void> written = writeGraph(options.graph, *table); !written) return stop(written.error());
  if (!options.output.empty())
    if (const Result<void> written = writeText(options.output, writeGait(*table)); !written) return stop(written.error());
  if (alone) {
    fmt::print("{}", options.input.json
                         ? writeGait(*table) + "\n"
                         : fmt::format("{}: {} states, {} transitions\n", table->name, table->states.size(), table->transitions.size()));
    return 0;
  }

  Findings findings;
  WalkerOptions how;
  how.gait = *table;
  const auto kind = walkerKindOf(character->asset, character->rig, *character->manikin, how, findings);
  if (!kind) return stop(kind.error());
  const GaitSet& gait = (*kind)->gait;
  const Json states = statesOf(gait, *(*kind)->animation);
  if (options.input.json) {
    fmt::print("{}\n", dump({{"schema", 1},
                             {"source", {{"file", character->manikin->file}, {"sha256", character->manikin->sha256}}},
                             {"gait", gait.table.name},
                             {"walkSpeed_mps", gait.walkSpeed},
                             {"runSpeed_mps", gait.runSpeed},
                             {"reverseSpeed_mps", gait.reverseSpeed},
                             {"gimpSpeed_mps", gait.gimpSpeed},
                             {"states", states},
                             {"findings", toJson(findings)}}));
    return 0;
  }
  Table rows({"state", "clip", "from s", "to s", "stride m/s", "slowest", "fastest"});
  for (const Json& state : states)
    rows.add({state["name"].get<std::string>(), state["clip"].get<std::string>(), fmt::format("{:.2f}", state["from_s"].get<double>()),
              fmt::format("{:.2f}", state["to_s"].get<double>()), fmt::format("{:.2f}", state["strideSpeed_mps"].get<double>()),
              fmt::format("{:.2f}", state["pace_mps"][0].get<double>()), fmt::format("{:.2f}", state["pace_mps"][1].get<double>())});
  fmt::print("{}: gait '{}', walks {:.2f} m/s, runs {:.2f} m/s\n{}{}", character->manikin->file, gait.table.name, gait.walkSpeed,
             gait.runSpeed, rows.text(), findingsText(findings));
  return 0;
}

}  // namespace sinew::cli
