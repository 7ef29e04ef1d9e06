#pragma once

#include <cstdint>
#include <vector>

#include <sinew/base/math.h>
#include <sinew/manikin/manikin.h>

namespace sinew::scenes {

/// Gentle hills as a mesh of 100,352 triangles, square and centred on the origin, and the same surface for measuring.
class Terrain {
 public:
  /// `extent` m along each side; `height` m, of the hills over their mean; `wave` m, from one hill to the next.
  Terrain(float extent, float height, float wave);

  const std::vector<Vec3>& vertices() const { return vertices_; }
  const std::vector<std::uint32_t>& triangles() const { return triangles_; }  ///< three indices each, counter-clockwise from above

  /// m, of the surface under a point; that of the nearest edge outside.
  float heightAt(float x, float z) const;

  /// m, how deep a part stands in the ground, by points along its axis no further apart than its radius (the corners of a box); 0
  /// where it stands free.
  float depthOf(const Part& part, const Transform& worldFromPart) const;

 private:
  /// m, how deep a ball reaches through the triangles within its reach; 0 where it stands free.
  float depthOf(const Vec3& center, float radius) const;
  std::uint32_t cellOf(float along) const;

  float low_ = 0, cell_ = 1;  ///< m
  float steepest_ = 1;        ///< m along the steepest slope for a metre along the level
  std::vector<Vec3> vertices_;
  std::vector<std::uint32_t> triangles_;
};

}  // namespace sinew::scenes
