#include <sinew/pose/layers.h>

#include <sinew/base/log.h>

namespace sinew {

namespace {

float unit(float weight) { return weight > 0 ? std::min(weight, 1.0f) : 0; }

/// Blends of neighbouring poses need no slerp: normalised lerp along the shortest arc, as all samplers do.
Quat blended(const Quat& a, const Quat& b, float t) {
  const float kb = dot(a, b) < 0 ? -t : t, ka = 1 - t;
  return normalized(Quat{a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb, a.w * ka + b.w * kb});
}

}  // namespace

void blendLayer(const PoseLayer& layer, std::span<Transform> pose) {
  SINEW_ASSERT(layer.pose.size() == pose.size() && (layer.mask.empty() || layer.mask.size() == pose.size()));
  const bool additive = layer.mode == LayerMode::additive;
  SINEW_ASSERT(!additive || layer.reference.size() == pose.size());
  const float whole = unit(layer.weight);
  if (whole == 0) return;
  for (std::size_t j = 0; j < pose.size(); ++j) {
    const float weight = layer.mask.empty() ? whole : whole * unit(layer.mask[j]);
    if (weight == 0) continue;
    Transform& joint = pose[j];
    if (additive) {
      const Quat turn = conjugate(layer.reference[j].rotation) * layer.pose[j].rotation;
      joint.rotation = normalized(joint.rotation * blended(Quat{}, turn, weight));
      joint.translation += (layer.pose[j].translation - layer.reference[j].translation) * weight;
    } else if (weight == 1) {
      joint = layer.pose[j];
    } else {
      joint.rotation = blended(joint.rotation, layer.pose[j].rotation, weight);
      joint.translation = lerp(joint.translation, layer.pose[j].translation, weight);
    }
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
