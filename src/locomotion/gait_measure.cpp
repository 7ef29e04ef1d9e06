#include <algorithm>
#include <array>
#include <cmath>

#include <sinew/locomotion/gait.h>

// Speeds and phases are measured from the clips, never authored beside them.

namespace sinew {

namespace {

constexpr std::size_t kSamples = 96;  ///< over one playing of a clip

/// Both feet over a clip, model space, root travel left out.
struct FeetPath {
  std::array<std::array<Vec3, kSamples>, 2> foot{};  ///< left, right
  bool known = false;
};

/// Feet of a biped; the hind feet of a quadruped.
FeetPath feetOf(const Clip& clip, const Skeleton& skeleton, const Limbs& limbs) {
  FeetPath path;
  const std::size_t count = limbs.legs.size();
  if (count < 2 || limbs.legs[count - 1].foot < 0 || limbs.legs[count - 2].foot < 0) return path;
  std::vector<Transform> local(skeleton.size()), model(skeleton.size());
  for (std::size_t i = 0; i < kSamples; ++i) {
    samplePose(clip, skeleton, clip.duration * static_cast<float>(i) / kSamples, local);
    toModel(skeleton, local, model);
    for (std::size_t side = 0; side < 2; ++side)
      path.foot[side][i] = model[static_cast<std::size_t>(limbs.legs[count - 2 + side].foot)].translation;
  }
  path.known = true;
  return path;
}

}  // namespace

float strideSpeedOf(const Clip& clip, const Vec3& forward) {
  if (!(clip.duration > 0)) return 0;
  return dot(travelOf(clip, 0, clip.duration).translation, forward) / clip.duration;
}

float touchDownOf(const Clip& clip, const Skeleton& skeleton, const Limbs& limbs, const Vec3& forward) {
  const FeetPath path = feetOf(clip, skeleton, limbs);
  if (!path.known) return 0;
  std::size_t best = 0;
  float furthest = -1e30f;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const float ahead = dot(path.foot[0][i] - path.foot[1][i], forward);
    if (ahead > furthest + 1e-5f) {
      furthest = ahead;
      best = i;
    }
  }
  return static_cast<float>(best) / kSamples;
}

float standingSpeedOf(const Clip& clip, const Skeleton& skeleton, const Limbs& limbs, const Vec3& forward) {
  const FeetPath path = feetOf(clip, skeleton, limbs);
  if (!path.known || !(clip.duration > 0)) return 0;
  // The lower foot carries; its way back is the body's way on. The median leaves out where the feet change over.
  std::array<float, kSamples> speed{};
  const float rate = kSamples / clip.duration;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const std::size_t next = (i + 1) % kSamples;
    const auto& standing =
        path.foot[0][i].y + path.foot[0][next].y <= path.foot[1][i].y + path.foot[1][next].y ? path.foot[0] : path.foot[1];
    speed[i] = -dot(standing[next] - standing[i], forward) * rate;
  }
  std::nth_element(speed.begin(), speed.begin() + kSamples / 2, speed.end());
  return speed[kSamples / 2];
}

void giveTravel(Clip& clip, float speed, const Vec3& forward) {
  constexpr float kRate = 30;
  const auto keys = static_cast<std::size_t>(std::ceil(clip.duration * kRate)) + 1;
  clip.root.rate = static_cast<float>(keys - 1) / clip.duration;
  clip.root.position.clear();
  for (std::size_t i = 0; i < keys; ++i)
    clip.root.position.push_back(forward * (speed * clip.duration * static_cast<float>(i) / static_cast<float>(keys - 1)));
  clip.root.yaw.assign(keys, 0);
}

}  // namespace sinew
