#include <sinew/asset/write.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>

#include <nlohmann/json.hpp>

#include <sinew/base/text.h>

#include "asset/dump.h"
#include "asset/pack.h"

namespace sinew {
namespace {

using nlohmann::json;

constexpr int kFloat = 5126;

// Clips come from our own stages, but a value that is not finite would make a file that no viewer opens.
Result<void> checkClip(const Asset& asset, const BakedClip& clip, std::size_t index) {
  const std::string place = "clips[" + std::to_string(index) + "]";
  const auto isAscending = [](float a, float b) { return !(a < b); };
  if (clip.times.empty()) return fail(ErrorCode::usage, place + ".times", "a clip without frames");
  const bool finite = std::all_of(clip.times.begin(), clip.times.end(), [](float t) { return std::isfinite(t) && t >= 0; });
  if (!finite || std::adjacent_find(clip.times.begin(), clip.times.end(), isAscending) != clip.times.end()) {
    return fail(ErrorCode::usage, place + ".times", "times must be finite, of zero or more, and ascend");
  }
  std::size_t channels = 0;
  for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
    const BakedTrack& track = clip.tracks[i];
    const std::string where = place + ".tracks[" + std::to_string(i) + "]";
    if (track.node < 0 || static_cast<std::size_t>(track.node) >= asset.nodes.size()) {
      return fail(ErrorCode::usage, where, "names a node that the file has not");
    }
    const auto fits = [&](std::size_t size) { return size == 0 || size == clip.times.size(); };
    if (!fits(track.translations.size()) || !fits(track.rotations.size())) {
      return fail(ErrorCode::usage, where, "has not one entry a frame");
    }
    const bool good = std::all_of(track.translations.begin(), track.translations.end(), [](const Vec3& v) { return isFinite(v); }) &&
                      std::all_of(track.rotations.begin(), track.rotations.end(), [](const Quat& q) { return isFinite(q); });
    if (!good) return fail(ErrorCode::value, where, "holds a number that is not finite");
    channels += (track.translations.empty() ? 0 : 1) + (track.rotations.empty() ? 0 : 1);
  }
  if (channels == 0) return fail(ErrorCode::usage, place, "a clip in which nothing moves");
  return {};
}

// One clip's numbers: a run of bytes, seen through one view and one accessor a track.
class ClipWriter {
 public:
  ClipWriter(gltf::JsonEditor& editor, std::size_t view) : editor_(editor), view_(view) {}

  std::size_t times(std::span<const float> times) {
    json accessor = accessorOf("SCALAR", times.size());
    accessor["min"] = {times.front()};
    accessor["max"] = {times.back()};
    put(times);
    return editor_.append("accessors", gltf::dump(accessor));
  }

  template <class T>
  std::size_t values(const char* type, std::span<const T> values) {
    const json accessor = accessorOf(type, values.size());
    put(values);
    return editor_.append("accessors", gltf::dump(accessor));
  }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  json accessorOf(const char* type, std::size_t count) const {
    return {{"bufferView", view_}, {"byteOffset", bytes_.size()}, {"componentType", kFloat}, {"count", count}, {"type", type}};
  }

  template <class T>
  void put(std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  gltf::JsonEditor& editor_;
  std::size_t view_ = 0;
  std::vector<std::byte> bytes_;
};

void addClip(const BakedClip& clip, gltf::JsonEditor& editor, gltf::Chunk& chunk) {
  const std::size_t view = editor.append("bufferViews", "{}");  // filled in once its length is known
  ClipWriter writer(editor, view);
  const std::size_t times = writer.times(clip.times);
  json samplers = json::array();
  json channels = json::array();
  const auto addChannel = [&](std::int32_t node, const char* path, std::size_t output) {
    channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers.push_back({{"input", times}, {"interpolation", "LINEAR"}, {"output", output}});
  };
  for (const BakedTrack& track : clip.tracks) {
    if (!track.translations.empty()) addChannel(track.node, "translation", writer.values<Vec3>("VEC3", track.translations));
    if (!track.rotations.empty()) addChannel(track.node, "rotation", writer.values<Quat>("VEC4", track.rotations));
  }
  std::vector<std::byte> bytes = writer.take();
  const std::size_t size = bytes.size();
  const std::uint64_t offset = chunk.add(std::move(bytes));
  editor.replace("bufferViews", view, gltf::dump(json{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}}));
  json animation{{"channels", channels}, {"samplers", samplers}};
  if (!clip.name.empty()) animation["name"] = clip.name;
  editor.append("animations", gltf::dump(animation));
}

// An animated node may have no matrix (glTF 2.0 specification, 3.5.3): it is given as its parts instead.
void splitMatrices(const Asset& asset, std::span<const BakedClip> clips, gltf::JsonEditor& editor) {
  std::vector<std::uint8_t> moves(asset.nodes.size(), 0);
  for (const BakedClip& clip : clips) {
    for (const BakedTrack& track : clip.tracks) {
      if (!track.translations.empty() || !track.rotations.empty()) moves[static_cast<std::size_t>(track.node)] = 1;
    }
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i] == 0 || !asset.nodes[i].hasMatrix) continue;
    const Trs& rest = asset.nodes[i].rest;
    json node = json::parse(editor.elements("nodes")[i], nullptr, false);
    node.erase("matrix");
    node["translation"] = {rest.translation.x, rest.translation.y, rest.translation.z};
    node["rotation"] = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
    node["scale"] = {rest.scale.x, rest.scale.y, rest.scale.z};
    editor.replace("nodes", i, gltf::dump(node));
  }
}

}  // namespace

Result<std::vector<std::byte>> withClips(const Asset& asset, std::span<const BakedClip> clips) {
  if (asset.source == nullptr) return fail(ErrorCode::usage, "asset", "was not read from a file");
  for (std::size_t i = 0; i < clips.size(); ++i) {
    if (const Result<void> good = checkClip(asset, clips[i], i); !good) return tl::unexpected<Error>(good.error());
  }
  gltf::JsonEditor editor(asset.source->json);
  gltf::Chunk chunk;
  gltf::packSource(*asset.source, editor, chunk);
  splitMatrices(asset, clips, editor);
  for (const BakedClip& clip : clips) addClip(clip, editor, chunk);
  gltf::finishBuffers(*asset.source, editor, chunk);
  return chunk.glb(editor.text());
}

Result<void> writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const std::string name = "'" + printable(path.string(), 400) + "'";
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (fs::is_directory(status)) return fail(ErrorCode::io, "file", name + " cannot be written: it is a folder");

  // What exists and is no regular file, a device or a pipe, takes the bytes itself: it must not be replaced by a file.
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    std::ofstream stream(path, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.flush();
    return stream ? Result<void>() : fail(ErrorCode::io, "file", name + " cannot be written");
  }

  // A link keeps pointing where it points; the file behind it is the one to write.
  const fs::path linked = fs::exists(status) ? fs::canonical(path, problem) : path;
  const fs::path target = linked.empty() ? path : linked;
  fs::path half = target;
  half += "." + std::to_string(std::random_device{}()) + ".part";
  {
    std::ofstream stream(half, std::ios::binary | std::ios::trunc);
    if (!stream) return fail(ErrorCode::io, "file", name + " cannot be created");
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.flush();
    if (!stream) {
      stream.close();
      fs::remove(half, problem);
      return fail(ErrorCode::io, "file", name + " cannot be written");
    }
  }
  fs::rename(half, target, problem);
  if (!problem) return {};
  const std::string why = problem.message();
  fs::remove(half, problem);
  return fail(ErrorCode::io, "file", name + " cannot be written: " + why);
}

}  // namespace sinew
