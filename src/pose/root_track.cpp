#include "pose/root_track.h"

#include <cmath>

namespace sinew {

namespace {

constexpr Vec3 kUp{0, 1, 0};
constexpr float kTravels = 0.03f;  ///< of the body's height over one playing; less is sway
constexpr float kTurns = 0.05f;    ///< rad over one playing
constexpr int kDeepest = 4;        ///< joints below a root that may carry the travel instead of it

std::vector<std::int32_t> sizesBelow(const Skeleton& skeleton) {
  std::vector<std::int32_t> size(skeleton.size(), 1);
  for (std::size_t j = skeleton.size(); j-- > 0;)
    if (skeleton.parents[j] >= 0) size[static_cast<std::size_t>(skeleton.parents[j])] += size[j];
  return size;
}

/// Root of the largest tree, then down its heaviest children.
std::vector<std::int32_t> trunkOf(const Skeleton& skeleton) {
  const std::vector<std::int32_t> size = sizesBelow(skeleton);
  std::vector<std::int32_t> trunk;
  std::int32_t at = -1;
  for (int depth = 0; depth < kDeepest; ++depth) {
    std::int32_t best = -1;
    for (std::size_t j = 0; j < skeleton.size(); ++j)
      if (skeleton.parents[j] == at && (best < 0 || size[j] > size[static_cast<std::size_t>(best)])) best = static_cast<std::int32_t>(j);
    if (best < 0) break;
    trunk.push_back(best);
    at = best;
  }
  return trunk;
}

float heightOf(const Skeleton& skeleton) {
  float low = 1e30f, high = -1e30f;
  for (const Transform& joint : skeleton.modelFromBind) {
    low = std::min(low, joint.translation.y);
    high = std::max(high, joint.translation.y);
  }
  return std::max(high - low, 1e-3f);
}

float yawBetween(const Quat& from, const Quat& to) {
  const Quat turn = twistAbout(to * conjugate(from), kUp);
  return std::remainder(2 * std::atan2(turn.y, turn.w), 2 * kPi);
}

}  // namespace

RootTrack extractRoot(const Skeleton& skeleton, std::span<Transform> model, std::size_t keyCount, float rate) {
  if (keyCount < 2) return {};
  const std::size_t joints = skeleton.size();
  const auto frame = [&](std::size_t key, std::int32_t joint) -> const Transform& {
    return model[key * joints + static_cast<std::size_t>(joint)];
  };

  // The topmost joint of the trunk that moves on or turns for good.
  std::int32_t carrier = -1;
  for (const std::int32_t joint : trunkOf(skeleton)) {
    const Vec3 net = frame(keyCount - 1, joint).translation - frame(0, joint).translation;
    float yaw = 0;
    for (std::size_t k = 1; k < keyCount; ++k) yaw += yawBetween(frame(k - 1, joint).rotation, frame(k, joint).rotation);
    if (length(Vec3{net.x, 0, net.z}) < kTravels * heightOf(skeleton) && std::abs(yaw) < kTurns) continue;
    carrier = joint;
    break;
  }
  if (carrier < 0) return {};

  // The model's own motion that carries that joint from where it started, about the joint's place.
  RootTrack track{.rate = rate, .position = {}, .yaw = {}};
  const Vec3 start = frame(0, carrier).translation;
  const Vec3 pivot{start.x, 0, start.z};
  float yaw = 0;
  for (std::size_t k = 0; k < keyCount; ++k) {
    if (k > 0) yaw += yawBetween(frame(k - 1, carrier).rotation, frame(k, carrier).rotation);
    const Vec3 now = frame(k, carrier).translation;
    track.yaw.push_back(yaw);
    track.position.push_back(Vec3{now.x, 0, now.z} - rotate(axisAngle(kUp, yaw), pivot));
  }
  for (std::size_t k = 0; k < keyCount; ++k) {
    const Transform stay = inverse(Transform{axisAngle(kUp, track.yaw[k]), track.position[k]});
    for (Transform& joint : model.subspan(k * joints, joints)) joint = stay * joint;
  }
  return track;
}

RootTrack evenTravel(const Vec3& travel, float duration) {
  if (!(duration > 0) || travel == Vec3{}) return {};
  return {.rate = 1 / duration, .position = {Vec3{}, travel}, .yaw = {0, 0}};
}

}  // namespace sinew
