#pragma once

#include <cstdint>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/math.h>

#include "rig/joint_tree.h"
#include "rig/node_tree.h"

namespace sinew::rig {

/// One primitive of one mesh as a node of the scene shows it.
struct PrimitiveUse {
  std::int32_t node = -1;
  std::int32_t mesh = -1;
  std::int32_t primitive = -1;
  std::int32_t skin = -1;   ///< -1: a rigid part
  std::int32_t joint = -1;  ///< rigid parts: the joint that carries it
};

/// Every triangle primitive that belongs to the skeleton, in node order: skinned ones, and rigid ones at or below a joint.
std::vector<PrimitiveUse> findPrimitives(const Asset& asset, const NodeTree& tree, const JointTree& joints);

/// What the vertices say about one entry of a skin's joint list.
struct SkinJointUse {
  double weight = 0;  ///< sum of its weights over all vertices
  Vec3d center;       ///< weighted mean of its vertices, mesh space
  double spread = 0;  ///< weighted root mean square distance from there
};

/// (skinCount)(joint list length). Joints that pull no vertex keep weight 0.
std::vector<std::vector<SkinJointUse>> measureSkins(const Asset& asset, const std::vector<PrimitiveUse>& uses);

}  // namespace sinew::rig
