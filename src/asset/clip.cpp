#include <algorithm>
#include <optional>

#include "asset/accessor.h"

namespace sinew::gltf {
namespace {

std::optional<ChannelPath> pathOf(std::string_view name) {
  if (name == "translation") return ChannelPath::translation;
  if (name == "rotation") return ChannelPath::rotation;
  if (name == "scale") return ChannelPath::scale;
  return {};  // morph weights, and what extensions bring
}

Interpolation interpolationOf(const Json& sampler) {
  if (!sampler["interpolation"].exists()) return Interpolation::linear;
  const std::string_view name = sampler.text("interpolation");
  if (name == "LINEAR") return Interpolation::linear;
  if (name == "STEP") return Interpolation::step;
  if (name == "CUBICSPLINE") return Interpolation::cubicSpline;
  sampler.fail("interpolation", ErrorCode::format, "is none of LINEAR, STEP and CUBICSPLINE");
  return Interpolation::linear;
}

const Accessor* accessorOf(Reading& reading, const Json& sampler, std::string_view key) {
  const std::int32_t index = sampler.requiredIndex(key, reading.accessors.size());
  return reading.ok() ? &reading.accessors[static_cast<std::size_t>(index)] : nullptr;
}

std::vector<float> readTimes(Reading& reading, const Json& sampler) {
  const Accessor* accessor = accessorOf(reading, sampler, "input");
  if (accessor == nullptr) return {};
  if (accessor->components != 1 || accessor->type != ComponentType::f32) {
    sampler.fail("input", ErrorCode::format, "is no accessor of SCALAR floats");
    return {};
  }
  std::vector<float> times = readElements<float>(reading, *accessor);
  if (!reading.ok()) return {};
  if (times.empty()) sampler.fail("input", ErrorCode::format, "holds no key");
  if (firstBadNumber(times) != times.size()) sampler.fail("input", ErrorCode::value, "holds a time that is not finite or beyond 1e12");
  if (!std::is_sorted(times.begin(), times.end())) sampler.fail("input", ErrorCode::value, "holds times that do not ascend");
  return times;
}

// Keys at the time of the key before them would be an interval without length: they are left out.
void dropRepeatedTimes(Reading& reading, const Json& sampler, ClipChannel& channel) {
  if (std::adjacent_find(channel.times.begin(), channel.times.end()) == channel.times.end()) return;
  reading.find(Severity::note, "clip.times", sampler, "has several keys at one time; the first of each is kept");
  const std::size_t width = channel.values.size() / channel.times.size();
  std::size_t kept = 0;
  for (std::size_t key = 0; key < channel.times.size(); ++key) {
    if (key > 0 && channel.times[key] == channel.times[kept - 1]) continue;
    channel.times[kept] = channel.times[key];
    std::copy_n(channel.values.begin() + static_cast<std::ptrdiff_t>(key * width), width,
                channel.values.begin() + static_cast<std::ptrdiff_t>(kept * width));
    ++kept;
  }
  channel.times.resize(kept);
  channel.values.resize(kept * width);
}

void readKeys(Reading& reading, const Json& sampler, ClipChannel& channel) {
  channel.interpolation = interpolationOf(sampler);
  channel.times = readTimes(reading, sampler);
  const Accessor* accessor = accessorOf(reading, sampler, "output");
  if (accessor == nullptr) return;

  const std::uint32_t components = channel.path == ChannelPath::rotation ? 4 : 3;
  if (accessor->components != components || accessor->columns != 1) {
    return sampler.fail("output", ErrorCode::format, "needs elements of " + std::to_string(components) + " numbers for its channel");
  }
  const std::size_t perKey = channel.interpolation == Interpolation::cubicSpline ? 3 : 1;
  if (accessor->count != channel.times.size() * perKey) {
    return sampler.fail("output", ErrorCode::reference,
                        "has " + std::to_string(accessor->count) + " elements for " + std::to_string(channel.times.size()) + " keys");
  }
  channel.values = readFlat(reading, *accessor);
  if (firstBadNumber(channel.values) != channel.values.size()) {
    return sampler.fail("output", ErrorCode::value, "holds a number that is not finite or beyond 1e12");
  }
  dropRepeatedTimes(reading, sampler, channel);
}

void readChannel(Reading& reading, const Json& animation, const Json& json, AssetClip& clip) {
  const Json samplers = animation.array("samplers");
  const std::int32_t sampler = json.requiredIndex("sampler", samplers.size());
  const Json target = json.object("target");
  if (!target.exists()) json.fail("target", ErrorCode::format, "is missing");
  const std::int32_t node = target.index("node", reading.asset.nodes.size());
  const std::string_view name = target.text("path");
  if (!reading.ok()) return;

  // A channel without a node moves nothing; that is legal.
  const std::optional<ChannelPath> path = pathOf(name);
  if (node < 0 || !path) return;
  ClipChannel channel;
  channel.node = node;
  channel.path = *path;
  readKeys(reading, samplers[static_cast<std::size_t>(sampler)], channel);
  if (!reading.ok()) return;
  clip.duration = std::max(clip.duration, channel.times.back());
  clip.channels.push_back(std::move(channel));
}

void readClip(Reading& reading, const Json& json, AssetClip& clip) {
  clip.name = json.text("name");
  const Json travel = json["extras"]["RootTranslation"];
  if (travel["z"].exists()) clip.rootTranslationZ = static_cast<float>(travel.number("z", 0));
  const Json channels = json.array("channels");
  for (std::size_t i = 0; i < channels.size() && reading.ok(); ++i) readChannel(reading, json, channels[i], clip);
}

}  // namespace

void readClips(Reading& reading) {
  const Json animations = reading.root.array("animations");
  if (!reading.options.clips) return;
  reading.asset.clips.resize(animations.size());
  for (std::size_t i = 0; i < animations.size() && reading.ok(); ++i) readClip(reading, animations[i], reading.asset.clips[i]);
}

}  // namespace sinew::gltf
