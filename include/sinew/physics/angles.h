#pragma once

#include <sinew/physics/world.h>

// The one definition of joint angles and limits that every backend, test and report uses.

namespace sinew {

/// Swing and twist of r about x: r = swing * twist. Angles are (twist, swing1 about y, swing2 about z), rad; the swing is a
/// rotation vector of length [0, pi].
Vec3 ballAngles(const Quat& r);
Quat fromBallAngles(const Vec3& angles);

/// Angle of r about x, rad, (-pi, pi].
float hingeAngle(const Quat& r);

/// Nearest angles inside the limits of a ball joint: the twist clamped, the swing moved to the nearest point of the four
/// quarter-ellipses.
Vec3 clampBall(const Vec3& angles, const AngleRange& twist, const AngleRange& swing1, const AngleRange& swing2);

/// rad, smallest rotation back inside; 0 inside.
float overshootOf(const JointDef& joint, const Quat& r);

/// Measured state of a joint from its bodies' transforms (motor fields stay zero).
JointState measureJoint(const JointDef& joint, const Transform& worldFromParent, const Transform& worldFromChild);

}  // namespace sinew
