#pragma once

#include <cstdint>
#include <vector>

#include "base/lanes.h"

// Triangles of a mesh in a bounding volume hierarchy, in the ground's frame, four side by side at its leaves. One-sided.
//
//              normal                     a triangle answers for what stands over its face, and beyond an edge that stands out
//        \ bend  |                        for what lies in the wedge up to the neighbour's normal; all else is the neighbour's.
//         \      |    above               That is why inner edges of flat or hollow ground do not catch.
//   ------ edge =========================
//          -inside <-- 0 --> inside

namespace sinew::crowd {

/// A corner of a box, for all three axes to be compared at once.
inline Lane<4> boxOf(const Vec3& v) { return Lane<4>::of(Lane<4>::Raw{v.x, v.y, v.z, 0}); }

/// Up to four triangles, measured from `origin`.
struct TrianglePacket {
  Lane<4> low, high;  ///< m, box; the fourth is 0
  Vec3 origin;
  std::uint32_t first = 0, count = 0;  ///< of its triangles
  Vec3T<Lane<4>> normal;               ///< zero of a degenerate or missing one
  Lane<4> offset;                      ///< m, of the plane along the normal
  Vec3T<Lane<4>> inward[3];
  Lane<4> start[3];  ///< m, of edge i along its inward direction
  Lane<4> bend[3];   ///< tangent of the angle by which edge i stands out; 0: it does not
};

class TriangleTree {
 public:
  struct Triangle {
    Vec3 corner[3];
    Vec3 normal;         ///< unit; zero of a degenerate one
    float bend[3] = {};  ///< as in the packet; edge i goes from corner i to the next
  };

  void build(const std::vector<Vec3>& vertices, const std::vector<std::uint32_t>& indices);

  /// Calls `see(packet)` for those whose boxes meet [low, high].
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
      if (node.leaf) {
        see(packets_[node.first]);
      } else if (depth < 62) {
        stack[depth++] = node.first;
        stack[depth++] = node.first + 1;
      }
    }
  }
  const Triangle& triangle(std::uint32_t i) const { return triangles_[i]; }
  std::size_t bytes() const {
    return nodes_.size() * sizeof(Node) + packets_.size() * sizeof(TrianglePacket) + triangles_.size() * sizeof(Triangle);
  }

 private:
  struct Node {
    Vec3 low, high;
    std::uint32_t first = 0;  ///< of two children, or the packet of a leaf
    bool leaf = false;
  };
  void split(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  void pack(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  std::vector<Node> nodes_;
  std::vector<TrianglePacket> packets_;
  std::vector<Triangle> triangles_;
};

/// Nearest point of a triangle (Ericson 2005, 5.1.5). `edge` is -1 inside the face, else the edge (or an edge of the corner).
Vec3 nearestOnTriangle(const TriangleTree::Triangle& t, const Vec3& p, int& edge);

/// Where the way of a ball's centre comes within `radius` of a triangle's front, as a share of the way; 2: nowhere.
float castTriangle(const TriangleTree::Triangle& t, const Vec3& from, const Vec3& to, float radius, Vec3& normal);

}  // namespace sinew::crowd
