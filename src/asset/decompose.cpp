#include "asset/decompose.h"

namespace sinew::gltf {
namespace {

// Unit vector along `v`; zero where it has no length. In double and enlarged, so that tiny scales keep their direction.
Vec3d direction(const Vec3& v) { return normalized(Vec3d{v.x, v.y, v.z} * 1e20); }

bool isZero(const Vec3d& v) { return lengthSquared(v) < 0.5; }

// First axis of the rotation where the matrix gives none: at a right angle to what the other columns say.
Vec3d missingAxis(const Vec3d& y, const Vec3d& z) {
  if (isZero(y) && isZero(z)) return {1, 0, 0};
  if (isZero(z)) return perpendicular(y);
  if (isZero(y)) return perpendicular(z);
  return normalized(cross(y, z), perpendicular(y));
}

}  // namespace

Trs decompose(const Affine& parentFromNode) {
  // A column of zero length (a bone scaled flat) is found from the others.
  const Mat3& m = parentFromNode.linear;
  const Vec3d yGiven = direction(m.y);
  const Vec3d zGiven = direction(m.z);
  const Vec3d x = isZero(direction(m.x)) ? missingAxis(yGiven, zGiven) : direction(m.x);
  Vec3d y = normalized(yGiven - x * dot(x, yGiven));
  if (isZero(y)) y = normalized(cross(zGiven, x), perpendicular(x));
  const Vec3d z = cross(x, y);

  const Quatd q = toQuat(Mat3T<double>{x, y, z});
  const auto along = [](const Vec3& column, const Vec3d& axis) {
    return static_cast<float>(dot(Vec3d{column.x, column.y, column.z}, axis));
  };
  Trs out;
  out.translation = parentFromNode.translation;
  out.rotation = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
  out.scale = {along(m.x, x), along(m.y, y), along(m.z, z)};
  return out;
}

}  // namespace sinew::gltf
