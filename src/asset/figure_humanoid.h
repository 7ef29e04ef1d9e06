#pragma once

#include "asset/figure_body.h"

namespace sinew::figure {

/// Joints of the humanoid by index: the left side stands before the right, eight joints each.
namespace bone {
inline constexpr int root = 0, pelvis = 1, spine = 2, chest = 3, neck = 4, head = 5, clavicle = 6, upperArm = 7, forearm = 8, hand = 9,
                     thigh = 10, shin = 11, foot = 12, toes = 13, count = 22, sideCount = 8;
}

std::vector<BodyJoint> humanoidJoints(const FigureOptions& options);
BodyMesh humanoidMesh(const FigureOptions& options, const std::vector<BodyJoint>& joints);
std::vector<BodyClip> humanoidClips(const std::vector<BodyJoint>& joints);

/// Displacement that brings the arms from the T-pose to hanging 45 degrees, (jointCount).
std::vector<Transformd> aPose(const std::vector<BodyJoint>& joints);

}  // namespace sinew::figure
