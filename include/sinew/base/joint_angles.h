#pragma once

#include <sinew/base/math.h>

// The one definition of joint angles, shared by those who author limits, those who enforce them and those who measure.
//
// r is the rotation of the child's joint frame in the parent's joint frame. x is the twist axis of a ball joint (along the
// bone) and the axis of a hinge. Angles are rad, right-handed.

namespace sinew {

/// Turn of `r` about x, rad, [-pi, pi]; what `r` does about other axes is left out. 0 where a half turn of swing leaves it undefined.
template <class T>
T hingeAngle(QuatT<T> r) {
  if (r.w < T(0)) r = -r;
  return T(2) * std::atan2(r.x, r.w);
}

/// Twist and swing of r = swing * twist: (twist about x, swing about y, swing about z). The swing is a rotation vector without
/// x part, of length [0, pi]; the twist lies in [-pi, pi].
template <class T>
Vec3T<T> ballAngles(const QuatT<T>& r) {
  const T twist = hingeAngle(r);
  const Vec3T<T> swing = logarithm(r * conjugate(axisAngle(Vec3T<T>{T(1), T(0), T(0)}, twist)));
  return {twist, swing.y, swing.z};
}

/// The rotation that has these angles: inverse of `ballAngles` for swings shorter than pi.
template <class T>
QuatT<T> fromBallAngles(const Vec3T<T>& angles) {
  return exponential(Vec3T<T>{T(0), angles.y, angles.z}) * axisAngle(Vec3T<T>{T(1), T(0), T(0)}, angles.x);
}

/// Nearest point of a quarter of an ellipse with semi-axes a, b >= 0 for a point (x, y) of that quadrant (x, y >= 0); points inside
/// stay. Bisection on the Lagrange multiplier (Eberly, "Distance from a point to an ellipse", 2013). The third component is unused.
template <class T>
Vec3T<T> nearestInQuarterEllipse(T x, T y, T a, T b) {
  if (!(a > T(0)) || !(b > T(0))) return {std::min(x, std::max(a, T(0))), std::min(y, std::max(b, T(0))), T(0)};
  const auto outside = [&](T t) {
    const T u = a * x / (t + a * a), v = b * y / (t + b * b);
    return u * u + v * v - T(1);
  };
  if (outside(T(0)) <= T(0)) return {x, y, T(0)};
  T low = T(0), high = std::sqrt(a * a * x * x + b * b * y * y);
  for (int i = 0; i < 40; ++i) {
    const T middle = (low + high) / T(2);
    (outside(middle) > T(0) ? low : high) = middle;
  }
  const T t = (low + high) / T(2);
  return {a * a * x / (t + a * a), b * b * y / (t + b * b), T(0)};
}

/// Nearest swing (y, z) inside the four quarter-ellipses whose semi-axes are the ends of the two ranges (low <= 0 <= high).
/// The four quarters form one convex, smooth outline, so that the nearest point lies in the quadrant of the swing itself.
template <class T>
Vec3T<T> clampSwing(const Vec3T<T>& angles, T low1, T high1, T low2, T high2) {
  const T sign1 = angles.y < T(0) ? T(-1) : T(1), sign2 = angles.z < T(0) ? T(-1) : T(1);
  const Vec3T<T> inside =
      nearestInQuarterEllipse(std::abs(angles.y), std::abs(angles.z), angles.y < T(0) ? -low1 : high1, angles.z < T(0) ? -low2 : high2);
  return {angles.x, sign1 * inside.x, sign2 * inside.y};
}

}  // namespace sinew
