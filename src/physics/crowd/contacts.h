#pragma once

#include "physics/crowd/joints.h"

// Contacts: found once a step with what the speeds may add, then followed through the sub-steps on points fixed in the bodies. A gap
// may close within a sub-step, not be passed; an overlap is pushed apart, and the push is taken out again by the relaxing sweep. (Soft
// contacts, as stiff as the part that touches, let a light hand under a heavy trunk sink by centimetres.)

namespace sinew::crowd {

inline constexpr float kMargin = 0.02f;      ///< m, contacts are found before they touch
inline constexpr float kSlop = 0.0005f;      ///< m, overlap that is left
inline constexpr float kPushRate = 0.5f;     ///< share of an overlap taken back in a sub-step
inline constexpr float kPushSpeed = 2;       ///< m/s, at which overlaps part at most
inline constexpr float kBounceSpeed = 0.5f;  ///< m/s, slower arrivals do not bounce

/// Nearest points of two segments, as shares along them (Ericson, "Real-Time Collision Detection", 2005, 5.1.9).
template <class T>
void nearestShares(const Vec3T<T>& d1, const Vec3T<T>& d2, const Vec3T<T>& apart, T& s, T& t) {
  const T a = maxOf(dot(d1, d1), T(1e-12f)), e = maxOf(dot(d2, d2), T(1e-12f));
  const T b = dot(d1, d2), c = dot(d1, apart), f = dot(d2, apart);
  const T den = a * e - b * b;
  s = select(less(T(1e-5f) * a * e, den), clampOf((b * f - c * e) / maxOf(den, T(1e-20f)), T(0), T(1)), T(0.5f));
  t = clampOf((b * s + f) / e, T(0), T(1));
  s = clampOf((b * t - c) / a, T(0), T(1));
}

/// Two unit vectors across a unit vector.
template <class T>
void tangentsOf(const Vec3T<T>& n, Vec3T<T>& t1, Vec3T<T>& t2) {
  const auto steep = less(T(0.7f), absOf(n.x));
  const Vec3T<T> other{select(steep, T(0), T(1)), select(steep, T(1), T(0)), T(0)};
  t1 = cross(n, other);
  t1 = t1 * (T(1) / lengthOf(t1));
  t2 = cross(n, t1);
}

/// Speed along the normal that a contact must not fall below, negative: what closes the gap within the sub-step, or the way out.
template <class T>
T givenOf(const T& distance, const StepNumbers& step, bool push) {
  const T gap = maxOf(distance, T(0)) * T(1 / step.dt);
  if (!push) return gap;
  return gap + maxOf(minOf(distance + T(kSlop), T(0)) * T(kPushRate / step.dt), T(-kPushSpeed));
}

/// Impulse of friction inside the disc of radius `most`.
template <class T>
void insideDisc(T& a, T& b, const T& most) {
  const T k = minOf(T(1), most / rootOf(a * a + b * b + T(1e-20f)));
  a = a * k;
  b = b * k;
}

// Self contacts.

template <class T>
void findPair(const BodyLanes<T>& a, const BodyLanes<T>& b, const Mat3T<T>& axesA, const Mat3T<T>& axesB, const PairLanes<T>& pair,
              PairWork<T>& work, const T& live) {
  const Vec3T<T> a0 = a.place + axesA * a.end0, a1 = a.place + axesA * a.end1;
  const Vec3T<T> b0 = b.place + axesB * b.end0, b1 = b.place + axesB * b.end1;
  T s, t;
  nearestShares(a1 - a0, b1 - b0, a0 - b0, s, t);
  const Vec3T<T> pa = a0 + (a1 - a0) * s, pb = b0 + (b1 - b0) * t;
  const Vec3T<T> between = pa - pb;
  const T far = lengthOf(between), reach = a.radius + b.radius;
  work.on = select(less(far, reach + T(kMargin)) & less(T(0), pair.on * live), T(1), T(0));
  work.normal = select(less(far, T(1e-6f)), Vec3T<T>{T(0), T(1), T(0)}, between * (T(1) / far));
  work.localA = a.end0 + (a.end1 - a.end0) * s;
  work.localB = b.end0 + (b.end1 - b.end0) * t;
  work.reach = reach;
  work.friction = rootOf(a.friction * b.friction);
  const auto on = less(T(0), work.on);
  work.impulse = select(on, pair.impulse, Vec3T<T>{});
  work.sum = {};
}

template <class T>
void preparePair(BodyLanes<T>& a, BodyLanes<T>& b, const BodyWork<T>& wa, const BodyWork<T>& wb, PairWork<T>& c) {
  const Vec3T<T> ra = wa.axes * c.localA - c.normal * a.radius, rb = wb.axes * c.localB + c.normal * b.radius;
  c.distance = dot(a.place + ra - b.place - rb, c.normal);
  c.along[0] = c.normal;
  tangentsOf(c.normal, c.along[1], c.along[2]);
  const T kick[3] = {c.impulse.x, c.impulse.y, c.impulse.z};
  const auto on = less(T(0), c.on);
  for (int k = 0; k < 3; ++k) {
    c.turnA[k] = cross(ra, c.along[k]);
    c.turnB[k] = cross(rb, c.along[k]);
    c.answerA[k] = wa.inverseInertia * c.turnA[k];
    c.answerB[k] = wb.inverseInertia * c.turnB[k];
    const T response = wa.inverseMass + wb.inverseMass + dot(c.turnA[k], c.answerA[k]) + dot(c.turnB[k], c.answerB[k]);
    c.mass[k] = select(on & less(T(1e-12f), response), T(1) / maxOf(response, T(1e-12f)), T(0));
    a.velocity += c.along[k] * (kick[k] * wa.inverseMass);
    a.spin += c.answerA[k] * kick[k];
    b.velocity -= c.along[k] * (kick[k] * wb.inverseMass);
    b.spin -= c.answerB[k] * kick[k];
  }
}

template <class T>
void kickPair(BodyLanes<T>& a, BodyLanes<T>& b, const BodyWork<T>& wa, const BodyWork<T>& wb, const PairWork<T>& c, int k,
              const T& impulse) {
  a.velocity += c.along[k] * (impulse * wa.inverseMass);
  a.spin += c.answerA[k] * impulse;
  b.velocity -= c.along[k] * (impulse * wb.inverseMass);
  b.spin -= c.answerB[k] * impulse;
}

template <class T>
T speedOf(const BodyLanes<T>& a, const BodyLanes<T>& b, const PairWork<T>& c, int k) {
  return dot(c.along[k], a.velocity - b.velocity) + dot(c.turnA[k], a.spin) - dot(c.turnB[k], b.spin);
}

template <class T>
void solvePair(BodyLanes<T>& a, BodyLanes<T>& b, const BodyWork<T>& wa, const BodyWork<T>& wb, PairWork<T>& c, const StepNumbers& step,
               bool push) {
  T t1 = c.impulse.y - c.mass[1] * speedOf(a, b, c, 1), t2 = c.impulse.z - c.mass[2] * speedOf(a, b, c, 2);
  insideDisc(t1, t2, c.friction * c.impulse.x);
  kickPair(a, b, wa, wb, c, 1, t1 - c.impulse.y);
  kickPair(a, b, wa, wb, c, 2, t2 - c.impulse.z);
  const T n = maxOf(c.impulse.x - c.mass[0] * (speedOf(a, b, c, 0) + givenOf(c.distance, step, push)), T(0));
  kickPair(a, b, wa, wb, c, 0, n - c.impulse.x);
  c.impulse = {n, t1, t2};
}

// Ground contacts.

template <class T>
void prepareSlot(BodyLanes<T>& body, const BodyWork<T>& work, SlotWork<T>& c, const T& dt) {
  const Vec3T<T> center = work.axes * c.local, arm = center - c.normal * c.radius;
  c.distance = dot(body.place + center, c.normal) - c.radius - c.offset;
  c.along[0] = c.normal;
  tangentsOf(c.normal, c.along[1], c.along[2]);
  const auto on = less(T(0), c.on);
  c.impulse = select(on, c.impulse, Vec3T<T>{});
  const T kick[3] = {c.impulse.x, c.impulse.y, c.impulse.z};
  for (int k = 0; k < 3; ++k) {
    c.turn[k] = cross(arm, c.along[k]);
    c.answer[k] = work.inverseInertia * c.turn[k];
    const T response = work.inverseMass + dot(c.turn[k], c.answer[k]);
    c.mass[k] = select(on & less(T(1e-12f), response), T(1) / maxOf(response, T(1e-12f)), T(0));
    body.velocity += c.along[k] * (kick[k] * work.inverseMass);
    body.spin += c.answer[k] * kick[k];
  }
  c.offset += dot(c.drift, c.normal) * dt;  // where the ground will be in the next sub-step
}

template <class T>
T speedOf(const BodyLanes<T>& body, const SlotWork<T>& c, int k) {
  return dot(c.along[k], body.velocity - c.drift) + dot(c.turn[k], body.spin);
}

template <class T>
void kickSlot(BodyLanes<T>& body, const BodyWork<T>& work, const SlotWork<T>& c, int k, const T& impulse) {
  body.velocity += c.along[k] * (impulse * work.inverseMass);
  body.spin += c.answer[k] * impulse;
}

template <class T>
void solveSlot(BodyLanes<T>& body, const BodyWork<T>& work, SlotWork<T>& c, const StepNumbers& step, bool push) {
  T t1 = c.impulse.y - c.mass[1] * speedOf(body, c, 1), t2 = c.impulse.z - c.mass[2] * speedOf(body, c, 2);
  insideDisc(t1, t2, c.friction * c.impulse.x);
  kickSlot(body, work, c, 1, t1 - c.impulse.y);
  kickSlot(body, work, c, 2, t2 - c.impulse.z);
  const T n = maxOf(c.impulse.x - c.mass[0] * (speedOf(body, c, 0) + givenOf(c.distance, step, push)), T(0));
  kickSlot(body, work, c, 0, n - c.impulse.x);
  c.impulse = {n, t1, t2};
  c.peak = maxOf(c.peak, n);
}

/// What arrived fast leaves at its share of that speed.
template <class T>
void bounceSlot(BodyLanes<T>& body, const BodyWork<T>& work, SlotWork<T>& c) {
  const auto bounces = less(T(0), c.restitution * c.on) & less(c.arrival, T(-kBounceSpeed)) & less(T(0), c.peak);
  if (!any(bounces)) return;
  const T n = select(bounces, maxOf(c.impulse.x - c.mass[0] * (speedOf(body, c, 0) + c.restitution * c.arrival), T(0)), c.impulse.x);
  kickSlot(body, work, c, 0, n - c.impulse.x);
  c.sum.x += n - c.impulse.x;
  c.impulse.x = n;
}

}  // namespace sinew::crowd
