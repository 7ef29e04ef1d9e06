#include "crowd_picture.h"

namespace sinew::view {
namespace {

constexpr int kWidth = 1920, kHeight = 1080;

}  // namespace

Result<std::unique_ptr<CrowdPicture>> CrowdPicture::create(const Asset& asset, const Rig& rig, const Manikin& manikin) {
  Result<std::unique_ptr<Studio>> studio = Studio::create();
  if (!studio) return Failure(studio.error());
  return std::unique_ptr<CrowdPicture>(new CrowdPicture(std::move(*studio), asset, rig, manikin));
}

CrowdPicture::CrowdPicture(std::unique_ptr<Studio> studio, const Asset& asset, const Rig& rig, const Manikin& manikin)
    : studio_(std::move(studio)), manikin_(manikin), pose_(rig, manikin), model_(asset, modelData(asset, rig)), target_(kWidth, kHeight) {}

Image CrowdPicture::shoot(const CrowdView& crowd) {
  const Bounds bounds = boundsOf(crowd.worldFromPart);
  Canvas canvas;
  drawCrowdGround(canvas, crowd, bounds);
  target_.bind();
  const float aspect = static_cast<float>(kWidth) / static_cast<float>(kHeight);
  studio_->renderer().begin(frameCrowd(bounds, 0.5f * manikin_.stature, aspect), kWidth, kHeight);
  drawCrowd(studio_->renderer(), model_, pose_, crowd);
  studio_->renderer().canvas(canvas, LayerSet::usual());
  return target_.read();
}

}  // namespace sinew::view
