#include "physics/crowd/triangles.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "physics/crowd/shape.h"

namespace sinew::crowd {
namespace {

constexpr float kFlat = 0.0175f;  ///< an edge that stands out by less than this sine (one degree) is no edge
constexpr float kOpen = 1e4f;     ///< bend of an edge without a neighbour, or with one around a sharp corner
constexpr std::uint32_t kLeaf = 4;

using Place = std::tuple<float, float, float>;
Place placeOf(const Vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

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

void TriangleTree::build(const std::vector<Vec3>& vertices, const std::vector<std::uint32_t>& indices) {
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
      triangle.bend[i] = kOpen;
      if (neighbour == open.end()) continue;
      const Triangle& other = triangles_[neighbour->second.first];
      const Vec3 apex = other.corner[(neighbour->second.second + 2) % 3];
      const float along = dot(triangle.normal, other.normal), across = length(cross(triangle.normal, other.normal));
      if (dot(triangle.normal, apex - from) > -kFlat * length(apex - from)) {
        triangle.bend[i] = 0;
      } else if (along > 0.1f) {
        triangle.bend[i] = across / along;
      }
    }
  }
  nodes_.reserve(triangles_.size());
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
  if (count <= kLeaf) return pack(index, first, count);

  // Halves along the longest side; the first one fills its packets.
  const Vec3 size = high - low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto middle = [axis](const Triangle& t) { return component(t.corner[0] + t.corner[1] + t.corner[2], axis); };
  const std::uint32_t half = (count / 2 + kLeaf - 1) / kLeaf * kLeaf;
  const auto begin = triangles_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](const Triangle& a, const Triangle& b) { return middle(a) < middle(b); });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[index].first = child;
  nodes_.emplace_back();
  nodes_.emplace_back();
  split(child, first, half);
  split(child + 1, first + half, count - half);
}

void TriangleTree::pack(std::uint32_t index, std::uint32_t first, std::uint32_t count) {
  TrianglePacket packet{};
  packet.low = boxOf(nodes_[index].low);
  packet.high = boxOf(nodes_[index].high);
  packet.origin = (nodes_[index].low + nodes_[index].high) * 0.5f;
  packet.first = first;
  packet.count = count;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Triangle& t = triangles_[first + k];
    const auto put = [k](Vec3T<Lane<4>>& lanes, const Vec3& v) {
      lanes.x.v[k] = v.x;
      lanes.y.v[k] = v.y;
      lanes.z.v[k] = v.z;
    };
    put(packet.normal, t.normal);
    packet.offset.v[k] = dot(t.normal, t.corner[0] - packet.origin);
    for (int i = 0; i < 3; ++i) {
      const Vec3 inward = normalized(cross(t.normal, t.corner[(i + 1) % 3] - t.corner[i]));
      put(packet.inward[i], inward);
      packet.start[i].v[k] = dot(inward, t.corner[i] - packet.origin);
      packet.bend[i].v[k] = t.bend[i];
    }
  }
  nodes_[index].first = static_cast<std::uint32_t>(packets_.size());
  nodes_[index].leaf = true;
  packets_.push_back(packet);
}

}  // namespace sinew::crowd
