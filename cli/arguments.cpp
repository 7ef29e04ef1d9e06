#include "options.h"

#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <sinew/base/text.h>
#include <sinew/export/export.h>

#include "batch.h"
#include "motion.h"
#include "scenes/crowd.h"

// All of the command line's grammar. The only file that knows CLI11: it costs eight seconds to compile.

namespace sinew::cli {
namespace {

/// A number within a range. CLI::Range alone lets "nan" through.
CLI::Validator within(double low, double high) {
  const std::string range = fmt::format("{:g} .. {:g}", low, high);
  const auto check = [low, high, range](const std::string& text) {
    double value = 0;
    const bool good = CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
    return good ? std::string() : "'" + printable(text) + "' is not a number of " + range;
  };
  return CLI::Validator(check, "in [" + range + "]", "within");
}

/// A whole number of 64 bits. As a double it would be rounded.
CLI::Validator seedNumber() {
  const auto check = [](const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = code == std::errc() && end == text.data() + text.size();
    return good ? std::string() : "'" + printable(text) + "' is not a whole number of 0 .. 18446744073709551615";
  };
  return CLI::Validator(check, "in [0 .. 18446744073709551615]", "seed");
}

Audience audienceAsked(std::span<char*> arguments) {
  return audienceOf(
      std::any_of(arguments.begin(), arguments.end(), [](const char* argument) { return std::string_view(argument) == "--json"; }));
}

/// What stands on the command line is wrong: for scripts too where they asked for a document.
int usageError(const CLI::App& app, const CLI::ParseError& error, std::span<char*> arguments) {
  if (error.get_exit_code() == 0 || audienceAsked(arguments) == Audience::people) return app.exit(error) == 0 ? 0 : 2;
  return callFailed("sinew", {ErrorCode::usage, "command line", printable(error.what(), 1000)}, Audience::scripts);
}

/// How a file is read.
void addReading(CLI::App& verb, InputOptions& input) {
  verb.add_option("--meters-per-unit", input.metersPerUnit, "length of the file's unit in metres (glTF says 1)")->check(within(1e-6, 1e6));
  verb.add_option("--stature", input.stature, "height of the body in metres; sets the unit")->check(within(1e-3, 1e4));
  verb.add_option("--exclude", input.exclude, "nodes, meshes or materials to leave out of the body ('*' is a wildcard)")->delimiter(',');
}

void addInput(CLI::App& verb, InputOptions& input) {
  verb.add_option("FILE", input.files, "glTF, GLB or VRM files, or built-in figures: @figure, @figure:child, @quadruped ...")->required();
  verb.add_flag("--json", input.json, "print one JSON document (an array for several files) and nothing else");
  verb.add_option("--jobs", input.jobs, "files at a time (default: one a core)")->check(CLI::Range(1, 256));
  addReading(verb, input);
}

void addFit(CLI::App& verb, FitFlags& fit) {
  verb.add_option("--preset", fit.preset, "which roles become bodies")
      ->check(CLI::IsMember({"minimal", "standard", "full"}))
      ->capture_default_str();
  verb.add_option("--creature", fit.creature, "body plan (default: detected; 'bones' takes any rig)")
      ->check(CLI::IsMember({"humanoid", "quadruped", "bones"}));
  verb.add_option("--root", fit.root, "name or node index of a joint: takes that character where the file holds several");
  verb.add_option("--map", fit.mapFile, "JSON file: role to node name or index; always wins")->check(CLI::ExistingFile);
  verb.add_option("--absent", fit.absent, "roles that this creature has not")->delimiter(',');
  verb.add_option("--by", fit.by, "use one source of roles alone")->check(CLI::IsMember({"explicit", "file", "alias", "topology"}));
  verb.add_option("--method", fit.method, "how shapes are measured")
      ->check(CLI::IsMember({"trimmed", "raw", "radial"}))
      ->capture_default_str();
  verb.add_option("--mass", fit.mass, "total mass, kg")->check(within(1e-3, 1e6))->capture_default_str();
  std::vector<std::string> tables;
  for (const std::string_view table : massTables()) tables.emplace_back(table);
  verb.add_option("--mass-table", fit.massTable, "shares of the parts")->check(CLI::IsMember(tables))->capture_default_str();
  verb.add_option("--inertia", fit.inertia, "from the fitted shape or from the mass table")
      ->check(CLI::IsMember({"shape", "table"}))
      ->capture_default_str();
  verb.add_option("--factors", fit.factorsFile, "apply an authored table of factors and diff it against this body")
      ->check(CLI::ExistingFile);
  verb.add_option("--tolerance", fit.tolerance, "largest difference of authored factors, of the bone length")
      ->check(within(0.0, 10.0))
      ->capture_default_str();
  verb.add_flag("--accept", fit.accept, "accept authored factors that differ more");
  verb.add_flag("--keep-accessories", fit.keepAccessories, "shape the parts with hair, packs, weapons and whatever else is worn on them");
}

void addFrames(CLI::App& verb, std::string& frames) { verb.add_option("--frames", frames, "folder for pictures of what was built"); }

/// What a crowd does.
void addScene(CLI::App& verb, std::string& scene, bool& powered) {
  verb.add_option(
          "--scene", scene,
          "of a crowd. spread: each alone; pile: ten onto each other; terrain: on 100,000 triangles; throw: some at the others, 20 m/s")
      ->check(CLI::IsMember({"spread", "pile", "terrain", "throw"}))
      ->capture_default_str();
  verb.add_flag("--powered", powered, "a crowd's motors hold the bind pose");
}

void addWorld(CLI::App& verb, std::string& world) { verb.add_option("--world", world, "physics backend")->capture_default_str(); }

}  // namespace

int run(int argc, char** argv) {
  CLI::App app{"Gives any rigged character a physical body, and proves it."};
  app.set_version_flag("--version", SINEW_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 fine, 1 a finding of severity failure, 2 bad input or usage.\n\n"
      "Examples:\n"
      "  sinew demo                               the built-in figure, fitted, proved and dropped\n"
      "  sinew fit character.glb                  the manikin of a character, part by part\n"
      "  sinew fit rigs/*.glb --json > fits.json  many at once\n"
      "  sinew settle man.glb --bake fall.glb     drop it and keep the fall as an animation");

  InspectOptions inspectOptions;
  CLI::App* inspectVerb = app.add_subcommand("inspect", "what a file holds: nodes, joints, skins, clips, units, axes");
  addInput(*inspectVerb, inspectOptions.input);
  inspectVerb->add_flag("--tree", inspectOptions.tree, "print the joint tree too");
  inspectVerb->footer("Examples:\n  sinew inspect character.glb --tree\n  sinew inspect @figure --json");

  FigureVerbOptions figureOptions;
  CLI::App* figureVerb = app.add_subcommand("figure", "write the built-in figure as a GLB");
  figureVerb->add_option("-o,--output", figureOptions.output, "file to write");
  figureVerb->add_option("SPEC", figureOptions.spec, "figure, figure:child, figure:giant, quadruped ...")->capture_default_str();
  figureVerb->add_option("--variant", figureOptions.variants, "change how it is authored (see --list)")->delimiter(',');
  figureVerb->add_flag("--list", figureOptions.list, "list the variants");
  figureVerb->add_flag("--json", figureOptions.json, "print one JSON document and nothing else");
  figureVerb->footer("Examples:\n  sinew figure -o man.glb\n  sinew figure -o child.glb figure:child --variant mixamo,centimetres");

  FitVerbOptions fitOptions;
  CLI::App* fitVerb = app.add_subcommand("fit", "fit a manikin: roles, shapes, masses, joints");
  addInput(*fitVerb, fitOptions.input);
  addFit(*fitVerb, fitOptions.fit);
  addFrames(*fitVerb, fitOptions.frames);
  fitVerb->add_option("-o,--output", fitOptions.output, "write the manikin file (one input)");
  fitVerb->add_option("--save-factors", fitOptions.saveFactors,
                      "write the shapes as factors of the bones, with their provenance (one input)");
  fitVerb->footer(
      "Examples:\n  sinew fit character.glb\n  sinew fit horse.glb --creature quadruped --json\n"
      "  sinew fit odd.glb --map roles.json --absent leftHand,rightHand\n  sinew fit b.glb --factors a.factors.json");

  DiffOptions diffOptions;
  CLI::App* diffVerb = app.add_subcommand("diff", "compare the fits of two bodies side by side");
  diffVerb->add_option("A", diffOptions.a, "manikin or factor file")->required();
  diffVerb->add_option("B", diffOptions.b, "manikin or factor file")->required();
  diffVerb->add_option("--tolerance", diffOptions.tolerance, "largest difference, of the bone length")
      ->check(within(0.0, 10.0))
      ->capture_default_str();
  diffVerb->add_flag("--json", diffOptions.json, "print one JSON document and nothing else");
  diffVerb->footer("Example:\n  sinew fit a.glb -o a.json; sinew fit b.glb -o b.json; sinew diff a.json b.json");

  ProbeOptions probeOptions;
  CLI::App* probeVerb = app.add_subcommand("probe", "build the bodies and read them back from the solver");
  addInput(*probeVerb, probeOptions.input);
  addFit(*probeVerb, probeOptions.fit);
  addWorld(*probeVerb, probeOptions.world);
  addFrames(*probeVerb, probeOptions.frames);
  probeVerb->footer("Examples:\n  sinew probe character.glb\n  sinew probe @figure:child --preset full --json");

  SettleVerbOptions settleOptions;
  CLI::App* settleSub = app.add_subcommand("settle", "drop the body with no impulse and watch it to rest");
  addInput(*settleSub, settleOptions.input);
  addFit(*settleSub, settleOptions.fit);
  addWorld(*settleSub, settleOptions.world);
  addFrames(*settleSub, settleOptions.frames);
  settleSub->add_option("--start", settleOptions.start, "pose to fall from: bind, or clip:NAME@SECONDS")->capture_default_str();
  settleSub->add_option("--height", settleOptions.height, "of the lowest point over the ground, m")
      ->check(within(0.0, 1000.0))
      ->capture_default_str();
  settleSub->add_option("--duration", settleOptions.duration, "seconds to watch")->check(within(0.1, 600.0))->capture_default_str();
  settleSub->add_option("--substeps", settleOptions.substeps, "solver sub-steps a step of 1/60 s")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  settleSub->add_option("--seed", settleOptions.seed, "0: upright as authored; else a random orientation")
      ->check(seedNumber())
      ->capture_default_str();
  settleSub->add_option("--seeds", settleOptions.seeds, "drop it from seeds 0..N-1 and report the worst")->check(CLI::Range(1, 100000));
  settleSub->add_option("--bake", settleOptions.bake, "write the fall as an animation on the original rig (one input)");
  settleSub->footer(
      "Examples:\n  sinew settle character.glb --height 1\n  sinew settle @figure --seeds 100\n"
      "  sinew settle man.glb --start clip:walk@0.5 --bake fall.glb");

  CrowdVerbOptions crowdOptions;
  CLI::App* crowdVerb = app.add_subcommand("crowd", "drop many at once; what it costs and how well the bodies hold together");
  crowdVerb->add_option("FILE", crowdOptions.file, "a character or a built-in figure")->capture_default_str();
  crowdVerb->add_flag("--json", crowdOptions.input.json, "print one JSON document and nothing else");
  addReading(*crowdVerb, crowdOptions.input);
  addFit(*crowdVerb, crowdOptions.fit);
  addWorld(*crowdVerb, crowdOptions.world);
  addFrames(*crowdVerb, crowdOptions.frames);
  crowdVerb->add_option("--count", crowdOptions.count, "characters")->check(CLI::Range(1, scenes::kLargestCrowd))->capture_default_str();
  addScene(*crowdVerb, crowdOptions.scene, crowdOptions.powered);
  crowdVerb->add_option("--workers", crowdOptions.workers, "threads")->check(CLI::Range(1, 256))->capture_default_str();
  crowdVerb->add_option("--steps", crowdOptions.steps, "of 1/60 s")->check(CLI::Range(1, 1000000))->capture_default_str();
  crowdVerb->add_option("--setting", crowdOptions.setting, "crowd (default in the crowd world) or exact")
      ->check(CLI::IsMember({"crowd", "exact"}));
  crowdVerb->add_option("--substeps", crowdOptions.substeps, "solver sub-steps a step, instead of the setting's")->check(CLI::Range(1, 64));
  crowdVerb->add_option("--iterations", crowdOptions.iterations, "of the solver, a sub-step, instead of the setting's")
      ->check(CLI::Range(1, 256));
  crowdVerb->add_option("--seed", crowdOptions.seed, "of orientations and heights")->check(seedNumber());
  crowdVerb->footer(
      "Examples:\n  sinew crowd --count 1000 --frames frames\n  sinew crowd character.glb --scene pile --count 100 --json\n"
      "  sinew crowd @figure --scene throw --powered --world bullet");

  ExportVerbOptions exportOptions;
  CLI::App* exportSub = app.add_subcommand("export", "write the manikin for another engine, with a list of what its format cannot take");
  addInput(*exportSub, exportOptions.input);
  addFit(*exportSub, exportOptions.fit);
  std::vector<std::string> formats;
  std::string formatHelp;
  for (const Exporter& exporter : exporters()) {
    formats.emplace_back(exporter.name);
    formatHelp += fmt::format("{}{}: {} ({})", formatHelp.empty() ? "" : "; ", exporter.name, exporter.what, exporter.extension);
  }
  exportSub->add_option("--to", exportOptions.format, formatHelp)->check(CLI::IsMember(formats))->capture_default_str();
  exportSub->add_option("--unit", exportOptions.unit, "of lengths in the file")->check(CLI::IsMember({"m", "cm"}))->capture_default_str();
  exportSub->add_option("-o,--output", exportOptions.output, "file to write")->required();
  exportSub->footer("Example:\n  sinew export character.glb --to mjcf -o character.xml");

  GaitVerbOptions gaitOptions;
  CLI::App* gaitVerb = app.add_subcommand("gait", "the gait machine on a character's clips: states, strides, caps; its graph");
  gaitVerb->add_option("FILE", gaitOptions.file, "a character, a built-in figure, or a gait table (JSON)")->capture_default_str();
  gaitVerb->add_flag("--json", gaitOptions.input.json, "print one JSON document and nothing else");
  addReading(*gaitVerb, gaitOptions.input);
  addFit(*gaitVerb, gaitOptions.fit);
  gaitVerb->add_option("--table", gaitOptions.table, "gait table (JSON) instead of the built-in one")->check(CLI::ExistingFile);
  gaitVerb->add_option("--graph", gaitOptions.graph, "draw the machine: .svg, or .dot for Graphviz");
  gaitVerb->add_option("-o,--output", gaitOptions.output, "write the table, to edit it");
  gaitVerb->footer(
      "Examples:\n  sinew gait character.glb\n  sinew gait @figure --graph gait.svg -o gait.json\n  sinew gait gait.json --graph gait.dot");

  WalkVerbOptions walkOptions;
  CLI::App* walkVerb = app.add_subcommand("walk", "walk a character through a level by its own clips");
  walkVerb->add_option("FILE", walkOptions.file, "a character or a built-in figure")->capture_default_str();
  walkVerb->add_flag("--json", walkOptions.input.json, "print one JSON document and nothing else");
  addReading(*walkVerb, walkOptions.input);
  addFit(*walkVerb, walkOptions.fit);
  walkVerb->add_option("--level", walkOptions.level, "flat, stairs, ramps, walls, crates, platforms, polar, or a glTF file")
      ->capture_default_str();
  walkVerb->add_option("--script", walkOptions.script, "what to do when (JSON); default: walk, turn, run, stop")->check(CLI::ExistingFile);
  walkVerb->add_option("--table", walkOptions.table, "gait table (JSON) instead of the built-in one")->check(CLI::ExistingFile);
  walkVerb->add_option("--rate", walkOptions.rate, "frames a second")->check(within(5, 2000))->capture_default_str();
  walkVerb->add_flag("--no-falls", walkOptions.noFalls, "a hard knock makes it stagger instead of fall");
  walkVerb->add_option("--bake", walkOptions.bake, "write the walk as an animation on the original rig");
  walkVerb->add_option("--csv", walkOptions.csv, "write the path, frame by frame");
  walkVerb->add_option("--svg", walkOptions.svg, "draw the path from above, with contacts and falls");
  walkVerb->footer(
      "Examples:\n  sinew walk @figure --level stairs --bake walked.glb\n  sinew walk character.glb --level walls --svg path.svg\n"
      "  sinew walk @quadruped --script inputs.json --csv path.csv");

  PlayVerbOptions playOptions;
  const auto addPlay = [&](CLI::App& verb) {
    verb.add_option("FILE", playOptions.file, "a character or a built-in figure")->capture_default_str();
    verb.add_flag("--json", playOptions.input.json, "print one JSON document and nothing else");
    addReading(verb, playOptions.input);
    addFit(verb, playOptions.fit);
    addWorld(verb, playOptions.world);
    verb.add_option("--clip", playOptions.clip, "what it plays: a clip of the file, or a built-in one")->capture_default_str();
    verb.add_option("--hit", playOptions.hits, "ROLE@SECONDS:NEWTONSECONDS, from the front; a direction may follow: chest@1.0s:60:1,0,0");
    verb.add_option("--seconds", playOptions.seconds, "how long")->check(within(0.1, 600))->capture_default_str();
    verb.add_option("--bake", playOptions.bake, "write what was shown as an animation on the original rig");
  };
  CLI::App* playVerb = app.add_subcommand("play", "play a clip with a body: hits, falls, get-ups");
  addPlay(*playVerb);
  playVerb->footer(
      "Examples:\n  sinew play @figure --clip walk --hit chest@1.0s:60 --bake hit.glb\n  sinew play character.glb --hit head@1:150 "
      "--seconds 10");
  CLI::App* recordVerb = app.add_subcommand("record", "play, and write down the inputs with a hash of every frame");
  addPlay(*recordVerb);
  recordVerb->add_option("-o,--output", playOptions.record, "recording to write (JSON)")->required();
  recordVerb->footer("Example:\n  sinew record @figure --clip walk --hit chest@1:150 -o run.json; sinew replay run.json --verify");
  ReplayVerbOptions replayOptions;
  CLI::App* replayVerb = app.add_subcommand("replay", "play a recording again");
  replayVerb->add_option("FILE", replayOptions.file, "recording (JSON)")->required()->check(CLI::ExistingFile);
  replayVerb->add_flag("--json", replayOptions.input.json, "print one JSON document and nothing else");
  replayVerb->add_flag("--verify", replayOptions.verify, "compare every frame; exit 1 and tell the first one that differs");
  addReading(*replayVerb, replayOptions.input);
  addFit(*replayVerb, replayOptions.fit);
  replayVerb->footer("Example:\n  sinew replay run.json --verify");

  RenderOptions renderOptions;
  CLI::App* renderVerb = app.add_subcommand("render", "draw the fitted character from the front, the side and between, as PNG");
  addInput(*renderVerb, renderOptions.input);
  addFit(*renderVerb, renderOptions.fit);
  renderVerb->add_option("-o,--output", renderOptions.output, "folder for the frames");
  renderVerb->add_option("--sheet", renderOptions.sheet, "one PNG with a picture of every file");
  renderVerb->add_option("--layers", renderOptions.layers, "mesh,colliders,skeleton,frames,limits,mass,contacts,grid,labels or all");
  renderVerb->add_option("--size", renderOptions.size, "pixels, width and height")->check(CLI::Range(64, 8192))->capture_default_str();
  renderVerb
      ->add_option("--pose", renderOptions.pose, "bind, rest, clip:NAME@SECONDS (the file's, else a built-in one) or builtin:NAME@SECONDS")
      ->capture_default_str();
  renderVerb->add_option("--manikin", renderOptions.manikinFile, "draw this manikin file instead of fitting one")->check(CLI::ExistingFile);
  renderVerb->footer(
      "Examples:\n  sinew render character.glb -o frames\n  sinew render rigs/*.glb --sheet sheet.png\n"
      "  sinew render @figure -o frames --layers mesh,limits --pose clip:walk@0.3");

  ReportOptions reportOptions;
  CLI::App* reportVerb =
      app.add_subcommand("report", "write the proof as one page that needs nothing else: numbers, findings, the fall in 3-D");
  addInput(*reportVerb, reportOptions.input);
  addFit(*reportVerb, reportOptions.fit);
  addWorld(*reportVerb, reportOptions.world);
  reportVerb->add_option("-o,--output", reportOptions.output, "page to write; for several files a folder, with an index")->required();
  reportVerb->add_option("--start", reportOptions.start, "pose to fall from: bind, or clip:NAME@SECONDS")->capture_default_str();
  reportVerb->add_option("--height", reportOptions.height, "of the lowest point over the ground, m")
      ->check(within(0.0, 1000.0))
      ->capture_default_str();
  reportVerb->add_option("--seed", reportOptions.seed, "0: upright as authored; else a random orientation")
      ->check(seedNumber())
      ->capture_default_str();
  reportVerb->footer("Examples:\n  sinew report character.glb -o report.html\n  sinew report rigs/*.glb -o reports");

  ViewOptions viewOptions;
  CLI::App* viewVerb = app.add_subcommand("view", "open a window: play clips, drop, push and drag the body");
  viewVerb->add_option("FILE", viewOptions.file, "a character or a built-in figure")->capture_default_str();
  addFit(*viewVerb, viewOptions.fit);
  addWorld(*viewVerb, viewOptions.world);
  viewVerb->add_option("--screenshot", viewOptions.screenshot, "PNG to write when the window closes");
  viewVerb->add_option("--frames", viewOptions.frames, "close after so many frames")->check(CLI::Range(1, 1000000));
  viewVerb->add_option("--crowd", viewOptions.crowd, "so many characters at once")->check(CLI::Range(1, scenes::kLargestCrowd));
  addScene(*viewVerb, viewOptions.scene, viewOptions.powered);
  viewVerb->add_option("--level", viewOptions.level,
                       "steer it through a level: flat, stairs, ramps, walls, crates, platforms, polar, or a glTF file");
  viewVerb->footer("Keys: space play, . step, d drop, r back to the pose, f frame the selected part, a frame all, 1..9 layers");

  DemoOptions demoOptions;
  CLI::App* demoVerb = app.add_subcommand("demo", "make the built-in figure, fit it, prove it, drop it, print the proof");
  demoVerb->add_option("FILE", demoOptions.file, "another character to show")->capture_default_str();
  addFrames(*demoVerb, demoOptions.frames);

  // Whoever types the bare name wants to know what there is; a verb that does not exist is named.
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (arguments.size() < 2) {
    fmt::print(stderr, "{}", app.help());
    return 2;
  }
  const std::string verb = arguments[1];
  if (!verb.starts_with('-') && app.get_subcommands([&](const CLI::App* known) { return known->get_name() == verb; }).empty()) {
    return callFailed("sinew", {ErrorCode::usage, "command line", "there is no verb '" + printable(verb) + "'; sinew --help lists them"},
                      audienceAsked(arguments));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return usageError(app, error, arguments);
  }
  if (*inspectVerb) return inspect(inspectOptions);
  if (*figureVerb) return figure(figureOptions);
  if (*fitVerb) return fit(fitOptions);
  if (*diffVerb) return diff(diffOptions);
  if (*probeVerb) return probe(probeOptions);
  if (*settleSub) return settleVerb(settleOptions);
  if (*crowdVerb) return crowd(crowdOptions);
  if (*exportSub) return exportVerb(exportOptions);
  if (*gaitVerb) return gait(gaitOptions);
  if (*playVerb || *recordVerb) return play(playOptions);
  if (*replayVerb) return replay(replayOptions);
  if (*walkVerb) return walk(walkOptions);
  if (*renderVerb) return render(renderOptions);
  if (*reportVerb) return report(reportOptions);
  if (*viewVerb) return view(viewOptions);
  return demo(demoOptions);
}

}  // namespace sinew::cli
