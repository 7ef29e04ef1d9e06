#include "manikin/bone_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

namespace {

/// Lateral place of the middle plane: the median over joints, which come in mirrored pairs about it.
float middleOf(std::vector<float> lateral) {
  if (lateral.empty()) return 0;
  const auto [low, high] = std::minmax_element(lateral.begin(), lateral.end());
  const float centre = (*low + *high) / 2;
  const auto half = lateral.begin() + static_cast<std::ptrdiff_t>(lateral.size() / 2);
  std::nth_element(lateral.begin(), half, lateral.end());
  // An accessory on one side pulls the extent, an uneven count of joints pulls the median: the trunk's joints sit on zero.
  return std::abs(*half) < std::abs(centre) ? *half : centre;
}

}  // namespace

BoneTree::BoneTree(const Rig& rig) : rig_(&rig) {
  const std::size_t count = rig.joints.size();
  parents_.resize(count);
  children_.resize(count);
  lateral_.resize(count);
  height_.resize(count);
  branchWeight_.resize(count);

  // The tree: parents come first, so one pass down gathers children and one pass up gathers skin.
  std::vector<std::string> spelled;
  spelled.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Joint& joint = rig.joints[i];
    parents_[i] = joint.parent;
    if (joint.parent >= 0) children_[index(joint.parent)].push_back(static_cast<std::int32_t>(i));
    branchWeight_[i] = joint.weight;
    hasSkin_ = hasSkin_ || joint.weight > 0;
    spelled.push_back(joint.name);
  }
  for (std::size_t i = count; i-- > 0;)
    if (parents_[i] >= 0) branchWeight_[index(parents_[i])] += branchWeight_[i];
  names_ = normaliseNames(spelled);

  // Places along the rig's own axes, measured from the middle plane and the lowest joint or vertex.
  float lowest = 0, highest = 0;
  std::vector<float> across(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3& p = rig.joints[i].modelFromBind.translation;
    across[i] = dot(p, rig.axes.left);
    height_[i] = dot(p, rig.axes.up);
    lowest = i == 0 ? height_[i] : std::min(lowest, height_[i]);
    highest = i == 0 ? height_[i] : std::max(highest, height_[i]);
  }
  for (const SkinVertex& vertex : rig.body.vertices) {
    lowest = std::min(lowest, dot(vertex.position, rig.axes.up));
    highest = std::max(highest, dot(vertex.position, rig.axes.up));
  }
  for (float& height : height_) height -= lowest;
  size_ = std::max(highest - lowest, 1e-6f);
  alignTo(rig.axes.left, middleOf(std::move(across)));
}

void BoneTree::alignTo(const Vec3& left, float middle) {
  left_ = left;
  for (std::size_t i = 0; i < lateral_.size(); ++i) lateral_[i] = dot(rig_->joints[i].modelFromBind.translation, left) - middle;
}

bool BoneTree::isAncestor(std::int32_t ancestor, std::int32_t joint) const {
  if (ancestor < 0) return false;
  // A parent's index is always smaller, so the walk can stop as soon as it has passed the ancestor.
  while (joint > ancestor) joint = parent(joint);
  return joint == ancestor;
}

std::int32_t BoneTree::commonAncestor(std::int32_t a, std::int32_t b) const {
  while (a != b && a >= 0 && b >= 0) (a > b ? a : b) = parent(a > b ? a : b);
  return a == b ? a : -1;
}

std::vector<std::int32_t> BoneTree::pathBelow(std::int32_t ancestor, std::int32_t joint) const {
  std::vector<std::int32_t> path;
  for (; joint >= 0 && joint != ancestor; joint = parent(joint)) path.push_back(joint);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace sinew
