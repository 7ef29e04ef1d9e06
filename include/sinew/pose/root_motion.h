#pragma once

#include <sinew/pose/clip.h>

namespace sinew {

/// What the root does in one step: a displacement, never a velocity, in the root's own heading before the step.
struct RootDelta {
  Vec3 translation{};  ///< m, x and z; y is 0
  float yaw = 0;       ///< rad about +Y, counter-clockwise from above

  friend bool operator==(const RootDelta&, const RootDelta&) = default;
};

/// First `a`, then `b`.
RootDelta combined(const RootDelta& a, const RootDelta& b);
Transform toTransform(const RootDelta& delta);
/// `worldFromModel` moved on: x, z and yaw change, the rest stays bitwise.
Transform moved(const Transform& worldFromModel, const RootDelta& delta);

/// Travel over clip time [from, to] (s, either order, any number of loops; a clip that does not loop is clamped and gives zero
/// beyond its ends). Telescopes: any split of the interval gives the same total, to 1e-4 of one loop's travel.
RootDelta travelOf(const Clip& clip, double from, double to);

/// How often the clip's end was passed: floor(to / duration) - floor(from / duration) of a looping clip, 0 or 1 of a clamped one.
int completionsOf(const Clip& clip, double from, double to);

}  // namespace sinew
