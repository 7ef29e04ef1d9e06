#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sinew/rig/rig.h>

#include "manikin/normalise.h"

namespace sinew {

/// What role mapping asks of a rig, gathered once: the tree, bind positions in the rig's own axes, skin, names.
class BoneTree {
 public:
  explicit BoneTree(const Rig& rig);

  const Rig& rig() const { return *rig_; }
  std::int32_t jointCount() const { return static_cast<std::int32_t>(parents_.size()); }
  std::int32_t parent(std::int32_t joint) const { return parents_[index(joint)]; }
  std::span<const std::int32_t> children(std::int32_t joint) const { return children_[index(joint)]; }
  const JointName& name(std::int32_t joint) const { return names_[index(joint)]; }

  /// True where `ancestor` lies on the way from `joint` to its root; a joint is its own ancestor. False for -1.
  bool isAncestor(std::int32_t ancestor, std::int32_t joint) const;
  /// Nearest joint that is an ancestor of both, -1 where they hang from different roots.
  std::int32_t commonAncestor(std::int32_t a, std::int32_t b) const;
  /// Joints from just below `ancestor` down to `joint`; the whole way from the root where `ancestor` is -1.
  std::vector<std::int32_t> pathBelow(std::int32_t ancestor, std::int32_t joint) const;

  /// Bind position, m, model space.
  const Vec3& position(std::int32_t joint) const { return rig_->joints[index(joint)].modelFromBind.translation; }
  /// Takes `left` (unit, horizontal, model space) and the place of the middle plane along it from roles that are known to mirror
  /// each other, in place of the rig's own axes.
  void alignTo(const Vec3& left, float middle);

  /// Bind position, m: left of the middle plane, above the lowest point, forward of the origin.
  float lateral(std::int32_t joint) const { return lateral_[index(joint)]; }
  float height(std::int32_t joint) const { return height_[index(joint)]; }
  float ahead(std::int32_t joint) const { return dot(position(joint), cross(left_, rig_->axes.up)); }
  const Vec3& left() const { return left_; }
  float distance(std::int32_t a, std::int32_t b) const { return sinew::distance(position(a), position(b)); }
  /// m, extent of the joints or the body along the up axis: what tolerances are shares of.
  float size() const { return size_; }

  /// True where the joint moves vertices; true for every joint where the rig has no skin at all.
  bool carriesSkin(std::int32_t joint) const { return !hasSkin_ || rig_->joints[index(joint)].weight > 0; }
  /// True where the joint or one below it moves vertices.
  bool branchCarriesSkin(std::int32_t joint) const { return !hasSkin_ || branchWeight_[index(joint)] > 0; }
  float weight(std::int32_t joint) const { return rig_->joints[index(joint)].weight; }

 private:
  static std::size_t index(std::int32_t joint) { return static_cast<std::size_t>(joint); }

  const Rig* rig_;
  std::vector<std::int32_t> parents_;
  std::vector<std::vector<std::int32_t>> children_;
  std::vector<JointName> names_;
  std::vector<float> lateral_, height_, branchWeight_;
  Vec3 left_;
  float size_ = 1;
  bool hasSkin_ = false;
};

}  // namespace sinew
