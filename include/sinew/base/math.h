#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

// Small vector math. Everything is a template over the number type, so that the same formulas serve scalars (float, double)
// and SIMD lanes. Conventions: right-handed, +Y up, metres, radians, unit quaternions stored x y z w, column vectors,
// transforms named result-first (worldFromModel * modelFromJoint).

namespace sinew {

inline constexpr float kPi = std::numbers::pi_v<float>;

constexpr float degrees(float radians) { return radians * (180.0f / kPi); }
constexpr float radians(float degrees) { return degrees * (kPi / 180.0f); }

template <class T>
struct Vec3T {
  T x{}, y{}, z{};

  constexpr Vec3T& operator+=(const Vec3T& b) { return *this = {x + b.x, y + b.y, z + b.z}; }
  constexpr Vec3T& operator-=(const Vec3T& b) { return *this = {x - b.x, y - b.y, z - b.z}; }
  constexpr Vec3T& operator*=(T s) { return *this = {x * s, y * s, z * s}; }

  friend constexpr Vec3T operator+(const Vec3T& a, const Vec3T& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3T operator-(const Vec3T& a, const Vec3T& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3T operator-(const Vec3T& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3T operator*(const Vec3T& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vec3T operator*(T s, const Vec3T& a) { return a * s; }
  friend constexpr Vec3T operator/(const Vec3T& a, T s) { return a * (T(1) / s); }
  friend constexpr bool operator==(const Vec3T&, const Vec3T&) = default;
};

/// Component by index, 0..2.
template <class T>
constexpr T component(const Vec3T<T>& v, int index) {
  return index == 0 ? v.x : index == 1 ? v.y : v.z;
}

template <class T>
constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Component by component product.
template <class T>
constexpr Vec3T<T> scaled(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

template <class T>
constexpr T lengthSquared(const Vec3T<T>& a) {
  return dot(a, a);
}

template <class T>
T length(const Vec3T<T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

template <class T>
T distance(const Vec3T<T>& a, const Vec3T<T>& b) {
  return length(a - b);
}

/// Unit vector along `a`, or `fallback` where `a` is too short to have a direction.
template <class T>
Vec3T<T> normalized(const Vec3T<T>& a, const Vec3T<T>& fallback = {}) {
  const T l = length(a);
  return l > T(1e-12) ? a / l : fallback;
}

template <class T>
constexpr Vec3T<T> lerp(const Vec3T<T>& a, const Vec3T<T>& b, T t) {
  return a + (b - a) * t;
}

template <class T>
bool isFinite(const Vec3T<T>& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// Any unit vector at a right angle to the unit vector `a`.
template <class T>
Vec3T<T> perpendicular(const Vec3T<T>& a) {
  const Vec3T<T> other = std::abs(a.x) < T(0.6) ? Vec3T<T>{T(1), T(0), T(0)} : Vec3T<T>{T(0), T(1), T(0)};
  return normalized(cross(a, other));
}

/// e^-x for x >= 0, to 2e-7 relative, from exactly rounded operations alone: the same bits on every machine. e^-x = 2^-n * e^-f with
/// f in [-ln2/2, ln2/2], its Taylor series to the seventh power.
inline float exponentialDecay(float x) {
  if (!(x < 87.0f)) return 0;
  const float n = std::floor(x * 1.44269504f + 0.5f);
  const float f = -(x - n * 0.693145752f - n * 1.42860677e-6f);
  float sum = 1 + f / 7;
  for (const float k : {6.0f, 5.0f, 4.0f, 3.0f, 2.0f, 1.0f}) sum = 1 + f / k * sum;
  return std::ldexp(sum, -static_cast<int>(n));
}

/// Angle between two directions, rad, [0, pi]. Exact also near 0 and pi (atan2, not acos).
template <class T>
T angleBetween(const Vec3T<T>& a, const Vec3T<T>& b) {
  return std::atan2(length(cross(a, b)), dot(a, b));
}

template <class T>
struct QuatT {
  T x{}, y{}, z{}, w{T(1)};

  friend constexpr QuatT operator*(const QuatT& a, const QuatT& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  }
  friend constexpr QuatT operator-(const QuatT& q) { return {-q.x, -q.y, -q.z, -q.w}; }
  friend constexpr bool operator==(const QuatT&, const QuatT&) = default;
};

template <class T>
constexpr QuatT<T> conjugate(const QuatT<T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}

template <class T>
constexpr T dot(const QuatT<T>& a, const QuatT<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/// Unit quaternion, or identity where `q` has no direction.
template <class T>
QuatT<T> normalized(const QuatT<T>& q) {
  const T l = std::sqrt(dot(q, q));
  if (!(l > T(1e-12))) return {};
  return {q.x / l, q.y / l, q.z / l, q.w / l};
}

template <class T>
bool isFinite(const QuatT<T>& q) {
  return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

template <class T>
constexpr Vec3T<T> rotate(const QuatT<T>& q, const Vec3T<T>& v) {
  const Vec3T<T> u{q.x, q.y, q.z};
  const Vec3T<T> t = cross(u, v) * T(2);
  return v + t * q.w + cross(u, t);
}

/// `axis` of unit length, `angle` in radians, right-handed.
template <class T>
QuatT<T> axisAngle(const Vec3T<T>& axis, T angle) {
  const T s = std::sin(angle * T(0.5));
  return {axis.x * s, axis.y * s, axis.z * s, std::cos(angle * T(0.5))};
}

/// Rotation vector (axis times angle, rad) to quaternion.
template <class T>
QuatT<T> exponential(const Vec3T<T>& v) {
  const T angle = length(v);
  const T k = angle > T(1e-6) ? std::sin(angle * T(0.5)) / angle : T(0.5) - angle * angle / T(48);
  return {v.x * k, v.y * k, v.z * k, std::cos(angle * T(0.5))};
}

/// Quaternion to rotation vector of the shortest arc, rad, length [0, pi].
template <class T>
Vec3T<T> logarithm(QuatT<T> q) {
  if (q.w < T(0)) q = -q;
  const Vec3T<T> u{q.x, q.y, q.z};
  const T s = length(u);
  const T k = s > T(1e-6) ? T(2) * std::atan2(s, q.w) / s : T(2) / q.w;
  return u * k;
}

/// Angle of the shortest arc between two rotations, rad, [0, pi].
template <class T>
T angleBetween(const QuatT<T>& a, const QuatT<T>& b) {
  return length(logarithm(conjugate(a) * b));
}

/// Shortest rotation that takes the unit vector `a` to the unit vector `b`.
template <class T>
QuatT<T> fromTo(const Vec3T<T>& a, const Vec3T<T>& b) {
  const T d = dot(a, b);
  if (d < T(-0.999999)) return axisAngle(perpendicular(a), static_cast<T>(std::numbers::pi));
  const Vec3T<T> c = cross(a, b);
  return normalized(QuatT<T>{c.x, c.y, c.z, T(1) + d});
}

/// Spherical interpolation along the shortest arc.
template <class T>
QuatT<T> slerp(const QuatT<T>& a, QuatT<T> b, T t) {
  T d = dot(a, b);
  if (d < T(0)) {
    b = -b;
    d = -d;
  }
  T ka = T(1) - t;
  T kb = t;
  if (d < T(0.9995)) {
    const T theta = std::acos(std::min(d, T(1)));
    const T s = T(1) / std::sin(theta);
    ka = std::sin(ka * theta) * s;
    kb = std::sin(kb * theta) * s;
  }
  return normalized(QuatT<T>{a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb, a.w * ka + b.w * kb});
}

/// The part of `q` that turns about the unit `axis`, so that q = swing * twist.
template <class T>
QuatT<T> twistAbout(const QuatT<T>& q, const Vec3T<T>& axis) {
  const T p = q.x * axis.x + q.y * axis.y + q.z * axis.z;
  return normalized(QuatT<T>{axis.x * p, axis.y * p, axis.z * p, q.w});
}

/// Three by three matrix of columns.
template <class T>
struct Mat3T {
  Vec3T<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};  ///< columns

  friend constexpr Vec3T<T> operator*(const Mat3T& m, const Vec3T<T>& v) { return m.x * v.x + m.y * v.y + m.z * v.z; }
  friend constexpr Mat3T operator*(const Mat3T& a, const Mat3T& b) { return {a * b.x, a * b.y, a * b.z}; }
};

template <class T>
constexpr Mat3T<T> transpose(const Mat3T<T>& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

template <class T>
constexpr T determinant(const Mat3T<T>& m) {
  return dot(m.x, cross(m.y, m.z));
}

template <class T>
constexpr Mat3T<T> toMatrix(const QuatT<T>& q) {
  return {rotate(q, {T(1), T(0), T(0)}), rotate(q, {T(0), T(1), T(0)}), rotate(q, {T(0), T(0), T(1)})};
}

/// Quaternion of a rotation matrix (orthonormal, determinant +1), Shepperd's method.
template <class T>
QuatT<T> toQuat(const Mat3T<T>& m) {
  const T trace = m.x.x + m.y.y + m.z.z;
  if (trace > T(0)) {
    const T s = std::sqrt(trace + T(1)) * T(2);
    return normalized(QuatT<T>{(m.y.z - m.z.y) / s, (m.z.x - m.x.z) / s, (m.x.y - m.y.x) / s, s / T(4)});
  }
  if (m.x.x > m.y.y && m.x.x > m.z.z) {
    const T s = std::sqrt(T(1) + m.x.x - m.y.y - m.z.z) * T(2);
    return normalized(QuatT<T>{s / T(4), (m.y.x + m.x.y) / s, (m.z.x + m.x.z) / s, (m.y.z - m.z.y) / s});
  }
  if (m.y.y > m.z.z) {
    const T s = std::sqrt(T(1) + m.y.y - m.x.x - m.z.z) * T(2);
    return normalized(QuatT<T>{(m.y.x + m.x.y) / s, s / T(4), (m.z.y + m.y.z) / s, (m.z.x - m.x.z) / s});
  }
  const T s = std::sqrt(T(1) + m.z.z - m.x.x - m.y.y) * T(2);
  return normalized(QuatT<T>{(m.z.x + m.x.z) / s, (m.z.y + m.y.z) / s, s / T(4), (m.x.y - m.y.x) / s});
}

/// Rigid transform: rotation, then translation.
template <class T>
struct TransformT {
  QuatT<T> rotation;
  Vec3T<T> translation;

  friend constexpr TransformT operator*(const TransformT& a, const TransformT& b) {
    return {a.rotation * b.rotation, a.translation + rotate(a.rotation, b.translation)};
  }
  friend constexpr Vec3T<T> operator*(const TransformT& a, const Vec3T<T>& point) { return a.translation + rotate(a.rotation, point); }
  friend constexpr bool operator==(const TransformT&, const TransformT&) = default;
};

template <class T>
constexpr TransformT<T> inverse(const TransformT<T>& a) {
  const QuatT<T> r = conjugate(a.rotation);
  return {r, -rotate(r, a.translation)};
}

template <class T>
bool isFinite(const TransformT<T>& a) {
  return isFinite(a.rotation) && isFinite(a.translation);
}

/// Affine transform: three columns and a translation. What node chains with scale, mirror and shear multiply to.
template <class T>
struct AffineT {
  Mat3T<T> linear;
  Vec3T<T> translation;

  friend constexpr AffineT operator*(const AffineT& a, const AffineT& b) {
    return {a.linear * b.linear, a.linear * b.translation + a.translation};
  }
  friend constexpr Vec3T<T> operator*(const AffineT& a, const Vec3T<T>& point) { return a.linear * point + a.translation; }
};

/// Inverse; a singular matrix gives non-finite entries (check with `determinant` first).
template <class T>
constexpr Mat3T<T> inverse(const Mat3T<T>& m) {
  const T k = T(1) / determinant(m);
  const Mat3T<T> rows{cross(m.y, m.z) * k, cross(m.z, m.x) * k, cross(m.x, m.y) * k};
  return transpose(rows);
}

template <class T>
constexpr AffineT<T> inverse(const AffineT<T>& a) {
  const Mat3T<T> l = inverse(a.linear);
  return {l, -(l * a.translation)};
}

template <class T>
constexpr AffineT<T> toAffine(const TransformT<T>& a) {
  return {toMatrix(a.rotation), a.translation};
}

template <class T>
bool isFinite(const AffineT<T>& a) {
  return isFinite(a.linear.x) && isFinite(a.linear.y) && isFinite(a.linear.z) && isFinite(a.translation);
}

/// The proper rotation nearest to a matrix that may carry scale, mirror and a little shear: columns are made unit and
/// orthogonal, and a mirror is undone by turning the third axis. Identity where two columns have no direction.
template <class T>
QuatT<T> rotationOf(const Mat3T<T>& m) {
  const Vec3T<T> x = normalized(m.x);
  const Vec3T<T> y = normalized(m.y - x * dot(x, m.y));
  const Vec3T<T> z = cross(x, y);
  if (!(lengthSquared(x) > T(0.5)) || !(lengthSquared(y) > T(0.5))) return {};
  return toQuat(Mat3T<T>{x, y, z});
}

using Vec3 = Vec3T<float>;
using Quat = QuatT<float>;
using Mat3 = Mat3T<float>;
using Transform = TransformT<float>;
using Affine = AffineT<float>;
using Vec3d = Vec3T<double>;
using Quatd = QuatT<double>;
using Transformd = TransformT<double>;
using Affined = AffineT<double>;

/// What stands at the seams: sixteen floats, column-major, glTF's order.
using Mat4 = std::array<float, 16>;

constexpr Affine toAffine(const Mat4& m) { return {{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}, {m[12], m[13], m[14]}}; }

constexpr Mat4 toMat4(const Affine& a) {
  return {a.linear.x.x, a.linear.x.y, a.linear.x.z, 0, a.linear.y.x,    a.linear.y.y,    a.linear.y.z,    0,
          a.linear.z.x, a.linear.z.y, a.linear.z.z, 0, a.translation.x, a.translation.y, a.translation.z, 1};
}

constexpr Mat4 toMat4(const Transform& a) { return toMat4(toAffine(a)); }

/// Rotation, translation and scale of one joint or node, as glTF stores them: parentFromNode = T * R * S.
struct Trs {
  Vec3 translation;  ///< m (times the file's unit)
  Quat rotation;
  Vec3 scale{1, 1, 1};
};

constexpr Affine toAffine(const Trs& t) {
  const Mat3 r = toMatrix(t.rotation);
  return {{r.x * t.scale.x, r.y * t.scale.y, r.z * t.scale.z}, t.translation};
}

}  // namespace sinew
