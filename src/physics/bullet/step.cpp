#include "physics/bullet/bullet_world.h"

namespace sinew::bullet {
namespace {

/// Beyond these, numbers are no body's any more (and Bullet's broad phase gives up).
constexpr float kFarthest = 1e6f, kFastest = 1e5f;

bool within(const btVector3& v, float bound) { return std::abs(v.x()) < bound && std::abs(v.y()) < bound && std::abs(v.z()) < bound; }

bool sane(const btRigidBody& rigid) {
  const btQuaternion q = rigid.getWorldTransform().getRotation();
  return within(rigid.getWorldTransform().getOrigin(), kFarthest) && within(rigid.getLinearVelocity(), kFastest) &&
         within(rigid.getAngularVelocity(), kFastest) && std::isfinite(q.length2()) && q.length2() > 0.5f;
}

/// Velocities that bring a rigid body to its target in the time that is left.
void setMotionVelocity(btRigidBody& rigid, const Motion& motion) {
  btVector3 linear(0, 0, 0), angular(0, 0, 0);
  if (motion.remaining > 0) {
    const Transform now = fromBullet(rigid.getWorldTransform()), then = fromBullet(motion.target);
    linear = toBullet((then.translation - now.translation) / motion.remaining);
    angular = toBullet(logarithm(then.rotation * conjugate(now.rotation)) / motion.remaining);
  }
  rigid.setLinearVelocity(linear);
  rigid.setAngularVelocity(angular);
}

void advanceMotion(btRigidBody& rigid, Motion& motion, float dt) {
  if (motion.remaining <= 0) return;
  btTransform next = motion.target;
  if (motion.remaining > dt * 1.0001f) {
    btTransformUtil::integrateTransform(rigid.getWorldTransform(), rigid.getLinearVelocity(), rigid.getAngularVelocity(), dt, next);
  }
  motion.remaining = std::max(motion.remaining - dt * 1.0001f, 0.0f);
  rigid.proceedToTransform(next);
}

}  // namespace

StepReport BulletWorld::step(float dt) {
  const bool stepIsUsable = std::isfinite(dt) && dt > 0;
  SINEW_ASSERT(stepIsUsable);
  if (!stepIsUsable) return {};

  beginStep();
  const float part = dt / static_cast<float>(def_.substeps);
  for (int left = def_.substeps; left-- > 0;) subStep(part, part * static_cast<float>(left));
  lastDt_ = dt;
  updateSleep(dt);
  finishContacts();

  StepReport report = pending_;
  pending_ = {};
  report.awakeBodies = static_cast<std::uint32_t>(awake_.size());
  report.contacts = static_cast<std::uint32_t>(contacts_.size());
  return report;
}

void BulletWorld::beginStep() {
  raw_.clear();
  gatherActive();
  for (const std::uint32_t i : awake_) {
    Body& body = bodies_[i];
    body.backup = {body.rigid->getWorldTransform(), body.rigid->getLinearVelocity(), body.rigid->getAngularVelocity()};
  }
  for (ActiveJoint& active : activeJoints_) {
    active.joint->motorSum.setZero();
    active.joint->saturated = false;
  }
}

void BulletWorld::subStep(float dt, float ahead) {
  startMotions();
  collision_.performDiscreteCollisionDetection();
  gatherContacts();
  while (wakeTouched(dt)) {
  }
  gatherActive();
  applyForces(dt);
  solve(dt, ahead);
  integrate(dt);
  collectContacts();
  guard();
}

void BulletWorld::startMotions() {
  for (const std::uint32_t i : awake_) {
    Body& body = bodies_[i];
    if (!body.dynamic()) setMotionVelocity(*body.rigid, body.motion);
  }
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (!grounds_.holds(i) || !grounds_[i]->rigid->isKinematicObject()) continue;
    Ground& ground = *grounds_[i];
    setMotionVelocity(*ground.rigid, ground.motion);
    ground.rigid->forceActivationState(ground.motion.remaining > 0 ? ACTIVE_TAG : ISLAND_SLEEPING);
  }
}

