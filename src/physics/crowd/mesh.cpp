#include "physics/crowd/mesh.h"

#include <algorithm>
#include <bit>

namespace sinew::crowd {
namespace {

using Four = Lane<4>;

constexpr float kSeam = 1e-3f;       ///< m, by which faces reach beyond edges that do not stand out
constexpr float kWedgeSeam = 1e-4f;  ///< m, the same for wedges
constexpr float kDeepest = 0.1f;     ///< m, or the thickness of the shape: what is under a floor by more is not lifted through it

unsigned bitsOf(const LaneMask<4>& m) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(m.v)));
#else
  unsigned bits = 0;
  for (int i = 0; i < 4; ++i) bits |= m.v[i] != 0 ? 1u << i : 0u;
  return bits;
#endif
}

Vec3T<Four> fourOf(const Vec3& v) { return {Four(v.x), Four(v.y), Four(v.z)}; }

/// A shape among the triangles, in the ground's frame.
class MeshMeeting {
 public:
  MeshMeeting(const Ground& ground, const Shape& shape, const Approach& approach, const NearPackets& near, Collector& found)
      : ground_(ground), shape_(shape), margin_(approach.margin), turned_(near.turned), found_(found), count_(probesOf(shape, probes_)) {
    way_ = (turned_ ? rotate(near.groundFromWorld.rotation, approach.way) : approach.way) * kAhead;
    fast_ = lengthSquared(approach.way) > 0.25f * std::max(shape.radius * shape.radius, 1e-4f);
    came_ = turned_ ? rotate(near.groundFromWorld.rotation, approach.travel.came) : approach.travel.came;
    travelled_ = lengthSquared(came_) > 0;
    deepest_ = std::max(2 * shape.radius, kDeepest) + 2 * approach.travel.sunk;
    const float wide = shape.radius + approach.margin + 2 * approach.travel.sunk;
    Vec3 low{1e30f, 1e30f, 1e30f}, high = -low;
    for (int i = 0; i < count_; ++i) {
      local_[i] = turned_ ? near.groundFromWorld * probes_[i].center : probes_[i].center;
      const Vec3 then = fast_ ? local_[i] + way_ : local_[i];
      low = lowest(low, lowest(local_[i] - came_, lowest(local_[i], then)));
      high = highest(high, highest(local_[i] - came_, highest(local_[i], then)));
    }
    low_ = boxOf(low - Vec3{wide, wide, wide});
    high_ = boxOf(high + Vec3{wide, wide, wide});
  }

  void meet(const TrianglePacket& p) {
    if (any(less(high_, p.low) | less(p.high, low_))) return;
    const Four reach(shape_.radius + margin_);
    Heights ends[2];
    for (int i = 0; i < count_; ++i) {
      Heights& h = ends[i & 1];
      h = heightsOf(p, local_[i]);
      const auto close = less(-reach, minOf(minOf(h.inside[0], h.inside[1]), h.inside[2]));
      const auto ahead = less(Four(-deepest_), h.above) & less(h.above, reach);
      const unsigned near = bitsOf(close & ahead);
      if (near != 0) meetFaces(p, local_[i], probes_[i].end, h, near);
      if (fast_) meetAhead(p, i, h);
      if (travelled_) meetCrossed(p, i, h);
    }
    if (shape_.type == BodyShape::capsule) meetMiddle(p, ends[0], ends[1]);
  }

 private:
  /// A point over the planes of four triangles, and inside of their edges, m.
  struct Heights {
    Four above, inside[3];
  };

  static Heights heightsOf(const TrianglePacket& p, const Vec3& point) {
    const Vec3T<Four> q = fourOf(point - p.origin);
    Heights h;
    h.above = dot(p.normal, q) - p.offset;
    for (int i = 0; i < 3; ++i) h.inside[i] = dot(p.inward[i], q) - p.start[i];
    return h;
  }

  const TriangleTree::Triangle& triangle(const TrianglePacket& p, int k) const {
    return ground_.tree.triangle(p.first + static_cast<std::uint32_t>(k));
  }

  void add(const Vec3& point, const Vec3& normal, float gap, int end, bool crossed = false) {
    const bool behind = gap < -shape_.radius;
    if (!turned_) return found_.add({point, normal, gap, end, crossed, behind});
    found_.add({ground_.worldFromGround * point, rotate(ground_.worldFromGround.rotation, normal), gap, end, crossed, behind});
  }

  /// Over the face, or in the wedge of an edge that stands out.
  void meetFaces(const TrianglePacket& p, const Vec3& point, int end, const Heights& h, unsigned near) {
    const Four none(0.0f);
    auto ours = less(none, Four(1.0f)), over = ours;
    for (int i = 0; i < 3; ++i) {
      const auto flat = less(p.bend[i], Four(1e-6f));
      const auto inner = less(select(flat, Four(-kSeam), none), h.inside[i]);
      ours = ours & (inner | less(-h.inside[i], h.above * p.bend[i] + Four(kWedgeSeam)));
      over = over & inner;
    }
    const unsigned faces = bitsOf(over);
    for (unsigned left = near & bitsOf(ours); left != 0; left &= left - 1) {
      const int k = std::countr_zero(left);
      if ((faces >> k & 1u) != 0) {
        const Vec3 n{p.normal.x.v[k], p.normal.y.v[k], p.normal.z.v[k]};
        if (n.x != 0 || n.y != 0 || n.z != 0) add(point, n, h.above.v[k] - shape_.radius, end);
        continue;
      }
      if (h.above.v[k] < 0) continue;
      int edge = -1;
      const Vec3 apart = point - nearestOnTriangle(triangle(p, k), point, edge);
      const float away = length(apart);
      if (away - shape_.radius > margin_ || away < 1e-6f) continue;
      add(point, edge < 0 ? triangle(p, k).normal : apart / away, away - shape_.radius, end);
    }
  }

