#pragma once

#include <string>
#include <vector>

#include <sinew/ragdoll/ragdoll.h>

// A person of bare bones: twenty joints, no roles, no mesh; the root has no bone and the collars are short.

namespace sinew::test {

struct BareBones {
  std::vector<std::int32_t> parents;
  std::vector<Transform> place;  ///< (jointCount) world

  std::int32_t add(std::int32_t parent, const Vec3& at, const Quat& turned = {}) {
    parents.push_back(parent);
    place.push_back({turned, at});
    return static_cast<std::int32_t>(parents.size()) - 1;
  }
  std::vector<Mat4> matrices() const {
    std::vector<Mat4> all;
    for (const Transform& joint : place) all.push_back(toMat4(joint));
    return all;
  }
  std::vector<Transform> locals() const {
    std::vector<Transform> all;
    for (std::size_t j = 0; j < parents.size(); ++j) {
      all.push_back(parents[j] < 0 ? place[j] : inverse(place[static_cast<std::size_t>(parents[j])]) * place[j]);
    }
    return all;
  }
};

/// `turn` turns every joint frame, each by another angle: rest poses that are not the world's axes.
inline BareBones bareBones(float turn = 0) {
  BareBones bones;
  int count = 0;
  const auto frame = [&] { return exponential(Vec3{1, -2, 0.5f} * (turn * static_cast<float>(++count))); };
  const std::int32_t hips = bones.add(-1, {0, 1, 0}, frame());
  const std::int32_t spine = bones.add(hips, {0, 1.2f, 0}, frame());
  const std::int32_t chest = bones.add(spine, {0, 1.45f, 0}, frame());
  const std::int32_t neck = bones.add(chest, {0, 1.55f, 0}, frame());
  bones.add(neck, {0, 1.75f, 0}, frame());
  for (const float side : {1.0f, -1.0f}) {
    const std::int32_t collar = bones.add(chest, {side * 0.012f, 1.45f, 0.005f}, frame());
    const std::int32_t shoulder = bones.add(collar, {side * 0.2f, 1.45f, 0}, frame());
    const std::int32_t elbow = bones.add(shoulder, {side * 0.5f, 1.45f, 0}, frame());
    const std::int32_t wrist = bones.add(elbow, {side * 0.75f, 1.45f, 0}, frame());
    bones.add(wrist, {side * 0.93f, 1.45f, 0}, frame());
    const std::int32_t hip = bones.add(hips, {side * 0.1f, 0.95f, 0}, frame());
    const std::int32_t knee = bones.add(hip, {side * 0.11f, 0.52f, 0.01f}, frame());
    const std::int32_t ankle = bones.add(knee, {side * 0.12f, 0.09f, 0}, frame());
    bones.add(ankle, {side * 0.12f, 0.05f, 0.16f}, frame());
  }
  return bones;
}

}  // namespace sinew::test
