#include "physics/crowd/shape.h"

#include "physics/crowd/contacts.h"

namespace sinew::crowd {
namespace {

float get(const Vec3& v, int i) { return component(v, i); }

/// Share along a segment (box frame) that comes nearest to the box: the distance is convex, so a bracket shrinks onto it.
float nearestToBox(const Vec3& a, const Vec3& b, const Vec3& h) {
  float low = 0, high = 1;
  Vec3 n;
  for (int i = 0; i < 24; ++i) {
    const float s = low + (high - low) / 3, t = high - (high - low) / 3;
    (boxDistance(lerp(a, b, s), h, n) < boxDistance(lerp(a, b, t), h, n) ? high : low) =
        boxDistance(lerp(a, b, s), h, n) < boxDistance(lerp(a, b, t), h, n) ? t : s;
  }
  return (low + high) / 2;
}

void roundRound(const Shape& a, const Shape& b, float margin, Touches& out) {
  float s = 0, t = 0;
  nearestShares(a.end1 - a.end0, b.end1 - b.end0, a.end0 - b.end0, s, t);
  const Vec3 pa = lerp(a.end0, a.end1, s), pb = lerp(b.end0, b.end1, t);
  const float apart = distance(pa, pb), gap = apart - a.radius - b.radius;
  if (gap > margin) return;
  out.add({pa, pb, normalized(pa - pb, Vec3{0, 1, 0}), gap});
}

/// Round against box: both ends, and the nearest point between them.
void roundBox(const Shape& round, const Shape& box, float margin, Touches& out) {
  const Transform boxFromWorld = inverse(box.worldFromBox);
  const Vec3 e0 = boxFromWorld * round.end0, e1 = boxFromWorld * round.end1;
  const auto point = [&](float share) {
    const Vec3 p = lerp(e0, e1, share);
    Vec3 n;
    const float d = boxDistance(p, box.halfExtent, n);
    if (d - round.radius > margin) return;
    out.add({box.worldFromBox * p, box.worldFromBox * (p - n * d), rotate(box.worldFromBox.rotation, n), d - round.radius});
  };
  point(0);
  if (distance(e0, e1) < 1e-6f) return;
  point(1);
  const float inner = nearestToBox(e0, e1, box.halfExtent);
  if (inner > 0.05f && inner < 0.95f) point(inner);
}

/// Overlap of two boxes along an axis; positive apart.
float gapAlong(const Vec3& axis, const Vec3& apart, const Mat3& ra, const Vec3& ha, const Mat3& rb, const Vec3& hb) {
  const auto extent = [&axis](const Mat3& r, const Vec3& h) {
    return std::abs(dot(r.x, axis)) * h.x + std::abs(dot(r.y, axis)) * h.y + std::abs(dot(r.z, axis)) * h.z;
  };
  return std::abs(dot(apart, axis)) - extent(ra, ha) - extent(rb, hb);
}

const Vec3& axisOf(const Mat3& m, int i) { return i == 0 ? m.x : i == 1 ? m.y : m.z; }

/// Box against box: the axis of least overlap, and the face that lies most across it clipped to the other's
/// (Gottschalk 1996; Ericson 2005, 4.4).
void boxBox(const Shape& a, const Shape& b, float margin, Touches& out) {
  const Mat3 ra = toMatrix(a.worldFromBox.rotation), rb = toMatrix(b.worldFromBox.rotation);
  const Vec3 apart = a.worldFromBox.translation - b.worldFromBox.translation;
  float best = -1e30f;
  Vec3 normal;
  bool ofA = true, edge = false;
  int axisIndex = 0, otherIndex = 0;
  const auto test = [&](Vec3 axis, bool isA, int i, int j, bool isEdge) {
    const float size = length(axis);
    if (size < 1e-3f) return true;
    axis = axis / size;
    const float gap = gapAlong(axis, apart, ra, a.halfExtent, rb, b.halfExtent);
    if (gap > margin) return false;
    // Faces before edges, and the first before the second, where there is next to no difference.
    if (gap > best + (isEdge ? 2e-3f : 1e-4f)) {
      best = gap;
      normal = dot(axis, apart) < 0 ? -axis : axis;
      ofA = isA;
      edge = isEdge;
      axisIndex = i;
      otherIndex = j;
    }
    return true;
  };
  for (int i = 0; i < 3; ++i) {
    if (!test(axisOf(rb, i), false, i, 0, false)) return;
  }
  for (int i = 0; i < 3; ++i) {
    if (!test(axisOf(ra, i), true, i, 0, false)) return;
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (!test(cross(axisOf(ra, i), axisOf(rb, j)), true, i, j, true)) return;
    }
  }

