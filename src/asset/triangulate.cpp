#include "asset/triangulate.h"

namespace sinew::gltf {

Topology topologyOf(DrawMode mode) {
  switch (mode) {
    case DrawMode::points:
      return Topology::points;
    case DrawMode::lines:
    case DrawMode::lineLoop:
    case DrawMode::lineStrip:
      return Topology::lines;
    case DrawMode::triangles:
    case DrawMode::triangleStrip:
    case DrawMode::triangleFan:
      return Topology::triangles;
  }
  return Topology::triangles;
}

std::vector<std::uint32_t> separated(Reading& reading, const Json& where, DrawMode mode, std::vector<std::uint32_t> indices) {
  const std::size_t n = indices.size();
  if (mode == DrawMode::points) return indices;
  if (mode == DrawMode::lines || mode == DrawMode::triangles) {
    indices.resize(n - n % (mode == DrawMode::lines ? 2 : 3));
    return indices;
  }

  const std::size_t least = topologyOf(mode) == Topology::lines ? 2 : 3;
  if (n < least || !reading.spend(std::uint64_t{n} * 3 * sizeof(std::uint32_t), where)) return {};
  std::vector<std::uint32_t> out;
  if (topologyOf(mode) == Topology::lines) {
    for (std::size_t i = 0; i + 1 < n; ++i) out.insert(out.end(), {indices[i], indices[i + 1]});
    if (mode == DrawMode::lineLoop) out.insert(out.end(), {indices[n - 1], indices[0]});
    return out;
  }
  // glTF 2.0 specification, 3.7.2.1: every other triangle of a strip is turned over, a fan starts from its second vertex.
  out.reserve((n - 2) * 3);
  for (std::size_t i = 0; i + 2 < n; ++i) {
    if (mode == DrawMode::triangleFan) {
      out.insert(out.end(), {indices[i + 1], indices[i + 2], indices[0]});
    } else {
      out.insert(out.end(), {indices[i], indices[i + 1 + i % 2], indices[i + 2 - i % 2]});
    }
  }
  return out;
}

}  // namespace sinew::gltf
