#pragma once

#include "base/lanes.h"

// What the kernels reckon with beyond vectors: symmetric matrices, turns, the response of a body to an impulse at a point.

namespace sinew::crowd {

template <class T>
T lengthOf(const Vec3T<T>& a) {
  return rootOf(dot(a, a) + T(1e-24f));
}
/// atan2 for y >= 0, rad, [0, pi]: minimax polynomial on [0, 1] (Abramowitz and Stegun 4.4.49 in degree 15), error below 2e-6.
template <class T>
T arcTangent(const T& y, const T& x) {
  const T ax = absOf(x);
  const T high = maxOf(ax, y), low = minOf(ax, y);
  const T t = low / maxOf(high, T(1e-20f)), t2 = t * t;
  T r = T(-0.0117212f);
  r = r * t2 + T(0.05265332f);
  r = r * t2 + T(-0.11643287f);
  r = r * t2 + T(0.19354346f);
  r = r * t2 + T(-0.33262347f);
  r = (r * t2 + T(0.99997726f)) * t;
  r = select(less(ax, y), T(kPi / 2) - r, r);
  return select(less(x, T(0)), T(kPi) - r, r);
}

/// Rotation vector of the shortest arc.
template <class T>
Vec3T<T> turnOf(const QuatT<T>& q) {
  const auto flip = less(q.w, T(0));
  const Vec3T<T> u{q.x, q.y, q.z};
  const T s = lengthOf(u);
  const T k = select(less(s, T(1e-4f)), T(2), T(2) * arcTangent(s, absOf(q.w)) / maxOf(s, T(1e-20f)));
  return u * select(flip, -k, k);
}

/// Symmetric three by three matrix.
template <class T>
struct SymT {
  T xx{}, xy{}, xz{}, yy{}, yz{}, zz{};

  static SymT diagonal(const T& d) { return {d, T(0), T(0), d, T(0), d}; }
  friend Vec3T<T> operator*(const SymT& s, const Vec3T<T>& a) {
    return {s.xx * a.x + s.xy * a.y + s.xz * a.z, s.xy * a.x + s.yy * a.y + s.yz * a.z, s.xz * a.x + s.yz * a.y + s.zz * a.z};
  }
  friend SymT operator*(const SymT& s, const T& k) { return {s.xx * k, s.xy * k, s.xz * k, s.yy * k, s.yz * k, s.zz * k}; }
  friend SymT operator+(const SymT& a, const SymT& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
  }
  friend SymT operator-(const SymT& a, const SymT& b) {
    return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
  }
};

template <class T>
SymT<T> outer(const Vec3T<T>& a) {
  return {a.x * a.x, a.x * a.y, a.x * a.z, a.y * a.y, a.y * a.z, a.z * a.z};
}
template <class M, class T>
SymT<T> select(const M& m, const SymT<T>& yes, const SymT<T>& no) {
  return {select(m, yes.xx, no.xx), select(m, yes.xy, no.xy), select(m, yes.xz, no.xz),
          select(m, yes.yy, no.yy), select(m, yes.yz, no.yz), select(m, yes.zz, no.zz)};
}
template <class T>
SymT<T> inverseOf(const SymT<T>& s) {
  const T a = s.yy * s.zz - s.yz * s.yz, b = s.xz * s.yz - s.xy * s.zz, c = s.xy * s.yz - s.xz * s.yy;
  const T k = T(1) / (s.xx * a + s.xy * b + s.xz * c);
  return {a * k, b * k, c * k, (s.xx * s.zz - s.xz * s.xz) * k, (s.xy * s.xz - s.xx * s.yz) * k, (s.xx * s.yy - s.xy * s.xy) * k};
}
template <class T>
Mat3T<T> operator*(const SymT<T>& s, const Mat3T<T>& m) {
  return {s * m.x, s * m.y, s * m.z};
}
template <class T>
Vec3T<T> transposeTimes(const Mat3T<T>& m, const Vec3T<T>& v) {
  return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}
template <class T>
Mat3T<T> operator+(const Mat3T<T>& a, const Mat3T<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

/// Rotation matrix of a unit quaternion.
template <class T>
Mat3T<T> matrixOf(const QuatT<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const T xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const T wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {{T(1) - (yy + zz), xy + wz, xz - wy}, {xy - wz, T(1) - (xx + zz), yz + wx}, {xz + wy, yz - wx, T(1) - (xx + yy)}};
}

/// r * diag(d) * transpose(r).
template <class T>
SymT<T> turnedDiagonal(const Mat3T<T>& r, const Vec3T<T>& d) {
  const Vec3T<T> x = r.x * d.x, y = r.y * d.y, z = r.z * d.z;
  return {x.x * r.x.x + y.x * r.y.x + z.x * r.z.x, x.x * r.x.y + y.x * r.y.y + z.x * r.z.y, x.x * r.x.z + y.x * r.y.z + z.x * r.z.z,
          x.y * r.x.y + y.y * r.y.y + z.y * r.z.y, x.y * r.x.z + y.y * r.y.z + z.y * r.z.z, x.z * r.x.z + y.z * r.y.z + z.z * r.z.z};
}

/// r * s * transpose(r).
template <class T>
SymT<T> turnedBy(const Mat3T<T>& r, const SymT<T>& s) {
  const Vec3T<T> x = r * Vec3T<T>{s.xx, s.xy, s.xz}, y = r * Vec3T<T>{s.xy, s.yy, s.yz}, z = r * Vec3T<T>{s.xz, s.yz, s.zz};
  return {r.x.x * x.x + r.y.x * y.x + r.z.x * z.x, r.x.x * x.y + r.y.x * y.y + r.z.x * z.y, r.x.x * x.z + r.y.x * y.z + r.z.x * z.z,
          r.x.y * x.y + r.y.y * y.y + r.z.y * z.y, r.x.y * x.z + r.y.y * y.z + r.z.y * z.z, r.x.z * x.z + r.y.z * y.z + r.z.z * z.z};
}

/// Response of a point at `arm` from the centre of mass to an impulse there: 1/m - [arm] I^-1 [arm].
template <class T>
SymT<T> pointResponse(const T& inverseMass, const SymT<T>& inverseInertia, const Vec3T<T>& arm) {
  // Columns of I^-1 [arm], then minus arm x each.
  const Vec3T<T> cx = inverseInertia * Vec3T<T>{T(0), arm.z, -arm.y}, cy = inverseInertia * Vec3T<T>{-arm.z, T(0), arm.x},
                 cz = inverseInertia * Vec3T<T>{arm.y, -arm.x, T(0)};
  const Vec3T<T> x = cross(arm, cx), y = cross(arm, cy), z = cross(arm, cz);
  return {inverseMass - x.x, -y.x, -z.x, inverseMass - y.y, -z.y, inverseMass - z.z};
}

}  // namespace sinew::crowd
