#include "manikin/joint_axes.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

constexpr float kClearBend = 0.14f;  // rad, 8 degrees: below, which way a limb leans is chance

// The axis about which the modelled pose bends, if it bends clearly and within `spread` of the axis that anatomy expects.
Vec3 bentAxis(const Vec3& upper, const Vec3& lower, const Vec3& expected, float spread) {
  if (angleBetween(upper, lower) < kClearBend) return expected;
  const Vec3 bent = normalized(cross(upper, lower), expected);
  return angleBetween(bent, expected) < spread ? bent : expected;
}

}  // namespace

Vec3 acrossFrom(const Vec3& v, const Vec3& n, const Vec3& fallback) {
  const Vec3 across = v - n * dot(v, n);
  if (length(across) > 1e-3f * std::max(length(v), 1e-6f)) return normalized(across);
  const Vec3 other = fallback - n * dot(fallback, n);
  return length(other) > 1e-3f ? normalized(other) : perpendicular(n);
}

Quat ballFrame(const Vec3& bone, const Vec3& flexion, int side) {
  const Vec3 x = side > 0 ? -bone : bone;
  const Vec3 y = cross(bone, acrossFrom(flexion, bone));
  return toQuat(Mat3{x, y, cross(x, y)});
}

Quat hingeFrame(const Vec3& axis, const Vec3& bone) {
  const Vec3 y = acrossFrom(bone, axis);
  return toQuat(Mat3{axis, y, cross(axis, y)});
}

Vec3 boneOf(const Part& part) { return rotate(part.modelFromPart.rotation, part.axis); }

Vec3 kneeAxis(const Part& upper, const Part& lower, const RigAxes& axes) {
  const Vec3 expected = acrossFrom(axes.left, boneOf(upper), axes.forward);
  return bentAxis(boneOf(upper), boneOf(lower), expected, radians(45.0f));
}

Vec3 elbowAxis(const Part& upper, const Part& lower, const RigAxes& axes) {
  // Forward, and upward as far as the arm itself is held forward.
  const Vec3 bone = boneOf(upper);
  const Vec3 bends = acrossFrom(axes.forward + axes.up * std::max(0.0f, dot(bone, axes.forward)), bone, axes.up);
  return bentAxis(bone, boneOf(lower), cross(bone, bends), radians(60.0f));
}

Vec3 legAxis(const Part& upper, const Part& lower, const RigAxes& axes) {
  const bool front = upper.role == Role::frontLeftUpper || upper.role == Role::frontRightUpper;
  const Vec3 lateral = acrossFrom(axes.left, boneOf(upper), axes.forward);
  const Vec3 expected = front ? -lateral : lateral;
  // Animals stand on bent legs, and not all of them bend as a dog does: any sagittal bend is believed.
  const Vec3 bent = bentAxis(boneOf(upper), boneOf(lower), expected, radians(45.0f));
  if (!(bent == expected)) return bent;
  const Vec3 other = bentAxis(boneOf(upper), boneOf(lower), -expected, radians(45.0f));
  return other == -expected ? expected : other;
}

}  // namespace sinew
