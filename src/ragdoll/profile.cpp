#include <sinew/ragdoll/profile.h>

#include <algorithm>

#include "ragdoll/model.h"

namespace sinew {
namespace {

constexpr float kAdult = 75 * 1.75f;  // kg m

struct Muscle {
  float torque = 0;  ///< N m of an adult; 0: none is known
  float hertz = 6;
};

/// Of the joint that a part hangs from.
Muscle muscleOf(Role role) {
  switch (role) {
    case Role::pelvis:
    case Role::spine:
    case Role::chest:
      return {280, 7};
    case Role::neck:
    case Role::head:
      return {45, 6};
    case Role::leftUpperArm:
    case Role::rightUpperArm:
      return {100, 7};
    case Role::leftForearm:
    case Role::rightForearm:
      return {75, 6};
    case Role::leftHand:
    case Role::rightHand:
      return {14, 8};
    case Role::leftThigh:
    case Role::rightThigh:
      return {230, 6};
    case Role::leftShin:
    case Role::rightShin:
      return {220, 6};
    case Role::leftFoot:
    case Role::rightFoot:
      return {160, 6};
    case Role::leftToes:
    case Role::rightToes:
      return {20, 6};
    default:
      return {};
  }
}

}  // namespace

std::vector<PartDrive> muscleProfile(const Manikin& manikin, float strength) {
  // What hangs on each joint, for the roles that no table knows: the starting drives hold a hundred times that weight.
  constexpr float kHangs = 4.0f / 100;
  std::vector<PartDrive> drives = drivesOf(articulationOf(manikin), std::vector<float>(manikin.parts.size(), 0));
  const float size = manikin.mass * manikin.stature / kAdult, most = std::max(strength, 0.0f);
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const Muscle muscle = muscleOf(manikin.parts[i].role);
    drives[i].maxTorque = most * (muscle.torque > 0 ? muscle.torque * size : kHangs * drives[i].maxTorque);
    drives[i].hertz = muscle.hertz;
    drives[i].pinMaxForce *= kHangs * most;
  }
  return drives;
}

}  // namespace sinew
