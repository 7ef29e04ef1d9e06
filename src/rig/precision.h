#pragma once

#include <cmath>

#include <sinew/base/math.h>

// Node chains multiply up in double: a factor measured on a rig in millimetres and on its twin in metres must not differ by
// the rounding of the chain.

namespace sinew::rig {

using Mat3d = Mat3T<double>;

inline Vec3d toDouble(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Quatd toDouble(const Quat& q) { return {q.x, q.y, q.z, q.w}; }
inline Transformd toDouble(const Transform& t) { return {toDouble(t.rotation), toDouble(t.translation)}; }

inline Affined toDouble(const Affine& a) {
  return {{toDouble(a.linear.x), toDouble(a.linear.y), toDouble(a.linear.z)}, toDouble(a.translation)};
}

inline Vec3 toFloat(const Vec3d& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

inline Quat toFloat(const Quatd& q) {
  return normalized(Quat{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)});
}

inline Transform toFloat(const Transformd& t) { return {toFloat(t.rotation), toFloat(t.translation)}; }

inline Affine toFloat(const Affined& a) {
  return {{toFloat(a.linear.x), toFloat(a.linear.y), toFloat(a.linear.z)}, toFloat(a.translation)};
}

/// The same place and orientation with scale, mirror and shear taken out.
inline Transformd rigidOf(const Affined& a) { return {rotationOf(a.linear), a.translation}; }

/// Lengths of the three columns: how far a unit step along each own axis goes.
inline Vec3d columnLengths(const Affined& a) { return {length(a.linear.x), length(a.linear.y), length(a.linear.z)}; }

/// True where the linear part can be inverted with numbers that mean something.
inline bool invertible(const Affined& a) {
  const Vec3d s = columnLengths(a);
  const double volume = std::abs(determinant(a.linear));
  return isFinite(a) && std::isfinite(volume) && volume > 0 && volume > 1e-9 * s.x * s.y * s.z;
}

/// Multiplies out a change of unit: the same transform with its outputs `factor` times as long.
inline Affined inUnit(const Affined& a, double factor) {
  return {{a.linear.x * factor, a.linear.y * factor, a.linear.z * factor}, a.translation * factor};
}

}  // namespace sinew::rig
