#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace sinew {

template <class Node>
bool contains(const Node& node, float x, float z) {
  return node.low.x <= x && x <= node.high.x && node.low.z <= z && z <= node.high.z;
}

/// Visits the leaves of all nodes that `enters`, nearest index first; `enters` is
/// asked again when a node's turn comes, so that what was found meanwhile prunes. The tree is balanced: 64 levels hold any.
template <class Node, class Enters, class Leaf>
void walkTree(const std::vector<Node>& nodes, const Enters& enters, const Leaf& leaf) {
  if (nodes.empty()) return;
  std::array<std::uint32_t, 128> stack{};
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes[stack[--depth]];
    if (!enters(node)) continue;
    if (node.count > 0) {
      leaf(node.first, node.count);
      continue;
    }
    stack[depth++] = node.first + 1;
    stack[depth++] = node.first;
  }
}

}  // namespace sinew
