#pragma once

#include <span>
#include <vector>

#include <sinew/pose/skeleton.h>
#include <sinew/rig/rig.h>

namespace sinew {

/// Skin matrices, (jointCount): modelFromJoint * inverse(modelFromBind), for vertices in model space at bind.
void skinMatrices(const Skeleton& skeleton, std::span<const Transform> modelFromJoint, std::span<Mat4> out);

/// Influences as graphics cards take them: `width` (4 or 8) a vertex, largest kept, weights renormalised to sum 1.
struct SkinTable {
  std::uint32_t width = 4;
  std::vector<std::uint16_t> joints;  ///< (vertexCount * width)
  std::vector<float> weights;         ///< (vertexCount * width)
};
SkinTable skinTableOf(const BodyMesh& mesh, std::uint32_t width);

/// Linear blend skinning on the CPU, for tests and tools. `positions` (vertexCount) at bind, `out` likewise.
void skinVertices(const SkinTable& table, std::span<const Mat4> matrices, std::span<const Vec3> positions, std::span<Vec3> out);

}  // namespace sinew
