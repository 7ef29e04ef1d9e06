#include <algorithm>
#include <cmath>

#include <sinew/base/log.h>
#include <sinew/pose/clip.h>

#include "pose/four.h"
#include "pose/tracks.h"

namespace sinew {

namespace {

void sampleUniform(const Clip& clip, float time, std::span<Transform> pose) {
  const std::size_t last = clip.keyCount - 1, joints = pose.size();
  const float key = std::clamp(time * clip.rate, 0.0f, static_cast<float>(last));
  const std::size_t before = std::min(static_cast<std::size_t>(key), last > 0 ? last - 1 : 0);
  const float share = key - static_cast<float>(before);
  const Transform* a = clip.samples.data() + before * joints;
  const Transform* b = clip.samples.data() + std::min(before + 1, last) * joints;
  // Between two neighbouring samples: normalised lerp along the shortest arc.
  for (std::size_t j = 0; j < joints; j += 4) {
    const Quad q = quadAt(j, joints);
    const FourPose from = fourOf(a, q), to = fourOf(b, q);
    store(FourPose{blended(from.rotation, to.rotation, share), from.translation + (to.translation - from.translation) * share}, pose.data(),
          q);
  }
}

}  // namespace

void samplePose(const Clip& clip, const Skeleton& skeleton, float time, std::span<Transform> parentFromJoint) {
  SINEW_ASSERT(parentFromJoint.size() == skeleton.size() && clip.jointCount == skeleton.size());
  if (clip.keyCount > 0) {
    sampleUniform(clip, time, parentFromJoint);
    return;
  }
  std::copy(skeleton.rest.begin(), skeleton.rest.end(), parentFromJoint.begin());
  for (const Clip::Track& track : clip.tracks) {
    Transform& joint = parentFromJoint[static_cast<std::size_t>(track.joint)];
    if (track.path == ChannelPath::rotation) joint.rotation = rotationAt(track, time);
    if (track.path == ChannelPath::translation) joint.translation = translationAt(track, time);
  }
}

}  // namespace sinew