void BulletWorld::gatherActive() {
  awake_.clear();
  solverBodies_.clear();
  activeJoints_.clear();
  activePins_.clear();

  // Characters one after the other, each from the root outward.
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i) || !actors_[i].enabled || actors_[i].asleep) continue;
    for (const BodyId id : actors_[i].bodies) {
      Body& body = bodies_[id.index];
      awake_.push_back(id.index);
      solverBodies_.push_back(body.rigid.get());
      if (body.dynamic() && body.pin.on()) activePins_.push_back({&body.pin, body.rigid.get()});
    }
    for (const JointId id : actors_[i].joints) activate(joints_[id.index]);
  }
  for (const std::uint32_t i : looseJoints_) activate(joints_[i]);
}

void BulletWorld::activate(Joint& joint) {
  const auto stands = [this](std::uint32_t body) { return actors_[bodies_[body].actor].enabled; };
  const auto free = [this](std::uint32_t body) { return bodies_[body].dynamic() && !actors_[bodies_[body].actor].asleep; };
  const bool bound = joint.parent != kNone;
  if (!stands(joint.child) || (bound && !stands(joint.parent))) return;
  if (!free(joint.child) && !(bound && free(joint.parent))) return;
  activeJoints_.push_back({&joint, bound ? bodies_[joint.parent].rigid.get() : nullptr, bodies_[joint.child].rigid.get()});
}

void BulletWorld::applyForces(float dt) {
  for (const std::uint32_t i : awake_) {
    Body& body = bodies_[i];
    if (!body.dynamic()) continue;
    btRigidBody& rigid = *body.rigid;
    rigid.clearForces();
    rigid.applyCentralForce(toBullet(def_.gravity) * body.def.mass);
    if (body.def.linearDamping > 0) rigid.setLinearVelocity(rigid.getLinearVelocity() * std::exp(-body.def.linearDamping * dt));
    if (body.def.angularDamping > 0) rigid.setAngularVelocity(rigid.getAngularVelocity() * std::exp(-body.def.angularDamping * dt));
  }
}

void BulletWorld::solve(float dt, float ahead) {
  info_.m_timeStep = dt;
  manifolds_.clear();
  for (const Touch& touch : touches_) {
    if (touch.solved) manifolds_.push_back(touch.manifold);
  }
  if (!solverBodies_.empty()) solver_.solve(solverBodies_, manifolds_, activeJoints_, activePins_, info_, ahead);
}

void BulletWorld::integrate(float dt) {
  for (const std::uint32_t i : awake_) {
    Body& body = bodies_[i];
    btRigidBody& rigid = *body.rigid;
    if (!body.dynamic()) {
      advanceMotion(rigid, body.motion, dt);
      continue;
    }
    btTransform next;
    btTransformUtil::integrateTransform(rigid.getWorldTransform(), rigid.getLinearVelocity(), rigid.getAngularVelocity(), dt, next);
    rigid.proceedToTransform(next);
  }
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (grounds_.holds(i)) advanceMotion(*grounds_[i]->rigid, grounds_[i]->motion, dt);
  }
}

void BulletWorld::guard() {
  for (const std::uint32_t i : awake_) {
    if (sane(*bodies_[i].rigid)) continue;

    // One bad part spoils its character through the joints: the whole of it goes back, at rest.
    Actor& actor = actors_[bodies_[i].actor];
    for (const BodyId id : actor.bodies) {
      Body& body = bodies_[id.index];
      body.rigid->proceedToTransform(body.backup.worldFromCenter);
      body.rigid->setLinearVelocity(btVector3(0, 0, 0));
      body.rigid->setAngularVelocity(btVector3(0, 0, 0));
      body.pin.forget();
      const std::uint32_t one[] = {id.index};
      forgetContacts(one);
      ++pending_.nonFinite;
    }
    for (const JointId id : actor.joints) joints_[id.index].forget();
  }
}

}  // namespace sinew::bullet
