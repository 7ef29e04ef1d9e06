#include "manikin/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <sinew/base/log.h>

namespace sinew {
namespace {

constexpr float kObliqueCosine = 0.9063f;  // of 25 degrees
constexpr float kCoverageGrowth = 1.15f;

struct Extent {
  float low, high, rawLow, rawHigh;
  float center() const { return 0.5f * (low + high); }
  float half() const { return 0.5f * (high - low); }
  float rawCenter() const { return 0.5f * (rawLow + rawHigh); }
  float rawHalf() const { return 0.5f * (rawHigh - rawLow); }
};

// Two selections instead of a sort: the upper one works on what the lower one left above it.
Extent extentOf(std::vector<float>& values, float lowPercentile, float highPercentile) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  Extent extent{0, 0, *least, *most};
  const auto last = static_cast<float>(values.size() - 1);
  const auto low = values.begin() + std::lround(lowPercentile * last);
  const auto high = values.begin() + std::lround(highPercentile * last);
  std::nth_element(values.begin(), low, values.end());
  extent.low = *low;
  if (high > low) std::nth_element(low + 1, high, values.end());
  extent.high = *high;
  return extent;
}

}  // namespace

PartBox measureBox(std::span<const Vec3> points, const Quat& partFromBox, float lowPercentile, float highPercentile) {
  SINEW_ASSERT(!points.empty() && lowPercentile >= 0 && lowPercentile < highPercentile && highPercentile <= 1);
  PartBox box;
  box.partFromBox = partFromBox;
  if (points.empty()) return box;
  const Mat3 axes = toMatrix(partFromBox);
  std::vector<float> values(points.size());
  const auto along = [&](const Vec3& axis) {
    for (std::size_t i = 0; i < points.size(); ++i) values[i] = dot(points[i], axis);
    return extentOf(values, lowPercentile, highPercentile);
  };
  const Extent x = along(axes.x), y = along(axes.y), z = along(axes.z);
  box.center = {x.center(), y.center(), z.center()};
  box.halfExtent = {x.half(), y.half(), z.half()};
  box.rawCenter = {x.rawCenter(), y.rawCenter(), z.rawCenter()};
  box.rawHalfExtent = {x.rawHalf(), y.rawHalf(), z.rawHalf()};
  return box;
}

Quat boxAxesFor(const Vec3& axis) {
  const std::array<Vec3, 6> own{Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}};
  const auto nearest = std::max_element(own.begin(), own.end(), [&](const Vec3& a, const Vec3& b) { return dot(a, axis) < dot(b, axis); });
  return dot(*nearest, axis) >= kObliqueCosine ? Quat{} : fromTo(*nearest, axis);
}

CapsuleFit capsuleFromPartBox(const PartBox& box, const Vec3& axis, FitMethod method) {
  const bool raw = method == FitMethod::raw;
  const Vec3 axisInBox = rotate(conjugate(box.partFromBox), axis);
  CapsuleFit fit = capsuleFromBox(raw ? box.rawHalfExtent : box.halfExtent, raw ? box.rawCenter : box.center, axisInBox);
  fit.center = rotate(box.partFromBox, fit.center);
  return fit;
}

std::optional<float> radialRadius(std::span<const Vec3> points, const Vec3& tail) {
  constexpr std::size_t kSectors = 16, kLeastSectors = 8, kLeastSamples = 24;
  const float boneLength = length(tail);
  if (!(boneLength > 0)) return std::nullopt;
  const Vec3 axis = tail / boneLength, u = perpendicular(axis), v = cross(axis, u);
  std::array<float, kSectors> nearest;
  nearest.fill(std::numeric_limits<float>::infinity());
  std::size_t samples = 0;
  for (const Vec3& point : points) {
    const float t = dot(point, axis) / boneLength;
    if (t < 0.15f || t > 0.85f) continue;
    const float x = dot(point, u), y = dot(point, v);
    const float turn = std::atan2(y, x) / (2 * kPi) + 0.5f;
    float& least = nearest[std::min(static_cast<std::size_t>(turn * kSectors), kSectors - 1)];
    least = std::min(least, std::hypot(x, y));
    ++samples;
  }
  const auto end = std::remove_if(nearest.begin(), nearest.end(), [](float r) { return !std::isfinite(r); });
  const auto sectors = static_cast<std::size_t>(end - nearest.begin());
  if (samples < kLeastSamples || sectors < kLeastSectors) return std::nullopt;
  const auto chosen = nearest.begin() + std::lround(0.8f * static_cast<float>(sectors - 1));
  std::nth_element(nearest.begin(), chosen, end);
  return *chosen;
}

float coverageOf(std::span<const Vec3> points, const Part& part) {
  if (points.empty()) return 0;
  const float reach = part.radius * kCoverageGrowth;
  std::size_t inside = 0;
  for (const Vec3& point : points) {
    const Vec3 offset = point - part.center;
    const float along = std::clamp(dot(offset, part.axis), -part.halfHeight, part.halfHeight);
    if (lengthSquared(offset - part.axis * along) <= reach * reach) ++inside;
  }
  return static_cast<float>(inside) / static_cast<float>(points.size());
}

}  // namespace sinew
