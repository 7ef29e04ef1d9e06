#include "record/node_pose.h"

namespace sinew {
namespace {

/// Rotation to give a node so that its axes turn rigidly with its joint. In the file the node's axes may be scaled or mirrored; at
/// rest they stand as `restLinear` while the rigid joint stands as `restRotation`, and both turn together:
///
///     sceneFromParent * R * S  =  (rotation * restRotation^-1) * restLinear
///
/// Exact for uniform scale and mirrors; the nearest rotation where non-uniform scale above shears the axes.
Quat localRotation(const Mat3& sceneFromParent, const Quat& rotation, const Affine& modelFromRest, const Vec3& scale,
                   const Quat& fallback) {
  constexpr float kFlat = 1e-20f;
  if (std::abs(determinant(sceneFromParent)) < kFlat || std::abs(scale.x * scale.y * scale.z) < kFlat) return fallback;
  const Mat3 turned = toMatrix(rotation * conjugate(rotationOf(modelFromRest.linear))) * modelFromRest.linear;
  const Mat3 local = inverse(sceneFromParent) * turned;
  return rotationOf(Mat3{local.x / scale.x, local.y / scale.y, local.z / scale.z});
}

}  // namespace

NodePose::NodePose(const Asset& asset, const Rig& rig)
    : asset_(asset), rig_(rig), order_(parentsFirst(asset)), jointOfNode_(asset.nodes.size(), -1), sceneFromNode_(asset.nodes.size()) {
  for (std::size_t j = rig.joints.size(); j-- > 0;)
    jointOfNode_[static_cast<std::size_t>(rig.joints[j].node)] = static_cast<std::int32_t>(j);
}

void NodePose::solve(std::span<const Transform> modelFromJoint, std::span<const std::uint8_t> turns, std::span<const std::uint8_t> moves,
                     std::span<Trs> locals) {
  for (const std::int32_t index : order_) {
    const auto node = static_cast<std::size_t>(index);
    const std::int32_t parent = asset_.nodes[node].parent;
    const Affine above = parent < 0 ? Affine{} : sceneFromNode_[static_cast<std::size_t>(parent)];
    const std::int32_t joint = jointOfNode_[node];
    Trs& local = locals[node];

    if (joint >= 0 && turns[static_cast<std::size_t>(joint)] != 0) {
      const Transform& target = modelFromJoint[static_cast<std::size_t>(joint)];
      local.rotation = localRotation(above.linear, target.rotation, rig_.joints[static_cast<std::size_t>(joint)].modelFromRest, local.scale,
                                     local.rotation);
    }
    if (joint >= 0 && moves[static_cast<std::size_t>(joint)] != 0) {
      // Scene space is model space in the file's units. Under a flattened chain nothing can be placed: the node stays.
      const Vec3 place = modelFromJoint[static_cast<std::size_t>(joint)].translation / rig_.metersPerUnit;
      const Vec3 moved = inverse(above) * place;
      if (isFinite(moved)) local.translation = moved;
    }
    sceneFromNode_[node] = above * toAffine(local);
  }
}

}  // namespace sinew
