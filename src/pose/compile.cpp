#include <algorithm>
#include <cmath>

#include <sinew/base/text.h>
#include <sinew/pose/clip.h>
#include <sinew/pose/sample.h>

#include "pose/root_track.h"
#include "pose/tracks.h"

// From the file's node animations to joint tracks: sampled through the whole node tree, so that nothing between and above the joints is
// lost.

namespace sinew {

namespace {

constexpr float kDensest = 120;            ///< keys a second
constexpr float kClosed = radians(12.0f);  ///< a loop whose ends are nearer than this at every joint is one

float rateOf(const AssetClip& clip, float wanted) {
  float shortest = 1 / wanted;
  for (const ClipChannel& channel : clip.channels)
    for (std::size_t i = 1; i < channel.times.size(); ++i) shortest = std::min(shortest, channel.times[i] - channel.times[i - 1]);
  return std::clamp(1 / std::max(shortest, 1 / kDensest), wanted, std::max(wanted, kDensest));
}

/// Model transforms of all joints at each of the key times, frame by frame.
std::vector<Transform> sampled(const Asset& asset, const Rig& rig, const AssetClip& clip, std::uint32_t keys) {
  std::vector<Transform> frames;
  frames.reserve(keys * rig.joints.size());
  std::vector<Trs> locals;
  for (std::uint32_t k = 0; k < keys; ++k) {
    const float time = keys > 1 ? clip.duration * static_cast<float>(k) / static_cast<float>(keys - 1) : 0;
    locals = restLocals(asset);
    sampleClip(asset, clip, time, locals);
    const std::vector<Transform> model = modelFromJoints(asset, rig, locals);
    frames.insert(frames.end(), model.begin(), model.end());
  }
  return frames;
}

std::span<Transform> frameOf(std::vector<Transform>& frames, std::size_t joints, std::size_t key) {
  return std::span(frames).subspan(key * joints, joints);
}

/// Whether the last pose is the first one again, or nearly.
bool closes(std::vector<Transform>& local, std::size_t joints, std::size_t keys) {
  if (keys < 3) return false;
  const auto first = frameOf(local, joints, 0), last = frameOf(local, joints, keys - 1);
  for (std::size_t j = 0; j < joints; ++j)
    if (angleBetween(first[j].rotation, last[j].rotation) > kClosed) return false;
  return true;
}

/// What is left between the ends is spread over the clip by time, so that a loop has no seam.
void close(std::vector<Transform>& local, std::size_t joints, std::size_t keys) {
  const std::vector<Transform> first(local.begin(), local.begin() + static_cast<std::ptrdiff_t>(joints));
  const std::vector<Transform> last(local.end() - static_cast<std::ptrdiff_t>(joints), local.end());
  for (std::size_t k = 0; k < keys; ++k) {
    const float share = static_cast<float>(k) / static_cast<float>(keys - 1);
    const auto frame = frameOf(local, joints, k);
    for (std::size_t j = 0; j < joints; ++j) {
      const Quat residual = conjugate(last[j].rotation) * first[j].rotation;
      frame[j].rotation = normalized(frame[j].rotation * slerp(Quat{}, residual, share));
      frame[j].translation += (first[j].translation - last[j].translation) * share;
    }
  }
}

}  // namespace

Result<Clip> compileClip(const Asset& asset, const Rig& rig, const Skeleton& skeleton, const AssetClip& source,
                         const ClipOptions& options) {
  const std::size_t joints = skeleton.size();
  if (rig.joints.size() != joints) return fail(ErrorCode::usage, "skeleton", "is of another rig");
  if (!(options.rate > 0)) return fail(ErrorCode::usage, "rate", "is not above 0");
  Clip clip;
  clip.name = printable(source.name);
  clip.duration = source.duration;
  clip.jointCount = static_cast<std::uint32_t>(joints);
  const float rate = rateOf(source, options.rate);
  clip.keyCount = clip.duration > 0 ? static_cast<std::uint32_t>(std::ceil(clip.duration * rate - 1e-4f)) + 1 : 1;
  clip.rate = clip.keyCount > 1 ? static_cast<float>(clip.keyCount - 1) / clip.duration : 0;

  std::vector<Transform> model = sampled(asset, rig, source, clip.keyCount);
  if (options.extractRoot) {
    clip.root = extractRoot(skeleton, model, clip.keyCount, clip.rate);
    if (clip.root.position.empty() && source.rootTranslationZ)
      clip.root = evenTravel(Vec3{0, 0, *source.rootTranslationZ * rig.metersPerUnit} * clip.duration, clip.duration);
  }

  clip.samples.resize(model.size());
  for (std::size_t k = 0; k < clip.keyCount; ++k) {
    const auto frame = frameOf(clip.samples, joints, k);
    std::copy(skeleton.rest.begin(), skeleton.rest.end(), frame.begin());
    toLocal(skeleton, frameOf(model, joints, k), frame);
  }
  clip.loops = closes(clip.samples, joints, clip.keyCount);
  if (clip.loops) close(clip.samples, joints, clip.keyCount);
  if (options.form == ClipForm::keyed) keyTracks(asset, rig, skeleton, source, clip);
  return clip;
}

}  // namespace sinew
