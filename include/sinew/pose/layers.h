#pragma once

#include <span>
#include <vector>

#include <sinew/pose/skeleton.h>

namespace sinew {

enum class LayerMode : std::uint8_t { override, additive };

/// out = pose blended toward `layer` by weight * mask[joint] (an empty mask is all ones). Override: shortest-arc slerp and lerp. Additive:
/// `layer` is a difference from `reference` (both (jointCount)), applied on the joint's own side. Weights clamp to [0, 1].
struct PoseLayer {
  LayerMode mode = LayerMode::override;
  float weight = 1;
  std::span<const float> mask;           ///< (jointCount) or empty
  std::span<const Transform> pose;       ///< (jointCount)
  std::span<const Transform> reference;  ///< (jointCount), additive
};
void blendLayer(const PoseLayer& layer, std::span<Transform> pose);

/// Mask of a joint and all below it: 1 there, else 0; `feather` joints above the top ramp up to it.
std::vector<float> maskBelow(const Skeleton& skeleton, std::int32_t joint, int feather = 0);

}  // namespace sinew
