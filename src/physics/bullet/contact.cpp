#include <algorithm>

#include "physics/bullet/bullet_world.h"

namespace sinew::bullet {
namespace {

/// Points of one pair nearer than this in a step's sub-steps are one contact.
constexpr float kSamePoint = 0.02f;

constexpr std::uint64_t kGroundBit = 0x80000000ull;

std::uint64_t sideKey(const btCollisionObject& object) { return indexOf(object) | (isGround(object) ? kGroundBit : 0); }

}  // namespace

bool Dispatcher::needsCollision(const btCollisionObject* a, const btCollisionObject* b) { return world_.mayTouch(*a, *b); }

bool BulletWorld::mayTouch(const btCollisionObject& a, const btCollisionObject& b) const {
  if (a.isStaticOrKinematicObject() && b.isStaticOrKinematicObject()) return false;
  if (!a.isActive() && !b.isActive()) return false;
  if (isGround(a) || isGround(b)) return true;
  const Body &bodyA = bodies_[indexOf(a)], &bodyB = bodies_[indexOf(b)];
  if (bodyA.actor == bodyB.actor && !actors_[bodyA.actor].selfCollision) return false;
  return std::find(bodyA.blocked.begin(), bodyA.blocked.end(), indexOf(b)) == bodyA.blocked.end();
}

MaterialDef BulletWorld::materialOf(const btCollisionObject& object) const {
  return isGround(object) ? grounds_[indexOf(object)]->material : bodies_[indexOf(object)].def.material;
}

void BulletWorld::gatherContacts() {
  touches_.clear();
  for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
    btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(i);
    if (manifold->getNumContacts() == 0 || (!manifold->getBody0()->isActive() && !manifold->getBody1()->isActive())) continue;
    const std::uint64_t a = sideKey(*manifold->getBody0()), b = sideKey(*manifold->getBody1());
    touches_.push_back({std::min(a, b) << 32 | std::max(a, b), manifold, false});
  }
  std::sort(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) { return a.key < b.key; });

  // Both materials have their say.
  for (const Touch& touch : touches_) {
    correctEdges(*touch.manifold);
    const MaterialDef a = materialOf(*touch.manifold->getBody0()), b = materialOf(*touch.manifold->getBody1());
    for (int i = 0; i < touch.manifold->getNumContacts(); ++i) {
      btManifoldPoint& point = touch.manifold->getContactPoint(i);
      point.m_combinedFriction = std::sqrt(a.friction * b.friction);
      point.m_combinedRestitution = std::max(a.restitution, b.restitution);
    }
  }
}

void BulletWorld::correctEdges(btPersistentManifold& manifold) const {
  const bool groundIsB = isGround(*manifold.getBody1());
  const btCollisionObject& ground = groundIsB ? *manifold.getBody1() : *manifold.getBody0();
  if (!isGround(ground) || ground.getCollisionShape()->getShapeType() != TRIANGLE_MESH_SHAPE_PROXYTYPE) return;
  const btCollisionObject& other = groundIsB ? *manifold.getBody0() : *manifold.getBody1();
  const btConvexShape& shape = *bodies_[indexOf(other)].shape;
  const btScalar radius = shape.getShapeType() == BOX_SHAPE_PROXYTYPE ? 0 : shape.getMargin();
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    grounds_[indexOf(ground)]->edges.correct(manifold.getContactPoint(i), other.getWorldTransform(), ground.getWorldTransform(), groundIsB,
                                             radius);
  }
}

void BulletWorld::collectContacts() {
  for (const Touch& touch : touches_) {
    if (!touch.solved) continue;
    const btPersistentManifold& manifold = *touch.manifold;
    const bool swapped = isGround(*manifold.getBody0()) ||
                         (!isGround(*manifold.getBody1()) && indexOf(*manifold.getBody0()) > indexOf(*manifold.getBody1()));
    const btCollisionObject& a = swapped ? *manifold.getBody1() : *manifold.getBody0();
    const btCollisionObject& b = swapped ? *manifold.getBody0() : *manifold.getBody1();
    const float sign = swapped ? -1.0f : 1.0f;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      if (point.getAppliedImpulse() <= 0 && point.getDistance() > 0) continue;
      Contact contact;
      contact.a = bodies_.idAt(indexOf(a));
      if (!isGround(b)) contact.b = bodies_.idAt(indexOf(b));
      contact.point = fromBullet((point.getPositionWorldOnA() + point.getPositionWorldOnB()) * 0.5f);
      contact.normal = fromBullet(point.m_normalWorldOnB) * sign;
      contact.depth = -point.getDistance();
      contact.impulse = point.getAppliedImpulse();
      contact.friction = fromBullet(point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                                    point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2) *
                         sign;
      raw_.push_back({touch.key, static_cast<std::uint32_t>(raw_.size()), contact});
    }
  }
}

void BulletWorld::finishContacts() {
  // By pair, and within a pair in the order of time: the place of the last sub-step, the impulses of all.
  std::sort(raw_.begin(), raw_.end(),
            [](const RawContact& a, const RawContact& b) { return a.key != b.key ? a.key < b.key : a.sequence < b.sequence; });
  contacts_.clear();
  std::size_t pairStart = 0;
  for (std::size_t i = 0; i < raw_.size(); ++i) {
    if (i == 0 || raw_[i].key != raw_[i - 1].key) pairStart = contacts_.size();
    const Contact& next = raw_[i].contact;
    const auto same = std::find_if(contacts_.begin() + static_cast<std::ptrdiff_t>(pairStart), contacts_.end(),
                                   [&](const Contact& known) { return distance(known.point, next.point) < kSamePoint; });
    if (same == contacts_.end()) {
      contacts_.push_back(next);
      continue;
    }
    const float impulse = same->impulse + next.impulse;
    const Vec3 friction = same->friction + next.friction;
    *same = next;
    same->impulse = impulse;
    same->friction = friction;
  }
}

void BulletWorld::forgetContacts(std::span<const std::uint32_t> bodies) {
  for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
    btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(i);
    for (const std::uint32_t body : bodies) {
      const btRigidBody* rigid = bodies_[body].rigid.get();
      if (manifold->getBody0() == rigid || manifold->getBody1() == rigid) manifold->clearManifold();
    }
  }
}

void BulletWorld::forgetAllContacts() {
  for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) dispatcher_.getManifoldByIndexInternal(i)->clearManifold();
}

}  // namespace sinew::bullet
