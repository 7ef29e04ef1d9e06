#pragma once

#include <functional>

#include "pose/body_poser.h"

namespace sinew {

/// A pose of a clip at one moment.
struct ClipPose {
  AnatomicalPose body{};
  std::array<FootTarget, 2> feet{};
  bool grounded = false;  ///< the whole body is lifted or lowered so that its lowest part touches the ground
};

/// Samples a motion into a clip of that body. `at` takes a share of the clip, [0, 1].
struct ClipRecipe {
  std::string name;
  float duration = 1;  ///< s
  bool loops = false;
  RootTrack root{};
  std::function<ClipPose(float)> at;
};
Clip clipOf(const ClipRecipe& recipe, BodyPoser& poser, const Skeleton& skeleton);

/// Walking, running, limping: feet planned on the ground, the body over them.
ClipRecipe walkRecipe(std::string_view name, BodyPoser& poser, const Skeleton& skeleton);
/// Standing, turning on the spot.
ClipRecipe idleRecipe(BodyPoser& poser);
ClipRecipe turnRecipe(std::string_view name, BodyPoser& poser, float yaw);
/// Key poses: stagger, kneel, get-ups.
ClipRecipe keyedRecipe(std::string_view name, BodyPoser& poser);

}  // namespace sinew