  /// What it will arrive at within the step: the plane of the triangle is met ahead.
  void meetAhead(const TrianglePacket& p, int i, const Heights& h) {
    const Four fall = dot(p.normal, fourOf(way_)), radius(shape_.radius);
    auto arrives = less(radius + Four(margin_), h.above) & less(h.above + fall, radius) & less(fall, Four(0.0f));
    for (int e = 0; e < 3; ++e) {
      const Four then = h.inside[e] + dot(p.inward[e], fourOf(way_));
      arrives = arrives & less(-radius, maxOf(h.inside[e], then));
    }
    for (unsigned left = bitsOf(arrives); left != 0; left &= left - 1) {
      const int k = std::countr_zero(left);
      const TriangleTree::Triangle& t = triangle(p, k);
      Vec3 n;
      if (castTriangle(t, local_[i], local_[i] + way_, shape_.radius, n) > 1) continue;
      add(local_[i], t.normal, h.above.v[k] - shape_.radius, probes_[i].end);
    }
  }

  /// What it went through in the step before, drawn there by others faster than it was seen to go.
  void meetCrossed(const TrianglePacket& p, int i, const Heights& h) {
    const Four none(0.0f), before = h.above - dot(p.normal, fourOf(came_));
    auto crossed = less(h.above, none) & less(none, before);
    for (unsigned left = bitsOf(crossed); left != 0; left &= left - 1) {
      const int k = std::countr_zero(left);
      const TriangleTree::Triangle& t = triangle(p, k);
      Vec3 n;
      if (castTriangle(t, local_[i] - came_, local_[i], 0, n) > 1) continue;
      add(local_[i], t.normal, h.above.v[k] - shape_.radius, probes_[i].end, true);
    }
  }

  /// Edges that stand out under the middle of a capsule.
  void meetMiddle(const TrianglePacket& p, const Heights& h0, const Heights& h1) {
    const Four reach(shape_.radius + margin_), none(0.0f);
    const auto around = less(minOf(h0.above, h1.above), reach) & less(none, maxOf(h0.above, h1.above));
    Four most[3] = {maxOf(h0.inside[0], h1.inside[0]), maxOf(h0.inside[1], h1.inside[1]), maxOf(h0.inside[2], h1.inside[2])};
    const auto close = around & less(-reach, minOf(minOf(most[0], most[1]), most[2]));
    if (!any(close)) return;
    for (int e = 0; e < 3; ++e) {
      const auto crossing = close & less(none, p.bend[e]) & less(minOf(h0.inside[e], h1.inside[e]), none);
      for (unsigned left = bitsOf(crossing); left != 0; left &= left - 1) meetEdge(p, std::countr_zero(left), e);
    }
  }

  void meetEdge(const TrianglePacket& p, int k, int e) {
    const TriangleTree::Triangle& t = triangle(p, k);
    const Vec3 &from = t.corner[e], &to = t.corner[(e + 1) % 3];
    const Vec3 d1 = local_[1] - local_[0], d2 = to - from, r = local_[0] - from;
    const float a = lengthSquared(d1), b = dot(d1, d2), c = lengthSquared(d2), den = a * c - b * b;
    if (den <= 1e-4f * a * c) return;
    const float s = (b * dot(d2, r) - c * dot(d1, r)) / den, u = (a * dot(d2, r) - b * dot(d1, r)) / den;
    if (s < 0.02f || s > 0.98f || u < 0 || u > 1) return;
    const Vec3 point = lerp(local_[0], local_[1], s), apart = point - lerp(from, to, u);
    const float away = length(apart), above = dot(apart, t.normal);
    if (away - shape_.radius > margin_ || away < 1e-6f || above < 0) return;
    const float outside = -dot(apart, Vec3{p.inward[e].x.v[k], p.inward[e].y.v[k], p.inward[e].z.v[k]});
    if (outside < -kWedgeSeam || outside > above * t.bend[e] + kWedgeSeam) return;
    add(point, apart / away, away - shape_.radius, s < 0.5f ? 0 : 1);
  }

  const Ground& ground_;
  const Shape& shape_;
  const float margin_;
  const bool turned_;
  Collector& found_;
  Probe probes_[8];
  const int count_;
  Vec3 local_[8], way_, came_;
  Four low_, high_;  ///< box of all it may reach
  bool fast_ = false, travelled_ = false;
  float deepest_ = 0;
};

}  // namespace

void meetMesh(const Ground& ground, const Shape& shape, const Approach& approach, const NearPackets& near, Collector& found) {
  MeshMeeting meeting(ground, shape, approach, near, found);
  for (const TrianglePacket* packet : near.at) meeting.meet(*packet);
}

}  // namespace sinew::crowd
