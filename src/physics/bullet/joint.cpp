#include "physics/bullet/joint.h"

#include <sinew/physics/angles.h>

#include "physics/bullet/spring.h"

namespace sinew::bullet {
namespace {

/// Limits nearer than this are in the solver, so that they are met without overshoot: at 240 Hz a part would have to turn
/// at 60 rad/s to jump over it.
constexpr float kSight = 0.25f;

/// A swing range narrower than this is a strip: its two ends are held one by one, not as an ellipse.
constexpr float kStrip = 0.02f;

enum Slot : std::uint8_t { kTwistLow, kTwistHigh, kSwing, kSwing1Low, kSwing1High, kSwing2Low, kSwing2High };

/// How twist and swing change with a small turn in the parent's joint frame: for r = swing * twist, d(angle) = dot(row, turn).
struct AngleRates {
  Vec3 twist;   ///< from the quaternion: d(2 atan2(x, w))
  Vec3 u;       ///< unit swing axis
  Vec3 around;  ///< turn that moves the swing axis itself, scaled to a rotation vector
};

AngleRates ratesOf(const Quat& r, const Vec3& angles) {
  AngleRates rates;
  const float n = std::max(r.x * r.x + r.w * r.w, 1e-6f);
  rates.twist = {1, (r.w * r.z + r.x * r.y) / n, (r.x * r.z - r.w * r.y) / n};
  const Vec3 swing{0, angles.y, angles.z};
  const float angle = length(swing);
  rates.u = angle > 1e-6f ? swing / angle : Vec3{0, 1, 0};
  const float spread = angle > 1e-4f ? angle / std::max(std::sin(angle), 1e-3f) : 1;
  rates.around = cross(rotate(r, Vec3{1, 0, 0}), rates.u) * spread;
  return rates;
}

/// A matrix that acts about x alone: a hinge's.
btMatrix3x3 aboutX(btScalar value) { return {value, 0, 0, 0, 0, 0, 0, 0, 0}; }

/// Turn that moves the swing vector along the direction (0, y, z).
Vec3 swingRow(const AngleRates& rates, const Vec3& direction) {
  return rates.u * dot(direction, rates.u) + rates.around * dot(direction, cross(Vec3{1, 0, 0}, rates.u));
}

}  // namespace

btMatrix3x3 inverseOf(const btMatrix3x3& m) {
  const double a = m[0][0], b = m[0][1], c = m[0][2], d = m[1][1], e = m[1][2], f = m[2][2];
  const double c00 = d * f - e * e, c01 = c * e - b * f, c02 = b * e - c * d;
  const double determinant = a * c00 + b * c01 + c * c02;
  if (!(std::abs(determinant) > 0)) return {0, 0, 0, 0, 0, 0, 0, 0, 0};
  const double k = 1 / determinant;
  const auto s = [k](double v) { return static_cast<btScalar>(v * k); };
  return {s(c00), s(c01), s(c02), s(c01), s(a * f - c * c), s(b * c - a * e), s(c02), s(b * c - a * e), s(a * d - b * b)};
}

void Joint::forget() {
  anchorImpulse.setZero();
  lockImpulse.setZero();
  motorImpulse.setZero();
  damperImpulse.setZero();
  limitImpulse.fill(0);
  limitLoad.fill(0);
}

void Joint::twist(const btVector3& angularImpulse) {
  const btVector3 hold = held * angularImpulse;
  anchorImpulse += hold;
  b.applyAngular(angularImpulse);
  a.applyAngular(-angularImpulse);
  b.applyAtArm(hold);
  a.applyAtArm(-hold);
}

void Joint::pushTwist(const btVector3& angularImpulse) {
  const btVector3 hold = held * angularImpulse;
  b.pushAngular(angularImpulse);
  a.pushAngular(-angularImpulse);
  b.pushApplyAtArm(hold);
  a.pushApplyAtArm(-hold);
}

void Joint::prepare(btScalar dt, btScalar ahead) {
  // Where the two ends of the joint stand.
  const btTransform parentFrame = a.body->m_worldTransform * toBullet(parentCenterFromFrame);
  const btTransform childFrame = b.body->m_worldTransform * toBullet(childCenterFromFrame);
  frame = parentFrame.getBasis();
  a.arm = parentFrame.getOrigin() - a.body->m_worldTransform.getOrigin();
  b.arm = childFrame.getOrigin() - b.body->m_worldTransform.getOrigin();
  const Quat r = normalized(conjugate(fromBullet(parentFrame).rotation) * fromBullet(childFrame).rotation);

  // The ends must meet.
  anchorError = childFrame.getOrigin() - parentFrame.getOrigin();
  anchorMass = inverseOf(a.pointResponse() + b.pointResponse());

  // Turning the bodies pulls their ends apart. Every angular impulse brings the anchor impulse that prevents it, so that limits
  // and motors feel the inertia about the joint, and one joint alone is solved at once.
  const btMatrix3x3 parting = (crossMatrix(a.arm) * a.inverseInertia + crossMatrix(b.arm) * b.inverseInertia) * -1;
  held = anchorMass * parting * -1;
  response = a.inverseInertia + b.inverseInertia + parting.transpose() * held;

  // What may not turn: a hinge's y and z, all of a fixed joint. In the parent's joint frame.
  const btMatrix3x3 inFrame = frame.transpose() * response * frame;
  lockError.setZero();
  if (def.type == ConstraintType::fixed) {
    lockError = toBullet(logarithm(r));
    angularMass = inverseOf(inFrame);
  } else if (def.type == ConstraintType::hinge) {
    const Vec3 angles = ballAngles(r);
    lockError = btVector3(0, angles.y, angles.z);
    const btScalar yy = inFrame[1][1], yz = inFrame[1][2], zz = inFrame[2][2], d = 1 / (yy * zz - yz * yz);
    angularMass.setValue(0, 0, 0, 0, zz * d, -yz * d, 0, -yz * d, yy * d);
  }

  limitCount = 0;
  if (def.limited) prepareLimits(r);

  // What turns with the child, as a response in the parent's joint frame.
  const btMatrix3x3 turn = frame.transpose() * childFrame.getBasis();
  const btMatrix3x3 inertiaInverse = turn * toBullet(softness) * turn.transpose();
  if (motor.hertz > 0) prepareMotor(r, inertiaInverse, inFrame, dt, ahead);
  if (damped()) prepareDamper(inertiaInverse, inFrame, dt);
}

void Joint::addLimit(std::uint8_t slot, btScalar distance, const Vec3& axisInParentFrame) {
  if (distance > kSight) return;
  LimitRow& row = limits[limitCount];
  row.axis = frame * toBullet(axisInParentFrame);
  row.distance = distance;
  row.mass = 1 / row.axis.dot(response * row.axis);
  row.impulse = limitLoad[slot];
  row.push = 0;
  row.slot = slot;
  ++limitCount;
}

void Joint::prepareLimits(const Quat& r) {
  if (def.type == ConstraintType::fixed) return;
  const Vec3 angles = def.type == ConstraintType::hinge ? Vec3{hingeAngle(r), 0, 0} : ballAngles(r);
  const AngleRates rates = ratesOf(r, angles);

  // Twist, or the hinge's angle: a range that is not the whole turn. Beyond an end, the way back is the shorter one.
  if (def.twist.high - def.twist.low < 2 * kPi - 1e-4f) {
    float low = angles.x - def.twist.low, high = def.twist.high - angles.x;
    if (low < 0 && clampAngle(angles.x, def.twist) == def.twist.high) {
      high = -(angles.x + 2 * kPi - def.twist.high);
      low = kPi;
    } else if (high < 0 && clampAngle(angles.x, def.twist) == def.twist.low) {
      low = -(def.twist.low - (angles.x - 2 * kPi));
      high = kPi;
    }
    addLimit(kTwistLow, low, -rates.twist);
    addLimit(kTwistHigh, high, rates.twist);
  }
  if (def.type == ConstraintType::hinge) return;

  // A strip: both ends of both swings, one by one.
  if (def.swing1.high - def.swing1.low < kStrip || def.swing2.high - def.swing2.low < kStrip) {
    const Vec3 row1 = swingRow(rates, {0, 1, 0}), row2 = swingRow(rates, {0, 0, 1});
    addLimit(kSwing1Low, angles.y - def.swing1.low, -row1);
    addLimit(kSwing1High, def.swing1.high - angles.y, row1);
    addLimit(kSwing2Low, angles.z - def.swing2.low, -row2);
    addLimit(kSwing2High, def.swing2.high - angles.z, row2);
    return;
  }

  // The quarter-ellipse the swing points into. Outside, straight back to the nearest point; inside, distance to first order.
  const float semi1 = std::max(angles.y < 0 ? -def.swing1.low : def.swing1.high, 1e-3f);
  const float semi2 = std::max(angles.z < 0 ? -def.swing2.low : def.swing2.high, 1e-3f);
  const Vec3 slope{0, angles.y / (semi1 * semi1), angles.z / (semi2 * semi2)};
  const float level = std::sqrt(angles.y * slope.y + angles.z * slope.z);
  if (level < 1e-3f) return;
  if (level <= 1) {
    const float steepness = length(slope) / level;
    addLimit(kSwing, (1 - level) / steepness, swingRow(rates, normalized(slope)));
    return;
  }
  const Vec3 nearest = clampSwing(angles, def.swing1.low, def.swing1.high, def.swing2.low, def.swing2.high);
  const Vec3 out{0, angles.y - nearest.y, angles.z - nearest.z};
  addLimit(kSwing, -length(out), swingRow(rates, normalized(out, normalized(slope))));
}

void Joint::prepareMotor(const Quat& r, const btMatrix3x3& inertiaInverse, const btMatrix3x3& inFrame, btScalar dt, btScalar ahead) {
  // Turn that is still missing, in the parent's joint frame: rotation = exp(error) * r.
  const Spring spring = springOf(motor.hertz, motor.dampingRatio, dt);
  motorCap = motor.maxTorque * dt;
  const Quat wanted = exponential(motor.velocity * -ahead) * motor.rotation;
  if (def.type == ConstraintType::hinge) {
    const btScalar error = hingeAngle(wanted * conjugate(r));
    motorBias = btVector3(spring.pull * error + spring.follow * motor.velocity.x, 0, 0);
    motorSoftness = aboutX(axisSoftness * spring.softness);
    motorMass = aboutX(1 / (inFrame[0][0] + motorSoftness[0][0]));
    return;
  }
  motorBias = toBullet(logarithm(wanted * conjugate(r))) * spring.pull + toBullet(motor.velocity) * spring.follow;
  motorSoftness = inertiaInverse * spring.softness;
  motorMass = inverseOf(inFrame + motorSoftness);
}

void Joint::prepareDamper(const btMatrix3x3& inertiaInverse, const btMatrix3x3& inFrame, btScalar dt) {
  const btScalar soft = 1 / (dt * def.damping);
  if (def.type == ConstraintType::hinge) {
    damperSoftness = aboutX(axisSoftness * soft);
    damperMass = aboutX(1 / (inFrame[0][0] + damperSoftness[0][0]));
    return;
  }
  damperSoftness = inertiaInverse * soft;
  damperMass = inverseOf(inFrame + damperSoftness);
}

void Joint::warmStart() {
  // The kept anchor impulse already answers the kept turns.
  b.applyAtArm(anchorImpulse);
  a.applyAtArm(-anchorImpulse);
  btVector3 turn(0, 0, 0);
  if (def.type != ConstraintType::ball) turn += frame * lockImpulse;
  if (motor.hertz > 0) turn += frame * motorImpulse;
  if (damped()) turn += frame * damperImpulse;
  for (std::uint8_t i = 0; i < limitCount; ++i) turn -= limits[i].axis * limits[i].impulse;
  b.applyAngular(turn);
  a.applyAngular(-turn);
}

void Joint::solveMotor() {
  const btVector3 speed = frame.transpose() * relativeAngular();
  const btVector3 before = motorImpulse;
  motorImpulse += motorMass * (motorBias - speed - motorSoftness * before);
  const btScalar size = motorImpulse.length();
  if (size > motorCap) motorImpulse *= motorCap / size;
  twist(frame * (motorImpulse - before));
}

void Joint::solveDamper() {
  const btVector3 speed = frame.transpose() * relativeAngular();
  const btVector3 impulse = damperMass * -(speed + damperSoftness * damperImpulse);
  damperImpulse += impulse;
  twist(frame * impulse);
}

void Joint::solveLocks() {
  const btVector3 impulse = angularMass * (frame.transpose() * -relativeAngular());
  lockImpulse += impulse;
  twist(frame * impulse);
}

void Joint::solveVelocity(btScalar dt) {
  // The ends meet first: what follows turns the bodies and keeps them together.
  const btVector3 anchoring = anchorMass * (a.atArm() - b.atArm());
  anchorImpulse += anchoring;
  b.applyAtArm(anchoring);
  a.applyAtArm(-anchoring);

  if (motor.hertz > 0) solveMotor();
  if (damped()) solveDamper();

  // A limit ahead may be reached in this sub-step, not passed; a limit behind may not be left further.
  for (std::uint8_t i = 0; i < limitCount; ++i) {
    LimitRow& row = limits[i];
    const btScalar allowed = std::max(row.distance, btScalar(0)) / dt;
    const btScalar before = row.impulse;
    row.impulse = std::max(before + row.mass * (relativeAngular().dot(row.axis) - allowed), btScalar(0));
    twist(row.axis * (before - row.impulse));
  }

  if (def.type != ConstraintType::ball) solveLocks();
}

void Joint::solvePosition(btScalar rate) {
  const btVector3 anchoring = anchorMass * -(b.pushAtArm() - a.pushAtArm() + anchorError * rate);
  b.pushApplyAtArm(anchoring);
  a.pushApplyAtArm(-anchoring);

  for (std::uint8_t i = 0; i < limitCount; ++i) {
    LimitRow& row = limits[i];
    if (row.distance >= 0) continue;
    const btScalar speed = (b.body->m_turnVelocity - a.body->m_turnVelocity).dot(row.axis);
    const btScalar before = row.push;
    row.push = std::max(before + row.mass * (speed - row.distance * rate), btScalar(0));
    pushTwist(row.axis * (before - row.push));
  }

  if (def.type != ConstraintType::ball) {
    const btVector3 speed = frame.transpose() * (b.body->m_turnVelocity - a.body->m_turnVelocity);
    pushTwist(frame * (angularMass * -(speed + lockError * rate)));
  }
}

void Joint::finish() {
  // A limit that was met twice running bears a load, which the next sub-step starts from; a single blow is not repeated.
  std::array<btScalar, kLimitSlots> now{};
  for (std::uint8_t i = 0; i < limitCount; ++i) now[limits[i].slot] = limits[i].impulse;
  for (std::size_t i = 0; i < kLimitSlots; ++i) limitLoad[i] = std::min(now[i], limitImpulse[i]);
  limitImpulse = now;

  if (motor.hertz <= 0) return;
  motorSum += motorImpulse;
  saturated = saturated || motorImpulse.length() >= motorCap * 0.9999f;
}

}  // namespace sinew::bullet
