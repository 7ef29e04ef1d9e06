#include <sinew/locomotion/ground.h>

#include <limits>

namespace sinew {

SnapSettings snapForWidth(float width) { return {.lift = 0.05f * width}; }

GroundHit snapToGround(const Ground& ground, const SnapSettings& settings, Vec3& origin) {
  const Vec3 probe = origin + Vec3{0, settings.lift, 0};
  const GroundHit hit = ground.below(probe, std::numeric_limits<float>::max());
  if (hit.hit && probe.y - hit.height > settings.least) origin.y = hit.height;
  return hit;
}

GroundHit WorldGround::below(const Vec3& point, float reach) const {
  constexpr float kFarthest = 1e4f;
  const float down = std::min(reach, kFarthest);
  const RayHit ray = world_.castRay(point, point - Vec3{0, down, 0}, mask_);
  if (!ray.hit) return {};
  return {.hit = true, .height = ray.point.y, .normal = ray.normal};
}

GroundHit HeightGround::below(const Vec3& point, float reach) const {
  const float height = height_(point.x, point.z);
  if (!(height <= point.y) || !(point.y - height <= reach)) return {};
  const float dx = height_(point.x + step_, point.z) - height_(point.x - step_, point.z);
  const float dz = height_(point.x, point.z + step_) - height_(point.x, point.z - step_);
  return {.hit = true, .height = height, .normal = normalized(Vec3{-dx, 2 * step_, -dz}, Vec3{0, 1, 0})};
}

}  // namespace sinew
