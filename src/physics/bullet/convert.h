#pragma once

#include <btBulletDynamicsCommon.h>

#include <sinew/base/math.h>

// Bullet's types at the edge of this folder. Debian ships the float build; the double one would need BT_USE_DOUBLE_PRECISION.

namespace sinew::bullet {

static_assert(sizeof(btScalar) == sizeof(float), "link the float build of Bullet");

inline btVector3 toBullet(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Vec3 fromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
inline btQuaternion toBullet(const Quat& q) { return {q.x, q.y, q.z, q.w}; }
inline btTransform toBullet(const Transform& t) { return btTransform(toBullet(normalized(t.rotation)), toBullet(t.translation)); }
inline Transform fromBullet(const btTransform& t) {
  const btQuaternion q = t.getRotation();
  return {normalized(Quat{q.x(), q.y(), q.z(), q.w()}), fromBullet(t.getOrigin())};
}
inline btMatrix3x3 toBullet(const Mat3& m) { return {m.x.x, m.y.x, m.z.x, m.x.y, m.y.y, m.z.y, m.x.z, m.y.z, m.z.z}; }

}  // namespace sinew::bullet
