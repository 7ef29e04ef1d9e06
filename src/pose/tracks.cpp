#include "pose/tracks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {

namespace {

using Values = std::array<float, 4>;

Values blended(const Values& a, const Values& b, float t) {
  Values out{};
  for (std::size_t i = 0; i < 4; ++i) out[i] = a[i] + (b[i] - a[i]) * t;
  return out;
}

/// The third of `part`: in-tangent, value, out-tangent of a cubic key; the value itself of others.
Values valueOf(const Clip::Track& track, std::size_t key, std::size_t width, std::size_t part) {
  const bool cubic = track.interpolation == Interpolation::cubicSpline;
  const float* from = track.values.data() + (cubic ? (3 * key + part) * width : key * width);
  Values out{};
  for (std::size_t i = 0; i < width; ++i) out[i] = from[i];
  return out;
}

struct Between {
  std::size_t key = 0;
  float share = 0;    ///< [0, 1] of the way to the next key
  float spacing = 0;  ///< s
};

Between find(const Clip::Track& track, float time) {
  const std::vector<float>& times = track.times;
  if (!(time > times.front())) return {};
  if (time >= times.back()) return {times.size() - 1, 0, 0};
  const auto next = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const float spacing = times[next] - times[next - 1];
  return {next - 1, (time - times[next - 1]) / spacing, spacing};
}

Values valuesAt(const Clip::Track& track, float time, std::size_t width) {
  const Between at = find(track, time);
  const Values a = valueOf(track, at.key, width, 1);
  if (at.share == 0 || track.interpolation == Interpolation::step) return a;
  const Values b = valueOf(track, at.key + 1, width, 1);
  if (track.interpolation == Interpolation::cubicSpline) {
    const Values out = valueOf(track, at.key, width, 2), in = valueOf(track, at.key + 1, width, 0);
    const float t = at.share, t2 = t * t, t3 = t2 * t;
    Values v{};
    for (std::size_t i = 0; i < width; ++i)
      v[i] = (2 * t3 - 3 * t2 + 1) * a[i] + at.spacing * (t3 - 2 * t2 + t) * out[i] + (3 * t2 - 2 * t3) * b[i] +
             at.spacing * (t3 - t2) * in[i];
    return v;
  }
  return blended(a, b, at.share);
}

Quat quatOf(const Values& v) { return {v[0], v[1], v[2], v[3]}; }

/// Whether the joint's node hangs straight from its parent joint's node, both without mirror: then its own keys are the joint's, but for a
/// scale of the translation. That scale, or 0.
float directScale(const Asset& asset, const Rig& rig, const Skeleton& skeleton, std::size_t joint) {
  const Joint& one = rig.joints[joint];
  if (one.parent < 0) return 0;
  const Joint& above = rig.joints[static_cast<std::size_t>(one.parent)];
  const AssetNode& node = asset.nodes[static_cast<std::size_t>(one.node)];
  if (node.parent != above.node) return 0;
  const Trs& rest = node.rest;
  const bool upright = rest.scale.x > 0 && rest.scale.y > 0 && rest.scale.z > 0;
  if (!upright || angleBetween(rest.rotation, skeleton.rest[joint].rotation) > 1e-4f) return 0;
  const float own = length(rest.translation), here = length(skeleton.rest[joint].translation);
  if (!(own > 1e-9f)) return 0;
  const float scale = here / own;
  return distance(rest.translation * scale, skeleton.rest[joint].translation) < 1e-5f * here ? scale : 0;
}

Clip::Track trackOf(std::int32_t joint, const ClipChannel& channel, float scale) {
  Clip::Track track{
      .joint = joint, .path = channel.path, .interpolation = channel.interpolation, .times = channel.times, .values = channel.values};
  if (channel.path == ChannelPath::translation)
    for (float& value : track.values) value *= scale;
  // What is blended along an arc must lie on it. (A cubic key's value is taken as it is, with its tangents.)
  const bool arcs = channel.path == ChannelPath::rotation && channel.interpolation != Interpolation::cubicSpline;
  for (std::size_t k = 0; arcs && 4 * k + 4 <= track.values.size(); ++k) {
    float* value = track.values.data() + 4 * k;
    const Quat unit = normalized(Quat{value[0], value[1], value[2], value[3]});
    value[0] = unit.x, value[1] = unit.y, value[2] = unit.z, value[3] = unit.w;
  }
  return track;
}

/// The samples of one joint as linear keys.
void addSampled(Clip& clip, std::size_t joint) {
  Clip::Track turn{.joint = static_cast<std::int32_t>(joint),
                   .path = ChannelPath::rotation,
                   .interpolation = Interpolation::linear,
                   .times = {},
                   .values = {}};
  Clip::Track place = turn;
  place.path = ChannelPath::translation;
  for (std::uint32_t k = 0; k < clip.keyCount; ++k) {
    const Transform& sample = clip.samples[k * clip.jointCount + joint];
    const float time = clip.rate > 0 ? static_cast<float>(k) / clip.rate : 0;
    turn.times.push_back(time);
    place.times.push_back(time);
    turn.values.insert(turn.values.end(), {sample.rotation.x, sample.rotation.y, sample.rotation.z, sample.rotation.w});
    place.values.insert(place.values.end(), {sample.translation.x, sample.translation.y, sample.translation.z});
  }
  clip.tracks.push_back(std::move(turn));
  clip.tracks.push_back(std::move(place));
}

}  // namespace

Quat rotationAt(const Clip::Track& track, float time) {
  if (track.interpolation == Interpolation::linear) {
    const Between at = find(track, time);
    const Quat a = quatOf(valueOf(track, at.key, 4, 1));
    return at.share == 0 ? normalized(a) : slerp(a, quatOf(valueOf(track, at.key + 1, 4, 1)), at.share);
  }
  return normalized(quatOf(valuesAt(track, time, 4)));
}

Vec3 translationAt(const Clip::Track& track, float time) {
  const Values v = valuesAt(track, time, 3);
  return {v[0], v[1], v[2]};
}

void keyTracks(const Asset& asset, const Rig& rig, const Skeleton& skeleton, const AssetClip& source, Clip& clip) {
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    std::vector<const ClipChannel*> own;
    for (const ClipChannel& channel : source.channels)
      if (channel.node == rig.joints[j].node && channel.path != ChannelPath::scale) own.push_back(&channel);
    const float scale = directScale(asset, rig, skeleton, j);
    const bool still = own.empty() && scale > 0;
    if (still) continue;
    // A loop that was closed has been changed: it is kept as sampled.
    if (scale > 0 && !clip.loops) {
      for (const ClipChannel* channel : own) clip.tracks.push_back(trackOf(static_cast<std::int32_t>(j), *channel, scale));
    } else {
      addSampled(clip, j);
    }
  }
  clip.samples.clear();
  clip.keyCount = 0;
  clip.rate = 0;
}

}  // namespace sinew
