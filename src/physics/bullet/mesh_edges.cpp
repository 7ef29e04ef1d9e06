#include "physics/bullet/mesh_edges.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace sinew::bullet {
namespace {

/// An edge that stands out by less than this is no edge: sine of one degree.
constexpr btScalar kFlat = 0.0175f;

/// m, from an edge within which a contact counts as on it.
constexpr btScalar kOnEdge = 1e-3f;

using Place = std::tuple<btScalar, btScalar, btScalar>;

Place placeOf(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btScalar distanceToEdge(const btVector3& p, const btVector3& a, const btVector3& b) {
  const btVector3 along = b - a;
  const btScalar t = std::clamp((p - a).dot(along) / std::max(along.length2(), btScalar(1e-12)), btScalar(0), btScalar(1));
  return (p - a - along * t).length();
}

}  // namespace

void MeshEdges::build(const std::vector<btVector3>& vertices, const std::vector<int>& triangles) {
  triangles_.resize(triangles.size() / 3);
  std::map<std::pair<Place, Place>, std::pair<std::size_t, std::size_t>> open;  // directed edge -> (triangle, edge)
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    Triangle& triangle = triangles_[t];
    for (std::size_t i = 0; i < 3; ++i) triangle.corners[i] = vertices[static_cast<std::size_t>(triangles[3 * t + i])];
    const btVector3 normal = (triangle.corners[1] - triangle.corners[0]).cross(triangle.corners[2] - triangle.corners[0]);
    if (normal.length2() > 0) triangle.normal = normal.normalized();
    for (std::size_t i = 0; i < 3; ++i) open[{placeOf(triangle.corners[i]), placeOf(triangle.corners[(i + 1) % 3])}] = {t, i};
  }

  // Vertices that stand at one place are one: exporters split them along seams.
  for (Triangle& triangle : triangles_) {
    for (std::size_t i = 0; i < 3; ++i) {
      const btVector3 &from = triangle.corners[i], &to = triangle.corners[(i + 1) % 3];
      const auto neighbour = open.find({placeOf(to), placeOf(from)});
      if (neighbour == open.end()) continue;
      const Triangle& other = triangles_[neighbour->second.first];
      const btVector3 apex = other.corners[(neighbour->second.second + 2) % 3];
      const btScalar rise = triangle.normal.dot(apex - from);
      triangle.smooth[i] = rise > -kFlat * (apex - from).length();
    }
  }
}

bool MeshEdges::onSmoothEdge(const Triangle& triangle, const btVector3& point) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (triangle.smooth[i] && distanceToEdge(point, triangle.corners[i], triangle.corners[(i + 1) % 3]) < kOnEdge) return true;
  }
  return false;
}

void MeshEdges::correct(btManifoldPoint& point, const btTransform& worldFromBody, const btTransform& worldFromMesh, bool meshIsBodyB,
                        btScalar radius) const {
  const int index = meshIsBodyB ? point.m_index1 : point.m_index0;
  if (index < 0 || static_cast<std::size_t>(index) >= triangles_.size()) return;
  const Triangle& triangle = triangles_[static_cast<std::size_t>(index)];
  const btVector3 face = worldFromMesh.getBasis() * triangle.normal;
  const btVector3 away = meshIsBodyB ? point.m_normalWorldOnB : -point.m_normalWorldOnB;  // from the mesh to the body
  const btScalar lean = away.dot(face);
  if (lean <= 0 || lean > 0.9999f) return;
  btVector3& onMesh = meshIsBodyB ? point.m_positionWorldOnB : point.m_positionWorldOnA;
  btVector3& onBody = meshIsBodyB ? point.m_positionWorldOnA : point.m_positionWorldOnB;
  if (!onSmoothEdge(triangle, worldFromMesh.invXform(onMesh))) return;

  // The face's normal, the body's point that lies deepest along it, and its distance from the face's plane.
  onBody += (away - face) * radius;
  point.m_distance1 = (onBody - onMesh).dot(face);
  onMesh = onBody - face * point.m_distance1;
  point.m_normalWorldOnB = meshIsBodyB ? face : -face;
  (meshIsBodyB ? point.m_localPointA : point.m_localPointB) = worldFromBody.invXform(onBody);
  (meshIsBodyB ? point.m_localPointB : point.m_localPointA) = worldFromMesh.invXform(onMesh);
}

}  // namespace sinew::bullet
