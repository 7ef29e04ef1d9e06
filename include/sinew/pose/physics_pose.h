#pragma once

#include <span>
#include <vector>

#include <sinew/pose/skeleton.h>

namespace sinew {

/// Whether the translation of the top of a driven subtree starts at once (where the parent's weight is exactly 0) or in step with
/// the parent's weight: w * (1 - parent's w), without a jump when a parent's weight leaves 0.
enum class TopTranslation : std::uint8_t { parentAtZero, continuous };

struct PhysicsPose {
  std::vector<Transform> target;  ///< (jointCount) modelFromJoint, scale dropped
  std::vector<float> weight;      ///< (jointCount) [0, 1]
  bool active = false;
};

/// Blends a pose toward the bodies, joint by joint, parents first:
///
///     w > 0:                           local.r <- slerp(local.r, P^-1 * target.r, w)
///     w > 0, and root or w[parent] = 0:  local.t <- lerp(local.t, P^-1 * (target.p - p) / s, w)
///
/// P, p: rotation and position of the parent as blended; s: the scale above. A component whose scale is 0 keeps its translation.
void blendPhysicsPose(const Skeleton& skeleton, const PhysicsPose& physics, TopTranslation top, std::span<Transform> parentFromJoint,
                      std::span<Transform> modelFromJoint);

}  // namespace sinew
