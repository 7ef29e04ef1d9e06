#pragma once

#include "physics/crowd/tree.h"

// What a joint asks for in this sub-step: where its ends are, how stiff its motor, damper and locks are, how near its limits.

namespace sinew::crowd {

inline constexpr float kLean = 0.01f;        ///< rad, a limit nearer than this that bore a load goes on bearing it
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
/// the turning arms are about to add (second order), as in SHAKE (Ryckaert, Ciccotti, Berendsen 1977). `steady`: 1, or 0 after a blow,
/// when the struck part turns as if it were alone and says nothing of what the joint will do.
template <class T>
void placeJoint(const JointLanes<T>& joint, const BodyLanes<T>& body, const BodyLanes<T>& above, const BodyWork<T>& work,
                const BodyWork<T>& workAbove, Link<T>& link, const Link<T>& parent, const T& steady, const T& dt) {
  const Vec3T<T> arm = work.axes * joint.childAnchor, armAbove = workAbove.axes * joint.parentAnchor;
  link.center = -arm;
  link.parentArm = body.place + arm - above.place;
  link.fromParent = parent.center + link.parentArm;
  const Vec3T<T> curve = cross(body.spin, cross(body.spin, arm)) + cross(work.precession, arm) -
                         cross(above.spin, cross(above.spin, armAbove)) - cross(workAbove.precession, armAbove);
  const Vec3T<T> error = link.parentArm - armAbove;
  link.mend = shortened(error * (T(kAnchorRate) / dt), T(kAnchorSpeed));
  link.bias = link.mend + curve * (T(0.5f) * dt * steady);
}

/// How stiff what is locked is, in units of what it holds.
template <class T>
T lockOf(const Link<T>& link) {
  return (link.rotary.xx + link.rotary.yy + link.rotary.zz) * T(kLockStiffness / 3);
}

/// Stiffness and wish of the joint's turn. `axes`: of the parent's joint frame; `bend`: rad/s2, how the free bodies' own precession
/// would turn them apart.
template <class T>
void stiffenJoint(const JointLanes<T>& joint, ConstraintType type, const BodyLanes<T>& body, const BodyLanes<T>& above, Link<T>& link,
                  const Mat3T<T>& bodyAxes, const Mat3T<T>& axes, const QuatT<T>& r, const Vec3T<T>& bend, const T& lock, const T& steady,
                  const T& dt, const T& ahead) {
  const Vec3T<T> spin = body.spin - above.spin;
  link.soft = {};
  link.capped = {};
  link.motorStiff = {};
  link.motorSpin = {};
  link.shove = {};
  link.axis = axes.x;
  if (type == ConstraintType::fixed) {
    link.stiff = SymT<T>::diagonal(lock);
    link.wanted = link.shove = (axes * shortened(turnOf(r) * (T(-kAnchorRate) / dt), T(kLimitSpeed))) * lock;
    return;
  }

  // The motor's share of the stiffness; a motor that will meet its cap gives the cap instead.
  const auto driven = less(T(0), joint.hertz);
  const SymT<T> inertia = type == ConstraintType::hinge ? outer(link.axis) * joint.inertia.xx : turnedBy(bodyAxes, joint.inertia);
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
    const Vec3T<T> added =
        (cross(link.axis, above.spin) * dot(link.axis, spin) + bend - link.axis * dot(link.axis, bend)) * (T(0.5f) * dt * steady);
    stiff = stiff + (SymT<T>::diagonal(T(1)) - outer(link.axis)) * lock;
    link.shove = axes * error * lock;
    wanted += link.shove - added * lock;
  }
  link.stiff = stiff;
  link.wanted = wanted;
}

/// The nearer end of a range, as seen from an angle between -pi and pi.
template <class T>
struct End {
  T distance;  ///< rad, negative beyond it
  T side;      ///< 1 where turning on brings it nearer, or -1
};

/// Beyond an end, the way back is the shorter one around the circle.
template <class T>
End<T> endOf(const T& angle, const T& rangeLow, const T& rangeHigh) {
  const T low = angle - rangeLow, high = rangeHigh - angle;
  const auto lower = less(low, high);
  const T distance = minOf(low, high), side = select(lower, T(-1), T(1));
  const T around = select(less(low, T(0)), high, low) - T(2 * kPi);
  const auto otherWay = less(distance, T(0)) & less(distance, around);
  return {select(otherWay, around, distance), select(otherWay, -side, side)};
}

/// Puts an end in play that would be passed in this sub-step, or was leant on in the last. It is held by the joint's stiffness where
/// it is, or gone back to where it was passed. (Not led on to its end: speeds that a blow left may not be the joint's, and would be
/// forced.) `slope`: how fast the distance shrinks with the child's turn.
template <class T, class M>
void holdEnd(LimitRow<T>& row, Link<T>& link, const Vec3T<T>& slope, const T& distance, const M& limited, const T& load,
             const Vec3T<T>& spin, const T& lock, const T& dt) {
  const T flat = T(1) / lengthOf(slope);  // near half a turn of swing an angle runs much faster than the joint turns
  const Vec3T<T> axis = slope * flat;
  const T ahead = maxOf(distance, T(0)) * flat * (T(1) / dt);
  const T back = maxOf(minOf(distance, T(0)) * flat * (T(kLimitRate) / dt), T(-kLimitSpeed));
  const auto on = limited & (less(ahead + back, dot(axis, spin)) | (less(distance, T(kLean)) & less(T(0), load)));
  row.axis = axis;
  row.stiff = select(on, lock, T(0));
  row.speed = back;
  row.impulse = T(0);
  const Vec3T<T> shove = axis * (row.stiff * back);
  link.stiff = link.stiff + outer(axis) * row.stiff;
  link.wanted += shove;
  link.shove += shove;
}

