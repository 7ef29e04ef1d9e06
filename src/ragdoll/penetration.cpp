#include <sinew/ragdoll/penetration.h>

#include <algorithm>
#include <limits>

namespace sinew {
namespace {

/// Axis of a capsule or sphere in world space, m.
struct Segment {
  Vec3 from, to;
  float radius = 0;
};

Segment segmentOf(const Part& part, const Transform& worldFromPart) {
  const Transform worldFromShape = worldFromPart * partFromShape(part);
  const float half = part.shape == ShapeType::capsule ? part.halfHeight : 0;
  return {worldFromShape * Vec3{0, -half, 0}, worldFromShape * Vec3{0, half, 0}, part.radius};
}

struct Box {
  Transform worldFromBox;
  Vec3 halfExtent;
};

Box boxOf(const Part& part, const Transform& worldFromPart) { return {worldFromPart * Transform{{}, part.center}, part.box.halfExtent}; }

/// Distance of two segments (Ericson 2005, Real-Time Collision Detection, 5.1.9).
float distanceOf(const Segment& a, const Segment& b) {
  constexpr float kPoint = 1e-12f;  // m2
  const Vec3 d1 = a.to - a.from, d2 = b.to - b.from, r = a.from - b.from;
  const float aa = dot(d1, d1), ee = dot(d2, d2), f = dot(d2, r);
  float s = 0, t = 0;
  if (aa > kPoint && ee > kPoint) {
    const float c = dot(d1, r), bb = dot(d1, d2);
    const float denominator = aa * ee - bb * bb;
    s = denominator > kPoint * aa * ee ? std::clamp((bb * f - c * ee) / denominator, 0.0f, 1.0f) : 0.0f;
    t = (bb * s + f) / ee;
    if (t < 0) s = std::clamp(-c / aa, 0.0f, 1.0f);
    if (t > 1) s = std::clamp((bb - c) / aa, 0.0f, 1.0f);
    t = std::clamp(t, 0.0f, 1.0f);
  } else if (aa > kPoint) {
    s = std::clamp(-dot(d1, r) / aa, 0.0f, 1.0f);
  } else if (ee > kPoint) {
    t = std::clamp(f / ee, 0.0f, 1.0f);
  }
  return distance(a.from + d1 * s, b.from + d2 * t);
}

/// Signed distance of a point to a box, negative inside.
float distanceOf(const Vec3& pointInBox, const Vec3& halfExtent) {
  const Vec3 q{std::abs(pointInBox.x) - halfExtent.x, std::abs(pointInBox.y) - halfExtent.y, std::abs(pointInBox.z) - halfExtent.z};
  const Vec3 outside{std::max(q.x, 0.0f), std::max(q.y, 0.0f), std::max(q.z, 0.0f)};
  return length(outside) + std::min(std::max({q.x, q.y, q.z}), 0.0f);
}

/// Least signed distance over a segment. The signed distance to a convex body is convex, so halving by thirds finds it.
float distanceOf(const Segment& segment, const Box& box) {
  const Transform boxFromWorld = inverse(box.worldFromBox);
  const Vec3 from = boxFromWorld * segment.from, to = boxFromWorld * segment.to;
  const auto at = [&](float t) { return distanceOf(lerp(from, to, t), box.halfExtent); };
  float low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const float third = (high - low) / 3;
    if (at(low + third) < at(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return std::min({at(0), at(1), at(0.5f * (low + high))});
}

/// Least overlap over the fifteen separating axes of two boxes (Gottschalk, Lin, Manocha 1996).
float overlapOf(const Box& a, const Box& b) {
  const Mat3 ra = toMatrix(a.worldFromBox.rotation), rb = toMatrix(b.worldFromBox.rotation);
  const std::array<Vec3, 3> axesA{ra.x, ra.y, ra.z}, axesB{rb.x, rb.y, rb.z};
  const Vec3 between = b.worldFromBox.translation - a.worldFromBox.translation;
  float least = std::numeric_limits<float>::max();
  const auto test = [&](const Vec3& direction) {
    if (lengthSquared(direction) < 1e-6f) return;  // two edges run alike: their cross product has no direction
    const Vec3 axis = normalized(direction);
    float reach = -std::abs(dot(axis, between));
    for (int i = 0; i < 3; ++i) {
      reach += component(a.halfExtent, i) * std::abs(dot(axis, axesA[static_cast<std::size_t>(i)]));
      reach += component(b.halfExtent, i) * std::abs(dot(axis, axesB[static_cast<std::size_t>(i)]));
    }
    least = std::min(least, reach);
  };
  for (const Vec3& axis : axesA) test(axis);
  for (const Vec3& axis : axesB) test(axis);
  for (const Vec3& edgeA : axesA) {
    for (const Vec3& edgeB : axesB) test(cross(edgeA, edgeB));
  }
  return least;
}

}  // namespace

float overlapOf(const Part& a, const Transform& worldFromA, const Part& b, const Transform& worldFromB) {
  const bool boxA = a.shape == ShapeType::box, boxB = b.shape == ShapeType::box;
  if (boxA && boxB) return overlapOf(boxOf(a, worldFromA), boxOf(b, worldFromB));
  if (boxB) {
    const Segment segment = segmentOf(a, worldFromA);
    return segment.radius - distanceOf(segment, boxOf(b, worldFromB));
  }
  if (boxA) return overlapOf(b, worldFromB, a, worldFromA);
  const Segment first = segmentOf(a, worldFromA), second = segmentOf(b, worldFromB);
  return first.radius + second.radius - distanceOf(first, second);
}

float lowestPoint(const Part& part, const Transform& worldFromPart, const Vec3& up) {
  if (part.shape == ShapeType::box) {
    const Box box = boxOf(part, worldFromPart);
    const Vec3 upBox = rotate(conjugate(box.worldFromBox.rotation), up);
    const Vec3 reach{std::abs(upBox.x), std::abs(upBox.y), std::abs(upBox.z)};
    return dot(box.worldFromBox.translation, up) - dot(reach, box.halfExtent);
  }
  const Segment segment = segmentOf(part, worldFromPart);
  return std::min(dot(segment.from, up), dot(segment.to, up)) - segment.radius;
}

std::vector<std::pair<std::int32_t, std::int32_t>> touchingPairs(const Manikin& manikin) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  const auto count = static_cast<std::int32_t>(manikin.parts.size());
  for (std::int32_t b = 1; b < count; ++b) {
    for (std::int32_t a = 0; a < b; ++a) {
      const bool jointed = manikin.parts[static_cast<std::size_t>(b)].parent == a;
      const auto filtered = std::find_if(manikin.overlapping.begin(), manikin.overlapping.end(),
                                         [&](const auto& pair) { return pair == std::pair(a, b) || pair == std::pair(b, a); });
      if (!jointed && filtered == manikin.overlapping.end()) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

}  // namespace sinew
