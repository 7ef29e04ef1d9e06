#pragma once

#include "manikin/gather.h"

namespace sinew {

/// Gives `part` (frame, tail, bone and axis known) its shape: measured on its skin, or where it has none that of the built-in
/// figure on its bone (role) or a ratio of its bone (no role). Sphere where no cylinder is left; all that is odd is a finding.
void shapePart(Part& part, const PartSkin& skin, const Rig& rig, Creature creature, const FitOptions& options, Findings& findings);

/// Radius, half height and shape type together: nothing thinner than a solver can take, a sphere where no cylinder is left.
void setCapsule(Part& part, float radius, float halfHeight, const Vec3& center);

/// "0.123 m (0.61 of its bone)": a length in both units in which a fit can be derived again.
std::string lengthText(float length, float boneLength);

}  // namespace sinew
