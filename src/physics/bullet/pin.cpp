#include "physics/bullet/pin.h"

#include "physics/bullet/spring.h"

namespace sinew::bullet {
namespace {

btVector3 capped(const btVector3& impulse, btScalar cap) {
  const btScalar size = impulse.length();
  return size > cap ? impulse * (cap / size) : impulse;
}

}  // namespace

void Pin::forget() {
  impulse.setZero();
  turnImpulse.setZero();
}

void Pin::prepare(btScalar dt, btScalar ahead) {
  const btTransform worldFromBody = side.body->m_worldTransform * toBullet(centerFromBody);
  const Spring spring = springOf(target.hertz, target.dampingRatio, dt);
  cap = target.maxForce * dt;
  turnCap = target.maxTorque * dt;

  side.arm = worldFromBody.getOrigin() - side.body->m_worldTransform.getOrigin();
  const Vec3 wanted = target.worldFromBody.translation - target.linearVelocity * ahead;
  bias = (toBullet(wanted) - worldFromBody.getOrigin()) * spring.pull + toBullet(target.linearVelocity) * spring.follow;
  soft = massSoftness * spring.softness;
  btMatrix3x3 response = side.pointResponse();
  for (int i = 0; i < 3; ++i) response[i][i] += soft;
  mass = inverseOf(response);

  const Quat turned = exponential(target.angularVelocity * -ahead) * normalized(target.worldFromBody.rotation);
  const Quat missing = turned * conjugate(fromBullet(worldFromBody).rotation);
  turnBias = toBullet(logarithm(missing)) * spring.pull + toBullet(target.angularVelocity) * spring.follow;
  const btMatrix3x3& r = worldFromBody.getBasis();
  turnSoftnessWorld = r * toBullet(turnSoftness) * r.transpose() * spring.softness;
  turnMass = inverseOf(side.inverseInertia + turnSoftnessWorld);
}

void Pin::warmStart() {
  side.applyAtArm(impulse);
  side.applyAngular(turnImpulse);
}

void Pin::solveVelocity() {
  const btVector3 turnBefore = turnImpulse;
  turnImpulse = capped(turnBefore + turnMass * (turnBias - side.angular() - turnSoftnessWorld * turnBefore), turnCap);
  side.applyAngular(turnImpulse - turnBefore);

  const btVector3 before = impulse;
  impulse = capped(before + mass * (bias - side.atArm() - before * soft), cap);
  side.applyAtArm(impulse - before);
}

}  // namespace sinew::bullet
