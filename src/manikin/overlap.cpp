#include <algorithm>
#include <cmath>
#include <cstdio>

#include "manikin/checks.h"

namespace sinew {
namespace {

struct Segment {
  Vec3 a, b;
};

Segment coreOf(const Part& part) {
  const Vec3 center = part.modelFromPart * part.center;
  const Vec3 half = rotate(part.modelFromPart.rotation, part.axis) * part.halfHeight;
  return {center - half, center + half};
}

// Least distance of two segments (C. Ericson, Real-Time Collision Detection, 2005, section 5.1.9).
float distanceOf(const Segment& p, const Segment& q) {
  const Vec3 d1 = p.b - p.a, d2 = q.b - q.a, r = p.a - q.a;
  const float a = lengthSquared(d1), e = lengthSquared(d2), f = dot(d2, r), c = dot(d1, r), b = dot(d1, d2);
  const float denominator = a * e - b * b;
  float s = denominator > 1e-6f * a * e ? std::clamp((b * f - c * e) / denominator, 0.0f, 1.0f) : 0.0f;
  float t = e > 0 ? (b * s + f) / e : 0.0f;
  if (t < 0 || t > 1) {
    t = std::clamp(t, 0.0f, 1.0f);
    s = a > 0 ? std::clamp((b * t - c) / a, 0.0f, 1.0f) : 0.0f;
  } else if (e <= 0) {
    s = a > 0 ? std::clamp(-c / a, 0.0f, 1.0f) : 0.0f;
  }
  return distance(p.a + d1 * s, q.a + d2 * t);
}

}  // namespace

void findOverlaps(Manikin& manikin) {
  manikin.overlapping.clear();
  std::vector<Segment> cores;
  for (const Part& part : manikin.parts) cores.push_back(coreOf(part));
  float deepest = 0;
  std::pair<std::size_t, std::size_t> worst;
  for (std::size_t i = 0; i < cores.size(); ++i) {
    for (std::size_t j = i + 1; j < cores.size(); ++j) {
      const bool adjacent =
          manikin.parts[j].parent == static_cast<std::int32_t>(i) || manikin.parts[i].parent == static_cast<std::int32_t>(j);
      if (adjacent) continue;
      const float depth = manikin.parts[i].radius + manikin.parts[j].radius - distanceOf(cores[i], cores[j]);
      if (depth <= 0) continue;
      manikin.overlapping.emplace_back(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
      if (depth > deepest) {
        deepest = depth;
        worst = {i, j};
      }
    }
  }
  if (manikin.overlapping.empty()) return;
  char text[220];
  std::snprintf(text, sizeof text,
                "overlaps %s by %.1f mm in the bind pose, the deepest of %zu pairs that do not touch each other in physics",
                manikin.parts[worst.second].name.c_str(), 1000 * static_cast<double>(deepest), manikin.overlapping.size());
  manikin.findings.push_back({Severity::note, "fit.overlap", manikin.parts[worst.first].name, deepest, {}, {}, text});
}

}  // namespace sinew
