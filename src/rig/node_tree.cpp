#include "rig/node_tree.h"

#include <cmath>
#include <string>

#include <sinew/base/text.h>

#include "rig/precision.h"

namespace sinew::rig {
namespace {

bool hasZeroScale(const Trs& rest) {
  return std::abs(rest.scale.x) < 1e-12f || std::abs(rest.scale.y) < 1e-12f || std::abs(rest.scale.z) < 1e-12f;
}

Affined parentFromNode(const AssetNode& node) {
  if (!hasZeroScale(node.rest)) return toDouble(node.parentFromNode);
  Trs rest = node.rest;
  for (float* scale : {&rest.scale.x, &rest.scale.y, &rest.scale.z}) {
    if (std::abs(*scale) < 1e-12f) *scale = 1;
  }
  return toDouble(toAffine(rest));
}

/// Nodes in file order, each after the ancestors it waits for.
std::vector<std::int32_t> ancestorsFirst(const std::vector<AssetNode>& nodes) {
  std::vector<std::int32_t> order, waiting;
  std::vector<bool> done(nodes.size(), false);
  order.reserve(nodes.size());
  for (std::size_t start = 0; start < nodes.size(); ++start) {
    for (auto node = static_cast<std::int32_t>(start); node >= 0 && !done[static_cast<std::size_t>(node)];
         node = nodes[static_cast<std::size_t>(node)].parent) {
      done[static_cast<std::size_t>(node)] = true;
      waiting.push_back(node);
    }
    order.insert(order.end(), waiting.rbegin(), waiting.rend());
    waiting.clear();
  }
  return order;
}

}  // namespace

NodeTree indexNodes(const Asset& asset, Findings& findings) {
  NodeTree tree;
  tree.order = ancestorsFirst(asset.nodes);
  tree.worldFromNode.resize(asset.nodes.size());
  tree.inScene.assign(asset.nodes.size(), asset.sceneRoots.empty());
  for (const std::int32_t root : asset.sceneRoots) tree.inScene[static_cast<std::size_t>(root)] = true;

  std::size_t zeroScales = 0;
  std::int32_t firstZero = -1;
  for (const std::int32_t index : tree.order) {
    const auto i = static_cast<std::size_t>(index);
    const AssetNode& node = asset.nodes[i];
    const Affined local = parentFromNode(node);
    if (node.parent < 0) {
      tree.worldFromNode[i] = local;
    } else {
      const auto parent = static_cast<std::size_t>(node.parent);
      tree.worldFromNode[i] = tree.worldFromNode[parent] * local;
      if (tree.inScene[parent]) tree.inScene[i] = true;
    }
    if (hasZeroScale(node.rest) && zeroScales++ == 0) firstZero = index;
  }
  if (zeroScales > 0) {
    findings.push_back({.severity = Severity::note,
                        .rule = "scale.zero",
                        .role = {},
                        .measured = static_cast<double>(zeroScales),
                        .low = {},
                        .high = {},
                        .message = std::to_string(zeroScales) + " node(s) have a scale of zero at rest, first nodes[" +
                                   std::to_string(firstZero) + "] '" + printable(asset.nodes[static_cast<std::size_t>(firstZero)].name) +
                                   "': they are placed as if it were one"});
  }
  return tree;
}

}  // namespace sinew::rig
