#pragma once

#include <cmath>

#include <sinew/base/math.h>

// Math of the built-in figure, in double. Only + - * / and sqrt (all exact by IEEE 754) and polynomials of them, never the
// system's sin or pow: the figure is the same bytes on every machine.

namespace sinew::figure {

inline constexpr double kTau = 2 * std::numbers::pi;

/// Sine by range reduction and its Taylor series to the 19th power: error below 1e-13 for |x| < 100.
inline double sine(double x) {
  x -= std::floor(x / kTau + 0.5) * kTau;
  if (x > kTau / 4) x = kTau / 2 - x;
  if (x < -kTau / 4) x = -kTau / 2 - x;
  const double x2 = x * x;
  double term = x;
  double sum = x;
  for (int k = 1; k <= 9; ++k) {
    term *= -x2 / ((2.0 * k) * (2.0 * k + 1.0));
    sum += term;
  }
  return sum;
}

inline double cosine(double x) { return sine(x + kTau / 4); }

inline Quatd turn(const Vec3d& axis, double angle) {
  const double s = sine(angle * 0.5);
  return {axis.x * s, axis.y * s, axis.z * s, cosine(angle * 0.5)};
}
inline Quatd turnX(double angle) { return turn({1, 0, 0}, angle); }
inline Quatd turnY(double angle) { return turn({0, 1, 0}, angle); }
inline Quatd turnZ(double angle) { return turn({0, 0, 1}, angle); }

/// The same rotation seen in a mirror at x = 0.
inline Quatd mirroredX(const Quatd& q) { return {q.x, -q.y, -q.z, q.w}; }
inline Vec3d mirroredX(const Vec3d& v) { return {-v.x, v.y, v.z}; }

/// 0 below `a`, 1 above `b`, smooth between.
inline double smoothStep(double a, double b, double x) {
  const double t = std::clamp((x - a) / (b - a), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// What is stored in the file: six decimals of `unit`, no negative zero.
inline double rounded(double x, double unit = 1) { return std::floor(x / unit * 1e6 + 0.5) / 1e6 * unit + 0.0; }
inline float stored(double x, double unit = 1) { return static_cast<float>(rounded(x, unit)); }

}  // namespace sinew::figure
