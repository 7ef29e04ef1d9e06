#include "rig/joint_tree.h"

#include <algorithm>
#include <cmath>

namespace sinew::rig {
namespace {

/// True where the keys of a channel differ: converters write constant channels for every node of a scene.
bool moves(const ClipChannel& channel) {
  const std::size_t width = channel.path == ChannelPath::rotation ? 4 : 3;
  const bool spline = channel.interpolation == Interpolation::cubicSpline;
  const std::size_t stride = spline ? 3 * width : width, first = spline ? width : 0;
  for (std::size_t key = stride + first; key + width <= channel.values.size(); key += stride) {
    for (std::size_t i = 0; i < width; ++i) {
      const float a = channel.values[first + i], b = channel.values[key + i];
      if (std::abs(a - b) > 1e-4f * std::max(1.0f, std::abs(a))) return true;
    }
  }
  return false;
}

std::vector<bool> movingNodes(const Asset& asset) {
  std::vector<bool> moving(asset.nodes.size(), false);
  for (const AssetClip& clip : asset.clips) {
    for (const ClipChannel& channel : clip.channels) {
      const auto node = static_cast<std::size_t>(channel.node);
      if (!moving[node] && moves(channel)) moving[node] = true;
    }
  }
  return moving;
}

bool carriesRigidMesh(const AssetNode& node) { return node.mesh >= 0 && node.skin < 0; }

/// (nodeCount) true where the node or one below it is in the set.
std::vector<bool> atOrAbove(const Asset& asset, const NodeTree& tree, std::vector<bool> set) {
  for (auto it = tree.order.rbegin(); it != tree.order.rend(); ++it) {
    const std::int32_t parent = asset.nodes[static_cast<std::size_t>(*it)].parent;
    if (parent >= 0 && set[static_cast<std::size_t>(*it)]) set[static_cast<std::size_t>(parent)] = true;
  }
  return set;
}

/// (nodeCount) true where a node above is in the set.
std::vector<bool> below(const Asset& asset, const NodeTree& tree, const std::vector<bool>& set) {
  std::vector<bool> result(set.size(), false);
  for (const std::int32_t index : tree.order) {
    const std::int32_t parent = asset.nodes[static_cast<std::size_t>(index)].parent;
    if (parent < 0) continue;
    result[static_cast<std::size_t>(index)] = result[static_cast<std::size_t>(parent)] || set[static_cast<std::size_t>(parent)];
  }
  return result;
}

/// Rigid parts that belong to a skeleton and are no mere passengers: they turn by themselves, or bones hang from them.
void addRigidBones(const Asset& asset, const NodeTree& tree, std::vector<bool>& bones) {
  const std::vector<bool> moving = movingNodes(asset);
  const std::vector<bool> bonesHere = atOrAbove(asset, tree, bones);
  const std::vector<bool> bonesAbove = below(asset, tree, bones);
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
    if (!carriesRigidMesh(asset.nodes[i]) || bones[i]) continue;
    if (bonesAbove[i] ? moving[i] || bonesHere[i] : moving[i] && bonesHere[i]) bones[i] = true;
  }
}

/// A bare node with meshes right below it: what exporters make of a bone that parts are fixed to.
bool holdsShapes(const Asset& asset, const AssetNode& node) {
  return node.mesh < 0 && std::any_of(node.children.begin(), node.children.end(), [&](std::int32_t child) {
           const AssetNode& shape = asset.nodes[static_cast<std::size_t>(child)];
           return carriesRigidMesh(shape) && shape.children.empty();
         });
}

/// A file without skin that moves: its moving nodes, the bones among them that no clip happens to turn, and the rigid parts that
/// hang from none of them.
std::vector<bool> movingSkeleton(const Asset& asset, const NodeTree& tree, std::vector<bool> bones) {
  const std::vector<bool> bonesAbove = below(asset, tree, bones);
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
    if (bonesAbove[i] ? holdsShapes(asset, asset.nodes[i]) : carriesRigidMesh(asset.nodes[i])) bones[i] = true;
  }
  return bones;
}

/// A file that neither skins nor moves: every node that carries a rigid part, or hands parts down. A mesh that is the only one
/// right below a bare node is that node's shape.
std::vector<bool> stillSkeleton(const Asset& asset, const NodeTree& tree) {
  std::vector<bool> meshes(asset.nodes.size(), false);
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) meshes[i] = carriesRigidMesh(asset.nodes[i]);
  const std::vector<bool> holders = atOrAbove(asset, tree, meshes);

  std::vector<bool> bones = meshes;
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
    if (meshes[i] || !holders[i]) continue;
    std::int32_t shape = -1;
    int shapes = 0;
    for (const std::int32_t child : asset.nodes[i].children) {
      const auto c = static_cast<std::size_t>(child);
      if (meshes[c] && asset.nodes[c].children.empty()) {
        shape = child;
        ++shapes;
      }
    }
    if (shapes != 1) continue;
    bones[i] = true;
    bones[static_cast<std::size_t>(shape)] = false;
  }
  return bones;
}

std::vector<bool> boneNodes(const Asset& asset, const NodeTree& tree) {
  std::vector<bool> bones(asset.nodes.size(), false);
  bool any = false;
  for (const AssetSkin& skin : asset.skins) {
    for (const std::int32_t node : skin.joints) bones[static_cast<std::size_t>(node)] = any = true;
  }
  for (const VrmBone& bone : asset.vrmBones) {
    if (bone.node >= 0) bones[static_cast<std::size_t>(bone.node)] = any = true;
  }
  if (any) {
    addRigidBones(asset, tree, bones);
    return bones;
  }
  bones = movingNodes(asset);
  const bool moving = std::find(bones.begin(), bones.end(), true) != bones.end();
  return moving ? movingSkeleton(asset, tree, std::move(bones)) : stillSkeleton(asset, tree);
}

}  // namespace

JointTree findJoints(const Asset& asset, const NodeTree& tree) {
  const std::vector<bool> bones = boneNodes(asset, tree);
  JointTree joints;
  joints.jointAbove.assign(asset.nodes.size(), -1);
  joints.jointOfNode.assign(asset.nodes.size(), -1);
  for (const std::int32_t index : tree.order) {
    const auto i = static_cast<std::size_t>(index);
    const std::int32_t parentNode = asset.nodes[i].parent;
    const std::int32_t above = parentNode < 0 ? -1 : joints.jointAbove[static_cast<std::size_t>(parentNode)];
    joints.jointAbove[i] = above;
    if (!bones[i]) continue;
    joints.jointAbove[i] = joints.jointOfNode[i] = static_cast<std::int32_t>(joints.nodes.size());
    joints.nodes.push_back(index);
    joints.parents.push_back(above);
  }
  return joints;
}

}  // namespace sinew::rig
