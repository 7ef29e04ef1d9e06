#include <algorithm>
#include <array>
#include <cmath>

#include <sinew/base/text.h>

#include "pose/builtin.h"

namespace sinew {

namespace {

constexpr std::array<std::string_view, 13> kNames{"idle",    "walk",  "run",      "walkBackward", "turnLeft",   "turnRight", "limp",
                                                  "stagger", "kneel", "lieFront", "lieBack",      "getUpFront", "getUpBack"};
constexpr std::array<std::string_view, 3> kPawNames{"idle", "walk", "run"};
constexpr float kRate = 60;  ///< keys a second: a planted foot stays put between them

ClipRecipe recipeOf(std::string_view name, BodyPoser& poser, const Skeleton& skeleton) {
  if (name == "idle") return idleRecipe(poser);
  if (name == "turnLeft") return turnRecipe(name, poser, kPi / 2);
  if (name == "turnRight") return turnRecipe(name, poser, -kPi / 2);
  if (name == "walk" || name == "run" || name == "walkBackward" || name == "limp") return walkRecipe(name, poser, skeleton);
  return keyedRecipe(name, poser);
}

/// The pelvis's rotation for which the lowest parts of both halves of the body are equally high, by bisection over its pitch.
Quat levelled(const ClipPose& pose, BodyPoser& poser, std::span<Transform> scratch) {
  constexpr float kMost = radians(40.0f);
  constexpr int kHalvings = 10;
  ClipPose tried = pose;
  const auto apart = [&](float pitch) {
    tried.body.pelvisRotation = axisAngle(Vec3{1, 0, 0}, pitch) * pose.body.pelvisRotation;
    poser.pose(tried.body, tried.feet, scratch);
    return poser.lowest(BodyPoser::Half::upper) - poser.lowest(BodyPoser::Half::lower);
  };
  // Which way is up depends on whether the body lies on its front or on its back.
  float low = -kMost, high = kMost;
  const float sign = apart(low) > apart(high) ? 1.0f : -1.0f;
  for (int i = 0; i < kHalvings; ++i) {
    const float pitch = (low + high) / 2;
    (sign * apart(pitch) > 0 ? low : high) = pitch;
  }
  return axisAngle(Vec3{1, 0, 0}, pose.level * (low + high) / 2) * pose.body.pelvisRotation;
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
  // Body axes: what the root travels so that anchors stay, key by key.
  Vec3 travel;
  Role anchor = Role::none;
  std::vector<Vec3> positions;
  for (std::uint32_t k = 0; k < clip.keyCount; ++k) {
    const Vec3 before = poser.place(anchor);
    ClipPose pose = recipe.at(static_cast<float>(k) / static_cast<float>(clip.keyCount - 1));
    const auto frame = std::span(clip.samples).subspan(k * skeleton.size(), skeleton.size());
    if (pose.level > 0) pose.body.pelvisRotation = levelled(pose, poser, frame);
    poser.pose(pose.body, pose.feet, frame);
    if (pose.grounded) {
      pose.body.pelvisOffset.y -= poser.lowest() / poser.legLength();
      poser.pose(pose.body, pose.feet, frame);
    }
    if (k > 0 && anchor != Role::none) travel += before - poser.place(anchor);
    travel.y = 0;
    positions.push_back(rotate(poser.frames().modelFromBody, travel));
    anchor = pose.anchor;
  }
  if (lengthSquared(travel) > 0) clip.root = {clip.rate, positions, std::vector<float>(positions.size())};
  return clip;
}

float dropIntoReach(BodyPoser& poser, const Skeleton& skeleton, float straightest, const std::function<ClipPose(float, float)>& at) {
  constexpr int kHalvings = 8, kMoments = 24;
  std::vector<Transform> scratch(skeleton.size());
  float low = 0, high = 0.25f * poser.legLength();
  for (int i = 0; i < kHalvings; ++i) {
    const float drop = (low + high) / 2;
    float most = 0;
    for (int f = 0; f < kMoments; ++f) {
      const ClipPose pose = at(drop, static_cast<float>(f) / kMoments);
      poser.pose(pose.body, pose.feet, scratch);
      most = std::max(most, poser.stretch());
    }
    (most > straightest ? low : high) = drop;
  }
  return high;
}

std::vector<std::string_view> builtInClipNames() { return {kNames.begin(), kNames.end()}; }

Result<Clip> builtInClip(std::string_view name, const Manikin& manikin, const Rig& rig, const Skeleton& skeleton) {
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) {
    std::string names;
    for (const std::string_view one : kNames) names += (names.empty() ? "" : ", ") + std::string(one);
    return fail(ErrorCode::usage, "clip", "there is no built-in clip '" + printable(name) + "'; there are " + names);
  }
  const bool four = manikin.creature == Creature::quadruped;
  if (manikin.creature == Creature::bones) return fail(ErrorCode::value, "creature", "a rig without a body plan has no built-in clips");
  if (four && std::find(kPawNames.begin(), kPawNames.end(), name) == kPawNames.end())
    return fail(ErrorCode::value, "creature", "the built-in clips of quadrupeds are idle, walk and run");
  BodyPoser poser(manikin, rig, skeleton);
  if (!poser.hasLegs()) return fail(ErrorCode::value, "legs", "have no feet that hang from them: there is nothing to walk on");
  return clipOf(four ? pawRecipe(name, poser, skeleton) : recipeOf(name, poser, skeleton), poser, skeleton);
}

}  // namespace sinew
