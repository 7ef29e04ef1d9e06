#include <algorithm>

#include "physics/bullet/bullet_world.h"
#include "physics/check.h"

namespace sinew::bullet {

void BulletWorld::setModes(std::span<const BodyId> bodies, std::span<const BodyMode> modes) {
  SINEW_ASSERT(bodies.size() == modes.size());
  for (std::size_t i = 0; i < std::min(bodies.size(), modes.size()); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr || body->def.mode == modes[i]) continue;
    body->setMode(modes[i]);
    wakeActor(body->actor);
  }
}

void BulletWorld::setKinematicTargets(std::span<const BodyId> bodies, std::span<const Transform> worldFromBody, float dt) {
  SINEW_ASSERT(bodies.size() == worldFromBody.size());
  SINEW_ASSERT(dt > 0);
  for (std::size_t i = 0; i < std::min(bodies.size(), worldFromBody.size()); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    if (body->dynamic() || !isRigid(worldFromBody[i]) || !(dt > 0)) {
      ++pending_.skippedTargets;
      continue;
    }
    const btTransform target = toBullet(worldFromBody[i] * body->bodyFromCenter);
    const Transform now = fromBullet(body->rigid->getWorldTransform()), then = fromBullet(target);
    body->motion = {target, dt};
    if (distance(now.translation, then.translation) > 1e-6f || angleBetween(now.rotation, then.rotation) > 1e-5f) wakeActor(body->actor);
  }
}

void BulletWorld::setMotors(std::span<const MotorTarget> targets) {
  for (const MotorTarget& target : targets) {
    Joint* joint = joints_.find(target.joint);
    if (joint == nullptr) continue;
    if (joint->def.type == ConstraintType::fixed || !usable(target)) {
      ++pending_.skippedTargets;
      continue;
    }

    bool clamped = false;
    const MotorTarget inside = insideLimits(joint->def, target, clamped);
    if (clamped) ++pending_.clampedTargets;

    if (same(joint->motor, inside)) continue;
    if (!(joint->motor.hertz > 0)) joint->motorImpulse.setZero();
    joint->motor = inside;
    wakeActor(bodies_[joint->child].actor);
  }
}

void BulletWorld::setPins(std::span<const PinTarget> targets) {
  for (const PinTarget& target : targets) {
    Body* body = bodies_.find(target.body);
    if (body == nullptr) continue;
    if (!usable(target)) {
      ++pending_.skippedTargets;
      continue;
    }
    if (same(body->pin.target, target)) continue;
    if (!body->pin.on()) body->pin.forget();
    body->pin.target = target;
    wakeActor(body->actor);
  }
}

void BulletWorld::setFilters(std::span<const PairFilter> pairs) {
  for (const PairFilter& pair : pairs) {
    if (bodies_.find(pair.a) == nullptr || bodies_.find(pair.b) == nullptr) continue;
    block(pair.a.index, pair.b.index, !pair.collide);
    wakeActor(bodies_[pair.a.index].actor);
    wakeActor(bodies_[pair.b.index].actor);
    const std::uint32_t both[] = {pair.a.index, pair.b.index};
    forgetContacts(both);
  }
}

void BulletWorld::setMaterial(std::span<const BodyId> bodies, const MaterialDef& material) {
  const bool materialIsUsable = checkMaterial(material, "material").has_value();
  if (!materialIsUsable) ++pending_.skippedTargets;
  for (const BodyId id : bodies) {
    Body* body = bodies_.find(id);
    if (body != nullptr && materialIsUsable) body->def.material = material;
  }
}

}  // namespace sinew::bullet
