#pragma once

#include <sinew/base/joint_angles.h>
#include <sinew/physics/world.h>

// The one definition of joint limits that every backend, test and report uses, over the angles of base/joint_angles.h.

namespace sinew {

/// Nearest angle inside a range around the circle: beyond an end, the end with the shorter way back.
float clampAngle(float angle, const AngleRange& range);

/// Nearest angles inside the limits of a ball joint: the twist clamped, the swing moved to the nearest point of the four
/// quarter-ellipses.
Vec3 clampBall(const Vec3& angles, const AngleRange& twist, const AngleRange& swing1, const AngleRange& swing2);

/// The rotation nearest to `r` that the joint allows; `r` itself (but for rounding) inside or where the joint has no limits.
Quat clampRotation(const JointDef& joint, const Quat& r);

/// rad, rotation from `r` back inside the limits; 0 inside and where the joint has none. A hinge's or fixed joint's misalignment
/// does not count.
float overshootOf(const JointDef& joint, const Quat& r);

/// Rotation of the child's joint frame in the parent's.
Quat relativeRotation(const JointDef& joint, const Quat& worldFromParent, const Quat& worldFromChild);

/// Measured state of a joint from its bodies' transforms (motor fields stay zero). Pass identity for a parent that is the world.
JointState measureJoint(const JointDef& joint, const Transform& worldFromParent, const Transform& worldFromChild);

}  // namespace sinew
