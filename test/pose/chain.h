#pragma once

#include <cmath>

#include <sinew/pose/animator.h>

// A chain of joints, each a metre above its parent, and clips that sway it.

namespace sinew::test {

inline Skeleton chainOf(std::size_t count) {
  Skeleton skeleton;
  Transform model;
  for (std::size_t j = 0; j < count; ++j) {
    const Transform step{{}, {0, j == 0 ? 0.0f : 1.0f, 0}};
    model = model * step;
    skeleton.paths.push_back((j == 0 ? std::string() : skeleton.paths.back() + "/") + "j" + std::to_string(j));
    skeleton.parents.push_back(static_cast<std::int32_t>(j) - 1);
    skeleton.rest.push_back(step);
    skeleton.restScale.push_back({1, 1, 1});
    skeleton.scaleAbove.push_back({1, 1, 1});
    skeleton.modelFromBind.push_back(model);
  }
  return skeleton;
}

/// All joints but the root swing by `angle` about z, once a clip; it travels `distance` along +z.
inline Clip swaying(std::string name, std::size_t joints, float angle, float duration, float distance = 0) {
  constexpr std::uint32_t kKeys = 31;
  Clip clip;
  clip.name = std::move(name);
  clip.duration = duration;
  clip.loops = true;
  clip.jointCount = static_cast<std::uint32_t>(joints);
  clip.keyCount = kKeys;
  clip.rate = (kKeys - 1) / duration;
  const Skeleton skeleton = chainOf(joints);
  for (std::uint32_t k = 0; k < kKeys; ++k) {
    const float now = angle * std::cos(2 * kPi * static_cast<float>(k) / (kKeys - 1));
    for (std::size_t j = 0; j < joints; ++j)
      clip.samples.push_back({j == 0 ? Quat{} : axisAngle(Vec3{0, 0, 1}, now), skeleton.rest[j].translation});
  }
  if (distance != 0) clip.root = {.rate = 1 / duration, .position = {Vec3{}, Vec3{0, 0, distance}}, .yaw = {0, 0}};
  return clip;
}

inline std::shared_ptr<const AnimationSet> chainSet(std::size_t joints = 6) {
  auto set = std::make_shared<AnimationSet>();
  set->skeleton = chainOf(joints);
  set->clips = {swaying("idle", joints, 0.1f, 2), swaying("walk", joints, 0.6f, 1, 1.4f), swaying("run", joints, 0.9f, 0.7f, 2.45f)};
  return set;
}

}  // namespace sinew::test
