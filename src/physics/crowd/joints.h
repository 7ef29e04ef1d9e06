#pragma once

#include "physics/crowd/tree.h"

// What a joint asks for in this sub-step: where its ends are, how stiff its motor, damper and locks are, how near its limits.

namespace sinew::crowd {

inline constexpr float kSight = 0.25f;       ///< rad, limits nearer than this are in the solver
inline constexpr float kAnchorRate = 0.25f;  ///< share of a joint's separation taken back in a sub-step
inline constexpr float kAnchorSpeed = 2;     ///< m/s, at most
inline constexpr float kLimitRate = 0.25f;   ///< share of a limit's overshoot taken back in a sub-step
inline constexpr float kLimitSpeed = 4;      ///< rad/s, at most
inline constexpr float kThinnest = 0.0105f;  ///< rad, least semi-axis of a swing ellipse

/// A damped spring solved with the step's end velocity: stiffness in units of inertia, and the shares of error and speed in what it wants.
template <class T>
struct SpringNumbers {
  T stiff, pull, follow;
};

template <class T>
SpringNumbers<T> springOf(const T& hertz, const T& ratio, const T& dt) {
  const T omega = hertz * T(2 * kPi), damping = T(2) * ratio * omega;
  const T sum = dt * omega * omega + damping;
  const T k = T(1) / maxOf(sum, T(1e-12f));
  return {dt * sum, omega * omega * k, damping * k};
}

template <class T>
Vec3T<T> shortened(const Vec3T<T>& v, const T& longest) {
  return v * minOf(T(1), longest / lengthOf(v));
}

/// exp(v) for small turns, to second order, unit.
template <class T>
QuatT<T> smallTurn(const Vec3T<T>& v) {
  return unitOf(QuatT<T>{v.x * T(0.5f), v.y * T(0.5f), v.z * T(0.5f), T(1)});
}

/// Places of the ends, and the velocity that keeps them together to the end of the sub-step: the separation that is there, and what
/// the turning arms are about to add (second order), as in SHAKE (Ryckaert, Ciccotti, Berendsen 1977).
template <class T>
void placeJoint(const JointLanes<T>& joint, const BodyLanes<T>& body, const BodyLanes<T>& above, const BodyWork<T>& work,
                const BodyWork<T>& workAbove, Link<T>& link, const Link<T>& parent, const T& dt) {
  const Vec3T<T> arm = work.axes * joint.childAnchor, armAbove = workAbove.axes * joint.parentAnchor;
  link.center = -arm;
  link.parentArm = body.place + arm - above.place;
  link.fromParent = parent.center + link.parentArm;
  const Vec3T<T> curve = cross(body.spin, cross(body.spin, arm)) + cross(work.precession, arm) -
                         cross(above.spin, cross(above.spin, armAbove)) - cross(workAbove.precession, armAbove);
  const Vec3T<T> error = link.parentArm - armAbove;
  link.bias = shortened(error * (T(kAnchorRate) / dt), T(kAnchorSpeed)) + curve * (T(0.5f) * dt);
}

/// Stiffness and wish of the joint's turn. `bend`: rad/s2, how the free bodies' own precession would turn them apart.
template <class T>
void stiffenJoint(const JointLanes<T>& joint, ConstraintType type, const BodyLanes<T>& body, const BodyLanes<T>& above, Link<T>& link,
                  const QuatT<T>& frame, const QuatT<T>& childFrame, const QuatT<T>& r, const Vec3T<T>& bend, const T& dt, const T& ahead) {
  const Mat3T<T> axes = matrixOf(frame);
  const Vec3T<T> spin = body.spin - above.spin;
  link.soft = {};
  link.capped = {};
  link.motorStiff = {};
  link.motorSpin = {};
  link.axis = axes.x;
  const T lock = (link.rotary.xx + link.rotary.yy + link.rotary.zz) * T(kLockStiffness / 3);
  if (type == ConstraintType::fixed) {
    link.stiff = SymT<T>::diagonal(lock);
    link.wanted = (axes * shortened(turnOf(r) * (T(-kAnchorRate) / dt), T(kLimitSpeed))) * lock;
    return;
  }

  // The motor's share of the stiffness; a motor that will meet its cap gives the cap instead.
  const auto driven = less(T(0), joint.hertz);
  SymT<T> inertia = turnedBy(matrixOf(childFrame), joint.inertia);
  if (type == ConstraintType::hinge) inertia = outer(link.axis) * joint.inertia.xx;
  SymT<T> stiff = inertia * (dt * joint.damping);
  Vec3T<T> wanted;
  if (any(driven)) {
    const SpringNumbers<T> spring = springOf(joint.hertz, joint.ratio, dt);
    const QuatT<T> target = smallTurn(joint.targetSpin * -ahead) * joint.target;
    Vec3T<T> missing = turnOf(target * conjugate(r));
    Vec3T<T> follow = joint.targetSpin;
    if (type == ConstraintType::hinge) {
      const QuatT<T> way = target * conjugate(r);
      const T sine = select(less(way.w, T(0)), -way.x, way.x);
      missing = {T(2) * select(less(sine, T(0)), -arcTangent(-sine, absOf(way.w)), arcTangent(sine, absOf(way.w))), T(0), T(0)};
      follow = {joint.targetSpin.x, T(0), T(0)};
    }
    link.motorSpin = axes * (missing * spring.pull + follow * spring.follow);
    const SymT<T> own = inertia * spring.stiff;
    const Vec3T<T> guess = (own * (link.motorSpin - spin)) * (T(1) / (T(1) + spring.stiff));
    const T size = lengthOf(guess), most = joint.cap * dt;
    const auto over = less(most, size) & driven;
    link.capped = select(over, guess * (most / size), Vec3T<T>{});
    link.motorStiff = select(over, SymT<T>{}, own);
    wanted = link.motorStiff * link.motorSpin;
    stiff = stiff + link.motorStiff;
  }
  if (type == ConstraintType::hinge) {
    // Locked across the axis; what the hinge's own turning and its carrier's are about to add is taken off beforehand.
    const T norm = T(1) / rootOf(r.x * r.x + r.w * r.w + T(1e-12f));
    const QuatT<T> swing = r * QuatT<T>{-r.x * norm, T(0), T(0), r.w * norm};
    const T side = select(less(swing.w, T(0)), T(-2), T(2));
    const Vec3T<T> error = shortened(Vec3T<T>{T(0), swing.y * side, swing.z * side} * (T(-kAnchorRate) / dt), T(kLimitSpeed));
    const Vec3T<T> added = (cross(link.axis, above.spin) * dot(link.axis, spin) + bend - link.axis * dot(link.axis, bend)) * (T(0.5f) * dt);
    stiff = stiff + (SymT<T>::diagonal(T(1)) - outer(link.axis)) * lock;
    wanted += (axes * error - added) * lock;
  }
  link.stiff = stiff;
  link.wanted = wanted;
}

template <class T>
void clearRow(LimitRow<T>& row) {
  row.mass = T(0);
  row.impulse = T(0);
  row.distance = T(1);
  row.axis = row.childSpin = row.parentSpin = row.childVelocity = row.parentVelocity = {};
}

/// Answers of both bodies to a unit impulse about the row's axis, with the anchor held together.
template <class T>
void answerRow(LimitRow<T>& row, const BodyWork<T>& work, const BodyWork<T>& workAbove, const Link<T>& link, const SymT<T>& anchorMass,
               const T& load) {
  const Vec3T<T> arm = -link.center;
  const Vec3T<T> child = work.inverseInertia * row.axis, parent = workAbove.inverseInertia * row.axis;
  const Vec3T<T> hold = -(anchorMass * (cross(child, arm) + cross(parent, link.parentArm)));
  row.childSpin = child + work.inverseInertia * cross(arm, hold);
  row.parentSpin = -(parent + workAbove.inverseInertia * cross(link.parentArm, hold));
  row.childVelocity = hold * work.inverseMass;
  row.parentVelocity = -(hold * workAbove.inverseMass);
  const T response = dot(row.axis, row.childSpin - row.parentSpin);
  const auto near = less(row.distance, T(kSight)) & less(T(1e-9f), response);
  row.mass = select(near, T(1) / maxOf(response, T(1e-9f)), T(0));
  row.impulse = select(near, load, T(0));
}

/// The two limits of a joint: its twist or hinge angle, and the swing inside its quarter-ellipses.
template <class T>
void limitJoint(const JointLanes<T>& joint, ConstraintType type, const BodyWork<T>& work, const BodyWork<T>& workAbove, const Link<T>& link,
                JointWork<T>& out, const QuatT<T>& frame, QuatT<T> r) {
  clearRow(out.twist);
  clearRow(out.swing);
  const auto limited = less(T(0), joint.limited * joint.enabled);
  if (type == ConstraintType::fixed || !any(limited)) return;
  r = select(less(r.w, T(0)), QuatT<T>{-r.x, -r.y, -r.z, -r.w}, r);
  const T flip = select(less(r.x, T(0)), T(-1), T(1));
  const T angle = T(2) * flip * arcTangent(absOf(r.x), r.w);

  // The nearer end of the range; beyond an end, the way back is the shorter one around the circle.
  const T low = angle - joint.twistLow, high = joint.twistHigh - angle;
  const T around = select(less(low, T(0)), joint.twistHigh - angle - T(2 * kPi), angle - joint.twistLow - T(2 * kPi));
  T distance = minOf(low, high);
  auto lower = less(low, high);
  const auto otherWay = less(distance, T(0)) & less(distance, around);
  distance = select(otherWay, around, distance);
  const T side = select(lower, T(-1), T(1)) * select(otherWay, T(-1), T(1));
  const auto ranged = limited & less(joint.twistHigh - joint.twistLow, T(2 * kPi - 1e-4f));
  out.twist.distance = select(ranged, distance, T(1));

  // How far the swing is inside its ellipse, to first order (level 1 is the edge).
  const T n = maxOf(r.x * r.x + r.w * r.w, T(1e-6f));
  Vec3T<T> swingAxis;
  const bool ball = type == ConstraintType::ball;
  if (ball) {
    const T norm = T(1) / rootOf(n);
    const QuatT<T> swing = r * QuatT<T>{-r.x * norm, T(0), T(0), r.w * norm};
    const Vec3T<T> s = turnOf(swing);
    const T semi1 = maxOf(select(less(s.y, T(0)), -joint.swing1Low, joint.swing1High), T(kThinnest));
    const T semi2 = maxOf(select(less(s.z, T(0)), -joint.swing2Low, joint.swing2High), T(kThinnest));
    const Vec3T<T> slope{T(0), s.y / (semi1 * semi1), s.z / (semi2 * semi2)};
    const T level = rootOf(s.y * slope.y + s.z * slope.z), steep = lengthOf(slope);
    out.swing.distance = select(limited & less(T(1e-3f), level), (T(1) - level) * level / steep, T(1));

    // Turn that moves the swing vector along the slope: along its own axis, and around.
    const T swung = lengthOf(s);
    const Vec3T<T> u = select(less(T(1e-5f), swung), s * (T(1) / swung), Vec3T<T>{T(0), T(1), T(0)});
    const T spread =
        select(less(T(1e-3f), swung), swung / maxOf(T(2) * lengthOf(Vec3T<T>{swing.x, swing.y, swing.z}) * absOf(swing.w), T(1e-3f)), T(1));
    const Vec3T<T> turnedX = matrixOf(r).x;
    const Vec3T<T> about = cross(turnedX, u) * spread, direction = slope * (T(1) / steep);
    swingAxis = u * dot(direction, u) + about * dot(direction, cross(Vec3T<T>{T(1), T(0), T(0)}, u));
  }
  const auto near = less(out.twist.distance, T(kSight)) | less(out.swing.distance, T(kSight));
  if (!any(near)) return;

  const SymT<T> anchorMass =
      inverseOf(pointResponse(work.inverseMass, work.inverseInertia, -link.center) +
                pointResponse(workAbove.inverseMass, workAbove.inverseInertia, link.parentArm) + SymT<T>::diagonal(T(1e-9f)));
  const Mat3T<T> axes = matrixOf(frame);
  const Vec3T<T> twistAxis =
      type == ConstraintType::hinge ? Vec3T<T>{T(1), T(0), T(0)} : Vec3T<T>{T(1), (r.w * r.z + r.x * r.y) / n, (r.x * r.z - r.w * r.y) / n};
  out.twist.axis = axes * (twistAxis * side);
  answerRow(out.twist, work, workAbove, link, anchorMass, joint.twistLoad);
  if (!ball) return;
  out.swing.axis = axes * swingAxis;
  answerRow(out.swing, work, workAbove, link, anchorMass, joint.swingLoad);
}

template <class T>
void pushRow(const LimitRow<T>& row, const T& impulse, BodyLanes<T>& body, BodyLanes<T>& above) {
  body.spin -= row.childSpin * impulse;
  above.spin -= row.parentSpin * impulse;
  body.velocity -= row.childVelocity * impulse;
  above.velocity -= row.parentVelocity * impulse;
}

/// A limit ahead may be reached in this sub-step, not passed; one behind is gone back to.
template <class T>
void solveRow(LimitRow<T>& row, BodyLanes<T>& body, BodyLanes<T>& above, const T& rate, const T& back) {
  const T allowed = select(less(row.distance, T(0)), maxOf(row.distance * back, T(-kLimitSpeed)), row.distance * rate);
  const T before = row.impulse;
  row.impulse = maxOf(before + row.mass * (dot(row.axis, body.spin - above.spin) - allowed), T(0));
  pushRow(row, row.impulse - before, body, above);
}

}  // namespace sinew::crowd
