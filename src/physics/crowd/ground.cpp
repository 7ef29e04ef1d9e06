#include "physics/crowd/ground.h"

#include <algorithm>

#include "physics/crowd/mesh.h"

namespace sinew::crowd {

void Ground::gather(const Vec3& low, const Vec3& high, NearPackets& out) const {
  out.at.clear();
  out.groundFromWorld = inverse(worldFromGround);
  out.turned = !(worldFromGround == Transform{});
  const auto see = [&out](const TrianglePacket& packet) { out.at.push_back(&packet); };
  if (!out.turned) return tree.overlap(low, high, see);

  // The box in the ground's frame.
  const Mat3 axes = toMatrix(out.groundFromWorld.rotation);
  const Vec3 center = out.groundFromWorld * ((low + high) * 0.5f), half = (high - low) * 0.5f;
  const auto extent = [&half](float x, float y, float z) { return std::abs(x) * half.x + std::abs(y) * half.y + std::abs(z) * half.z; };
  const Vec3 reach{extent(axes.x.x, axes.y.x, axes.z.x), extent(axes.x.y, axes.y.y, axes.z.y), extent(axes.x.z, axes.y.z, axes.z.z)};
  tree.overlap(center - reach, center + reach, see);
}

int Ground::meet(const Shape& shape, const Approach& approach, GroundTouch* out, int room) const {
  NearPackets near;
  if (type == GroundType::mesh) {
    const Vec3 wide{1, 1, 1}, c = shape.center();
    const Vec3 border = wide * (shape.reach() + approach.margin + kAhead * length(approach.way));
    gather(c - border, c + border, near);
  }
  return meet(shape, approach, near, out, room);
}

int Ground::meet(const Shape& shape, const Approach& approach, const NearPackets& near, GroundTouch* out, int room) const {
  const float margin = approach.margin;
  const Vec3& way = approach.way;
  Collector found{out, room};
  Probe probes[8];
  const int count = probesOf(shape, probes);
  if (type == GroundType::plane) {
    const Transform groundFromWorld = inverse(worldFromGround);
    const Vec3 n = rotate(worldFromGround.rotation, normal);
    for (int i = 0; i < count; ++i) {
      const float gap = dot(groundFromWorld * probes[i].center, normal) - offset - shape.radius;
      if (gap < margin - std::min(dot(way, n), 0.0f)) found.add({probes[i].center, n, gap, probes[i].end});
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
  if (!near.at.empty()) meetMesh(*this, shape, approach, near, found);
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
    tree.overlap(lowest(a, b) - border, highest(a, b) + border, [&](const TrianglePacket& packet) {
      for (std::uint32_t k = packet.first; k < packet.first + packet.count; ++k) {
        Vec3 own;
        const float share = castTriangle(tree.triangle(k), a, b, radius, own);
        if (share < best) {
          best = share;
          n = own;
        }
      }
    });
  }
  if (best <= 1) hitNormal = rotate(worldFromGround.rotation, n);
  return best;
}

}  // namespace sinew::crowd
