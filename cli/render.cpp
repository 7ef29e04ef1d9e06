#include <filesystem>

#include <fmt/core.h>

#include <sinew/asset/read.h>
#include <sinew/base/text.h>
#include <sinew/manikin/json.h>
#include <sinew/pose/sample.h>
#include <sinew/record/start.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "start.h"
#include "table.h"
#include "view/studio.h"

namespace sinew::cli {
namespace {

/// Joints as the options want to see them; empty for the bind pose.
Result<std::vector<Transform>> poseOf(const Character& character, const std::string& pose) {
  if (pose == "bind") return std::vector<Transform>();
  std::vector<Trs> locals = restLocals(character.asset);
  if (pose != "rest") {
    const Result<ClipMoment> moment = parseMoment(pose, "--pose");
    if (!moment) return Failure(moment.error());
    const Result<const AssetClip*> clip = findClip(character.asset, moment->clip);
    if (!clip) return Failure(clip.error());
    sampleClip(character.asset, **clip, moment->time, locals);
  }
  return modelFromJoints(character.asset, character.rig, locals);
}

/// The manikin to draw: the file that was named, else the fit, else none (a refused rig is drawn bare, with its findings).
Result<std::optional<Manikin>> manikinOf(const Character& character, const RenderOptions& options) {
  if (options.manikinFile.empty()) return character.manikin;
  const Result<std::string> text = readText(options.manikinFile);
  if (!text) return Failure(text.error());
  Result<Manikin> manikin = readManikin(*text);
  if (!manikin) return fail(manikin.error().code, printable(options.manikinFile) + ": " + manikin.error().place, manikin.error().message);
  return std::optional(std::move(*manikin));
}

Outcome renderOne(const std::string& file, const RenderOptions& options, view::Studio& studio, std::vector<view::Image>& sheet) {
  const Result<Character> character = loadCharacter(file, options.input, options.fit, ReadOptions{.images = true});
  if (!character) return failed(file, character.error());
  const Result<std::vector<Transform>> pose = poseOf(*character, options.pose);
  if (!pose) return failed(file, pose.error());
  const Result<std::optional<Manikin>> manikin = manikinOf(*character, options);
  if (!manikin) return failed(file, manikin.error());

  view::ShotOptions shot{.width = options.size, .height = options.size};
  if (!options.layers.empty()) {
    const Result<view::LayerSet> layers = view::LayerSet::parse(options.layers);
    if (!layers) return failed(file, layers.error());
    shot.layers = *layers;
  }

  studio.load(character->asset, character->rig);
  const view::Subject subject = view::subjectOf(character->asset, character->rig, *manikin ? &**manikin : nullptr, *pose);
  const std::vector<view::Image> images = studio.shootAll(subject, shot);
  sheet.push_back(images.back());

  Outcome outcome;
  outcome.status = character->map.refused && !*manikin ? 1 : 0;
  outcome.row = {*manikin ? std::string(nameOf((*manikin)->creature)) : "refused"};
  Json frames = Json::array();
  if (!options.output.empty()) {
    std::error_code ignored;
    std::filesystem::create_directories(options.output, ignored);
    std::string stem = std::filesystem::path(file).stem().string();
    std::erase(stem, '@');
    for (char& c : stem) c = c == ':' || c == '+' ? '_' : c;
    for (std::size_t i = 0; i < images.size(); ++i) {
      const std::filesystem::path path =
          std::filesystem::path(options.output) / fmt::format("{}.{}.png", stem, nameOf(static_cast<view::Angle>(i)));
      if (const Result<void> written = view::writePng(path, images[i]); !written) return failed(file, written.error());
      outcome.text += fmt::format("wrote {}\n", printable(path.string()));
      frames.push_back(printable(path.string()));
    }
  }
  if (outcome.status == 1)
    outcome.text += fmt::format("{}: refused; drawn without a manikin\n", printable(file)) + findingsText(character->map.findings);
  outcome.json =
      dump({{"schema", 1}, {"source", {{"file", character->asset.file}, {"sha256", character->asset.sha256}}}, {"frames", frames}});
  return outcome;
}

}  // namespace

int render(const RenderOptions& options) {
  if (options.output.empty() && options.sheet.empty()) {
    fmt::print(stderr, "render: -o FOLDER or --sheet FILE is required\n");
    return 2;
  }
  const Result<std::unique_ptr<view::Studio>> studio = view::Studio::create();
  if (!studio) {
    fmt::print(stderr, "render: error: {}: {}\n", studio.error().place, studio.error().message);
    return 2;
  }
  // A GL context belongs to one thread: one file after the other.
  InputOptions input = options.input;
  input.jobs = 1;
  std::vector<view::Image> sheet;
  int status = forEachFile(input, {"creature"}, [&](const std::string& file) { return renderOne(file, options, **studio, sheet); });
  if (!options.sheet.empty() && !sheet.empty()) {
    const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(sheet.size()))));
    if (const Result<void> written = view::writePng(options.sheet, view::contactSheet(sheet, columns)); !written) {
      fmt::print(stderr, "render: error: {}: {}\n", written.error().place, written.error().message);
      status = 2;
    }
  }
  return status;
}

}  // namespace sinew::cli
