#include <algorithm>
#include <cmath>
#include <limits>

#include <sinew/locomotion/box_tree.h>

// A vertical line against one solid, in doubles, so that the surface of a level box comes out as the float it was authored as.

namespace sinew {

namespace {

Vec3d wide(const Vec3& v) { return {v.x, v.y, v.z}; }
Quatd wide(const Quat& q) { return {q.x, q.y, q.z, q.w}; }
Vec3 narrow(const Vec3d& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

/// The line in the solid's frame: origin + along * y.
struct LocalLine {
  Vec3d origin, along;
  Mat3T<double> axes;
};
LocalLine lineOf(const Solid& solid, float x, float z) {
  const Quatd rotation = wide(solid.worldFromSolid.rotation);
  const Vec3d from = Vec3d{x, 0, z} - wide(solid.worldFromSolid.translation);
  return {rotate(conjugate(rotation), from), rotate(conjugate(rotation), Vec3d{0, 1, 0}), toMatrix(rotation)};
}

/// The span is cut by half-spaces: points with dot(normal, p) <= distance stay.
void cut(ColumnSpan& span, const LocalLine& line, const Vec3d& normal, double distance) {
  const double slope = dot(normal, line.along);
  const double rest = distance - dot(normal, line.origin);
  if (std::abs(slope) < 1e-12) {
    if (rest < 0) span.hit = false;
    return;
  }
  const double y = rest / slope;
  if (slope < 0) {
    span.bottom = std::max(span.bottom, y);
  } else if (y < span.top) {
    span.top = y;
    span.normal = narrow(line.axes * normal);
  }
}

ColumnSpan throughConvex(const Solid& solid, float x, float z) {
  const LocalLine line = lineOf(solid, x, z);
  const Vec3d half = wide(solid.halfExtent);
  constexpr double kFar = std::numeric_limits<double>::max();
  ColumnSpan span{.hit = true, .bottom = -kFar, .top = kFar};
  cut(span, line, {1, 0, 0}, half.x);
  cut(span, line, {-1, 0, 0}, half.x);
  cut(span, line, {0, -1, 0}, half.y);
  cut(span, line, {0, 0, 1}, half.z);
  if (solid.shape == SolidShape::box) {
    cut(span, line, {0, 1, 0}, half.y);
    cut(span, line, {0, 0, -1}, half.z);
  } else {
    const double size = std::sqrt(half.y * half.y + half.z * half.z);
    cut(span, line, {0, half.z / size, -half.y / size}, 0);
  }
  span.hit = span.hit && span.bottom <= span.top;
  return span;
}

/// Twice the signed area, seen from above.
double turn(const Vec3d& a, const Vec3d& b, double x, double z) { return (b.z - a.z) * (x - a.x) - (b.x - a.x) * (z - a.z); }

ColumnSpan throughTriangle(const Solid& solid, float x, float z) {
  const Vec3d a = wide(solid.corners[0]), b = wide(solid.corners[1]), c = wide(solid.corners[2]);
  const Vec3d normal = cross(b - a, c - a);
  if (!(normal.y > 0)) return {};
  // A point on a shared edge belongs to both faces: no column falls between two of them.
  const double tolerance = -1e-9 * normal.y;
  if (turn(a, b, x, z) < tolerance || turn(b, c, x, z) < tolerance || turn(c, a, x, z) < tolerance) return {};
  const double y = a.y - (normal.x * (x - a.x) + normal.z * (z - a.z)) / normal.y;
  return {.hit = true, .bottom = y, .top = y, .normal = narrow(normalized(normal))};
}

}  // namespace

ColumnSpan columnThrough(const Solid& solid, float x, float z) {
  return solid.shape == SolidShape::triangle ? throughTriangle(solid, x, z) : throughConvex(solid, x, z);
}

}  // namespace sinew
