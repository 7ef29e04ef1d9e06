#pragma once

#include <cstdint>
#include <vector>

#include <sinew/asset/asset.h>

#include "rig/node_tree.h"

namespace sinew::rig {

/// Which nodes are bones, and how they hang together once the nodes between them are left out.
struct JointTree {
  std::vector<std::int32_t> nodes;        ///< (jointCount) glTF node of each joint, parents first
  std::vector<std::int32_t> parents;      ///< (jointCount) joint above, -1 for a root
  std::vector<std::int32_t> jointAbove;   ///< (nodeCount) joint at or above a node, -1 where there is none
  std::vector<std::int32_t> jointOfNode;  ///< (nodeCount) or -1
};

/// A node is a bone where a skin lists it, where a VRM file maps it, and where it carries a rigid part that moves by itself
/// within the skeleton. In a file without any skin the moving nodes and the rigid parts are the skeleton.
JointTree findJoints(const Asset& asset, const NodeTree& tree);

}  // namespace sinew::rig
