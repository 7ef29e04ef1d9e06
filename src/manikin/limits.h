#pragma once

#include <sinew/manikin/manikin.h>

namespace sinew {

/// What anatomy lets a joint do, counted from its neutral.
struct RoleLimits {
  JointType type = JointType::ball;
  Range twist, swing1, swing2;  ///< rad, ball
  Range flexion;                ///< rad, hinge
  float torque = 0;             ///< N m, cap of a motor, for a body of 75 kg and 1.75 m
};

/// Limits of the joint by which a part hangs from its parent. A joint whose neighbours are no parts of their own takes their
/// ranges too (the head carries the neck's, the chest the spine's).
RoleLimits limitsOf(const Manikin& manikin, const Part& part);

/// Puts the bind angles inside the limits: where the bind pose stands outside anatomy the limit is widened just so far, with a
/// warning. (`name` is the part's.)
void admitBindPose(PartJoint& joint, const std::string& name, Findings& findings);

}  // namespace sinew
