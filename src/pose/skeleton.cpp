#include <sinew/pose/skeleton.h>

#include <algorithm>

#include <sinew/base/log.h>

#include "pose/fours.h"

namespace sinew {

namespace {

/// A scale of nothing moves nothing: it counts as one, as when the rig was indexed.
float usable(float scale) { return std::isfinite(scale) && scale != 0 ? scale : 1; }

Vec3 divided(const Vec3& a, const Vec3& scale, const Vec3& otherwise) {
  return {scale.x != 0 ? a.x / scale.x : otherwise.x, scale.y != 0 ? a.y / scale.y : otherwise.y,
          scale.z != 0 ? a.z / scale.z : otherwise.z};
}

}  // namespace

Skeleton skeletonOf(const Rig& rig) {
  Skeleton skeleton;
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    const Joint& joint = rig.joints[j];
    const bool root = joint.parent < 0;
    const auto parent = static_cast<std::size_t>(root ? 0 : joint.parent);
    const Vec3 above = root ? Vec3{1, 1, 1} : scaled(skeleton.scaleAbove[parent], skeleton.restScale[parent]);
    skeleton.paths.push_back((root ? "" : skeleton.paths[parent] + "/") + (joint.name.empty() ? "#" + std::to_string(j) : joint.name));
    skeleton.parents.push_back(joint.parent);
    skeleton.restScale.push_back({usable(joint.rest.scale.x), usable(joint.rest.scale.y), usable(joint.rest.scale.z)});
    skeleton.scaleAbove.push_back(above);
    skeleton.rest.push_back({joint.rest.rotation, divided(joint.rest.translation, above, joint.rest.translation)});
    skeleton.modelFromBind.push_back(joint.modelFromBind);
  }
  prepare(skeleton);
  return skeleton;
}

void prepare(Skeleton& skeleton) {
  const std::size_t count = skeleton.size();
  skeleton.fours.clear();
  skeleton.unscaled = std::all_of(skeleton.scaleAbove.begin(), skeleton.scaleAbove.end(), [](const Vec3& s) { return s == Vec3{1, 1, 1}; });

  // Of all joints whose parent stands in an earlier row, those with the longest chain below come first.
  std::vector<int> below(count, 0);
  for (std::size_t j = count; j-- > 0;)
    if (const std::int32_t parent = skeleton.parents[j]; parent >= 0)
      below[static_cast<std::size_t>(parent)] = std::max(below[static_cast<std::size_t>(parent)], below[j] + 1);
  std::vector<std::int32_t> ready, next;
  std::vector<std::vector<std::int32_t>> children(count);
  for (std::size_t j = 0; j < count; ++j) {
    const std::int32_t parent = skeleton.parents[j];
    (parent < 0 ? ready : children[static_cast<std::size_t>(parent)]).push_back(static_cast<std::int32_t>(j));
  }
  while (!ready.empty()) {
    std::stable_sort(ready.begin(), ready.end(), [&](std::int32_t a, std::int32_t b) {
      return below[static_cast<std::size_t>(a)] > below[static_cast<std::size_t>(b)];
    });
    const std::size_t taken = std::min<std::size_t>(4, ready.size());
    std::array<std::int32_t, 4> row{};
    for (std::size_t i = 0; i < 4; ++i) row[i] = ready[std::min(i, taken - 1)];
    next.assign(ready.begin() + static_cast<std::ptrdiff_t>(taken), ready.end());
    for (std::size_t i = 0; i < taken; ++i) {
      const std::vector<std::int32_t>& more = children[static_cast<std::size_t>(ready[i])];
      next.insert(next.end(), more.begin(), more.end());
    }
    ready.swap(next);
    skeleton.fours.push_back(row);
  }
}

void toModel(const Skeleton& skeleton, std::span<const Transform> parentFromJoint, std::span<Transform> modelFromJoint) {
  SINEW_ASSERT(parentFromJoint.size() == skeleton.size() && modelFromJoint.size() == skeleton.size());
  parentsFirst(skeleton, modelFromJoint,
               [&](const Quad& q, const std::array<const Transform*, 4>& above, const std::array<std::size_t, 4>&) {
                 FourPose local = fourOf(parentFromJoint.data(), q);
                 if (!skeleton.unscaled) local.translation = scaled(fourOf(skeleton.scaleAbove.data(), q), local.translation);
                 store(fourFresh(*above[0], *above[1], *above[2], *above[3]) * local, modelFromJoint.data(), q);
               });
}

void toLocal(const Skeleton& skeleton, std::span<const Transform> modelFromJoint, std::span<Transform> parentFromJoint) {
  SINEW_ASSERT(parentFromJoint.size() == skeleton.size() && modelFromJoint.size() == skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::int32_t parent = skeleton.parents[j];
    const Transform local = parent < 0 ? modelFromJoint[j] : inverse(modelFromJoint[static_cast<std::size_t>(parent)]) * modelFromJoint[j];
    parentFromJoint[j] = {normalized(local.rotation), divided(local.translation, skeleton.scaleAbove[j], parentFromJoint[j].translation)};
  }
}

}  // namespace sinew
