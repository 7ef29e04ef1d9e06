#include <sinew/rig/figures.h>

#include <algorithm>
#include <numeric>

#include <sinew/base/text.h>

#include "rig/node_tree.h"

namespace sinew {
namespace {

/// Sets that grow together.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  std::size_t of(std::size_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  void join(std::size_t a, std::size_t b) { parent_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<std::size_t> parent_;
};

bool drawsSkin(const Asset& asset, const rig::NodeTree& tree, std::size_t node) {
  return tree.inScene[node] && asset.nodes[node].mesh >= 0 && asset.nodes[node].skin >= 0;
}

/// (skinCount) vertices that a skin moves.
std::vector<std::size_t> countVertices(const Asset& asset, const rig::NodeTree& tree) {
  std::vector<std::size_t> vertices(asset.skins.size(), 0);
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    if (!drawsSkin(asset, tree, n)) continue;
    for (const Primitive& primitive : asset.meshes[static_cast<std::size_t>(asset.nodes[n].mesh)].primitives) {
      if (primitive.topology != Topology::triangles || primitive.influenceStart.empty()) continue;
      vertices[static_cast<std::size_t>(asset.nodes[n].skin)] += primitive.positions.size();
    }
  }
  return vertices;
}

/// (nodeCount) the figure whose skins list a node, -1 where none does.
std::vector<std::int32_t> figureOfJoint(const Asset& asset, const std::vector<Figure>& figures) {
  std::vector<std::int32_t> owner(asset.nodes.size(), -1);
  for (std::size_t f = 0; f < figures.size(); ++f) {
    for (const std::int32_t skin : figures[f].skins) {
      for (const std::int32_t joint : asset.skins[static_cast<std::size_t>(skin)].joints)
        owner[static_cast<std::size_t>(joint)] = static_cast<std::int32_t>(f);
    }
  }
  return owner;
}

/// Counts a figure's joints and finds the topmost: nodes come parents first.
void describeJoints(const Asset& asset, const rig::NodeTree& tree, std::vector<Figure>& figures) {
  const std::vector<std::int32_t> owner = figureOfJoint(asset, figures);
  for (const std::int32_t node : tree.order) {
    const std::int32_t f = owner[static_cast<std::size_t>(node)];
    if (f < 0) continue;
    Figure& figure = figures[static_cast<std::size_t>(f)];
    if (figure.joints++ > 0) continue;
    figure.node = node;
    figure.name = printable(asset.nodes[static_cast<std::size_t>(node)].name);
  }
}

rig::NodeTree treeOf(const Asset& asset) {
  Findings unused;
  return rig::indexNodes(asset, unused);
}

}  // namespace

std::vector<Figure> figuresOf(const Asset& asset) {
  const rig::NodeTree tree = treeOf(asset);
  const std::vector<std::size_t> vertices = countVertices(asset, tree);

  // Skins that name the same joint are worn by the same body.
  Groups groups(asset.skins.size());
  std::vector<std::int32_t> firstSkin(asset.nodes.size(), -1);
  for (std::size_t s = 0; s < asset.skins.size(); ++s) {
    if (vertices[s] == 0) continue;
    for (const std::int32_t joint : asset.skins[s].joints) {
      std::int32_t& first = firstSkin[static_cast<std::size_t>(joint)];
      if (first < 0) first = static_cast<std::int32_t>(s);
      groups.join(s, static_cast<std::size_t>(first));
    }
  }

  std::vector<Figure> figures;
  std::vector<std::int32_t> figureOfGroup(asset.skins.size(), -1);
  for (std::size_t s = 0; s < asset.skins.size(); ++s) {
    if (vertices[s] == 0) continue;
    std::int32_t& place = figureOfGroup[groups.of(s)];
    if (place < 0) {
      place = static_cast<std::int32_t>(figures.size());
      figures.emplace_back();
    }
    figures[static_cast<std::size_t>(place)].skins.push_back(static_cast<std::int32_t>(s));
    figures[static_cast<std::size_t>(place)].vertices += vertices[s];
  }
  describeJoints(asset, tree, figures);
  std::stable_sort(figures.begin(), figures.end(), [](const Figure& a, const Figure& b) { return a.vertices > b.vertices; });
  return figures;
}

