#pragma once

#include <span>

#include <sinew/pose/clip.h>

namespace sinew {

/// Takes travel in x, z and yaw out of sampled poses, (keyCount * jointCount) model transforms: the track of the joint that carries it, and
/// poses that stay. A clip that does not travel is left as it is and gives an empty track.
RootTrack extractRoot(const Skeleton& skeleton, std::span<Transform> model, std::size_t keyCount, float rate);

/// A track of even travel.
RootTrack evenTravel(const Vec3& travel, float duration);

}  // namespace sinew
