#pragma once

#include <cstddef>

#include "base/lanes.h"

// Four joints side by side. A pose is stored joint by joint; four of them are turned round on the way in, worked on with one instruction
// for all, and turned back:
//
//     joint 0: x y z w | tx ty tz          x: x0 x1 x2 x3
//     joint 1: x y z w | tx ty tz    -->   y: y0 y1 y2 y3    ...   tz: tz0 tz1 tz2 tz3
//
// Joints may be any four; a joint gets the same bits in any place (base/lanes.h).

#define SINEW_INLINE inline __attribute__((always_inline))

namespace sinew {

using Four = Lane<4>;
using FourMask = LaneMask<4>;
using FourVec = Vec3T<Four>;
using FourQuat = QuatT<Four>;
using FourPose = TransformT<Four>;

SINEW_INLINE Four fourOf(float a, float b, float c, float d) { return Four::of(Four::Raw{a, b, c, d}); }
#if defined(__SSE2__)
SINEW_INLINE Four loadFour(const float* p) { return Four::of(_mm_loadu_ps(p)); }
SINEW_INLINE void storeFour(const Four& a, float* p) { _mm_storeu_ps(p, a.v); }
#else
SINEW_INLINE Four loadFour(const float* p) { return fourOf(p[0], p[1], p[2], p[3]); }
SINEW_INLINE void storeFour(const Four& a, float* p) {
  for (int i = 0; i < 4; ++i) p[i] = a.v[i];
}
#endif

/// Rows to columns and back.
SINEW_INLINE void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four::Raw ab0 = __builtin_shufflevector(a.v, b.v, 0, 4, 1, 5), ab1 = __builtin_shufflevector(a.v, b.v, 2, 6, 3, 7);
  const Four::Raw cd0 = __builtin_shufflevector(c.v, d.v, 0, 4, 1, 5), cd1 = __builtin_shufflevector(c.v, d.v, 2, 6, 3, 7);
  a.v = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  b.v = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  c.v = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  d.v = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

SINEW_INLINE FourQuat combined(const FourQuat& a, const Four& ka, const FourQuat& b, const Four& kb) {
  return {a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb, a.w * ka + b.w * kb};
}

/// Normalised lerp along the shortest arc.
SINEW_INLINE FourQuat blended(const FourQuat& a, const FourQuat& b, const Four& t) {
  return unitOf(combined(a, Four(1) - t, b, select(less(dot(a, b), Four(0)), -t, t)));
}

/// Arc cosine of [0, 1], to 2e-7: sqrt(1 - x) by a polynomial (Abramowitz and Stegun 4.4.46).
SINEW_INLINE Four arcCosine(const Four& x) {
  Four p = -0.0012624911f;
  for (const float k : {0.0066700901f, -0.0170881256f, 0.0308918810f, -0.0501743046f, 0.0889789874f, -0.2145988016f, 1.5707963050f})
    p = p * x + Four(k);
  return rootOf(maxOf(Four(1) - x, Four(0))) * p;
}

/// Sine of [0, pi/2], to 2e-7, by its series.
SINEW_INLINE Four sine(const Four& x) {
  const Four x2 = x * x;
  Four p = -1.0f / 39916800;
  for (const float k : {1.0f / 362880, -1.0f / 5040, 1.0f / 120, -1.0f / 6, 1.0f}) p = p * x2 + Four(k);
  return p * x;
}

/// Spherical interpolation along the shortest arc, as slerp(), but for its length.
SINEW_INLINE FourQuat arc(const FourQuat& a, const FourQuat& b, const Four& t) {
  const Four d = dot(a, b), near = minOf(maxOf(d, -d), Four(1));
  const Four theta = arcCosine(near), s = Four(1) / rootOf(maxOf(Four(1) - near * near, Four(1e-12f)));
  const FourMask curved = less(near, Four(0.9995f));
  const Four ka = select(curved, sine((Four(1) - t) * theta) * s, Four(1) - t);
  const Four kb = select(curved, sine(t * theta) * s, t);
  return combined(a, ka, b, select(less(d, Four(0)), -kb, kb));
}

SINEW_INLINE FourVec fourOf(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return {fourOf(a.x, b.x, c.x, d.x), fourOf(a.y, b.y, c.y, d.y), fourOf(a.z, b.z, c.z, d.z)};
}
SINEW_INLINE FourQuat fourOf(const Quat& a, const Quat& b, const Quat& c, const Quat& d) {
  FourQuat q{loadFour(&a.x), loadFour(&b.x), loadFour(&c.x), loadFour(&d.x)};
  transpose(q.x, q.y, q.z, q.w);
  return q;
}
// A transform is seven floats: a row of four from its start, and a row of four from the fourth on (w and the translation).
static_assert(sizeof(Transform) == 7 * sizeof(float));
SINEW_INLINE FourPose fourOf(const Transform& a, const Transform& b, const Transform& c, const Transform& d) {
  FourPose p;
  p.rotation = fourOf(a.rotation, b.rotation, c.rotation, d.rotation);
  Four w = loadFour(&a.rotation.w);
  p.translation = {loadFour(&b.rotation.w), loadFour(&c.rotation.w), loadFour(&d.rotation.w)};
  transpose(w, p.translation.x, p.translation.y, p.translation.z);
  return p;
}
/// The same for transforms that were stored a moment ago: in pieces that a store still on its way can serve.
SINEW_INLINE FourPose fourFresh(const Transform& a, const Transform& b, const Transform& c, const Transform& d) {
  return {fourOf(a.rotation, b.rotation, c.rotation, d.rotation), fourOf(a.translation, b.translation, c.translation, d.translation)};
}
SINEW_INLINE void store(const FourQuat& from, Quat& a, Quat& b, Quat& c, Quat& d) {
  FourQuat q = from;
  transpose(q.x, q.y, q.z, q.w);
  storeFour(q.x, &a.x);
  storeFour(q.y, &b.x);
  storeFour(q.z, &c.x);
  storeFour(q.w, &d.x);
}
SINEW_INLINE void store(const FourPose& p, Transform& a, Transform& b, Transform& c, Transform& d) {
  Four w = p.rotation.w;
  FourVec t = p.translation;
  transpose(w, t.x, t.y, t.z);
  storeFour(w, &a.rotation.w);
  storeFour(t.x, &b.rotation.w);
  storeFour(t.y, &c.rotation.w);
  storeFour(t.z, &d.rotation.w);
  store(p.rotation, a.rotation, b.rotation, c.rotation, d.rotation);
}

/// Which four of an array. One that stands there twice is worked on twice, with the same result.
struct Quad {
  std::size_t a = 0, b = 0, c = 0, d = 0;
};
/// From `first` on, none beyond the last of `count`.
SINEW_INLINE Quad quadAt(std::size_t first, std::size_t count) {
  const std::size_t last = count - 1;
  return {first, first + 1 < last ? first + 1 : last, first + 2 < last ? first + 2 : last, first + 3 < last ? first + 3 : last};
}
template <class T>
SINEW_INLINE auto fourOf(const T* p, const Quad& q) {
  return fourOf(p[q.a], p[q.b], p[q.c], p[q.d]);
}
SINEW_INLINE Four fourOf(const float* p, const Quad& q) { return fourOf(p[q.a], p[q.b], p[q.c], p[q.d]); }
template <class F, class T>
SINEW_INLINE void store(const F& from, T* p, const Quad& q) {
  store(from, p[q.a], p[q.b], p[q.c], p[q.d]);
}

}  // namespace sinew