/// The two limits of a joint: its twist or hinge angle, and the swing inside its quarter-ellipses.
template <class T>
void limitJoint(const JointLanes<T>& joint, ConstraintType type, const Vec3T<T>& spin, Link<T>& link, JointWork<T>& out,
                const Mat3T<T>& axes, QuatT<T> r, const T& lock, const T& dt) {
  out.twist.stiff = out.swing.stiff = out.twist.impulse = out.swing.impulse = T(0);
  const auto limited = less(T(0), joint.limited * joint.enabled);
  if (type == ConstraintType::fixed || !any(limited)) return;
  r = select(less(r.w, T(0)), QuatT<T>{-r.x, -r.y, -r.z, -r.w}, r);
  const T sight = T(kLean) + lengthOf(spin) * (T(2) * dt);  // an angle may change faster than the joint turns
  const T n = maxOf(r.x * r.x + r.w * r.w, T(1e-6f));
  const auto ranged = limited & less(joint.twistHigh - joint.twistLow, T(2 * kPi - 1e-4f));
  if (any(ranged)) {
    const T angle = T(2) * select(less(r.x, T(0)), T(-1), T(1)) * arcTangent(absOf(r.x), r.w);
    const End<T> end = endOf(angle, joint.twistLow, joint.twistHigh);
    if (any(ranged & less(end.distance, sight))) {
      const Vec3T<T> axis =
          type == ConstraintType::hinge ? axes.x : axes * Vec3T<T>{T(1), (r.w * r.z + r.x * r.y) / n, (r.x * r.z - r.w * r.y) / n};
      holdEnd(out.twist, link, axis * end.side, end.distance, ranged & less(end.distance, sight), joint.twistLoad, spin, lock, dt);
    }
  }
  if (type != ConstraintType::ball) return;

  // How far the swing is inside its ellipse, to first order (level 1 is the edge).
  const T norm = T(1) / rootOf(n);
  const QuatT<T> swing = r * QuatT<T>{-r.x * norm, T(0), T(0), r.w * norm};
  const Vec3T<T> s = turnOf(swing);
  const T semi1 = maxOf(select(less(s.y, T(0)), -joint.swing1Low, joint.swing1High), T(kThinnest));
  const T semi2 = maxOf(select(less(s.z, T(0)), -joint.swing2Low, joint.swing2High), T(kThinnest));
  const Vec3T<T> slope{T(0), s.y / (semi1 * semi1), s.z / (semi2 * semi2)};
  const T level = rootOf(s.y * slope.y + s.z * slope.z), steep = lengthOf(slope);
  const T distance = select(limited & less(T(1e-3f), level), (T(1) - level) * level / steep, T(1));
  if (!any(less(distance, sight))) return;

  // Turn that moves the swing vector along the slope: along its own axis, and around.
  const T swung = lengthOf(s);
  const Vec3T<T> u = select(less(T(1e-5f), swung), s * (T(1) / swung), Vec3T<T>{T(0), T(1), T(0)});
  const T spread =
      select(less(T(1e-3f), swung), swung / maxOf(T(2) * lengthOf(Vec3T<T>{swing.x, swing.y, swing.z}) * absOf(swing.w), T(1e-3f)), T(1));
  const Vec3T<T> turnedX = matrixOf(r).x;
  const Vec3T<T> about = cross(turnedX, u) * spread, direction = slope * (T(1) / steep);
  const Vec3T<T> axis = axes * (u * dot(direction, u) + about * dot(direction, cross(Vec3T<T>{T(1), T(0), T(0)}, u)));
  holdEnd(out.swing, link, axis, distance, limited & less(distance, sight), joint.swingLoad, spin, lock, dt);
}

/// What an end bore in a sweep after which the joint turns at `spin`, taken out of what the joint gave in all.
template <class T>
void noteEnd(LimitRow<T>& row, const Vec3T<T>& spin, Vec3T<T>& given) {
  if (!any(less(T(0), row.stiff))) return;
  const T bore = row.stiff * (dot(row.axis, spin) - row.speed);
  row.impulse += bore;
  given += row.axis * bore;
}

/// From here on the joint keeps what it has but for the speed that took back what was missed: no energy comes of that, and what a free
/// character did in the sub-step is not touched again.
template <class T>
void calmJoint(ConstraintType type, const BodyLanes<T>& body, const BodyLanes<T>& above, Link<T>& link, JointWork<T>& rows) {
  link.bias = -(partingOf(body, above, link) + link.mend);
  rows.twist.speed = rows.swing.speed = T(0);
  if (type != ConstraintType::ball) {
    const Vec3T<T> kept = (body.spin - above.spin) * lockOf(link);
    link.wanted = type == ConstraintType::fixed ? kept : kept + link.axis * (dot(link.axis, link.wanted - kept));
  }
  link.wanted -= link.shove;
}

}  // namespace sinew::crowd
