#pragma once

#include <span>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/rig/rig.h>

namespace sinew {

/// From rigid joints in metres back to the file's nodes, whatever scale, mirror, matrix or unit the nodes carry.
class NodePose {
 public:
  NodePose(const Asset& asset, const Rig& rig);

  /// Sets the local rotation of every node whose joint is marked so that the joint stands as `modelFromJoint` (jointCount) says,
  /// and its translation where it is marked for that as well. Other nodes keep `locals` (nodeCount), which is read and written.
  void solve(std::span<const Transform> modelFromJoint, std::span<const std::uint8_t> turns, std::span<const std::uint8_t> moves,
             std::span<Trs> locals);

 private:
  const Asset& asset_;
  const Rig& rig_;
  std::vector<std::int32_t> order_;        ///< (nodeCount) node indices, parents first
  std::vector<std::int32_t> jointOfNode_;  ///< (nodeCount)
  std::vector<Affine> sceneFromNode_;      ///< (nodeCount) scratch, the file's units
};

}  // namespace sinew
