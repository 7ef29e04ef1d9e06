#pragma once

#include <vector>

#include <sinew/base/math.h>

#include "rig/body_view.h"
#include "rig/mirror_plane.h"

namespace sinew::rig {

/// A joint or vertex of the body as seen by someone who stands in it.
struct Place {
  double along = 0;   ///< m, along the presumed forward
  double height = 0;  ///< m over the floor
  double side = 0;    ///< m, off the mirror plane
};

/// What stands on the floor at one spot: the joints that hang together there.
struct Foot {
  std::vector<std::size_t> joints;  ///< indices into BodyView::joints, the topmost first
  Extent sole;                      ///< m, along forward
  Place middle;                     ///< of the sole
};

/// A body on its floor, measured along a presumed forward.
struct Stance {
  const BodyView& view;
  const MirrorPlane& plane;
  std::vector<Place> joints;  ///< (BodyView::joints)
  std::vector<Place> points;  ///< (BodyView::points)
  std::vector<Foot> feet;
  double tall = 0;  ///< m
  Extent reach;     ///< m, of the body along forward

  /// True for joints of trunk, neck, head and tail.
  bool medial(std::size_t joint) const;
  /// True for joints at the height of an ankle or lower.
  bool low(std::size_t joint) const { return joints[joint].height < 0.16 * tall; }
};

/// Measures the body along `forward`, which lies in the mirror plane at a right angle to `up`.
Stance standBody(const BodyView& view, const MirrorPlane& plane, const Vec3d& up, const Vec3d& forward);

/// Mean direction in the mirror plane in which paired limbs run, top joint to farthest tip, weighted by length; its own length, [0, 1],
/// is how much they agree. Zero where there are none. Legs hang down in people and beasts alike, whatever the arms do.
Vec3d fallOfLimbs(const BodyView& view, const MirrorPlane& plane);

/// How well a body stands in that stance, [0, 1]: the share of what touches the floor that belongs to limbs. Two feet carry only
/// what is taller than long; 0 where it has fewer, or lies on one foot and the belly.
double steadiness(const Stance& stance);

}  // namespace sinew::rig
