#pragma once

#include <cmath>

#include <sinew/locomotion/gait.h>

// Clips by hand on a skeleton of one joint: all a gait needs to know is how they travel.

namespace sinew::test {

inline Skeleton oneJoint() {
  Skeleton skeleton;
  skeleton.paths = {"root"};
  skeleton.parents = {-1};
  skeleton.rest = {Transform{}};
  skeleton.restScale = {Vec3{1, 1, 1}};
  skeleton.scaleAbove = {Vec3{1, 1, 1}};
  skeleton.modelFromBind = {Transform{}};
  return skeleton;
}

/// Travels `distance` along +z and turns by `yaw` over its duration, evenly.
inline Clip travelling(std::string name, float duration, float distance, float yaw = 0, bool loops = true) {
  Clip clip;
  clip.name = std::move(name);
  clip.duration = duration;
  clip.loops = loops;
  clip.jointCount = 1;
  clip.rate = 1 / duration;
  clip.keyCount = 2;
  clip.samples = {Transform{}, Transform{}};
  if (distance == 0 && yaw == 0) return clip;
  constexpr int kKeys = 17;
  clip.root.rate = (kKeys - 1) / duration;
  Vec3 at;
  for (int i = 0; i < kKeys; ++i) {
    const float heading = yaw * static_cast<float>(i) / (kKeys - 1);
    clip.root.position.push_back(at);
    clip.root.yaw.push_back(heading);
    const float middle = heading + yaw / (2 * (kKeys - 1));
    at += Vec3{std::sin(middle), 0, std::cos(middle)} * (distance / (kKeys - 1));
  }
  return clip;
}

/// What a biped needs.
inline AnimationSet bipedClips() {
  AnimationSet set;
  set.skeleton = oneJoint();
  set.clips = {travelling("idle", 4, 0),
               travelling("walk", 1, 1.4f),
               travelling("run", 0.7f, 2.45f),
               travelling("turnLeft", 1, 0, kPi / 2),
               travelling("turnRight", 1, 0, -kPi / 2),
               travelling("limp", 1.2f, 0.6f),
               travelling("stagger", 1.1f, 0, 0, false)};
  return set;
}

}  // namespace sinew::test
