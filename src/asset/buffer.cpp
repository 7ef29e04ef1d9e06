#include "asset/meshopt.h"
#include "asset/reading.h"
#include "asset/uri.h"
#include "asset/view.h"

namespace sinew::gltf {
namespace {

// A buffer's bytes: the binary chunk, a data URI, or a file beside the main one.
void readBuffer(Reading& reading, std::size_t index) {
  const Json json = reading.root["buffers"][index];
  SourceBuffer& buffer = reading.source.buffers[index];
  const std::uint64_t length = json.requiredCount("byteLength");
  if (!reading.ok()) return;

  if (!json["uri"].exists()) {
    // Without a URI the first buffer of a GLB is its binary chunk; any other holds no bytes and may only be unpacked into.
    const std::span<const std::byte> chunk = reading.container.binary;
    const bool isFallback = json["extensions"]["EXT_meshopt_compression"].flag("fallback");
    if (index != 0 || !reading.container.isBinary || isFallback) return;
    if (length > chunk.size()) {
      return json.fail("byteLength", ErrorCode::reference,
                       "promises " + std::to_string(length) + " bytes, the binary chunk has " + std::to_string(chunk.size()));
    }
    buffer.bytes = chunk.first(static_cast<std::size_t>(length));
    buffer.present = true;
    return;
  }

  const std::string_view uri = json.text("uri");
  const auto failAtUri = [&](const Error& error) { json.fail("uri", error.code, error.message); };
  if (isDataUri(uri)) {
    auto data = decodeDataUri(uri, reading.budget);
    if (!data) return failAtUri(data.error());
    if (data->bytes.size() < length) {
      return json.fail("byteLength", ErrorCode::reference,
                       "promises " + std::to_string(length) + " bytes, the data URI has " + std::to_string(data->bytes.size()));
    }
    buffer.owned = std::move(data->bytes);
  } else {
    if (reading.source.folder.empty()) return json.fail("uri", ErrorCode::reference, "external files are not read here");
    const auto path = resolveUri(uri, reading.source.folder);
    if (!path) return failAtUri(path.error());
    auto data = loadFile(*path, reading.budget, length);
    if (!data) return failAtUri(data.error());
    buffer.owned = std::move(*data);
  }
  buffer.bytes = std::span(buffer.owned).first(static_cast<std::size_t>(length));
  buffer.present = true;
}

void readView(Reading& reading, std::size_t index) {
  const Json json = reading.root["bufferViews"][index];
  BufferView& view = reading.views[index];
  view.json = json;
  const std::int32_t bufferIndex = json.requiredIndex("buffer", reading.source.buffers.size());
  const std::uint64_t offset = json.count("byteOffset", 0);
  const std::uint64_t length = json.requiredCount("byteLength");
  const std::uint64_t stride = json.count("byteStride", 0);
  if (!reading.ok()) return;
  constexpr std::uint64_t kLargestStride = 65536;
  if (stride > kLargestStride) return json.fail("byteStride", ErrorCode::value, "is larger than any element");
  view.length = static_cast<std::size_t>(length);
  view.stride = static_cast<std::size_t>(stride);

  // A compressed view is unpacked when it is first read; what it points at otherwise is only a stand-in.
  if (isMeshoptView(json)) return checkMeshoptView(reading, view);
  const SourceBuffer& buffer = reading.source.buffers[static_cast<std::size_t>(bufferIndex)];
  if (!buffer.present && json["extensions"]["KHR_meshopt_compression"].exists()) {
    return json.fail("extensions", ErrorCode::unsupported, "is packed by KHR_meshopt_compression, which is not built in");
  }
  if (!buffer.present) return json.fail("buffer", ErrorCode::reference, "points at a buffer without bytes");
  if (offset > buffer.bytes.size() || length > buffer.bytes.size() - offset) {
    return json.fail(offset > buffer.bytes.size() ? "byteOffset" : "byteLength", ErrorCode::reference,
                     "reaches beyond its buffer of " + std::to_string(buffer.bytes.size()) + " bytes");
  }
  view.bytes = buffer.bytes.subspan(static_cast<std::size_t>(offset), view.length);
  view.ready = true;
}

}  // namespace

void readBuffers(Reading& reading) {
  reading.source.buffers.resize(reading.root.array("buffers").size());
  for (std::size_t i = 0; i < reading.source.buffers.size() && reading.ok(); ++i) readBuffer(reading, i);
  if (!reading.ok()) return;
  reading.views.resize(reading.root.array("bufferViews").size());
  for (std::size_t i = 0; i < reading.views.size() && reading.ok(); ++i) readView(reading, i);
}

std::span<const std::byte> viewBytes(Reading& reading, std::int32_t index) {
  BufferView& view = reading.views[static_cast<std::size_t>(index)];
  if (!view.ready) {
    view.unpacked = unpackMeshopt(reading, view);
    view.bytes = view.unpacked;
    view.ready = true;
  }
  return view.bytes;
}

}  // namespace sinew::gltf
