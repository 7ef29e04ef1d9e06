#include <algorithm>
#include <cstddef>

#include <sinew/base/hash.h>
#include <sinew/physics/angles.h>

#include "physics/check.h"
#include "physics/crowd/crowd_world.h"

namespace sinew::crowd {

Transform CrowdWorld::placeOf(const Body& body) const {
  const Motion motion = motionOf(body);
  return Transform{motion.turn, motion.place} * inverse(body.bodyFromCenter);
}

Shape CrowdWorld::shapeOf(const Body& body, const Motion& motion) const {
  const auto outline = blockOf(body).bodyPart<Outline>(body.index, actors_[body.actor].lane, offsetof(BodyLanes<float>, end0));
  Shape shape;
  shape.type = body.def.shape.type;
  const Transform worldFromCenter{motion.turn, motion.place};
  shape.end0 = worldFromCenter * outline.end0;
  shape.end1 = shape.type == BodyShape::sphere ? shape.end0 : worldFromCenter * outline.end1;
  shape.radius = outline.radius;
  if (shape.type == BodyShape::box) {
    shape.worldFromBox = worldFromCenter * inverse(body.bodyFromCenter) * body.def.shape.bodyFromShape;
    shape.halfExtent = body.def.shape.halfExtent;
  }
  return shape;
}

/// Kept impulses of the parts that were moved: of their limits and contacts.
void CrowdWorld::forget(std::uint32_t index) {
  const Actor& actor = actors_[index];
  Block& place = blocks_[actor.block];
  const Kind& kind = *kinds_[actor.kind];
  const auto moved = [&](std::int32_t part) { return moved_[static_cast<std::size_t>(part)] != 0; };
  for (int i = 1; i < kind.topology.bodies; ++i) {
    if (moved(i) || moved(kind.parent[static_cast<std::size_t>(i)])) place.forgetJoint(i, actor.lane);
  }
  for (int k = 0; k < kind.topology.pairs; ++k) {
    if (moved(kind.pairA[static_cast<std::size_t>(k)]) || moved(kind.pairB[static_cast<std::size_t>(k)])) place.forgetPair(k, actor.lane);
  }
  for (int i = 0; i < kind.topology.bodies; ++i) {
    if (!moved(i)) continue;
    for (int k = kind.firstSlot[static_cast<std::size_t>(i)]; k < kind.firstSlot[static_cast<std::size_t>(i) + 1]; ++k)
      place.setSlot(k, actor.lane, {});
  }
  const auto hit = [&](std::uint32_t body) { return bodies_[body].actor == index && moved(bodies_[body].index); };
  if (!meetings_.empty()) std::erase_if(meetings_, [&](const Meeting& m) { return hit(m.bodyA) || hit(m.bodyB); });
  for (const std::uint32_t i : looseJoints_) {
    Joint& joint = joints_[i];
    if (!hit(joint.def.child.index) && !(joint.def.parent && hit(joint.def.parent.index))) continue;
    joint.loose->anchorImpulse = {};
    joint.loose->lanes.twistLoad = joint.loose->lanes.swingLoad = 0;
  }
}

void CrowdWorld::getStates(std::span<const BodyId> bodies, std::span<BodyState> out) const {
  SINEW_ASSERT(bodies.size() == out.size());
  for (std::size_t i = 0; i < std::min(bodies.size(), out.size()); ++i) {
    const Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    const Motion motion = motionOf(*body);
    out[i] = {Transform{motion.turn, motion.place} * inverse(body->bodyFromCenter), motion.velocity, motion.spin};
  }
}

void CrowdWorld::setStates(std::span<const BodyId> bodies, std::span<const BodyState> states) {
  SINEW_ASSERT(bodies.size() == states.size());
  // What a character keeps is dropped once, however many of its parts are set in a row.
  std::uint32_t open = kNone;
  const auto close = [&] {
    if (open == kNone) return;
    forget(open);
    wakeActor(open);
    open = kNone;
  };
  for (std::size_t i = 0; i < std::min(bodies.size(), states.size()); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    const BodyState& state = states[i];
    if (!isRigid(state.worldFromBody) || !isFinite(state.linearVelocity) || !isFinite(state.angularVelocity)) {
      ++pending_.skippedTargets;
      continue;
    }
    body->remaining = 0;
    body->travel = {};
    const Transform worldFromCenter = state.worldFromBody * body->bodyFromCenter;
    setMotion(*body,
              Motion{worldFromCenter.translation, normalized(worldFromCenter.rotation), state.linearVelocity, state.angularVelocity});
    if (body->actor != open) {
      close();
      open = body->actor;
      moved_.assign(actors_[open].bodies.size(), 0);
    }
    moved_[static_cast<std::size_t>(body->index)] = 1;
  }
  close();
}

void CrowdWorld::addImpulses(std::span<const BodyId> bodies, std::span<const Vec3> impulses, std::span<const Vec3> pointsWorld) {
  SINEW_ASSERT(bodies.size() == impulses.size() && bodies.size() == pointsWorld.size());
  for (std::size_t i = 0; i < std::min({bodies.size(), impulses.size(), pointsWorld.size()}); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    if (body->def.mode != BodyMode::dynamic || !isFinite(impulses[i]) || !isFinite(pointsWorld[i])) {
      ++pending_.skippedTargets;
      continue;
    }
    wakeActor(body->actor);
    Motion motion = motionOf(*body);
    const Vec3 twist = cross(pointsWorld[i] - motion.place, impulses[i]);
    const Vec3& inertia = body->def.inertia;
    const Vec3 own = rotate(conjugate(motion.turn), twist);
    motion.velocity += impulses[i] / body->def.mass;
    motion.spin += rotate(motion.turn, Vec3{own.x / inertia.x, own.y / inertia.y, own.z / inertia.z});
    setMotion(*body, motion);

    // Until the joints have answered, the struck part turns as if it were alone.
    const Actor& actor = actors_[body->actor];
    WholeLanes<float> whole = blocks_[actor.block].whole(actor.lane);
    whole.struck = 1;
    blocks_[actor.block].setWhole(actor.lane, whole);
  }
}

void CrowdWorld::jointStates(std::span<const JointId> joints, std::span<JointState> out) const {
  SINEW_ASSERT(joints.size() == out.size());
  for (std::size_t i = 0; i < std::min(joints.size(), out.size()); ++i) {
    const Joint* joint = joints_.find(joints[i]);
    if (joint == nullptr) continue;
    const Transform parent = joint->def.parent ? placeOf(bodies_[joint->def.parent.index]) : Transform{};
    out[i] = measureJoint(joint->def, parent, placeOf(bodies_[joint->def.child.index]));
    const JointLanes<float> lanes =
        joint->loose ? joint->loose->lanes : blocks_[actors_[joint->actor].block].joint(joint->index, actors_[joint->actor].lane);
    if (lastDt_ > 0) out[i].motorTorque = lanes.motorSum / lastDt_;
    out[i].saturated = lanes.saturated > 0;
  }
}

Result<BodyInfo> CrowdWorld::bodyInfo(BodyId id) const {
  if (!bodies_.valid(id)) return fail(ErrorCode::reference, "body", "names no body");
  const Body& body = bodies_[id.index];
  const BodyLanes<float> lanes = blockOf(body).body<BodyLanes<float>>(body.index, actors_[body.actor].lane);
  BodyInfo info;
  info.type = body.def.shape.type;
  info.radius = lanes.radius;
  info.halfHeight = distance(lanes.end0, lanes.end1) / 2;
  if (info.type == BodyShape::box) info.halfExtent = body.def.shape.halfExtent;
  info.bodyFromShape.rotation = body.def.shape.bodyFromShape.rotation;
  info.bodyFromShape.translation = body.bodyFromCenter * ((lanes.end0 + lanes.end1) * 0.5f);
  info.mass = lanes.dynamic > 0 ? lanes.mass : 0;
  info.centerOfMass = body.bodyFromCenter.translation;
  info.inertia = lanes.inertia;
  info.bodyFromInertia = body.bodyFromCenter.rotation;
  info.mode = lanes.dynamic > 0 ? BodyMode::dynamic : BodyMode::kinematic;
  return info;
}

Result<JointInfo> CrowdWorld::jointInfo(JointId id) const {
  if (!joints_.valid(id)) return fail(ErrorCode::reference, "joint", "names no joint");
  const Joint& joint = joints_[id.index];
  const JointLanes<float> lanes =
      joint.loose ? joint.loose->lanes : blocks_[actors_[joint.actor].block].joint(joint.index, actors_[joint.actor].lane);
  JointInfo info;
  info.type = joint.def.type;
  info.parent = joint.def.parent;
  info.child = joint.def.child;
  const Transform parentFrame{lanes.parentFrame, lanes.parentAnchor}, childFrame{lanes.childFrame, lanes.childAnchor};
  info.parentFromFrame = joint.def.parent ? bodies_[joint.def.parent.index].bodyFromCenter * parentFrame : parentFrame;
  info.childFromFrame = bodies_[joint.def.child.index].bodyFromCenter * childFrame;
  const AngleRange whole{-kPi, kPi};
  info.twist = lanes.limited > 0 ? AngleRange{lanes.twistLow, lanes.twistHigh} : whole;
  info.swing1 = lanes.limited > 0 ? AngleRange{lanes.swing1Low, lanes.swing1High} : whole;
  info.swing2 = lanes.limited > 0 ? AngleRange{lanes.swing2Low, lanes.swing2High} : whole;
  return info;
}

std::uint64_t CrowdWorld::stateHash() const {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < bodies_.end(); ++i) {
    if (!bodies_.holds(i)) continue;
    const Motion m = motionOf(bodies_[i]);
    const float numbers[] = {m.place.x,    m.place.y,    m.place.z,    m.turn.x, m.turn.y, m.turn.z, m.turn.w,
                             m.velocity.x, m.velocity.y, m.velocity.z, m.spin.x, m.spin.y, m.spin.z};
    float plain[13];
    for (std::size_t k = 0; k < 13; ++k) plain[k] = numbers[k] + 0.0f;  // one zero
    hash = hashOf(std::span<const float>(plain), hash);
  }
  return hash;
}

}  // namespace sinew::crowd
