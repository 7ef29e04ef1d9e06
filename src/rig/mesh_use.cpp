#include "rig/mesh_use.h"

#include <cmath>

#include "rig/precision.h"

namespace sinew::rig {

std::vector<PrimitiveUse> findPrimitives(const Asset& asset, const NodeTree& tree, const JointTree& joints) {
  std::vector<PrimitiveUse> uses;
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    const AssetNode& node = asset.nodes[n];
    if (node.mesh < 0 || !tree.inScene[n]) continue;
    const std::vector<Primitive>& primitives = asset.meshes[static_cast<std::size_t>(node.mesh)].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const Primitive& primitive = primitives[p];
      if (primitive.topology != Topology::triangles || primitive.positions.empty()) continue;

      // Skinned where the node has a skin and the vertices have weights; else it rides on the joint above, if any.
      PrimitiveUse use{
          .node = static_cast<std::int32_t>(n), .mesh = node.mesh, .primitive = static_cast<std::int32_t>(p), .skin = -1, .joint = -1};
      if (node.skin >= 0 && !primitive.influenceStart.empty()) {
        use.skin = node.skin;
      } else {
        use.joint = joints.jointAbove[n];
        if (use.joint < 0) continue;
      }
      uses.push_back(use);
    }
  }
  return uses;
}

std::vector<std::vector<SkinJointUse>> measureSkins(const Asset& asset, const std::vector<PrimitiveUse>& uses) {
  std::vector<std::vector<SkinJointUse>> skins(asset.skins.size());
  for (std::size_t s = 0; s < skins.size(); ++s) skins[s].resize(asset.skins[s].joints.size());

  // Sums of weight, weight times position and weight times squared length ...
  for (const PrimitiveUse& use : uses) {
    if (use.skin < 0) continue;
    std::vector<SkinJointUse>& sums = skins[static_cast<std::size_t>(use.skin)];
    const Primitive& primitive = asset.meshes[static_cast<std::size_t>(use.mesh)].primitives[static_cast<std::size_t>(use.primitive)];
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
      const Vec3d position = toDouble(primitive.positions[v]);
      const double squared = lengthSquared(position);
      for (std::uint32_t i = primitive.influenceStart[v]; i < primitive.influenceStart[v + 1]; ++i) {
        SkinJointUse& sum = sums[primitive.influences[i].joint];
        const double weight = static_cast<double>(primitive.influences[i].weight);
        sum.weight += weight;
        sum.center += position * weight;
        sum.spread += squared * weight;
      }
    }
  }

  // ... become mean and root mean square distance from the mean.
  for (std::vector<SkinJointUse>& skin : skins) {
    for (SkinJointUse& use : skin) {
      if (!(use.weight > 0)) continue;
      use.center = use.center / use.weight;
      use.spread = std::sqrt(std::max(0.0, use.spread / use.weight - lengthSquared(use.center)));
    }
  }
  return skins;
}

}  // namespace sinew::rig
