#include "gallery.h"

#include <filesystem>

#include <fmt/core.h>

#include "view/fall.h"

namespace sinew::cli {
namespace {

constexpr int kFallMoments = 8;
constexpr int kFallColumns = 4;
constexpr int kFallSize = 400;  ///< pixels of one moment

}  // namespace

std::string pictureName(const std::string& file) {
  std::string stem = std::filesystem::path(file).stem().string();
  std::erase(stem, '@');
  for (char& c : stem) c = c == ':' || c == '+' ? '_' : c;
  return stem;
}

Result<std::unique_ptr<Gallery>> Gallery::open(const std::string& folder) {
  auto gallery = std::make_unique<Gallery>();
  gallery->folder_ = folder;
  if (folder.empty()) return gallery;
  Result<std::unique_ptr<view::Studio>> studio = view::Studio::create();
  if (!studio) return Failure(studio.error());
  gallery->studio_ = std::move(*studio);
  std::error_code ignored;  // what cannot be made cannot be written to, and the writer says so
  std::filesystem::create_directories(folder, ignored);
  return gallery;
}

InputOptions Gallery::inTurn(InputOptions input) const {
  if (wanted()) input.jobs = 1;
  return input;
}

std::string Gallery::nameOf(const std::string& file) {
  if (const auto known = given_.find(file); known != given_.end()) return known->second;
  return given_[file] = names_.take(pictureName(file));
}

Result<std::vector<std::string>> Gallery::views(const std::string& file, const view::Subject& subject, const view::ShotOptions& shot) {
  const std::string name = nameOf(file);
  const std::vector<view::Image> images = studio_->shootAll(subject, shot);
  std::vector<std::string> written;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::string path =
        (std::filesystem::path(folder_) / fmt::format("{}.{}.png", name, view::nameOf(static_cast<view::Angle>(i)))).string();
    if (const Result<void> done = view::writePng(path, images[i]); !done) return Failure(done.error());
    written.push_back(path);
  }
  return written;
}

Result<std::vector<std::string>> Gallery::views(const std::string& file, const Character& character) {
  if (!wanted()) return std::vector<std::string>();
  studio_->load(character.asset, character.rig);
  return views(file, view::subjectOf(character.asset, character.rig, character.manikin ? &*character.manikin : nullptr), {});
}

Result<std::vector<std::string>> Gallery::fall(const std::string& file, const Character& character, const Trajectory& trajectory) {
  if (!wanted()) return std::vector<std::string>();
  studio_->load(character.asset, character.rig);
  view::ShotOptions shot{.width = kFallSize, .height = kFallSize};
  shot.layers.hide(Layer::labels);  // eight names a moment would hide the fall
  shot.layers.hide(Layer::skeleton);
  const std::vector<view::Image> moments =
      view::shootFall(*studio_, character.asset, character.rig, *character.manikin, trajectory, kFallMoments, shot);
  const std::string path = (std::filesystem::path(folder_) / (nameOf(file) + ".fall.png")).string();
  if (const Result<void> done = view::writePng(path, view::contactSheet(moments, kFallColumns)); !done) return Failure(done.error());
  return std::vector<std::string>{path};
}

}  // namespace sinew::cli
