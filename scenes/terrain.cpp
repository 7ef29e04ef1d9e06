#include "scenes/terrain.h"

#include <algorithm>
#include <limits>

namespace sinew::scenes {
namespace {

constexpr std::uint32_t kCells = 224;  // along each side: 2 * 224 * 224 triangles

/// Nearest point of a triangle (Ericson 2005, Real-Time Collision Detection, 5.1.5).
Vec3 nearestInTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const float d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vec3 bp = p - b;
  const float d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const float vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  const Vec3 cp = p - c;
  const float d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const float vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  const float va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const float sum = 1 / (va + vb + vc);
  return a + ab * (vb * sum) + ac * (vc * sum);
}

}  // namespace

Terrain::Terrain(float extent, float height, float wave) : low_(-extent / 2), cell_(extent / static_cast<float>(kCells)) {
  const float turns = 2 * kPi / wave;
  steepest_ = std::sqrt(1 + 1.64f * (turns * height) * (turns * height));
  for (std::uint32_t row = 0; row <= kCells; ++row) {
    for (std::uint32_t column = 0; column <= kCells; ++column) {
      const float x = low_ + cell_ * static_cast<float>(column), z = low_ + cell_ * static_cast<float>(row);
      vertices_.push_back({x, height * std::sin(turns * x) * std::cos(0.8f * turns * z), z});
    }
  }
  for (std::uint32_t row = 0; row < kCells; ++row) {
    for (std::uint32_t column = 0; column < kCells; ++column) {
      const std::uint32_t a = row * (kCells + 1) + column, b = a + 1, c = a + kCells + 1, d = c + 1;
      triangles_.insert(triangles_.end(), {a, c, b, b, c, d});
    }
  }
}

std::uint32_t Terrain::cellOf(float along) const {
  return static_cast<std::uint32_t>(std::clamp((along - low_) / cell_, 0.0f, static_cast<float>(kCells) - 1));
}

float Terrain::heightAt(float x, float z) const {
  const std::uint32_t column = cellOf(x), row = cellOf(z);
  const std::size_t a = row * (kCells + 1) + column;
  const float u = std::clamp((x - vertices_[a].x) / cell_, 0.0f, 1.0f), v = std::clamp((z - vertices_[a].z) / cell_, 0.0f, 1.0f);
  const float ya = vertices_[a].y, yb = vertices_[a + 1].y, yc = vertices_[a + kCells + 1].y, yd = vertices_[a + kCells + 2].y;
  if (u + v <= 1) return ya + u * (yb - ya) + v * (yc - ya);
  return yd + (1 - u) * (yc - yd) + (1 - v) * (yb - yd);
}

float Terrain::depthOf(const Vec3& center, float radius) const {
  if (center.y - heightAt(center.x, center.z) > radius * steepest_) return 0;

  // The nearest place of the surface, and on which side of its triangle the centre lies.
  float nearest = std::numeric_limits<float>::max(), signedDistance = nearest;
  const float reach = std::max(radius, cell_);
  for (std::uint32_t row = cellOf(center.z - reach); row <= cellOf(center.z + reach); ++row) {
    for (std::uint32_t column = cellOf(center.x - reach); column <= cellOf(center.x + reach); ++column) {
      const std::size_t first = 6 * (static_cast<std::size_t>(row) * kCells + column);
      for (std::size_t t = first; t < first + 6; t += 3) {
        const Vec3 &a = vertices_[triangles_[t]], &b = vertices_[triangles_[t + 1]], &c = vertices_[triangles_[t + 2]];
        const float apart = distance(center, nearestInTriangle(center, a, b, c));
        if (apart >= nearest) continue;
        nearest = apart;
        signedDistance = dot(center - a, cross(b - a, c - a)) < 0 ? -apart : apart;
      }
    }
  }
  return std::max(radius - signedDistance, 0.0f);
}

float Terrain::depthOf(const Part& part, const Transform& worldFromPart) const {
  float deepest = 0;
  if (part.shape == ShapeType::box) {
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign{corner & 1 ? 1.0f : -1.0f, corner & 2 ? 1.0f : -1.0f, corner & 4 ? 1.0f : -1.0f};
      deepest = std::max(deepest, depthOf(worldFromPart * (part.center + scaled(part.box.halfExtent, sign)), 0));
    }
    return deepest;
  }
  const Transform worldFromShape = worldFromPart * partFromShape(part);
  const float half = part.shape == ShapeType::capsule ? part.halfHeight : 0;
  const int steps = half > 0 ? std::clamp(static_cast<int>(std::ceil(2 * half / part.radius)), 1, 16) : 0;
  for (int i = 0; i <= steps; ++i) {
    const float along = steps == 0 ? 0 : half * (2 * static_cast<float>(i) / static_cast<float>(steps) - 1);
    deepest = std::max(deepest, depthOf(worldFromShape * Vec3{0, along, 0}, part.radius));
  }
  return deepest;
}

}  // namespace sinew::scenes
