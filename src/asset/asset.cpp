#include <sinew/asset/asset.h>

namespace sinew {

std::vector<std::int32_t> parentsFirst(const Asset& asset) {
  // The list of roots grows by the children of each node as it is passed.
  std::vector<std::int32_t> order;
  order.reserve(asset.nodes.size());
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
    if (asset.nodes[i].parent < 0) order.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t at = 0; at < order.size(); ++at) {
    const std::vector<std::int32_t>& children = asset.nodes[static_cast<std::size_t>(order[at])].children;
    order.insert(order.end(), children.begin(), children.end());
  }
  return order;
}

std::vector<Affine> restWorldTransforms(const Asset& asset) {
  std::vector<Affine> world(asset.nodes.size());
  for (const std::int32_t index : parentsFirst(asset)) {
    const AssetNode& node = asset.nodes[static_cast<std::size_t>(index)];
    const auto at = static_cast<std::size_t>(index);
    world[at] = node.parent < 0 ? node.parentFromNode : world[static_cast<std::size_t>(node.parent)] * node.parentFromNode;
  }
  return world;
}

}  // namespace sinew
