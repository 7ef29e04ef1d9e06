#pragma once

#include "asset/figure_body.h"

namespace sinew::figure {

/// A dog-like body that faces +Z. `stature` is the height of the withers.
std::vector<BodyJoint> quadrupedJoints(const FigureOptions& options);
BodyMesh quadrupedMesh(const FigureOptions& options, const std::vector<BodyJoint>& joints);
std::vector<BodyClip> quadrupedClips(const std::vector<BodyJoint>& joints);

/// Joints by index. Each leg is upper, lower, cannon, paw; the left side stands before the right.
namespace paw {
inline constexpr int root = 0, pelvis = 1, spine = 2, chest = 3, neck = 4, head = 5, tail = 6, tailCount = 4, front = 10, hind = 14,
                     count = 26, sideCount = 8;
}

}  // namespace sinew::figure
