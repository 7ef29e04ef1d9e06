#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <sinew/base/math.h>

#include "rig/body_view.h"

namespace sinew::rig {

/// The plane through which left and right are images of each other.
struct MirrorPlane {
  Vec3d normal;                       ///< unit, at a right angle to up; which of the two sides is left is not known here
  double offset = 0;                  ///< dot(normal, point) of points in the plane
  double quality = 0;                 ///< [0, 1] share of the off-plane body that has its image
  std::vector<std::int32_t> imageOf;  ///< (bodyJointCount) index of the image; -1: none, or in the plane

  double side(const Vec3d& point) const { return dot(normal, point) - offset; }
};

/// Votes of joint pairs that hang equally deep and equally high give candidate planes; the one wins under which most of what
/// lies off the plane has an image. None where nothing pairs (a chain, a cylinder).
std::optional<MirrorPlane> findMirrorPlane(const BodyView& view, const Vec3d& up);

}  // namespace sinew::rig
