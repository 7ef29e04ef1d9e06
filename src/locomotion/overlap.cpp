#include <cmath>
#include <limits>

#include <sinew/locomotion/collision.h>

namespace sinew {

namespace {

struct Interval {
  float low = 0, high = 0;
};

Interval project(const Hull& hull, const Vec3& axis) {
  Interval interval{dot(hull.points[0], axis), dot(hull.points[0], axis)};
  for (std::size_t i = 1; i < hull.pointCount; ++i) {
    const float d = dot(hull.points[i], axis);
    interval.low = std::min(interval.low, d);
    interval.high = std::max(interval.high, d);
  }
  return interval;
}

enum class Ways : std::uint8_t { all, level };

constexpr float kUpright = 0.05f;  ///< of an axis' level part: less leads nowhere

/// Keeps the axis along which `a` leaves `b` soonest; false where the axis parts them.
bool tryAxis(const Hull& a, const Hull& b, const Vec3& axis, Ways ways, Overlap& best) {
  const Interval ia = project(a, axis), ib = project(b, axis);
  const float ahead = ib.high - ia.low;   // a moves along +axis by this
  const float behind = ia.high - ib.low;  // or along -axis by this
  if (ahead < 0 || behind < 0) return false;
  const float flat = ways == Ways::all ? 1 : std::hypot(axis.x, axis.z);
  if (flat < kUpright) return true;
  const float depth = std::min(ahead, behind) / flat;
  if (depth < best.depth) {
    const Vec3 way = ways == Ways::all ? axis : Vec3{axis.x / flat, 0, axis.z / flat};
    best.depth = depth;
    best.normal = ahead <= behind ? way : -way;
  }
  return true;
}

Overlap overlapBy(const Hull& a, const Hull& b, Ways ways) {
  Overlap best{.depth = std::numeric_limits<float>::max()};
  for (std::size_t i = 0; i < b.normalCount; ++i)
    if (!tryAxis(a, b, b.normals[i], ways, best)) return {};
  for (std::size_t i = 0; i < a.normalCount; ++i)
    if (!tryAxis(a, b, a.normals[i], ways, best)) return {};
  for (std::size_t i = 0; i < a.edgeCount; ++i) {
    for (std::size_t j = 0; j < b.edgeCount; ++j) {
      const Vec3 axis = cross(a.edges[i], b.edges[j]);
      const float size = length(axis);
      if (size < 1e-4f) continue;  // parallel edges: the faces have spoken for them
      // A face wins over a product of edges that is no better: its normal is steady.
      Overlap candidate{.depth = best.depth - 1e-5f, .normal = best.normal};
      if (!tryAxis(a, b, axis / size, ways, candidate)) return {};
      if (candidate.depth < best.depth - 1e-5f) best = candidate;
    }
  }
  best.hit = true;
  return best;
}

}  // namespace

Hull hullOf(const Volume& volume, const Transform& worldFromModel) {
  Solid box;
  box.halfExtent = (volume.high - volume.low) * 0.5f;
  box.worldFromSolid = worldFromModel * Transform{{}, (volume.low + volume.high) * 0.5f};
  return hullOf(box);
}

Overlap overlapOf(const Hull& a, const Hull& b) { return overlapBy(a, b, Ways::all); }
Overlap levelOverlapOf(const Hull& a, const Hull& b) { return overlapBy(a, b, Ways::level); }

}  // namespace sinew
