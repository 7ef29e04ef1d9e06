#pragma once

#include <memory>

#include <sinew/manikin/manikin.h>

#include "crowd_draw.h"
#include "studio.h"

namespace sinew::view {

/// Pictures of a whole crowd without a display.
class CrowdPicture {
 public:
  static Result<std::unique_ptr<CrowdPicture>> create(const Asset& asset, const Rig& rig, const Manikin& manikin);

  /// Everybody in one picture.
  Image shoot(const CrowdView& crowd);

 private:
  CrowdPicture(std::unique_ptr<Studio> studio, const Asset& asset, const Rig& rig, const Manikin& manikin);

  std::unique_ptr<Studio> studio_;  ///< before everything that needs its context
  const Manikin& manikin_;
  CrowdPose pose_;
  Model model_;
  Target target_;
};

}  // namespace sinew::view
