#include "asset/chunk.h"

#include <algorithm>
#include <limits>

namespace sinew::gltf {
namespace {

std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

void putU32(std::vector<std::byte>& out, std::uint64_t value) {
  for (std::uint32_t shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>((value >> shift) & 255u));
}

}  // namespace

std::uint64_t Chunk::add(std::span<const std::byte> bytes) {
  const std::uint64_t offset = size_;
  runs_.push_back({offset, bytes});
  size_ = padded(size_ + bytes.size());
  return offset;
}

std::uint64_t Chunk::add(std::vector<std::byte> bytes) {
  owned_.push_back(std::move(bytes));  // the bytes stay where they are when the list grows
  return add(std::span<const std::byte>(owned_.back()));
}

Result<std::vector<std::byte>> Chunk::glb(std::string json) const {
  json.resize(padded(json.size()), ' ');
  const std::uint64_t binary = size_ == 0 ? 0 : 8 + size_;
  const std::uint64_t total = 12 + 8 + json.size() + binary;
  if (total > std::numeric_limits<std::uint32_t>::max()) return fail(ErrorCode::limit, "GLB", "the file would be larger than 4 GiB");

  std::vector<std::byte> out;
  out.reserve(total);
  putU32(out, 0x46546C67);  // "glTF"
  putU32(out, 2);
  putU32(out, total);
  putU32(out, json.size());
  putU32(out, 0x4E4F534A);  // "JSON"
  const auto* text = reinterpret_cast<const std::byte*>(json.data());
  out.insert(out.end(), text, text + json.size());
  if (size_ == 0) return out;
  putU32(out, size_);
  putU32(out, 0x004E4942);  // "BIN"
  const std::size_t start = out.size();
  out.resize(start + size_);
  for (const Run& run : runs_) std::copy(run.bytes.begin(), run.bytes.end(), out.begin() + static_cast<std::ptrdiff_t>(start + run.offset));
  return out;
}

}  // namespace sinew::gltf
