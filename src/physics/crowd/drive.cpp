#include <algorithm>

#include "physics/check.h"
#include "physics/crowd/crowd_world.h"

namespace sinew::crowd {

void CrowdWorld::setModes(std::span<const BodyId> bodies, std::span<const BodyMode> modes) {
  SINEW_ASSERT(bodies.size() == modes.size());
  for (std::size_t i = 0; i < std::min(bodies.size(), modes.size()); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr || body->def.mode == modes[i]) continue;
    body->def.mode = modes[i];
    body->remaining = 0;
    BodyLanes<float> lanes = blockOf(*body).body<BodyLanes<float>>(body->index, actors_[body->actor].lane);
    lanes.dynamic = modes[i] == BodyMode::dynamic ? 1.0f : 0.0f;
    blockOf(*body).setBody(body->index, actors_[body->actor].lane, lanes);
    wakeActor(body->actor);
  }
}

void CrowdWorld::setKinematicTargets(std::span<const BodyId> bodies, std::span<const Transform> worldFromBody, float dt) {
  SINEW_ASSERT(bodies.size() == worldFromBody.size());
  SINEW_ASSERT(dt > 0);
  for (std::size_t i = 0; i < std::min(bodies.size(), worldFromBody.size()); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    if (body->def.mode == BodyMode::dynamic || !isRigid(worldFromBody[i]) || !(dt > 0)) {
      ++pending_.skippedTargets;
      continue;
    }
    body->target = worldFromBody[i] * body->bodyFromCenter;
    body->remaining = dt;
    const Motion now = motionOf(*body);
    if (distance(now.place, body->target.translation) > 1e-6f || angleBetween(now.turn, body->target.rotation) > 1e-5f)
      wakeActor(body->actor);
  }
}

void CrowdWorld::setMotors(std::span<const MotorTarget> targets) {
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
    joint->motor = inside;

    Actor* actor = joint->loose ? nullptr : &actors_[joint->actor];
    JointLanes<float> lanes = actor == nullptr ? joint->loose->lanes : blocks_[actor->block].joint(joint->index, actor->lane);
    lanes.hertz = std::max(inside.hertz, 0.0f);
    lanes.ratio = inside.dampingRatio;
    lanes.cap = inside.maxTorque;
    lanes.target = inside.rotation;
    lanes.targetSpin = inside.velocity;
    if (!(lanes.hertz > 0)) {
      lanes.motorSum = {};
      lanes.saturated = 0;
    }
    if (actor == nullptr) {
      joint->loose->lanes = lanes;
    } else {
      blocks_[actor->block].setJoint(joint->index, actor->lane, lanes);
    }
    wakeActor(bodies_[joint->def.child.index].actor);
  }
}

void CrowdWorld::setPins(std::span<const PinTarget> targets) {
  for (const PinTarget& target : targets) {
    Body* body = bodies_.find(target.body);
    if (body == nullptr) continue;
    if (!usable(target)) {
      ++pending_.skippedTargets;
      continue;
    }
    if (same(body->pin, target)) continue;
    body->pin = target;
    PinLanes<float> lanes;
    lanes.hertz = std::max(target.hertz, 0.0f);
    lanes.ratio = target.dampingRatio;
    lanes.maxForce = target.maxForce;
    lanes.maxTorque = target.maxTorque;
    lanes.place = target.worldFromBody.translation;
    lanes.turn = normalized(target.worldFromBody.rotation * body->bodyFromCenter.rotation);
    lanes.velocity = target.linearVelocity;
    lanes.spin = target.angularVelocity;
    lanes.point = inverse(body->bodyFromCenter).translation;
    lanes.mass = body->compositeMass;
    lanes.inertia = body->compositeInertia;
    blockOf(*body).setPin(body->index, actors_[body->actor].lane, lanes);
    wakeActor(body->actor);
  }
}

void CrowdWorld::setFilters(std::span<const PairFilter> pairs) {
  for (const PairFilter& pair : pairs) {
    if (bodies_.find(pair.a) == nullptr || bodies_.find(pair.b) == nullptr) continue;
    block(pair.a.index, pair.b.index, !pair.collide);
    updatePair(pair.a.index, pair.b.index);
    wakeActor(bodies_[pair.a.index].actor);
    wakeActor(bodies_[pair.b.index].actor);
  }
}

void CrowdWorld::setMaterial(std::span<const BodyId> bodies, const MaterialDef& material) {
  const bool materialIsUsable = checkMaterial(material, "material").has_value();
  if (!materialIsUsable) ++pending_.skippedTargets;
  for (const BodyId id : bodies) {
    Body* body = bodies_.find(id);
    if (body == nullptr || !materialIsUsable) continue;
    body->def.material = material;
    BodyLanes<float> lanes = blockOf(*body).body<BodyLanes<float>>(body->index, actors_[body->actor].lane);
    lanes.friction = material.friction;
    lanes.restitution = material.restitution;
    blockOf(*body).setBody(body->index, actors_[body->actor].lane, lanes);
  }
}

}  // namespace sinew::crowd
