#include "asset/meshopt.h"

#include <string_view>

#include <meshoptimizer.h>

namespace sinew::gltf {
namespace {

enum class Mode : std::uint8_t { attributes, triangles, indices };
enum class Filter : std::uint8_t { none, octahedral, quaternion, exponential };

// What the extension's object says (EXT_meshopt_compression, "Specifying compressed views").
struct Stream {
  std::span<const std::byte> bytes;
  std::size_t count = 0;
  std::size_t stride = 0;
  Mode mode = Mode::attributes;
  Filter filter = Filter::none;
};

Mode modeOf(const Json& json) {
  const std::string_view name = json.text("mode");
  if (name == "ATTRIBUTES") return Mode::attributes;
  if (name == "TRIANGLES") return Mode::triangles;
  if (name == "INDICES") return Mode::indices;
  json.fail("mode", ErrorCode::format, "is none of ATTRIBUTES, TRIANGLES and INDICES");
  return Mode::attributes;
}

Filter filterOf(const Json& json) {
  if (!json["filter"].exists()) return Filter::none;
  const std::string_view name = json.text("filter");
  if (name == "NONE") return Filter::none;
  if (name == "OCTAHEDRAL") return Filter::octahedral;
  if (name == "QUATERNION") return Filter::quaternion;
  if (name == "EXPONENTIAL") return Filter::exponential;
  json.fail("filter", ErrorCode::format, "is none of NONE, OCTAHEDRAL, QUATERNION and EXPONENTIAL");
  return Filter::none;
}

// The sizes that the extension allows: the decoder takes them on trust.
void checkSizes(const Stream& stream, const Json& json) {
  const bool isAttributes = stream.mode == Mode::attributes;
  if (isAttributes && (stream.stride == 0 || stream.stride > 256 || stream.stride % 4 != 0)) {
    return json.fail("byteStride", ErrorCode::value, "must be a multiple of 4 up to 256");
  }
  if (!isAttributes && stream.stride != 2 && stream.stride != 4)
    return json.fail("byteStride", ErrorCode::value, "must be 2 or 4 for indices");
  if (stream.mode == Mode::triangles && stream.count % 3 != 0)
    return json.fail("count", ErrorCode::value, "must be a multiple of 3 for triangles");
  if (!isAttributes && stream.filter != Filter::none) return json.fail("filter", ErrorCode::value, "is only for attributes");
  if (stream.filter == Filter::octahedral && stream.stride != 4 && stream.stride != 8) {
    return json.fail("byteStride", ErrorCode::value, "must be 4 or 8 for the octahedral filter");
  }
  if (stream.filter == Filter::quaternion && stream.stride != 8)
    json.fail("byteStride", ErrorCode::value, "must be 8 for the quaternion filter");
}

Stream readStream(Reading& reading, const Json& json) {
  Stream stream;
  const std::int32_t index = json.requiredIndex("buffer", reading.source.buffers.size());
  const std::uint64_t offset = json.count("byteOffset", 0);
  const std::uint64_t length = json.requiredCount("byteLength");
  stream.stride = static_cast<std::size_t>(json.requiredCount("byteStride"));
  stream.count = static_cast<std::size_t>(json.requiredCount("count"));
  stream.mode = modeOf(json);
  stream.filter = filterOf(json);
  if (!reading.ok()) return stream;
  checkSizes(stream, json);
  const SourceBuffer& buffer = reading.source.buffers[static_cast<std::size_t>(index)];
  if (offset > buffer.bytes.size() || length > buffer.bytes.size() - offset) {
    json.fail("byteLength", ErrorCode::reference, "reaches beyond its buffer of " + std::to_string(buffer.bytes.size()) + " bytes");
    return stream;
  }
  stream.bytes = buffer.bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
  return stream;
}

int decode(const Stream& stream, std::byte* out) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(stream.bytes.data());
  switch (stream.mode) {
    case Mode::attributes:
      return meshopt_decodeVertexBuffer(out, stream.count, stream.stride, bytes, stream.bytes.size());
    case Mode::triangles:
      return meshopt_decodeIndexBuffer(out, stream.count, stream.stride, bytes, stream.bytes.size());
    case Mode::indices:
      return meshopt_decodeIndexSequence(out, stream.count, stream.stride, bytes, stream.bytes.size());
  }
  return -1;
}

void applyFilter(const Stream& stream, std::byte* out) {
  switch (stream.filter) {
    case Filter::none:
      break;
    case Filter::octahedral:
      meshopt_decodeFilterOct(out, stream.count, stream.stride);
      break;
    case Filter::quaternion:
      meshopt_decodeFilterQuat(out, stream.count, stream.stride);
      break;
    case Filter::exponential:
      meshopt_decodeFilterExp(out, stream.count, stream.stride);
      break;
  }
}

}  // namespace

bool isMeshoptView(const Json& view) { return view["extensions"]["EXT_meshopt_compression"].exists(); }

void checkMeshoptView(Reading& reading, const BufferView& view) {
  const Json json = view.json["extensions"].object("EXT_meshopt_compression");
  if (!reading.ok()) return;
  const Stream stream = readStream(reading, json);
  if (!reading.ok()) return;
  if (stream.count > reading.budget.left()) return json.fail("count", ErrorCode::limit, "is more than the limit on decoded data allows");
  if (stream.count * stream.stride < view.length) {
    json.fail("count", ErrorCode::reference, "does not fill the " + std::to_string(view.length) + " bytes of its view");
  }
}

std::vector<std::byte> unpackMeshopt(Reading& reading, const BufferView& view) {
  const Json json = view.json["extensions"].object("EXT_meshopt_compression");
  const Stream stream = readStream(reading, json);
  if (!reading.ok() || !reading.spend(stream.count * stream.stride, json)) return {};

  // The upper half of the first byte names the codec, the lower its version.
  constexpr unsigned kVersionMask = 15;
  if (!stream.bytes.empty() && stream.mode == Mode::attributes && (std::to_integer<unsigned>(stream.bytes[0]) & kVersionMask) != 0) {
    json.fail(ErrorCode::unsupported, "is written by a newer codec (KHR_meshopt_compression); only version 0 is read");
    return {};
  }
  std::vector<std::byte> out(stream.count * stream.stride);
  if (decode(stream, out.data()) != 0) {
    json.fail(ErrorCode::format, "its compressed data are broken");
    return {};
  }
  applyFilter(stream, out.data());
  out.resize(view.length);
  return out;
}

}  // namespace sinew::gltf
