#include "crowd_pictures.h"

#include <filesystem>

#include <fmt/core.h>

#include "gallery.h"

namespace sinew::cli {
namespace {

constexpr int kMoments = 4;  // start, two between, end

}  // namespace

Result<std::unique_ptr<CrowdPictures>> CrowdPictures::open(const std::string& folder, const std::string& file, const Character& character) {
  auto pictures = std::make_unique<CrowdPictures>();
  if (folder.empty()) return pictures;
  Result<std::unique_ptr<view::CrowdPicture>> picture = view::CrowdPicture::create(character.asset, character.rig, *character.manikin);
  if (!picture) return Failure(picture.error());
  pictures->picture_ = std::move(*picture);
  pictures->folder_ = folder;
  pictures->name_ = pictureName(file);
  std::error_code ignored;  // what cannot be made cannot be written to, and the writer says so
  std::filesystem::create_directories(folder, ignored);
  return pictures;
}

Result<void> CrowdPictures::watch(const World& world, const scenes::Crowd& crowd, int step, int steps, float dt) {
  // More of them early: that is where things happen.
  bool wanted = false;
  for (int i = 0; i < kMoments; ++i) wanted = wanted || step == steps * i * i / ((kMoments - 1) * (kMoments - 1));
  if (!wanted) return {};

  std::vector<Transform> worldFromPart, worldFromModel;
  for (std::size_t i = 0; i < crowd.characters.size(); ++i) {
    const std::span<const BodyId> bodies = world.bodiesOf(crowd.characters[i]);
    std::vector<BodyState> states(bodies.size());
    world.getStates(bodies, states);
    for (const BodyState& state : states) worldFromPart.push_back(state.worldFromBody);
    worldFromModel.push_back(crowd.starts[i].worldFromModel);
  }
  const view::Image image = picture_->shoot({worldFromPart, worldFromModel, crowd.terrain ? &*crowd.terrain : nullptr});
  const std::string path =
      (std::filesystem::path(folder_) / fmt::format("{}.crowd.{:.2f}s.png", name_, static_cast<float>(step) * dt)).string();
  if (Result<void> done = view::writePng(path, image); !done) return done;
  written_.push_back(path);
  return {};
}

}  // namespace sinew::cli
