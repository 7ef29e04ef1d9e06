#pragma once

#include <functional>
#include <span>

#include <sinew/base/ground.h>
#include <sinew/physics/world.h>

// There is no gravity for who walks: every frame the height is found anew, absolutely, from what is under the column.

namespace sinew {

struct SnapSettings {
  float lift = 0.25f;  ///< m, > 0: how high the probe starts over the origin, and how high the volume's floor is raised: the step it climbs
  float least = 1e-4f;  ///< m, of the probe's distance to the ground; nearer than this nothing moves
};

/// The settings for a volume of that width: the lift is 5 % of it.
SnapSettings snapForWidth(float width);

/// Puts `origin` on the highest surface that is not above origin + lift: on a hit y is exactly the surface, on a miss it is bitwise
/// what it was. x and z are never touched. A walk-off drops at once.
GroundHit snapToGround(const Ground& ground, const SnapSettings& settings, Vec3& origin);

/// Ground by a ray into a physics world.
class WorldGround final : public Ground {
 public:
  explicit WorldGround(const World& world, std::uint32_t mask = kGroundGroup) : world_(world), mask_(mask) {}
  GroundHit below(const Vec3& point, float reach) const override;

 private:
  const World& world_;
  std::uint32_t mask_;
};

/// Ground by a height function of x and z (m), its normal by differences of `step`.
class HeightGround final : public Ground {
 public:
  explicit HeightGround(std::function<float(float, float)> height, float step = 1e-3f) : height_(std::move(height)), step_(step) {}
  GroundHit below(const Vec3& point, float reach) const override;

 private:
  std::function<float(float, float)> height_;
  float step_;
};

}  // namespace sinew
