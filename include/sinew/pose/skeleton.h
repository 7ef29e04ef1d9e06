#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sinew/base/math.h>
#include <sinew/rig/rig.h>

// The skeleton as poses see it: parents, rest, and the rest scale that never leaves it. Immutable; shared by every character of
// the kind. A pose is rotation and translation alone.

namespace sinew {

struct Skeleton {
  std::vector<std::string> paths;        ///< (jointCount) "hips/spine/chest", printable; nameless joints as "#7"
  std::vector<std::int32_t> parents;     ///< (jointCount) smaller than its own index; -1 for a root
  std::vector<Transform> rest;           ///< (jointCount) parentFromJoint; translation m, before the scale above it
  std::vector<Vec3> restScale;           ///< (jointCount) what a joint adds to the scale it inherits
  std::vector<Vec3> scaleAbove;          ///< (jointCount) product of restScale over the joints above
  std::vector<Transform> modelFromBind;  ///< (jointCount) rigid bind pose, model space, m

  // For the stages that go from parents to children: four joints at a time, each behind its parent; one that fills up a row stands there
  // twice. Empty (`prepare` was not called): one by one, to the same bits.
  std::vector<std::array<std::int32_t, 4>> fours{};
  bool unscaled = false;  ///< all of scaleAbove is 1

  std::size_t size() const { return parents.size(); }
};

/// Fills `fours` and `unscaled`, as skeletonOf has done.
void prepare(Skeleton& skeleton);

/// One transform a joint, parentFromJoint, (jointCount).
struct LocalPose {
  std::vector<Transform> joints;
};

/// One transform a joint, modelFromJoint, rigid, (jointCount).
struct ModelPose {
  std::vector<Transform> joints;
};

/// Of a rig: rest pose, and translations such that model positions come out as the rig's own, whatever scale its chain carries.
Skeleton skeletonOf(const Rig& rig);

/// Forward kinematics: position = above.position + above.rotation * (scaleAbove * local.translation). Spans are (jointCount).
void toModel(const Skeleton& skeleton, std::span<const Transform> parentFromJoint, std::span<Transform> modelFromJoint);

/// The inverse. Where the scale above has a zero, that component of `parentFromJoint`'s translation is kept as it was.
void toLocal(const Skeleton& skeleton, std::span<const Transform> modelFromJoint, std::span<Transform> parentFromJoint);

}  // namespace sinew
