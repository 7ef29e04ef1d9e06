#pragma once

#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/ragdoll/ragdoll.h>

namespace sinew {

/// How strong a body's joints are, by role: what muscles of a grown human hold at most, scaled by mass times stature, so that a child and a
/// giant of one build move alike. (bodyCount) drives for `Ragdoll::drives` or `Character::stance`; modes powered, weights 1, pins 0.
///
/// Caps are near peak isometric torques of young adults (75 kg, 1.75 m): hip 230 N m, knee 220, ankle 160, trunk 280, neck 45, shoulder
/// 100, elbow 75, wrist 14. What has no such role holds four times the weight that hangs on it. `strength` multiplies all caps: 0.3 is
/// tired, 3 a hero. Stiffness is that of a braced limb, 6 to 8 Hz, critically damped.
///
/// (RagdollModel::drives, with which a ragdoll starts, follow the animation as firmly as the solver can instead.)
std::vector<PartDrive> muscleProfile(const Manikin& manikin, float strength = 1);

}  // namespace sinew
