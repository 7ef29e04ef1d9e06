#include "physics/crowd/ground.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace sinew::crowd {
namespace {

/// An edge that stands out by less than this is no edge: sine of one degree.
constexpr float kFlat = 0.0175f;

using Place = std::tuple<float, float, float>;
Place placeOf(const Vec3& v) { return {v.x, v.y, v.z}; }

Vec3 lowest(const Vec3& a, const Vec3& b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 highest(const Vec3& a, const Vec3& b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

/// Nearest point of a triangle (Ericson 2005, 5.1.5). `edge` is -1 inside the face, else the edge (or an edge of the corner).
Vec3 nearestOnTriangle(const TriangleTree::Triangle& t, const Vec3& p, int& edge) {
  const Vec3 &a = t.corner[0], &b = t.corner[1], &c = t.corner[2];
  edge = -1;
  const Vec3 onFace = p - t.normal * dot(p - a, t.normal);
  bool inside = true;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &from = t.corner[i], &to = t.corner[(i + 1) % 3];
    inside = inside && dot(cross(to - from, onFace - from), t.normal) >= 0;
  }
  if (inside) return onFace;
  const Vec3 candidates[3] = {nearestOnSegment(a, b, p), nearestOnSegment(b, c, p), nearestOnSegment(c, a, p)};
  edge = 0;
  for (int i = 1; i < 3; ++i) {
    if (lengthSquared(p - candidates[i]) < lengthSquared(p - candidates[edge])) edge = i;
  }
  return candidates[edge];
}

/// Where the way of a ball's centre comes within `radius` of a triangle's front.
float castTriangle(const TriangleTree::Triangle& t, const Vec3& from, const Vec3& to, float radius, Vec3& normal) {
  const float start = dot(from - t.corner[0], t.normal), end = dot(to - t.corner[0], t.normal);
  if (start < 0 || end >= start || end > radius) return 2;
  // The face first; then the edges, walked to.
  float share = std::clamp((start - radius) / (start - end), 0.0f, 1.0f);
  int edge = -1;
  for (int i = 0; i < 24; ++i) {
    const Vec3 p = lerp(from, to, share);
    const Vec3 near = nearestOnTriangle(t, p, edge);
    const float gap = distance(p, near) - radius;
    if (gap <= 1e-5f || (radius == 0 && edge < 0)) {
      normal = edge < 0 ? t.normal : normalized(p - near, t.normal);
      return share;
    }
    if (radius == 0) return 2;
    share += gap / std::max(distance(from, to), 1e-9f);
    if (share > 1) return 2;
  }
  return 2;
}

/// Collects touches, deepest first, dropping those that say the same.
struct Collector {
  GroundTouch* out;
  int room, count = 0;
  void add(const GroundTouch& touch) {
    for (int i = 0; i < count; ++i) {
      if (out[i].end == touch.end && lengthSquared(out[i].point - touch.point) < 1e-6f && dot(out[i].normal, touch.normal) > 0.985f) {
        if (touch.gap < out[i].gap) out[i] = touch;
        return;
      }
    }
    int place = count;
    if (count == room) {
      if (touch.gap >= out[count - 1].gap) return;
      place = count - 1;
    } else {
      ++count;
    }
    while (place > 0 && out[place - 1].gap > touch.gap) {
      out[place] = out[place - 1];
      --place;
    }
    out[place] = touch;
  }
};

/// The points of a shape that may touch: balls of a round one, corners of a box.
struct Probe {
  Vec3 center;
  int end;
};

int probesOf(const Shape& shape, Probe* probes) {
  if (shape.type != BodyShape::box) {
    probes[0] = {shape.end0, 0};
    if (shape.type == BodyShape::sphere) return 1;
    probes[1] = {shape.end1, 1};
    return 2;
  }
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner = scaled(shape.halfExtent, Vec3{i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
    probes[i] = {shape.worldFromBox * corner, i & 1};
  }
  return 8;
}

}  // namespace

void TriangleTree::build(std::vector<Vec3> vertices, std::vector<std::uint32_t> indices) {
  triangles_.resize(indices.size() / 3);
  std::map<std::pair<Place, Place>, std::pair<std::size_t, int>> open;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    Triangle& triangle = triangles_[t];
    for (std::size_t i = 0; i < 3; ++i) triangle.corner[i] = vertices[indices[3 * t + i]];
    triangle.normal = normalized(cross(triangle.corner[1] - triangle.corner[0], triangle.corner[2] - triangle.corner[0]));
    for (int i = 0; i < 3; ++i) open[{placeOf(triangle.corner[i]), placeOf(triangle.corner[(i + 1) % 3])}] = {t, i};
  }

  // Vertices that stand at one place are one: exporters split them along seams.
  for (Triangle& triangle : triangles_) {
    for (int i = 0; i < 3; ++i) {
      const Vec3 &from = triangle.corner[i], &to = triangle.corner[(i + 1) % 3];
      const auto neighbour = open.find({placeOf(to), placeOf(from)});
      if (neighbour == open.end()) continue;
      const Vec3 apex = triangles_[neighbour->second.first].corner[(neighbour->second.second + 2) % 3];
      triangle.smooth[i] = dot(triangle.normal, apex - from) > -kFlat * length(apex - from);
    }
  }
  nodes_.reserve(2 * triangles_.size());
  nodes_.emplace_back();
  split(0, 0, static_cast<std::uint32_t>(triangles_.size()));
}

void TriangleTree::split(std::uint32_t index, std::uint32_t first, std::uint32_t count) {
  Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
  for (std::uint32_t i = first; i < first + count; ++i) {
    for (const Vec3& corner : triangles_[i].corner) {
      low = lowest(low, corner);
      high = highest(high, corner);
    }
  }
  nodes_[index].low = low;
  nodes_[index].high = high;
  if (count <= 4) {
    nodes_[index].first = first;
    nodes_[index].count = count;
    return;
  }
  const Vec3 size = high - low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto middle = [axis](const Triangle& t) { return component(t.corner[0] + t.corner[1] + t.corner[2], axis); };
  const auto begin = triangles_.begin() + first;
  std::nth_element(begin, begin + count / 2, begin + count, [&](const Triangle& a, const Triangle& b) { return middle(a) < middle(b); });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[index].first = child;
  nodes_.emplace_back();
  nodes_.emplace_back();
  split(child, first, count / 2);
  split(child + 1, first + count / 2, count - count / 2);
}

int Ground::meet(const Shape& shape, float margin, const Vec3& way, GroundTouch* out, int room) const {
  Collector found{out, room};
  Probe probes[8];
  const int count = probesOf(shape, probes);
  const Transform groundFromWorld = inverse(worldFromGround);
  const auto add = [&](const Vec3& center, const Vec3& normalGround, float gap, int end) {
    found.add({center, rotate(worldFromGround.rotation, normalGround), gap, end});
  };
  if (type == GroundType::plane) {
    const Vec3 n = rotate(worldFromGround.rotation, normal);
    for (int i = 0; i < count; ++i) {
      const float gap = dot(groundFromWorld * probes[i].center, normal) - offset - shape.radius;
      if (gap < margin - std::min(dot(way, n), 0.0f)) add(probes[i].center, normal, gap, probes[i].end);
    }
    return found.count;
  }
  if (type == GroundType::box) {
    // As against a box that moves; a fast one that would pass is met where it arrives.
    Shape box;
    box.type = BodyShape::box;
    box.worldFromBox = worldFromGround;
    box.halfExtent = halfExtent;
    const Touches touches = touch(shape, box, margin + length(way));
    for (int i = 0; i < touches.count; ++i) {
      const Touch& t = touches.at[static_cast<std::size_t>(i)];
      const int end = lengthSquared(t.onA - shape.end0) <= lengthSquared(t.onA - shape.end1) ? 0 : 1;
      const int corner = shape.type == BodyShape::box ? i & 1 : end;
      if (t.gap < margin - std::min(dot(way, t.normal), 0.0f)) found.add({t.onA, t.normal, t.gap, corner});
    }
    return found.count;
  }

  // Triangles around the shape and its way.
  Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
  const Vec3 wayGround = rotate(groundFromWorld.rotation, way);
  Vec3 local[8];
  for (int i = 0; i < count; ++i) {
    local[i] = groundFromWorld * probes[i].center;
    low = lowest(low, lowest(local[i], local[i] + wayGround));
    high = highest(high, highest(local[i], local[i] + wayGround));
  }
  const float wide = shape.radius + margin;
  const Vec3 border{wide, wide, wide};
  const bool fast = lengthSquared(way) > 0.25f * std::max(shape.radius * shape.radius, 1e-4f);
  const float deepest = std::max(2 * shape.radius, 0.1f);
  tree.overlap(low - border, high + border, [&](const TriangleTree::Triangle& t) {
    if (lengthSquared(t.normal) < 0.5f) return;
    const auto meetPoint = [&](const Vec3& p, int end) {
      // From the front; how deep it may be is bounded, so that what is under a floor is not lifted through it.
      const float above = dot(p - t.corner[0], t.normal);
      if (above < -deepest) return;
      int edge = -1;
      const Vec3 near = nearestOnTriangle(t, p, edge);
      float gap = above - shape.radius;
      Vec3 n = t.normal;
      if (edge >= 0) {
        const Vec3 apart = p - near;
        const float away = length(apart);
        if (away - shape.radius > margin) return;
        if (above < 0) return;
        if (t.smooth[edge]) {
          // Inner edges do not stick out: what is beyond belongs to the neighbour's face.
          if (length(apart - t.normal * above) > 1e-3f) return;
        } else if (away > 1e-6f) {
          n = apart / away;
          gap = away - shape.radius;
        }
      }
      if (gap > margin) return;
      add(worldFromGround * p, n, gap, end);
    };
    for (int i = 0; i < count; ++i) {
      meetPoint(local[i], probes[i].end);
      Vec3 n;
      if (!fast || dot(wayGround, t.normal) >= 0) continue;
      // It will arrive there within the step: its plane is met ahead.
      if (castTriangle(t, local[i], local[i] + wayGround * 1.5f, shape.radius, n) > 1) continue;
      const float gap = dot(local[i] - t.corner[0], t.normal) - shape.radius;
      if (gap > margin) add(probes[i].center, t.normal, gap, probes[i].end);
    }
    if (shape.type != BodyShape::capsule) return;
    // Edges that stand out under the middle of a capsule.
    for (int e = 0; e < 3; ++e) {
      if (t.smooth[e]) continue;
      const Vec3 &from = t.corner[e], &to = t.corner[(e + 1) % 3];
      const Vec3 d1 = local[1] - local[0], d2 = to - from, r = local[0] - from;
      const float a = lengthSquared(d1), b = dot(d1, d2), c = lengthSquared(d2), den = a * c - b * b;
      if (den < 1e-4f * a * c) continue;
      const float s = (b * dot(d2, r) - c * dot(d1, r)) / den, u = (a * dot(d2, r) - b * dot(d1, r)) / den;
      if (s > 0.02f && s < 0.98f && u > 0 && u < 1) meetPoint(lerp(local[0], local[1], s), s < 0.5f ? 0 : 1);
    }
  });
  return found.count;
}

float Ground::cast(const Vec3& from, const Vec3& to, float radius, Vec3& hitNormal) const {
  const Transform groundFromWorld = inverse(worldFromGround);
  const Vec3 a = groundFromWorld * from, b = groundFromWorld * to;
  float best = 2;
  Vec3 n;
  if (type == GroundType::plane) {
    const float start = dot(a, normal) - offset - radius, end = dot(b, normal) - offset - radius;
    if (end < start && start >= 0 && end <= 0) {
      best = start / (start - end);
      n = normal;
    }
  }
  if (type == GroundType::box) {
    // Walk by what is certainly free.
    const float way = distance(a, b);
    float share = 0;
    for (int i = 0; i < 64 && share <= 1; ++i) {
      const float gap = boxDistance(lerp(a, b, share), halfExtent, n) - radius;
      if (gap <= 1e-5f) {
        best = share;
        break;
      }
      share += gap / std::max(way, 1e-9f);
    }
    if (best > 1) best = 2;
  }
  if (type == GroundType::mesh) {
    const Vec3 border{radius, radius, radius};
    tree.overlap(lowest(a, b) - border, highest(a, b) + border, [&](const TriangleTree::Triangle& t) {
      Vec3 own;
      const float share = castTriangle(t, a, b, radius, own);
      if (share < best) {
        best = share;
        n = own;
      }
    });
  }
  if (best <= 1) hitNormal = rotate(worldFromGround.rotation, n);
  return best;
}

}  // namespace sinew::crowd
