#include <algorithm>

#include "physics/crowd/crowd_world.h"

namespace sinew::crowd {
namespace {

/// m, from a point to a shape; 0 or less inside.
float distanceTo(const Shape& shape, const Vec3& point, Vec3& normal) {
  if (shape.type == BodyShape::box) {
    const float d = boxDistance(inverse(shape.worldFromBox) * point, shape.halfExtent, normal);
    normal = rotate(shape.worldFromBox.rotation, normal);
    return d;
  }
  const Vec3 near = nearestOnSegment(shape.end0, shape.end1, point);
  normal = normalized(point - near, Vec3{0, 1, 0});
  return distance(point, near) - shape.radius;
}

/// Where a ball first touches a shape on its way: it walks by what is certainly free. 2: nowhere.
float castAt(const Shape& shape, const Vec3& from, const Vec3& to, float radius, Vec3& normal) {
  const float way = distance(from, to);
  const Vec3 center = shape.type == BodyShape::box ? shape.worldFromBox.translation : shape.center();
  if (distance(nearestOnSegment(from, to, center), center) > shape.reach() + radius) return 2;
  float share = 0;
  for (int i = 0; i < 128 && share <= 1; ++i) {
    const float gap = distanceTo(shape, lerp(from, to, share), normal) - radius;
    if (gap < 1e-5f) return share;
    share += gap / std::max(way, 1e-9f);
  }
  return 2;
}

}  // namespace

RayHit CrowdWorld::castRay(const Vec3& from, const Vec3& to, std::uint32_t mask) const {
  const bool rayIsFinite = isFinite(from) && isFinite(to);
  SINEW_ASSERT(rayIsFinite);
  if (!rayIsFinite) return {};
  return castBall(from, to, 0, mask);
}

RayHit CrowdWorld::castSphere(const Vec3& from, const Vec3& to, float radius, std::uint32_t mask) const {
  const bool sweepIsUsable = isFinite(from) && isFinite(to) && std::isfinite(radius) && radius > 0;
  SINEW_ASSERT(sweepIsUsable);
  if (!sweepIsUsable) return {};
  return castBall(from, to, radius, mask);
}

RayHit CrowdWorld::castBall(const Vec3& from, const Vec3& to, float radius, std::uint32_t mask) const {
  RayHit hit;
  float best = 2;
  for (std::uint32_t i = 0; i < bodies_.end(); ++i) {
    if (!bodies_.holds(i) || (bodies_[i].def.group & mask) == 0 || !actors_[bodies_[i].actor].enabled) continue;
    Vec3 normal;
    const float share = castAt(shapeOf(bodies_[i]), from, to, radius, normal);
    if (share >= best) continue;
    best = share;
    hit.body = bodies_.idAt(i);
    hit.normal = normal;
  }
  for (std::uint32_t i = 0; i < grounds_.end() && (mask & kGroundGroup) != 0; ++i) {
    if (!grounds_.holds(i)) continue;
    Vec3 normal;
    const float share = grounds_[i].cast(from, to, radius, normal);
    if (share >= best) continue;
    best = share;
    hit.body = {};
    hit.ground = grounds_.idAt(i);
    hit.normal = normal;
  }
  if (best > 1) return {};
  hit.hit = true;
  hit.fraction = best;
  hit.point = lerp(from, to, best) - hit.normal * radius;
  return hit;
}

std::vector<BodyId> CrowdWorld::overlapSphere(const Vec3& center, float radius, std::uint32_t mask) const {
  const bool sphereIsUsable = isFinite(center) && std::isfinite(radius) && radius >= 0;
  SINEW_ASSERT(sphereIsUsable);
  std::vector<BodyId> touched;
  for (std::uint32_t i = 0; i < bodies_.end() && sphereIsUsable; ++i) {
    if (!bodies_.holds(i) || (bodies_[i].def.group & mask) == 0 || !actors_[bodies_[i].actor].enabled) continue;
    Vec3 normal;
    if (distanceTo(shapeOf(bodies_[i]), center, normal) <= radius) touched.push_back(bodies_.idAt(i));
  }
  return touched;
}

}  // namespace sinew::crowd
