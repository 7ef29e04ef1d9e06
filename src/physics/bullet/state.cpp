#include <algorithm>

#include <sinew/base/hash.h>
#include <sinew/physics/angles.h>

#include "physics/bullet/bullet_world.h"
#include "physics/check.h"

namespace sinew::bullet {

void BulletWorld::getStates(std::span<const BodyId> bodies, std::span<BodyState> out) const {
  SINEW_ASSERT(bodies.size() == out.size());
  for (std::size_t i = 0; i < std::min(bodies.size(), out.size()); ++i) {
    const Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    out[i] = {fromBullet(body->rigid->getWorldTransform()) * inverse(body->bodyFromCenter), fromBullet(body->rigid->getLinearVelocity()),
              fromBullet(body->rigid->getAngularVelocity())};
  }
}

void BulletWorld::setStates(std::span<const BodyId> bodies, std::span<const BodyState> states) {
  SINEW_ASSERT(bodies.size() == states.size());
  placed_.clear();
  for (std::size_t i = 0; i < std::min(bodies.size(), states.size()); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    const BodyState& state = states[i];
    if (!isRigid(state.worldFromBody) || !isFinite(state.linearVelocity) || !isFinite(state.angularVelocity)) {
      ++pending_.skippedTargets;
      continue;
    }
    body->motion = {};
    body->rigid->proceedToTransform(toBullet(state.worldFromBody * body->bodyFromCenter));
    body->rigid->setLinearVelocity(toBullet(state.linearVelocity));
    body->rigid->setAngularVelocity(toBullet(state.angularVelocity));
    body->pin.forget();
    if (body->rigid->getBroadphaseHandle() != nullptr) collision_.updateSingleAabb(body->rigid.get());
    for (const std::uint32_t joint : body->joints) joints_[joint].forget();
    for (const JointId joint : actors_[body->actor].joints) {
      if (joints_[joint.index].child == bodies[i].index || joints_[joint.index].parent == bodies[i].index) joints_[joint.index].forget();
    }
    wakeActor(body->actor);
    placed_.push_back(bodies[i].index);
  }
  forgetContacts(placed_);
}

void BulletWorld::addImpulses(std::span<const BodyId> bodies, std::span<const Vec3> impulses, std::span<const Vec3> pointsWorld) {
  SINEW_ASSERT(bodies.size() == impulses.size() && bodies.size() == pointsWorld.size());
  for (std::size_t i = 0; i < std::min({bodies.size(), impulses.size(), pointsWorld.size()}); ++i) {
    Body* body = bodies_.find(bodies[i]);
    if (body == nullptr) continue;
    if (!body->dynamic() || !isFinite(impulses[i]) || !isFinite(pointsWorld[i])) {
      ++pending_.skippedTargets;
      continue;
    }
    wakeActor(body->actor);
    body->rigid->applyImpulse(toBullet(impulses[i]), toBullet(pointsWorld[i]) - body->rigid->getWorldTransform().getOrigin());
  }
}

void BulletWorld::jointStates(std::span<const JointId> joints, std::span<JointState> out) const {
  SINEW_ASSERT(joints.size() == out.size());
  for (std::size_t i = 0; i < std::min(joints.size(), out.size()); ++i) {
    const Joint* joint = joints_.find(joints[i]);
    if (joint == nullptr) continue;
    const auto placeOf = [this](std::uint32_t body) {
      return body == kNone ? Transform{} : fromBullet(bodies_[body].rigid->getWorldTransform()) * inverse(bodies_[body].bodyFromCenter);
    };
    out[i] = measureJoint(joint->def, placeOf(joint->parent), placeOf(joint->child));
    if (lastDt_ > 0) out[i].motorTorque = fromBullet(joint->motorSum) / lastDt_;
    out[i].saturated = joint->saturated;
  }
}

Result<BodyInfo> BulletWorld::bodyInfo(BodyId body) const {
  if (!bodies_.valid(body)) return fail(ErrorCode::reference, "body", "names no body");
  return infoOf(bodies_[body.index]);
}

Result<JointInfo> BulletWorld::jointInfo(JointId id) const {
  if (!joints_.valid(id)) return fail(ErrorCode::reference, "joint", "names no joint");
  const Joint& joint = joints_[id.index];
  JointInfo info;
  info.type = joint.def.type;
  info.parent = joint.def.parent;
  info.child = joint.def.child;
  info.parentFromFrame =
      joint.parent == kNone ? joint.parentCenterFromFrame : bodies_[joint.parent].bodyFromCenter * joint.parentCenterFromFrame;
  info.childFromFrame = bodies_[joint.child].bodyFromCenter * joint.childCenterFromFrame;
  const AngleRange whole{-kPi, kPi};
  info.twist = joint.def.limited ? joint.def.twist : whole;
  info.swing1 = joint.def.limited ? joint.def.swing1 : whole;
  info.swing2 = joint.def.limited ? joint.def.swing2 : whole;
  return info;
}

std::uint64_t BulletWorld::stateHash() const {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < bodies_.end(); ++i) {
    if (!bodies_.holds(i)) continue;
    const btRigidBody& rigid = *bodies_[i].rigid;
    float numbers[18];
    float* next = numbers;
    const auto put = [&next](const btVector3& v) {
      for (int k = 0; k < 3; ++k) *next++ = v[k];
    };
    for (int row = 0; row < 3; ++row) put(rigid.getWorldTransform().getBasis()[row]);
    put(rigid.getWorldTransform().getOrigin());
    put(rigid.getLinearVelocity());
    put(rigid.getAngularVelocity());
    hash = hashOf(std::span<const float>(numbers), hash);
  }
  return hash;
}

}  // namespace sinew::bullet
