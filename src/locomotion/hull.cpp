#include <algorithm>

#include <sinew/locomotion/box_tree.h>

namespace sinew {

namespace {

void addPoint(Hull& hull, const Vec3& point) { hull.points[hull.pointCount++] = point; }
void addNormal(Hull& hull, const Vec3& normal) { hull.normals[hull.normalCount++] = normal; }
void addEdge(Hull& hull, const Vec3& edge) { hull.edges[hull.edgeCount++] = edge; }

/// (+-x, +-y, +-z) in world space. Without rotation the sums are the plain ones: the top of a level box is exactly middle plus half.
Vec3 cornerOf(const Transform& worldFromSolid, const Vec3& half, int x, int y, int z) {
  return worldFromSolid * Vec3{static_cast<float>(x) * half.x, static_cast<float>(y) * half.y, static_cast<float>(z) * half.z};
}

Hull boxHull(const Vec3& half, const Transform& worldFromSolid) {
  Hull hull;
  for (const int y : {-1, 1})
    for (const int z : {-1, 1})
      for (const int x : {-1, 1}) addPoint(hull, cornerOf(worldFromSolid, half, x, y, z));
  const Mat3 axes = toMatrix(worldFromSolid.rotation);
  for (const Vec3& axis : {axes.x, axes.y, axes.z}) {
    addNormal(hull, axis);
    addNormal(hull, -axis);
    addEdge(hull, axis);
  }
  return hull;
}

Hull wedgeHull(const Vec3& half, const Transform& worldFromSolid) {
  Hull hull;
  for (const int x : {-1, 1}) {
    addPoint(hull, cornerOf(worldFromSolid, half, x, -1, -1));
    addPoint(hull, cornerOf(worldFromSolid, half, x, -1, 1));
    addPoint(hull, cornerOf(worldFromSolid, half, x, 1, 1));
  }
  const Mat3 axes = toMatrix(worldFromSolid.rotation);
  const Vec3 slope = normalized(axes.y * half.z - axes.z * half.y);
  const Vec3 rise = normalized(axes.y * half.y + axes.z * half.z);
  for (const Vec3& normal : {axes.x, -axes.x, -axes.y, axes.z, slope}) addNormal(hull, normal);
  for (const Vec3& edge : {axes.x, axes.y, axes.z, rise}) addEdge(hull, edge);
  return hull;
}

Hull triangleHull(const std::array<Vec3, 3>& corners) {
  Hull hull;
  for (const Vec3& corner : corners) addPoint(hull, corner);
  const Vec3 normal = normalized(cross(corners[1] - corners[0], corners[2] - corners[0]));
  addNormal(hull, normal);
  addNormal(hull, -normal);
  for (std::size_t i = 0; i < 3; ++i) addEdge(hull, normalized(corners[(i + 1) % 3] - corners[i]));
  return hull;
}

}  // namespace

Hull hullOf(const Solid& solid) {
  switch (solid.shape) {
    case SolidShape::box:
      return boxHull(solid.halfExtent, solid.worldFromSolid);
    case SolidShape::wedge:
      return wedgeHull(solid.halfExtent, solid.worldFromSolid);
    case SolidShape::triangle:
      return triangleHull(solid.corners);
  }
  return {};
}

Aabb boundsOf(const Hull& hull) {
  Aabb box{hull.points[0], hull.points[0]};
  for (std::size_t i = 1; i < hull.pointCount; ++i) {
    const Vec3& p = hull.points[i];
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  return box;
}

Aabb boundsOf(const Solid& solid) {
  if (solid.shape == SolidShape::triangle) {
    const auto& [a, b, c] = solid.corners;
    return {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
            {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})}};
  }
  const auto absolute = [](const Vec3& v) { return Vec3{std::abs(v.x), std::abs(v.y), std::abs(v.z)}; };
  const Mat3 axes = toMatrix(solid.worldFromSolid.rotation);
  const Vec3& middle = solid.worldFromSolid.translation;
  const Vec3& half = solid.halfExtent;
  const Vec3 reach = absolute(axes.x) * half.x + absolute(axes.y) * half.y + absolute(axes.z) * half.z;
  const Vec3 more = reach + (reach + absolute(middle)) * 1e-6f;
  return {middle - more, middle + more};
}

}  // namespace sinew
