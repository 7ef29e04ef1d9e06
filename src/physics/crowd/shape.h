#pragma once

#include <algorithm>
#include <array>

#include <sinew/physics/world.h>

// Shapes against each other, one pair at a time: for what does not come in lanes.

namespace sinew::crowd {

inline Vec3 lowest(const Vec3& a, const Vec3& b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
inline Vec3 highest(const Vec3& a, const Vec3& b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

/// A shape in the world. Round: a segment (a point of a sphere) and a radius. Box: a frame and half extents.
struct Shape {
  BodyShape type = BodyShape::sphere;
  Vec3 end0, end1;  ///< m, world
  float radius = 0;
  Transform worldFromBox;
  Vec3 halfExtent;

  Vec3 center() const { return (end0 + end1) * 0.5f; }
  /// m, from the centre.
  float reach() const { return length(halfExtent) + distance(end0, end1) * 0.5f + radius; }
};

/// A point where two shapes meet, or nearly do.
struct Touch {
  Vec3 onA, onB;  ///< m, world: centre of the touching ball of a round shape, point of the surface of a box
  Vec3 normal;    ///< unit, from b to a
  float gap = 0;  ///< m, negative where they overlap
};

struct Touches {
  std::array<Touch, 8> at;
  int count = 0;
  void add(const Touch& touch) {
    if (count < static_cast<int>(at.size())) at[static_cast<std::size_t>(count++)] = touch;
  }
};

/// All points nearer than `margin`.
Touches touch(const Shape& a, const Shape& b, float margin);

/// Nearest point of a segment.
Vec3 nearestOnSegment(const Vec3& a, const Vec3& b, const Vec3& p);

/// Distance of a point (box frame) to a box, negative inside, and the way out.
float boxDistance(const Vec3& p, const Vec3& h, Vec3& normal);

}  // namespace sinew::crowd
