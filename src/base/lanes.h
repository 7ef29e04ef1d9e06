#pragma once

#include <sinew/base/math.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// Number types that work on W floats side by side: characters in the crowd solver, joints in poses. What is written over a number type runs
// over plain floats too. Only operations that IEEE 754 rounds exactly are used (+ - * / sqrt, min, max, compare), and nothing contracts to
// a fused multiply-add, so that a lane gives the same bits in any place of any width.

namespace sinew {

template <int W>
struct Lane {
  typedef float Raw __attribute__((vector_size(W * 4)));
  Raw v;

  Lane() = default;
  Lane(float s) : v(s - Raw{}) {}  // NOLINT: a number is a lane of equal numbers
  explicit Lane(int s) : v(static_cast<float>(s) - Raw{}) {}
  static Lane of(const Raw& raw) {
    Lane r;
    r.v = raw;
    return r;
  }

  friend Lane operator+(const Lane& a, const Lane& b) { return of(a.v + b.v); }
  friend Lane operator-(const Lane& a, const Lane& b) { return of(a.v - b.v); }
  friend Lane operator*(const Lane& a, const Lane& b) { return of(a.v * b.v); }
  friend Lane operator/(const Lane& a, const Lane& b) { return of(a.v / b.v); }
  friend Lane operator-(const Lane& a) { return of(-a.v); }
  Lane& operator+=(const Lane& b) { return *this = *this + b; }
  Lane& operator-=(const Lane& b) { return *this = *this - b; }
  Lane& operator*=(const Lane& b) { return *this = *this * b; }
};

/// Truth a lane.
template <int W>
struct LaneMask {
  typedef int Raw __attribute__((vector_size(W * 4)));
  Raw v;
  static LaneMask of(const Raw& raw) { return {raw}; }
  friend LaneMask operator&(const LaneMask& a, const LaneMask& b) { return {a.v & b.v}; }
  friend LaneMask operator|(const LaneMask& a, const LaneMask& b) { return {a.v | b.v}; }
};

template <int W>
LaneMask<W> less(const Lane<W>& a, const Lane<W>& b) {
  return {a.v < b.v};
}
template <int W>
LaneMask<W> equal(const Lane<W>& a, const Lane<W>& b) {
  return {a.v == b.v};
}
template <int W>
Lane<W> select(const LaneMask<W>& m, const Lane<W>& yes, const Lane<W>& no) {
  return Lane<W>::of(m.v ? yes.v : no.v);
}

#if defined(__SSE2__)
inline __attribute__((always_inline)) Lane<4> minOf(const Lane<4>& a, const Lane<4>& b) { return Lane<4>::of(_mm_min_ps(a.v, b.v)); }
inline __attribute__((always_inline)) Lane<4> maxOf(const Lane<4>& a, const Lane<4>& b) { return Lane<4>::of(_mm_max_ps(a.v, b.v)); }
inline __attribute__((always_inline)) Lane<4> rootOf(const Lane<4>& a) { return Lane<4>::of(_mm_sqrt_ps(a.v)); }
inline __attribute__((always_inline)) bool any(const LaneMask<4>& m) { return _mm_movemask_ps(reinterpret_cast<__m128>(m.v)) != 0; }
#endif
#if defined(__AVX2__)
inline __attribute__((always_inline)) Lane<8> minOf(const Lane<8>& a, const Lane<8>& b) { return Lane<8>::of(_mm256_min_ps(a.v, b.v)); }
inline __attribute__((always_inline)) Lane<8> maxOf(const Lane<8>& a, const Lane<8>& b) { return Lane<8>::of(_mm256_max_ps(a.v, b.v)); }
inline __attribute__((always_inline)) Lane<8> rootOf(const Lane<8>& a) { return Lane<8>::of(_mm256_sqrt_ps(a.v)); }
inline __attribute__((always_inline)) bool any(const LaneMask<8>& m) { return _mm256_movemask_ps(reinterpret_cast<__m256>(m.v)) != 0; }
#endif
#if defined(__AVX512F__) && defined(__AVX512DQ__)
inline __attribute__((always_inline)) Lane<16> minOf(const Lane<16>& a, const Lane<16>& b) { return Lane<16>::of(_mm512_min_ps(a.v, b.v)); }
inline __attribute__((always_inline)) Lane<16> maxOf(const Lane<16>& a, const Lane<16>& b) { return Lane<16>::of(_mm512_max_ps(a.v, b.v)); }
inline __attribute__((always_inline)) Lane<16> rootOf(const Lane<16>& a) { return Lane<16>::of(_mm512_sqrt_ps(a.v)); }
inline __attribute__((always_inline)) bool any(const LaneMask<16>& m) { return _mm512_movepi32_mask(reinterpret_cast<__m512i>(m.v)) != 0; }
#endif

// Machines without these instructions.
template <int W>
Lane<W> minOf(const Lane<W>& a, const Lane<W>& b) {
  return Lane<W>::of(a.v < b.v ? a.v : b.v);
}
template <int W>
Lane<W> maxOf(const Lane<W>& a, const Lane<W>& b) {
  return Lane<W>::of(a.v > b.v ? a.v : b.v);
}
template <int W>
Lane<W> rootOf(const Lane<W>& a) {
  Lane<W> r;
  for (int i = 0; i < W; ++i) r.v[i] = __builtin_sqrtf(a.v[i]);
  return r;
}
template <int W>
bool any(const LaneMask<W>& m) {
  int set = 0;
  for (int i = 0; i < W; ++i) set |= m.v[i];
  return set != 0;
}

// The same for one character alone.
struct Truth {
  bool v = false;
  friend Truth operator&(Truth a, Truth b) { return {a.v && b.v}; }
  friend Truth operator|(Truth a, Truth b) { return {a.v || b.v}; }
};
inline Truth less(float a, float b) { return {a < b}; }
inline float select(Truth m, float yes, float no) { return m.v ? yes : no; }
inline float minOf(float a, float b) { return a < b ? a : b; }
inline float maxOf(float a, float b) { return a > b ? a : b; }
inline float rootOf(float a) { return __builtin_sqrtf(a); }
inline bool any(Truth m) { return m.v; }

template <class T>
T absOf(const T& a) {
  return maxOf(a, -a);
}
template <class T>
T clampOf(const T& a, const T& low, const T& high) {
  return minOf(maxOf(a, low), high);
}

template <class M, class T>
Vec3T<T> select(const M& m, const Vec3T<T>& yes, const Vec3T<T>& no) {
  return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z)};
}
template <class M, class T>
QuatT<T> select(const M& m, const QuatT<T>& yes, const QuatT<T>& no) {
  return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z), select(m, yes.w, no.w)};
}

/// Unit, of a quaternion that has a direction.
template <class T>
QuatT<T> unitOf(const QuatT<T>& q) {
  const T k = T(1) / rootOf(dot(q, q));
  return {q.x * k, q.y * k, q.z * k, q.w * k};
}

}  // namespace sinew
