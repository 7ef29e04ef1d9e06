#include <algorithm>
#include <limits>

#include "asset/primitive.h"
#include "asset/reading.h"

namespace sinew::gltf {
namespace {

// How many joints every skin has that each mesh is drawn with; 0 for a mesh that is never drawn with one.
std::vector<std::size_t> jointLimits(const Asset& asset, std::size_t meshCount) {
  std::vector<std::size_t> limits(meshCount, 0);
  for (const AssetNode& node : asset.nodes) {
    if (node.mesh < 0 || node.skin < 0) continue;
    std::size_t& limit = limits[static_cast<std::size_t>(node.mesh)];
    const std::size_t joints = asset.skins[static_cast<std::size_t>(node.skin)].joints.size();
    limit = limit == 0 ? joints : std::min(limit, joints);
  }
  return limits;
}

}  // namespace

void readMeshes(Reading& reading) {
  const Json meshes = reading.root.array("meshes");
  const std::vector<std::size_t> limits = jointLimits(reading.asset, meshes.size());
  reading.asset.meshes.resize(meshes.size());
  for (std::size_t i = 0; i < meshes.size() && reading.ok(); ++i) {
    AssetMesh& mesh = reading.asset.meshes[i];
    mesh.name = meshes[i].text("name");
    const Json primitives = meshes[i].array("primitives");
    mesh.primitives.resize(primitives.size());
    for (std::size_t p = 0; p < primitives.size() && reading.ok(); ++p) {
      readPrimitive(reading, primitives[p], limits[i], mesh.primitives[p]);
    }
  }
}

}  // namespace sinew::gltf
