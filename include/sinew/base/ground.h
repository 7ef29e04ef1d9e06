#pragma once

#include <sinew/base/math.h>

// What is under a foot. Foot planting and locomotion both ask it; a physics world, a tree of boxes and a height function answer.

namespace sinew {

struct GroundHit {
  bool hit = false;
  float height = 0;  ///< m, y of the surface, world
  Vec3 normal{0, 1, 0};
  Vec3 velocity{};  ///< m/s, of the surface at that point: a moving platform
};

class Ground {
 public:
  virtual ~Ground() = default;

  /// The highest surface under `point` that is not above it, no further than `reach` (m) below. A miss says so and nothing else.
  virtual GroundHit below(const Vec3& point, float reach) const = 0;
};

}  // namespace sinew
