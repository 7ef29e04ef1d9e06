#include <algorithm>
#include <limits>

#include "physics/bullet/bullet_world.h"

// Characters that touch or are jointed are one island: it falls asleep when all of it has been quiet, and a touch by
// anything that moves wakes the touched character whole, from where the news spreads.

namespace sinew::bullet {
namespace {

/// m, under which two bodies count as touching.
constexpr float kTouch = 1e-3f;

/// How many times the sleep speeds a trembling part may reach for a moment.
constexpr float kTremble = 2.5f;

/// Whether the manifold's bodies touch now, or will within `dt`.
bool touching(const btPersistentManifold& manifold, float dt) {
  const auto* a = btRigidBody::upcast(manifold.getBody0());
  const auto* b = btRigidBody::upcast(manifold.getBody1());
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    const btVector3 armA = point.getPositionWorldOnA() - a->getWorldTransform().getOrigin();
    const btVector3 armB = point.getPositionWorldOnB() - b->getWorldTransform().getOrigin();
    const btScalar parting = point.m_normalWorldOnB.dot(a->getVelocityInLocalPoint(armA) - b->getVelocityInLocalPoint(armB));
    if (point.getDistance() + std::min(parting, btScalar(0)) * dt < kTouch) return true;
  }
  return false;
}

}  // namespace

void BulletWorld::wakeActor(std::uint32_t index) {
  Actor& actor = actors_[index];
  actor.quietTime = 0;
  if (!actor.asleep) return;
  actor.asleep = false;
  for (const BodyId id : actor.bodies) bodies_[id.index].rigid->forceActivationState(ACTIVE_TAG);
}

void BulletWorld::sleepActor(std::uint32_t index) {
  Actor& actor = actors_[index];
  actor.asleep = true;
  for (const BodyId id : actor.bodies) {
    btRigidBody& rigid = *bodies_[id.index].rigid;
    rigid.forceActivationState(ISLAND_SLEEPING);
    rigid.setLinearVelocity(btVector3(0, 0, 0));
    rigid.setAngularVelocity(btVector3(0, 0, 0));
  }
}

bool BulletWorld::asleep(const btCollisionObject& object) const {
  return !isGround(object) && actors_[bodies_[indexOf(object)].actor].asleep;
}

bool BulletWorld::moving(const btCollisionObject& object) const {
  if (isGround(object)) return grounds_[indexOf(object)]->motion.remaining > 0;
  const Body& body = bodies_[indexOf(object)];
  return body.dynamic() ? !actors_[body.actor].asleep : body.motion.remaining > 0;
}

bool BulletWorld::wakeTouched(float dt) {
  bool anyWoke = false;
  const auto visit = [&](const btCollisionObject& sleeper, const btCollisionObject& other) {
    if (!asleep(sleeper) || !moving(other)) return;
    wakeActor(bodies_[indexOf(sleeper)].actor);
    anyWoke = true;
  };

  for (Touch& touch : touches_) {
    const btCollisionObject &a = *touch.manifold->getBody0(), &b = *touch.manifold->getBody1();
    if ((asleep(a) || asleep(b)) && touching(*touch.manifold, dt)) {
      visit(a, b);
      visit(b, a);
    }
    touch.solved = mayTouch(a, b) && !asleep(a) && !asleep(b);
  }
  for (const std::uint32_t i : looseJoints_) {
    if (joints_[i].parent == kNone) continue;
    visit(*bodies_[joints_[i].parent].rigid, *bodies_[joints_[i].child].rigid);
    visit(*bodies_[joints_[i].child].rigid, *bodies_[joints_[i].parent].rigid);
  }
  return anyWoke;
}

bool BulletWorld::staysQuiet(const Body& body) const {
  // On average no faster than the sleep speeds: a part that trembles on the spot is quiet, one that creeps away is not.
  const btRigidBody& rigid = *body.rigid;
  const Transform now = fromBullet(rigid.getWorldTransform()), then = fromBullet(body.quietFrom);
  return distance(now.translation, then.translation) < def_.sleepLinear * def_.sleepTime &&
         angleBetween(now.rotation, then.rotation) < def_.sleepAngular * def_.sleepTime &&
         rigid.getLinearVelocity().length() < kTremble * def_.sleepLinear &&
         rigid.getAngularVelocity().length() < kTremble * def_.sleepAngular;
}

std::uint32_t BulletWorld::island(std::uint32_t actor) {
  while (islands_[actor] != actor) actor = islands_[actor] = islands_[islands_[actor]];
  return actor;
}

void BulletWorld::updateSleep(float dt) {
  // How long each awake character has been quiet.
  islands_.resize(actors_.end());
  islandQuiet_.assign(actors_.end(), std::numeric_limits<float>::max());
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    islands_[i] = i;
    if (!actors_.holds(i) || !actors_[i].enabled || actors_[i].asleep) continue;
    Actor& actor = actors_[i];
    const bool quiet = actor.quietTime > 0 &&
                       std::all_of(actor.bodies.begin(), actor.bodies.end(), [this](BodyId id) { return staysQuiet(bodies_[id.index]); });
    if (quiet) {
      actor.quietTime += dt;
      continue;
    }
    actor.quietTime = std::numeric_limits<float>::min();
    for (const BodyId id : actor.bodies) bodies_[id.index].quietFrom = bodies_[id.index].rigid->getWorldTransform();
  }

  // Who leans on whom.
  const auto join = [this](const Body& a, const Body& b) {
    if (a.dynamic() && b.dynamic()) islands_[island(a.actor)] = island(b.actor);
  };
  for (const Touch& touch : touches_) {
    const btCollisionObject &a = *touch.manifold->getBody0(), &b = *touch.manifold->getBody1();
    if (!isGround(a) && !isGround(b) && touch.solved && touching(*touch.manifold, 0)) join(bodies_[indexOf(a)], bodies_[indexOf(b)]);
  }
  for (const std::uint32_t i : looseJoints_) {
    if (joints_[i].parent != kNone) join(bodies_[joints_[i].parent], bodies_[joints_[i].child]);
  }

  // An island is as quiet as its liveliest member.
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i) || !actors_[i].enabled || actors_[i].asleep) continue;
    islandQuiet_[island(i)] = std::min(islandQuiet_[island(i)], actors_[i].quietTime);
  }
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i) || !actors_[i].enabled || actors_[i].asleep) continue;
    if (islandQuiet_[island(i)] >= def_.sleepTime && def_.sleepTime > 0) sleepActor(i);
  }
  std::erase_if(awake_, [this](std::uint32_t body) { return actors_[bodies_[body].actor].asleep; });
}

void BulletWorld::wake(std::span<const BodyId> bodies) {
  for (const BodyId id : bodies) {
    if (const Body* body = bodies_.find(id)) wakeActor(body->actor);
  }
}

void BulletWorld::sleep(std::span<const BodyId> bodies) {
  for (const BodyId id : bodies) {
    if (const Body* body = bodies_.find(id)) sleepActor(body->actor);
  }
}

bool BulletWorld::asleep(BodyId id) const {
  const Body* body = bodies_.find(id);
  return body != nullptr && actors_[body->actor].asleep;
}

}  // namespace sinew::bullet
