#pragma once

#include <array>

#include <sinew/physics/world.h>

namespace sinew {

/// One of the hinges that stand for a ball joint.
struct BallHinge {
  std::string_view name;  ///< "swing1", "swing2", "twist"
  Vec3 axisChild;         ///< unit, frame of the child body, in bind pose
  float angleAtBind = 0;  ///< rad
  AngleRange range;       ///< rad; holds the angle at bind
};

struct BallHinges {
  std::array<BallHinge, 3> hinges;  ///< from the parent's side: a swing, the other swing, the twist
  float widened = 0;                ///< rad, that a range grew by to hold its angle at bind
  /// rad, by which the corner of the ranges lies outside the ball joint's own limits: where both swings end at once.
  float corner = 0;
  float fold = 0;  ///< rad, largest angle of the middle hinge; at a right angle the first and the last fold onto each other
};

/// Three hinges for a ball joint. r = A B twist, with A and B turns about the two swing axes; B, in the middle, is the swing that
/// goes less far. A turn about one swing axis alone is exact; where both are far from zero the pair is another one than the swing
/// rotation vector.
BallHinges ballHinges(const JointDef& joint, const Quat& parentFromChild);

}  // namespace sinew
