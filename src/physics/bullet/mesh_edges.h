#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "physics/bullet/convert.h"

namespace sinew::bullet {

/// Which edges of a ground mesh may be felt. A shape that slides over a mesh meets every triangle by itself, also at edges that
/// its neighbour makes flat or hollow: there, contacts take the triangle's own normal, or feet would catch on level floor.
class MeshEdges {
 public:
  /// `triangles`: three indices each, counter-clockwise seen from outside.
  void build(const std::vector<btVector3>& vertices, const std::vector<int>& triangles);

  /// Corrects a contact point between a body and the mesh. `radius`: m, by which the body's shape is rounded (capsule, sphere), else 0.
  void correct(btManifoldPoint& point, const btTransform& worldFromBody, const btTransform& worldFromMesh, bool meshIsBodyB,
               btScalar radius) const;

 private:
  struct Triangle {
    std::array<btVector3, 3> corners;
    btVector3 normal{0, 0, 0};     ///< unit; zero of a degenerate triangle
    std::array<bool, 3> smooth{};  ///< edge i runs from corner i to the next
  };
  bool onSmoothEdge(const Triangle& triangle, const btVector3& point) const;
  std::vector<Triangle> triangles_;
};

}  // namespace sinew::bullet
