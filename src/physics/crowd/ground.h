#pragma once

#include <vector>

#include "physics/crowd/shape.h"

namespace sinew::crowd {

enum class GroundType : std::uint8_t { plane, box, mesh };

/// Where a ball (or the point of a box) meets the ground.
struct GroundTouch {
  Vec3 point;     ///< m, world: centre of the ball
  Vec3 normal;    ///< unit, world, out of the ground
  float gap = 0;  ///< m
  int end = 0;    ///< 0 or 1: near which end of the part
};

/// Triangles in a bounding volume hierarchy, in the ground's frame. One-sided; height fields are meshes too.
class TriangleTree {
 public:
  void build(std::vector<Vec3> vertices, std::vector<std::uint32_t> triangles);

  struct Triangle {
    Vec3 corner[3];
    Vec3 normal;          ///< unit; zero of a degenerate one
    bool smooth[3] = {};  ///< edge i, from corner i to the next, does not stick out
  };
  /// Calls `see(triangle)` for those whose boxes meet [low, high].
  template <class F>
  void overlap(const Vec3& low, const Vec3& high, F&& see) const {
    if (nodes_.empty()) return;
    std::uint32_t stack[64];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const Node& node = nodes_[stack[--depth]];
      if (node.low.x > high.x || node.low.y > high.y || node.low.z > high.z || node.high.x < low.x || node.high.y < low.y ||
          node.high.z < low.z)
        continue;
      if (node.count > 0) {
        for (std::uint32_t i = 0; i < node.count; ++i) see(triangles_[node.first + i]);
      } else if (depth < 62) {
        stack[depth++] = node.first;
        stack[depth++] = node.first + 1;
      }
    }
  }
  Vec3 low() const { return nodes_.front().low; }
  Vec3 high() const { return nodes_.front().high; }

 private:
  struct Node {
    Vec3 low, high;
    std::uint32_t first = 0, count = 0;  ///< triangles, or (count 0) the first of two children
  };
  void split(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  std::vector<Node> nodes_;
  std::vector<Triangle> triangles_;
};

struct Ground {
  GroundType type = GroundType::plane;
  MaterialDef material;
  Transform worldFromGround;
  Vec3 normal;       ///< of a plane, ground frame
  float offset = 0;  ///< of a plane
  Vec3 halfExtent;   ///< of a box
  TriangleTree tree;
  // As it moves.
  Transform target;
  float remaining = 0;  ///< s
  bool moved = false;   ///< whether it ever moved
  Vec3 velocity, spin;  ///< in this step

  Vec3 velocityAt(const Vec3& point) const { return velocity + cross(spin, point - worldFromGround.translation); }

  /// Points of a shape nearer than `margin`, or that `way` (m, in the step) may take there; best first, at most `room`.
  int meet(const Shape& shape, float margin, const Vec3& way, GroundTouch* out, int room) const;
  /// First meeting of a ball (radius may be 0) with the ground on the way; fraction 2: none.
  float cast(const Vec3& from, const Vec3& to, float radius, Vec3& normal) const;
};

}  // namespace sinew::crowd
