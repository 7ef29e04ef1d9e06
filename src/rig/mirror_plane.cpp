#include "rig/mirror_plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace sinew::rig {
namespace {

constexpr std::size_t kMaxJoints = 160;  // the heaviest know the plane; keeps pairs of hostile files few
constexpr int kBins = 60;                // of 3 degrees
constexpr double kAligned = 0.985;       // cosine of 10 degrees
constexpr double kInPlane = 0.015;       // of the body's size: nearer than this lies in the plane
constexpr double kMatch = 0.05;          // of the body's size: an image farther off than this is none

struct Pair {
  Vec3d direction;  ///< unit, horizontal
  Vec3d middle;
  double weight;
};

Vec3d horizontal(const Vec3d& v, const Vec3d& up) { return v - up * dot(v, up); }

std::vector<std::size_t> heaviest(const std::vector<BodyJoint>& joints) {
  std::vector<std::size_t> order(joints.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return joints[a].weight > joints[b].weight; });
  if (order.size() > kMaxJoints) order.resize(kMaxJoints);
  return order;
}

double boneLength(const std::vector<BodyJoint>& joints, std::size_t joint) {
  const std::int32_t parent = joints[joint].parent;
  return parent < 0 ? 0 : distance(joints[joint].position, joints[static_cast<std::size_t>(parent)].position);
}

/// Joints that could be left and right of each other, whatever the plane.
std::vector<Pair> likelyPairs(const std::vector<BodyJoint>& joints, const std::vector<std::size_t>& speakers, const Vec3d& up,
                              double size) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < speakers.size(); ++i) {
    for (std::size_t j = i + 1; j < speakers.size(); ++j) {
      const BodyJoint &a = joints[speakers[i]], &b = joints[speakers[j]];
      const Vec3d apart = a.position - b.position;
      if (a.depth != b.depth || std::abs(dot(apart, up)) > 0.03 * size) continue;
      if (std::abs(boneLength(joints, speakers[i]) - boneLength(joints, speakers[j])) > 0.03 * size) continue;
      const double likeness = std::min(a.weight, b.weight) / std::max(a.weight, b.weight);
      const double width = length(horizontal(apart, up));
      if (likeness < 0.3 || width < 2 * kInPlane * size) continue;
      pairs.push_back({horizontal(apart, up) / width, (a.position + b.position) * 0.5, likeness * std::sqrt(a.weight)});
    }
  }
  return pairs;
}

/// Directions that many pairs share, sharpened to the mean of their neighbourhood.
std::vector<Vec3d> candidateNormals(const std::vector<Pair>& pairs, const Vec3d& up) {
  const Vec3d x = normalized(horizontal(std::abs(up.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}, up)), z = cross(x, up);
  std::array<double, kBins> votes{};
  for (const Pair& pair : pairs) {
    double angle = std::atan2(dot(pair.direction, z), dot(pair.direction, x));
    if (angle < 0) angle += std::numbers::pi;
    votes[static_cast<std::size_t>(std::min(kBins - 1, static_cast<int>(angle / std::numbers::pi * kBins)))] += pair.weight;
  }

  std::vector<Vec3d> normals;
  for (int peak = 0; peak < 5; ++peak) {
    const auto best = static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
    if (!(votes[best] > 0)) break;
    const double angle = (static_cast<double>(best) + 0.5) / kBins * std::numbers::pi;
    const Vec3d rough = x * std::cos(angle) + z * std::sin(angle);
    Vec3d mean;
    for (const Pair& pair : pairs) {
      const double along = dot(pair.direction, rough);
      if (std::abs(along) > kAligned) mean += pair.direction * (along > 0 ? pair.weight : -pair.weight);
    }
    normals.push_back(normalized(mean, rough));
    for (int near = -2; near <= 2; ++near) votes[(best + static_cast<std::size_t>(kBins + near)) % kBins] = 0;
  }
  return normals;
}

/// Weighted median of where the pairs along `normal` have their middle.
double planeOffset(const std::vector<Pair>& pairs, const Vec3d& normal) {
  std::vector<std::pair<double, double>> middles;
  double total = 0;
  for (const Pair& pair : pairs) {
    if (std::abs(dot(pair.direction, normal)) < kAligned) continue;
    middles.emplace_back(dot(pair.middle, normal), pair.weight);
    total += pair.weight;
  }
  std::sort(middles.begin(), middles.end());
  double sum = 0;
  for (const auto& middle : middles) {
    sum += middle.second;
    if (sum >= total / 2) return middle.first;
  }
  return 0;
}

/// Finds images among all joints (by the speakers' votes) and weighs how much of what is off the plane has one.
MirrorPlane measure(const std::vector<BodyJoint>& joints, const std::vector<std::size_t>& speakers, const Vec3d& normal, double offset,
                    double size) {
  MirrorPlane plane{normal, offset, 0, std::vector<std::int32_t>(joints.size(), -1)};
  double matched = 0, total = 0;
  for (const std::size_t i : speakers) {
    const double side = plane.side(joints[i].position);
    if (std::abs(side) < kInPlane * size) continue;
    const Vec3d image = joints[i].position - normal * (2 * side);
    double nearest = kMatch * size;
    for (const std::size_t j : speakers) {
      if (j == i || joints[j].depth != joints[i].depth) continue;
      const double off = distance(joints[j].position, image);
      if (off >= nearest) continue;
      nearest = off;
      plane.imageOf[i] = static_cast<std::int32_t>(j);
    }
    const double weight = std::sqrt(joints[i].weight) * std::abs(side);
    total += weight;
    if (plane.imageOf[i] >= 0) matched += weight * (1 - nearest / (kMatch * size));
  }

  // A plane with next to nothing beside it is no mirror: a figure with spread arms is flat, too.
  double body = 0;
  for (const std::size_t i : speakers) body += std::sqrt(joints[i].weight);
  const double breadth = std::min(1.0, total / (0.02 * size * body));
  plane.quality = total > 0 ? breadth * matched / total : 0;
  return plane;
}

}  // namespace

std::optional<MirrorPlane> findMirrorPlane(const BodyView& view, const Vec3d& up) {
  if (!(view.size > 0) || !std::isfinite(view.size)) return std::nullopt;
  const std::vector<std::size_t> speakers = heaviest(view.joints);
  const std::vector<Pair> pairs = likelyPairs(view.joints, speakers, up, view.size);
  std::optional<MirrorPlane> best;
  for (const Vec3d& normal : candidateNormals(pairs, up)) {
    MirrorPlane plane = measure(view.joints, speakers, normal, planeOffset(pairs, normal), view.size);
    if (!best || plane.quality > best->quality) best = std::move(plane);
  }
  if (best && best->quality < 0.2) best.reset();
  return best;
}

}  // namespace sinew::rig
