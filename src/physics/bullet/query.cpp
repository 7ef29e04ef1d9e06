#include <algorithm>

#include "physics/bullet/bullet_world.h"

namespace sinew::bullet {
namespace {

bool meets(const btBroadphaseProxy* proxy, std::uint32_t mask) {
  return (static_cast<std::uint32_t>(proxy->m_collisionFilterGroup) & mask) != 0;
}

struct RayCallback : btCollisionWorld::ClosestRayResultCallback {
  RayCallback(const btVector3& from, const btVector3& to, std::uint32_t mask) : ClosestRayResultCallback(from, to), mask_(mask) {}
  bool needsCollision(btBroadphaseProxy* proxy) const override { return meets(proxy, mask_); }
  std::uint32_t mask_;
};

struct SweepCallback : btCollisionWorld::ClosestConvexResultCallback {
  SweepCallback(const btVector3& from, const btVector3& to, std::uint32_t mask) : ClosestConvexResultCallback(from, to), mask_(mask) {}
  bool needsCollision(btBroadphaseProxy* proxy) const override { return meets(proxy, mask_); }
  std::uint32_t mask_;
};

struct BoxCallback : btBroadphaseAabbCallback {
  bool process(const btBroadphaseProxy* proxy) override {
    const auto* object = static_cast<const btCollisionObject*>(proxy->m_clientObject);
    if (!isGround(*object) && meets(proxy, mask)) found.push_back(indexOf(*object));
    return true;
  }
  std::uint32_t mask = 0;
  std::vector<std::uint32_t> found;
};

/// m, from a point to a shape; 0 inside. The point in the shape's frame.
float distanceTo(const BodyInfo& info, const Vec3& point) {
  if (info.type == BodyShape::box) {
    const Vec3 h = info.halfExtent;
    const Vec3 nearest{std::clamp(point.x, -h.x, h.x), std::clamp(point.y, -h.y, h.y), std::clamp(point.z, -h.z, h.z)};
    return distance(point, nearest);
  }
  const Vec3 nearest{0, std::clamp(point.y, -info.halfHeight, info.halfHeight), 0};
  return std::max(distance(point, nearest) - info.radius, 0.0f);
}

}  // namespace

RayHit BulletWorld::hitOf(const btCollisionObject& object, float fraction, const btVector3& point, const btVector3& normal) const {
  RayHit hit;
  hit.hit = true;
  hit.fraction = fraction;
  hit.point = fromBullet(point);
  hit.normal = fromBullet(normal);
  if (isGround(object)) {
    hit.ground = grounds_.idAt(indexOf(object));
  } else {
    hit.body = bodies_.idAt(indexOf(object));
  }
  return hit;
}

RayHit BulletWorld::castRay(const Vec3& from, const Vec3& to, std::uint32_t mask) const {
  const bool rayIsFinite = isFinite(from) && isFinite(to);
  SINEW_ASSERT(rayIsFinite);
  if (!rayIsFinite) return {};
  RayCallback callback(toBullet(from), toBullet(to), mask);
  collision_.rayTest(toBullet(from), toBullet(to), callback);
  if (!callback.hasHit()) return {};
  return hitOf(*callback.m_collisionObject, callback.m_closestHitFraction, callback.m_hitPointWorld,
               callback.m_hitNormalWorld.normalized());
}

RayHit BulletWorld::castSphere(const Vec3& from, const Vec3& to, float radius, std::uint32_t mask) const {
  const bool sweepIsUsable = isFinite(from) && isFinite(to) && std::isfinite(radius) && radius > 0;
  SINEW_ASSERT(sweepIsUsable);
  if (!sweepIsUsable) return {};
  const btSphereShape sphere(radius);
  SweepCallback callback(toBullet(from), toBullet(to), mask);
  collision_.convexSweepTest(&sphere, btTransform(btQuaternion::getIdentity(), toBullet(from)),
                             btTransform(btQuaternion::getIdentity(), toBullet(to)), callback);
  if (!callback.hasHit()) return {};
  return hitOf(*callback.m_hitCollisionObject, callback.m_closestHitFraction, callback.m_hitPointWorld,
               callback.m_hitNormalWorld.normalized());
}

std::vector<BodyId> BulletWorld::overlapSphere(const Vec3& center, float radius, std::uint32_t mask) const {
  const bool sphereIsUsable = isFinite(center) && std::isfinite(radius) && radius >= 0;
  SINEW_ASSERT(sphereIsUsable);
  if (!sphereIsUsable) return {};
  BoxCallback callback;
  callback.mask = mask;
  const btVector3 reach(radius, radius, radius);
  const_cast<btDbvtBroadphase&>(broadphase_).aabbTest(toBullet(center) - reach, toBullet(center) + reach, callback);
  std::sort(callback.found.begin(), callback.found.end());

  std::vector<BodyId> touched;
  for (const std::uint32_t i : callback.found) {
    const BodyInfo info = infoOf(bodies_[i]);
    const Transform worldFromShape = fromBullet(bodies_[i].worldFromBody()) * info.bodyFromShape;
    if (distanceTo(info, inverse(worldFromShape) * center) <= radius) touched.push_back(bodies_.idAt(i));
  }
  return touched;
}

}  // namespace sinew::bullet
