#pragma once

#include <memory>
#include <string>
#include <vector>

#include <sinew/physics/world.h>

#include "character.h"
#include "scenes/crowd.h"
#include "view/crowd_picture.h"

namespace sinew::cli {

/// Pictures of a running crowd: its start, its fall, its end.
class CrowdPictures {
 public:
  /// No folder: nothing is drawn. Keeps the character.
  static Result<std::unique_ptr<CrowdPictures>> open(const std::string& folder, const std::string& file, const Character& character);

  /// Takes a picture where this step is one of the moments, as NAME.crowd.SECONDS.png.
  Result<void> watch(const World& world, const scenes::Crowd& crowd, int step, int steps, float dt);
  const std::vector<std::string>& written() const { return written_; }

 private:
  std::string folder_, name_;
  std::unique_ptr<view::CrowdPicture> picture_;
  std::vector<std::string> written_;
};

}  // namespace sinew::cli
