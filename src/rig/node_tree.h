#pragma once

#include <cstdint>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/finding.h>
#include <sinew/base/math.h>

namespace sinew::rig {

/// The node hierarchy multiplied out once, in the file's units.
struct NodeTree {
  std::vector<std::int32_t> order;     ///< (nodeCount) parents before children
  std::vector<Affined> worldFromNode;  ///< (nodeCount) rest pose
  std::vector<bool> inScene;           ///< (nodeCount) below a root of the default scene
};

/// A scale of zero (hidden parts) would put a whole subtree into one point: it counts as one here, and a note says so.
NodeTree indexNodes(const Asset& asset, Findings& findings);

}  // namespace sinew::rig
