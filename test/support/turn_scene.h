#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <sinew/asset/asset.h>

namespace sinew::test {

/// Hangs the whole scene below one more node that turns it.
inline void turnScene(Asset& asset, const Quat& turn) {
  const auto index = static_cast<std::int32_t>(asset.nodes.size());
  for (const std::int32_t root : asset.sceneRoots) asset.nodes[static_cast<std::size_t>(root)].parent = index;
  AssetNode node;
  node.rest.rotation = turn;
  node.parentFromNode = toAffine(node.rest);
  node.children = std::exchange(asset.sceneRoots, {index});
  asset.nodes.push_back(std::move(node));
}

}  // namespace sinew::test