  if (edge) {
    // The edges that face each other.
    const auto edgeOf = [](const Shape& s, const Mat3& r, int along, const Vec3& toward, Vec3& p0, Vec3& p1) {
      Vec3 middle = s.worldFromBox.translation;
      for (int k = 0; k < 3; ++k) {
        if (k != along) middle += axisOf(r, k) * (dot(axisOf(r, k), toward) < 0 ? -get(s.halfExtent, k) : get(s.halfExtent, k));
      }
      p0 = middle - axisOf(r, along) * get(s.halfExtent, along);
      p1 = middle + axisOf(r, along) * get(s.halfExtent, along);
    };
    Vec3 a0, a1, b0, b1;
    edgeOf(a, ra, axisIndex, -normal, a0, a1);
    edgeOf(b, rb, otherIndex, normal, b0, b1);
    float s = 0, t = 0;
    nearestShares(a1 - a0, b1 - b0, a0 - b0, s, t);
    out.add({lerp(a0, a1, s), lerp(b0, b1, t), normal, best});
    return;
  }

  // The reference face, and the other box's face that looks at it, clipped to the four sides.
  const Shape &one = ofA ? a : b, &other = ofA ? b : a;
  const Mat3 &r1 = ofA ? ra : rb, &r2 = ofA ? rb : ra;
  const Vec3 out1 = ofA ? -normal : normal;  // from the reference box to the other
  int facing = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::abs(dot(axisOf(r2, k), out1)) > std::abs(dot(axisOf(r2, facing), out1))) facing = k;
  }
  const int u = (facing + 1) % 3, v = (facing + 2) % 3;
  const Vec3 side = axisOf(r2, facing) * (dot(axisOf(r2, facing), out1) > 0 ? -1.0f : 1.0f);
  const Vec3 middle = other.worldFromBox.translation + side * get(other.halfExtent, facing);
  const Vec3 du = axisOf(r2, u) * get(other.halfExtent, u), dv = axisOf(r2, v) * get(other.halfExtent, v);
  std::array<Vec3, 16> polygon{middle + du + dv, middle - du + dv, middle - du - dv, middle + du - dv};
  int count = 4;
  for (int k = 1; k < 3; ++k) {
    const int axis = (axisIndex + k) % 3;
    for (const float sign : {1.0f, -1.0f}) {
      const Vec3 n = axisOf(r1, axis) * sign;
      const float limit = dot(n, one.worldFromBox.translation) + get(one.halfExtent, axis);
      std::array<Vec3, 16> kept;
      int keptCount = 0;
      for (int i = 0; i < count && keptCount < 15; ++i) {
        const Vec3 &p = polygon[static_cast<std::size_t>(i)], &q = polygon[static_cast<std::size_t>((i + 1) % count)];
        const float dp = dot(n, p) - limit, dq = dot(n, q) - limit;
        if (dp <= 0) kept[static_cast<std::size_t>(keptCount++)] = p;
        if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) kept[static_cast<std::size_t>(keptCount++)] = lerp(p, q, dp / (dp - dq));
      }
      polygon = kept;
      count = keptCount;
    }
  }
  const float plane = dot(out1, one.worldFromBox.translation) + get(one.halfExtent, axisIndex);
  for (int i = 0; i < count; ++i) {
    const Vec3& p = polygon[static_cast<std::size_t>(i)];
    const float gap = dot(out1, p) - plane;
    if (gap > margin) continue;
    const Vec3 onOne = p - out1 * gap;
    out.add(ofA ? Touch{onOne, p, normal, gap} : Touch{p, onOne, normal, gap});
  }
}

}  // namespace

Vec3 nearestOnSegment(const Vec3& a, const Vec3& b, const Vec3& p) {
  const Vec3 along = b - a;
  return a + along * std::clamp(dot(p - a, along) / std::max(lengthSquared(along), 1e-12f), 0.0f, 1.0f);
}

float boxDistance(const Vec3& p, const Vec3& h, Vec3& normal) {
  const Vec3 nearest{std::clamp(p.x, -h.x, h.x), std::clamp(p.y, -h.y, h.y), std::clamp(p.z, -h.z, h.z)};
  const Vec3 out = p - nearest;
  const float away = length(out);
  if (away > 1e-6f) {
    normal = out / away;
    return away;
  }
  const Vec3 depth{h.x - std::abs(p.x), h.y - std::abs(p.y), h.z - std::abs(p.z)};
  if (depth.y <= depth.x && depth.y <= depth.z) {
    normal = {0, p.y < 0 ? -1.0f : 1.0f, 0};
    return -depth.y;
  }
  if (depth.x <= depth.z) {
    normal = {p.x < 0 ? -1.0f : 1.0f, 0, 0};
    return -depth.x;
  }
  normal = {0, 0, p.z < 0 ? -1.0f : 1.0f};
  return -depth.z;
}

Touches touch(const Shape& a, const Shape& b, float margin) {
  Touches out;
  const bool boxA = a.type == BodyShape::box, boxB = b.type == BodyShape::box;
  if (!boxA && !boxB) roundRound(a, b, margin, out);
  if (!boxA && boxB) roundBox(a, b, margin, out);
  if (boxA && !boxB) {
    roundBox(b, a, margin, out);
    for (int i = 0; i < out.count; ++i) {
      Touch& t = out.at[static_cast<std::size_t>(i)];
      std::swap(t.onA, t.onB);
      t.normal = -t.normal;
    }
  }
  if (boxA && boxB) boxBox(a, b, margin, out);
  return out;
}

}  // namespace sinew::crowd
