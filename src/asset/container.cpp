#include "asset/container.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace sinew::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;

std::uint32_t readU32(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
  return value;
}

std::string_view textOf(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// Chunks are padded: with spaces by the book, with zeros by some exporters.
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

Failure notGltf(std::string_view text) {
  if (text.starts_with("Kaydara FBX") || text.starts_with("; FBX")) {
    return fail(ErrorCode::format, "file", "this is an FBX file: convert it to glTF first");
  }
  if (text.starts_with("HIERARCHY")) return fail(ErrorCode::format, "file", "this is a BVH file, a skeleton without a mesh");
  if (text.empty()) return fail(ErrorCode::format, "file", "the file is empty");
  return fail(ErrorCode::format, "file", "neither a GLB file nor glTF JSON");
}

Result<Container> openGlb(std::span<const std::byte> file) {
  if (file.size() < kHeaderBytes + kChunkHeaderBytes) return fail(ErrorCode::format, "GLB header", "the file ends inside its header");
  const std::uint32_t version = readU32(file, 4);
  if (version != 2) return fail(ErrorCode::unsupported, "GLB header", "GLB version " + std::to_string(version) + ", only 2 is read");
  const std::size_t length = readU32(file, 8);
  if (length > file.size()) {
    return fail(ErrorCode::format, "GLB header",
                "the header promises " + std::to_string(length) + " bytes, the file has " + std::to_string(file.size()));
  }

  Container parts;
  parts.isBinary = true;
  std::size_t at = kHeaderBytes;
  for (std::size_t chunk = 0; at < length; ++chunk) {
    const std::string place = "GLB chunk " + std::to_string(chunk);
    if (length - at < kChunkHeaderBytes) return fail(ErrorCode::format, place, "the file ends inside the chunk's header");
    const std::size_t size = readU32(file, at);
    const std::uint32_t type = readU32(file, at + 4);
    at += kChunkHeaderBytes;
    if (size > length - at) return fail(ErrorCode::format, place, "the chunk is longer than the file");
    const std::span<const std::byte> bytes = file.subspan(at, size);

    // The JSON comes first, the binary chunk second; others are extensions that a reader passes over.
    if (chunk == 0 && type != kJsonChunk) return fail(ErrorCode::format, place, "the first chunk is not JSON");
    if (chunk == 0) parts.json = trimmed(textOf(bytes));
    if (chunk == 1 && type == kBinaryChunk) parts.binary = bytes;
    at += size;
  }
  if (parts.json.empty()) return fail(ErrorCode::format, "GLB chunk 0", "the JSON chunk is empty");
  return parts;
}

}  // namespace

Result<Container> openContainer(std::span<const std::byte> file) {
  if (file.size() >= 4 && readU32(file, 0) == kMagic) return openGlb(file);
  std::string_view text = textOf(file);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text[start] != '{') return notGltf(text);
  return Container{trimmed(text), {}, false};
}

}  // namespace sinew::gltf
