#include "asset/compact.h"

#include <limits>

namespace sinew::gltf {

void dropUnusedVertices(Primitive& primitive) {
  const std::size_t count = primitive.positions.size();
  constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> target(count, 0);
  for (const std::uint32_t index : primitive.indices) target[index] = 1;
  std::uint32_t kept = 0;
  for (std::uint32_t& mark : target) mark = mark != 0 ? kept++ : kDropped;
  if (kept == count) return;

  // Kept vertices move down over the dropped ones; their order stays.
  const bool isSkinned = !primitive.influenceStart.empty();
  std::uint32_t influenceEnd = 0;
  for (std::size_t vertex = 0; vertex < count; ++vertex) {
    const std::uint32_t to = target[vertex];
    if (to == kDropped) continue;
    primitive.positions[to] = primitive.positions[vertex];
    if (!primitive.normals.empty()) primitive.normals[to] = primitive.normals[vertex];
    if (!primitive.uvs.empty()) primitive.uvs[to] = primitive.uvs[vertex];
    if (!isSkinned) continue;
    const std::uint32_t begin = primitive.influenceStart[vertex];
    const std::uint32_t end = primitive.influenceStart[vertex + 1];
    primitive.influenceStart[to] = influenceEnd;
    for (std::uint32_t i = begin; i < end; ++i) primitive.influences[influenceEnd++] = primitive.influences[i];
  }
  primitive.positions.resize(kept);
  if (!primitive.normals.empty()) primitive.normals.resize(kept);
  if (!primitive.uvs.empty()) primitive.uvs.resize(kept);
  if (isSkinned) {
    primitive.influenceStart[kept] = influenceEnd;
    primitive.influenceStart.resize(kept + 1);
    primitive.influences.resize(influenceEnd);
  }
  for (std::uint32_t& index : primitive.indices) index = target[index];
}

}  // namespace sinew::gltf
