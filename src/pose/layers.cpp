#include <sinew/pose/layers.h>

#include <algorithm>

#include <sinew/base/log.h>

#include "pose/four.h"

namespace sinew {

namespace {

float unit(float weight) { return weight > 0 ? std::min(weight, 1.0f) : 0; }

/// As `blended`, from nothing.
SINEW_INLINE FourQuat share(const FourQuat& turn, const Four& t) { return blended(FourQuat{Four(0), Four(0), Four(0), Four(1)}, turn, t); }

template <bool kMasked>
void blend(const PoseLayer& layer, float whole, std::span<Transform> pose) {
  const bool additive = layer.mode == LayerMode::additive;
  for (std::size_t j = 0; j < pose.size(); j += 4) {
    const Quad q = quadAt(j, pose.size());
    Four weight = whole;
    if constexpr (kMasked) weight = weight * maxOf(minOf(fourOf(layer.mask.data(), q), Four(1)), Four(0));
    const FourMask touched = less(Four(0), weight);
    if (kMasked && !any(touched)) continue;
    const FourPose from = fourOf(pose.data(), q), to = fourOf(layer.pose.data(), q);
    FourPose out;
    if (additive) {
      // Blends of neighbouring poses need no slerp: normalised lerp along the shortest arc, as all samplers do.
      const FourPose reference = fourOf(layer.reference.data(), q);
      out.rotation = unitOf(from.rotation * share(conjugate(reference.rotation) * to.rotation, weight));
      out.translation = from.translation + (to.translation - reference.translation) * weight;
    } else {
      out.rotation = blended(from.rotation, to.rotation, weight);
      out.translation = from.translation + (to.translation - from.translation) * weight;
    }
    if constexpr (kMasked) {
      const FourMask all = equal(additive ? Four(0) : weight, Four(1));
      out = {select(all, to.rotation, out.rotation), select(all, to.translation, out.translation)};
      out = {select(touched, out.rotation, from.rotation), select(touched, out.translation, from.translation)};
    }
    store(out, pose.data(), q);
  }
}

}  // namespace

void blendLayer(const PoseLayer& layer, std::span<Transform> pose) {
  SINEW_ASSERT(layer.pose.size() == pose.size() && (layer.mask.empty() || layer.mask.size() == pose.size()));
  SINEW_ASSERT(layer.mode != LayerMode::additive || layer.reference.size() == pose.size());
  const float whole = unit(layer.weight);
  if (whole == 0) return;
  if (!layer.mask.empty()) {
    blend<true>(layer, whole, pose);
  } else if (whole == 1 && layer.mode == LayerMode::override) {
    std::copy(layer.pose.begin(), layer.pose.end(), pose.begin());
  } else {
    blend<false>(layer, whole, pose);
  }
}

std::vector<float> maskBelow(const Skeleton& skeleton, std::int32_t joint, int feather) {
  std::vector<float> mask(skeleton.size(), 0);
  if (joint < 0) return mask;
  mask[static_cast<std::size_t>(joint)] = 1;
  for (std::size_t j = static_cast<std::size_t>(joint) + 1; j < skeleton.size(); ++j)
    if (skeleton.parents[j] >= 0 && mask[static_cast<std::size_t>(skeleton.parents[j])] == 1) mask[j] = 1;
  std::int32_t above = skeleton.parents[static_cast<std::size_t>(joint)];
  for (int step = 1; step <= feather && above >= 0; ++step, above = skeleton.parents[static_cast<std::size_t>(above)])
    mask[static_cast<std::size_t>(above)] = 1 - static_cast<float>(step) / static_cast<float>(feather + 1);
  return mask;
}

}  // namespace sinew
