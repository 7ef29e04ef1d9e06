#include <sinew/pose/sample.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <sinew/base/log.h>

namespace sinew {
namespace {

/// Where a time falls among the keys: between `key` and the next one, `t` of the way, `spacing` seconds apart.
struct Place {
  std::size_t key = 0;
  float t = 0;
  float spacing = 0;
};

Place locate(const std::vector<float>& times, float time) {
  if (!(time > times.front()) || times.size() == 1) return {};
  if (time >= times.back()) return {times.size() - 1, 0, 0};
  const auto next = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const float spacing = times[next] - times[next - 1];
  return {next - 1, spacing > 0 ? (time - times[next - 1]) / spacing : 0, spacing};
}

/// One key as a vector or a quaternion, from three or four floats.
Vec3 read(const float* value, Vec3) { return {value[0], value[1], value[2]}; }
Quat read(const float* value, Quat) { return {value[0], value[1], value[2], value[3]}; }

Vec3 blend(const Vec3& a, const Vec3& b, float t) { return lerp(a, b, t); }
Quat blend(const Quat& a, const Quat& b, float t) { return slerp(normalized(a), normalized(b), t); }

Vec3 finished(const Vec3& v) { return v; }
Quat finished(const Quat& q) { return normalized(q); }

Vec3 combine(const Vec3& a, float ka, const Vec3& b, float kb) { return a * ka + b * kb; }
Quat combine(const Quat& a, float ka, const Quat& b, float kb) {
  return {a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb, a.w * ka + b.w * kb};
}

/// Cubic Hermite between two keys of (in-tangent, value, out-tangent); tangents are per second.
template <class T>
T hermite(const float* key, const float* next, std::size_t width, const Place& place) {
  const float t = place.t, t2 = t * t, t3 = t2 * t;
  const T values = combine(read(key + width, T{}), 2 * t3 - 3 * t2 + 1, read(next + width, T{}), 3 * t2 - 2 * t3);
  const T tangents = combine(read(key + 2 * width, T{}), place.spacing * (t3 - 2 * t2 + t), read(next, T{}), place.spacing * (t3 - t2));
  return combine(values, 1, tangents, 1);
}

template <class T>
void sampleChannel(const ClipChannel& channel, float time, T& out) {
  constexpr std::size_t width = sizeof(T) / sizeof(float);
  const bool spline = channel.interpolation == Interpolation::cubicSpline;
  const std::size_t stride = spline ? 3 * width : width;
  if (channel.times.empty() || channel.values.size() < channel.times.size() * stride) return;

  const Place place = locate(channel.times, time);
  const float* key = channel.values.data() + place.key * stride;
  if (place.t == 0 || channel.interpolation == Interpolation::step) {
    out = finished(read(spline ? key + width : key, T{}));
  } else if (spline) {
    out = finished(hermite<T>(key, key + stride, width, place));
  } else {
    out = blend(read(key, T{}), read(key + stride, T{}), place.t);
  }
}

Vec3d scaleOf(const Trs& local) {
  const auto kept = [](float s) { return std::abs(s) < 1e-12f ? 1.0 : static_cast<double>(s); };
  return {kept(local.scale.x), kept(local.scale.y), kept(local.scale.z)};
}

Affined parentFromNode(const Trs& local) {
  const Quat& q = local.rotation;
  const Mat3T<double> rotation = toMatrix(normalized(Quatd{q.x, q.y, q.z, q.w}));
  const Vec3d scale = scaleOf(local);
  return {{rotation.x * scale.x, rotation.y * scale.y, rotation.z * scale.z},
          {local.translation.x, local.translation.y, local.translation.z}};
}

}  // namespace

std::vector<Trs> restLocals(const Asset& asset) {
  std::vector<Trs> locals;
  locals.reserve(asset.nodes.size());
  for (const AssetNode& node : asset.nodes) locals.push_back(node.rest);
  return locals;
}

void sampleClip(const Asset& asset, const AssetClip& clip, float time, std::span<Trs> locals) {
  SINEW_ASSERT(locals.size() == asset.nodes.size());
  SINEW_ASSERT(!std::isnan(time));
  if (locals.size() != asset.nodes.size() || std::isnan(time)) return;
  for (const ClipChannel& channel : clip.channels) {
    Trs& local = locals[static_cast<std::size_t>(channel.node)];
    switch (channel.path) {
      case ChannelPath::translation:
        sampleChannel(channel, time, local.translation);
        break;
      case ChannelPath::rotation:
        sampleChannel(channel, time, local.rotation);
        break;
      case ChannelPath::scale:
        sampleChannel(channel, time, local.scale);
        break;
    }
  }
}

std::vector<Transform> modelFromJoints(const Asset& asset, const Rig& rig, std::span<const Trs> locals) {
  SINEW_ASSERT(locals.size() == asset.nodes.size());
  if (locals.size() != asset.nodes.size()) return {};

  // The whole chain in double and with its scale ...
  std::vector<Affined> worldFromNode(asset.nodes.size());
  for (const std::int32_t index : parentsFirst(asset)) {
    const auto node = static_cast<std::size_t>(index);
    const std::int32_t parent = asset.nodes[node].parent;
    const Affined local = parentFromNode(locals[node]);
    worldFromNode[node] = parent < 0 ? local : worldFromNode[static_cast<std::size_t>(parent)] * local;
  }

  // ... of which a joint keeps place and orientation.
  std::vector<Transform> joints;
  joints.reserve(rig.joints.size());
  for (const Joint& joint : rig.joints) {
    const Affined& world = worldFromNode[static_cast<std::size_t>(joint.node)];
    const Quatd q = rotationOf(world.linear);
    const Vec3d p = world.translation * static_cast<double>(rig.metersPerUnit);
    joints.push_back({normalized(Quat{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)}),
                      {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}});
  }
  return joints;
}

}  // namespace sinew
