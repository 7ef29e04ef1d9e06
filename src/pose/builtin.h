#pragma once

#include <functional>

#include "pose/body_poser.h"

namespace sinew {

/// A pose of a clip at one moment.
struct ClipPose {
  AnatomicalPose body{};
  FootTargets feet{};
  bool grounded = false;     ///< the whole body is lifted or lowered so that its lowest part touches the ground
  float level = 0;           ///< [0, 1] how much the body is pitched so that legs and what is above them touch the ground both
  Role anchor = Role::none;  ///< its joint stays where it is from here to the next pose: the root travels
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

/// m, how far the pelvis must sink for the legs to reach all their targets with no leg stretched beyond `straightest` of its
/// length, all through a cycle; at most a quarter of the leg. `at` gives the pose for a drop (m) and a phase.
float dropIntoReach(BodyPoser& poser, const Skeleton& skeleton, float straightest, const std::function<ClipPose(float, float)>& at);

/// Walking, running, limping: feet planned on the ground, the body over them.
ClipRecipe walkRecipe(std::string_view name, BodyPoser& poser, const Skeleton& skeleton);
/// Four-footed standing, walking and trotting.
ClipRecipe pawRecipe(std::string_view name, BodyPoser& poser, const Skeleton& skeleton);
/// Standing, turning on the spot.
ClipRecipe idleRecipe(BodyPoser& poser);
ClipRecipe turnRecipe(std::string_view name, BodyPoser& poser, float yaw);
/// Key poses: stagger, kneel, lying, get-ups.
ClipRecipe keyedRecipe(std::string_view name, BodyPoser& poser);

}  // namespace sinew
