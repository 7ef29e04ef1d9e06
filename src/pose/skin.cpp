#include <sinew/pose/skin.h>

#include <algorithm>
#include <array>

#include <sinew/base/log.h>

namespace sinew {

void skinMatrices(const Skeleton& skeleton, std::span<const Transform> modelFromJoint, std::span<Mat4> out) {
  SINEW_ASSERT(modelFromJoint.size() == skeleton.size() && out.size() == skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) out[j] = toMat4(modelFromJoint[j] * inverse(skeleton.modelFromBind[j]));
}

SkinTable skinTableOf(const BodyMesh& mesh, std::uint32_t width) {
  SINEW_ASSERT(width == 4 || width == 8);
  SkinTable table{.width = width, .joints = {}, .weights = {}};
  table.joints.assign(mesh.vertices.size() * width, 0);
  table.weights.assign(mesh.vertices.size() * width, 0);
  std::vector<JointWeight> sorted;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const SkinVertex& vertex = mesh.vertices[v];
    const auto first = mesh.influences.begin() + vertex.influenceStart;
    sorted.assign(first, first + vertex.influenceCount);
    std::stable_sort(sorted.begin(), sorted.end(), [](const JointWeight& a, const JointWeight& b) { return a.weight > b.weight; });
    sorted.resize(std::min<std::size_t>(sorted.size(), width));
    float sum = 0;
    for (const JointWeight& one : sorted) sum += one.weight;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      table.joints[v * width + i] = static_cast<std::uint16_t>(sorted[i].joint);
      table.weights[v * width + i] = sum > 0 ? sorted[i].weight / sum : 0;
    }
  }
  return table;
}

void skinVertices(const SkinTable& table, std::span<const Mat4> matrices, std::span<const Vec3> positions, std::span<Vec3> out) {
  SINEW_ASSERT(out.size() == positions.size() && table.weights.size() == positions.size() * table.width);
  for (std::size_t v = 0; v < positions.size(); ++v) {
    Vec3 sum;
    float total = 0;
    for (std::size_t i = v * table.width; i < (v + 1) * table.width; ++i) {
      if (table.weights[i] == 0) continue;
      sum += toAffine(matrices[table.joints[i]]) * positions[v] * table.weights[i];
      total += table.weights[i];
    }
    out[v] = total > 0 ? sum : positions[v];
  }
}

}  // namespace sinew