std::int32_t figureAt(const Asset& asset, const std::vector<Figure>& figures, std::int32_t node) {
  if (node < 0 || static_cast<std::size_t>(node) >= asset.nodes.size()) return -1;
  const std::vector<std::int32_t> owner = figureOfJoint(asset, figures);

  // At the joint itself, or the nearest joint above it ...
  for (std::int32_t above = node; above >= 0; above = asset.nodes[static_cast<std::size_t>(above)].parent)
    if (owner[static_cast<std::size_t>(above)] >= 0) return owner[static_cast<std::size_t>(above)];

  // ... or the one figure below it.
  std::int32_t found = -1;
  for (std::size_t joint = 0; joint < owner.size(); ++joint) {
    if (owner[joint] < 0 || owner[joint] == found) continue;
    std::int32_t above = static_cast<std::int32_t>(joint);
    while (above >= 0 && above != node) above = asset.nodes[static_cast<std::size_t>(above)].parent;
    if (above < 0) continue;
    if (found >= 0) return -1;
    found = owner[joint];
  }
  return found;
}

Asset isolate(const Asset& asset, const Figure& figure) {
  const rig::NodeTree tree = treeOf(asset);
  Asset alone;
  alone.file = asset.file;
  alone.sha256 = asset.sha256;
  alone.bytes = asset.bytes;
  alone.generator = asset.generator;
  alone.nodes = asset.nodes;
  alone.sceneRoots = asset.sceneRoots;
  alone.materials = asset.materials;
  alone.images = asset.images;
  alone.clips = asset.clips;
  alone.vrm = asset.vrm;
  alone.findings = asset.findings;
  alone.source = asset.source;

  // Its own skins, and whose joint each node rides on: 1 its own, 0 another's, -1 nobody's.
  std::vector<std::int32_t> newSkin(asset.skins.size(), -1);
  for (const std::int32_t skin : figure.skins) {
    newSkin[static_cast<std::size_t>(skin)] = static_cast<std::int32_t>(alone.skins.size());
    alone.skins.push_back(asset.skins[static_cast<std::size_t>(skin)]);
  }
  std::vector<std::int32_t> rides(asset.nodes.size(), -1);
  for (std::size_t s = 0; s < asset.skins.size(); ++s) {
    for (const std::int32_t joint : asset.skins[s].joints) {
      std::int32_t& own = rides[static_cast<std::size_t>(joint)];
      own = std::max(own, newSkin[s] >= 0 ? 1 : 0);
    }
  }
  for (const std::int32_t node : tree.order) {
    const std::int32_t parent = asset.nodes[static_cast<std::size_t>(node)].parent;
    std::int32_t& own = rides[static_cast<std::size_t>(node)];
    if (own < 0 && parent >= 0) own = rides[static_cast<std::size_t>(parent)];
  }

  // Meshes that it wears or carries; the others' are not even copied.
  std::vector<std::int32_t> newMesh(asset.meshes.size(), -1);
  for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
    AssetNode& node = alone.nodes[n];
    const bool worn = node.skin >= 0 && newSkin[static_cast<std::size_t>(node.skin)] >= 0;
    const bool carried = node.skin < 0 && rides[n] != 0;
    node.skin = worn ? newSkin[static_cast<std::size_t>(node.skin)] : -1;
    if (!worn && !carried) node.mesh = -1;
    if (node.mesh < 0) continue;
    std::int32_t& mesh = newMesh[static_cast<std::size_t>(node.mesh)];
    if (mesh < 0) {
      mesh = static_cast<std::int32_t>(alone.meshes.size());
      alone.meshes.push_back(asset.meshes[static_cast<std::size_t>(node.mesh)]);
    }
    node.mesh = mesh;
  }

  // A VRM file maps one humanoid: its map, and the way it faces, are that one's.
  const bool mapped = std::any_of(asset.vrmBones.begin(), asset.vrmBones.end(),
                                  [&](const VrmBone& bone) { return bone.node >= 0 && rides[static_cast<std::size_t>(bone.node)] == 1; });
  if (mapped) alone.vrmBones = asset.vrmBones;
  if (!mapped && !asset.vrmBones.empty()) alone.vrm = VrmVersion::none;
  return alone;
}

}  // namespace sinew
