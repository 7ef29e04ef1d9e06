#pragma once

#include <sinew/manikin/manikin.h>

namespace sinew {

/// Unit vector of `v` without its part along the unit vector `n`; `fallback` (or anything at right angles) where nothing is left.
Vec3 acrossFrom(const Vec3& v, const Vec3& n, const Vec3& fallback = {});

/// Frame of a ball joint for a bone of direction `bone`: swing1 positive moves the bone toward `flexion`; swing2 positive moves
/// it to -cross(bone, flexion) with `side` > 0 and to cross(bone, flexion) otherwise. The two sides of a body get frames that
/// are mirror images, so that equal angles are equal anatomy: x runs along the bone, on the left side up along it.
Quat ballFrame(const Vec3& bone, const Vec3& flexion, int side);

/// Frame of a hinge: x the axis, y the bone across it.
Quat hingeFrame(const Vec3& axis, const Vec3& bone);

/// Direction of a part's bone in model space.
Vec3 boneOf(const Part& part);

/// Axes about which limbs flex, right-handed, unit, in model space at bind. A limb that is modelled clearly bent says it itself,
/// if that agrees with anatomy; a straight one takes it from the rig's axes: knees bend backward, elbows forward, four-footed
/// front legs forward and hind legs backward. `lower` is the part that bends, `upper` the one that it hangs from.
Vec3 kneeAxis(const Part& upper, const Part& lower, const RigAxes& axes);
Vec3 elbowAxis(const Part& upper, const Part& lower, const RigAxes& axes);
Vec3 legAxis(const Part& upper, const Part& lower, const RigAxes& axes);

}  // namespace sinew
