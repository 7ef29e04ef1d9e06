#include <fmt/core.h>
#include <cmath>

#include <sinew/asset/read.h>
#include <sinew/base/text.h>
#include <sinew/manikin/json.h>
#include <sinew/pose/anatomy.h>
#include <sinew/pose/sample.h>
#include <sinew/record/start.h>

#include "batch.h"
#include "character.h"
#include "document.h"
#include "gallery.h"
#include "start.h"
#include "table.h"

namespace sinew::cli {
namespace {

/// Joints of a built-in clip at a moment, on the body that was fitted.
Result<std::vector<Transform>> builtInPose(const Character& character, const ClipMoment& moment) {
  const Skeleton skeleton = skeletonOf(character.rig);
  const Result<Clip> clip = builtInClip(moment.clip, *character.manikin, character.rig, skeleton);
  if (!clip) return Failure(clip.error());
  std::vector<Transform> local(skeleton.size()), model(skeleton.size());
  samplePose(*clip, skeleton, moment.time, local);
  toModel(skeleton, local, model);
  return model;
}

/// Joints as the options want to see them; empty for the bind pose.
Result<std::vector<Transform>> poseOf(const Character& character, const std::string& pose) {
  constexpr std::string_view kBuiltIn = "builtin:";
  if (pose == "bind") return std::vector<Transform>();
  std::vector<Trs> locals = restLocals(character.asset);
  if (pose != "rest") {
    const bool builtIn = pose.starts_with(kBuiltIn);
    const Result<ClipMoment> moment = parseMoment(builtIn ? "clip:" + pose.substr(kBuiltIn.size()) : pose, "--pose");
    if (!moment) return Failure(moment.error());
    // The file's own clip of that name wins.
    const Result<const AssetClip*> clip = findClip(character.asset, moment->clip);
    if (builtIn || !clip) {
      if (!character.manikin)
        return builtIn ? fail(ErrorCode::value, "--pose", "a built-in clip needs a body, and none was fitted") : Failure(clip.error());
      Result<std::vector<Transform>> made = builtInPose(character, *moment);
      if (made || builtIn) return made;
      return Failure(clip.error());
    }
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
  if (const Result<void> same = describes(*manikin, character.rig); !same)
    return fail(same.error().code, printable(options.manikinFile) + ": " + same.error().place, same.error().message);
  return std::optional(std::move(*manikin));
}

Outcome renderOne(const std::string& file, const RenderOptions& options, Gallery& gallery, std::vector<view::Image>& sheet) {
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

  gallery.studio().load(character->asset, character->rig);
  const view::Subject subject = view::subjectOf(character->asset, character->rig, *manikin ? &**manikin : nullptr, *pose);
  if (!options.sheet.empty()) sheet.push_back(gallery.studio().shootAll(subject, shot).back());

  Outcome outcome;
  outcome.status = character->map.refused && !*manikin ? 1 : 0;
  outcome.row = {*manikin ? std::string(nameOf((*manikin)->creature)) : "refused"};
  Json frames = Json::array();
  if (!options.output.empty()) {
    const Result<std::vector<std::string>> written = gallery.views(file, subject, shot);
    if (!written) return failed(file, written.error());
    for (const std::string& path : *written) {
      outcome.text += fmt::format("wrote {}\n", printable(path));
      frames.push_back(printable(path));
    }
  }
  if (outcome.status == 1)
    outcome.text += fmt::format("{}: refused; drawn without a manikin\n", printable(file)) + findingsText(character->findings());
  outcome.json = dump({{"schema", 1},
                       {"source", {{"file", character->asset.file}, {"sha256", character->asset.sha256}}},
                       {"frames", frames},
                       {"refused", outcome.status == 1},
                       {"findings", toJson(*manikin ? (*manikin)->findings : character->findings())}});
  return outcome;
}

}  // namespace

int render(const RenderOptions& options) {
  const Audience audience = audienceOf(options.input.json);
  if (options.output.empty() && options.sheet.empty()) {
    return callFailed("render", {ErrorCode::usage, "", "-o FOLDER or --sheet FILE is required"}, audience);
  }
  if (const Result<void> free = checkOutputs(options.input, options.fit, {options.sheet}); !free)
    return callFailed("render", free.error(), audience);

  // A sheet is put together in memory, and its writer counts bytes in 32 bits.
  constexpr double kMostPixels = 1 << 28;
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(options.input.files.size()))));
  if (!options.sheet.empty() && std::pow(static_cast<double>(columns) * options.size, 2) > kMostPixels)
    return callFailed("render", {ErrorCode::limit, "--sheet", "would be larger than 16384 by 16384 pixels: take a smaller --size"},
                      audience);
  // The sheet needs the studio too, so there is a gallery even without a folder of its own.
  const Result<std::unique_ptr<Gallery>> gallery = Gallery::open(options.output.empty() ? "." : options.output);
  if (!gallery) return callFailed("render", gallery.error(), audience);
  std::vector<view::Image> sheet;
  const auto one = [&](const std::string& file) { return renderOne(file, options, **gallery, sheet); };
  const auto writeSheet = [&]() -> Result<void> {
    if (options.sheet.empty() || sheet.empty()) return {};
    return view::writePng(options.sheet, view::contactSheet(sheet, columns));
  };
  const int status = forEachFile((*gallery)->inTurn(options.input), {"creature"}, one, writeSheet);
  if (!options.input.json && status < 2 && !sheet.empty()) fmt::print("wrote {}\n", printable(options.sheet));
  return status;
}

}  // namespace sinew::cli
