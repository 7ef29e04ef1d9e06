#include <algorithm>
#include <array>
#include <cmath>

#include <sinew/base/text.h>

#include "pose/builtin.h"

namespace sinew {

namespace {

constexpr std::array<std::string_view, 11> kNames{"idle", "walk",    "run",   "walkBackward", "turnLeft", "turnRight",
                                                  "limp", "stagger", "kneel", "getUpFront",   "getUpBack"};
constexpr float kRate = 60;  ///< keys a second: a planted foot stays put between them

ClipRecipe recipeOf(std::string_view name, BodyPoser& poser, const Skeleton& skeleton) {
  if (name == "idle") return idleRecipe(poser);
  if (name == "turnLeft") return turnRecipe(name, poser, kPi / 2);
  if (name == "turnRight") return turnRecipe(name, poser, -kPi / 2);
  if (name == "walk" || name == "run" || name == "walkBackward" || name == "limp") return walkRecipe(name, poser, skeleton);
  return keyedRecipe(name, poser);
}

}  // namespace

Clip clipOf(const ClipRecipe& recipe, BodyPoser& poser, const Skeleton& skeleton) {
  Clip clip;
  clip.name = recipe.name;
  clip.duration = recipe.duration;
  clip.loops = recipe.loops;
  clip.root = recipe.root;
  clip.jointCount = static_cast<std::uint32_t>(skeleton.size());
  clip.keyCount = static_cast<std::uint32_t>(std::ceil(recipe.duration * kRate)) + 1;
  clip.rate = static_cast<float>(clip.keyCount - 1) / recipe.duration;
  clip.samples.resize(clip.keyCount * skeleton.size());
  for (std::uint32_t k = 0; k < clip.keyCount; ++k) {
    ClipPose pose = recipe.at(static_cast<float>(k) / static_cast<float>(clip.keyCount - 1));
    const auto frame = std::span(clip.samples).subspan(k * skeleton.size(), skeleton.size());
    poser.pose(pose.body, pose.feet, frame);
    if (!pose.grounded) continue;
    pose.body.pelvisOffset.y -= poser.lowest() / poser.legLength();
    poser.pose(pose.body, pose.feet, frame);
  }
  return clip;
}

std::vector<std::string_view> builtInClipNames() { return {kNames.begin(), kNames.end()}; }

Result<Clip> builtInClip(std::string_view name, const Manikin& manikin, const Rig& rig, const Skeleton& skeleton) {
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) {
    std::string names;
    for (const std::string_view one : kNames) names += (names.empty() ? "" : ", ") + std::string(one);
    return fail(ErrorCode::usage, "clip", "there is no built-in clip '" + printable(name) + "'; there are " + names);
  }
  if (manikin.creature != Creature::humanoid) return fail(ErrorCode::value, "creature", "only humanoids have built-in clips");
  BodyPoser poser(manikin, rig, skeleton);
  if (!poser.hasLegs()) return fail(ErrorCode::value, "legs", "have no feet that hang from them: there is nothing to walk on");
  return clipOf(recipeOf(name, poser, skeleton), poser, skeleton);
}

}  // namespace sinew
