#include "manikin/bone_frame.h"

#include <cmath>

namespace sinew {
namespace {

bool runsForward(Role role, Creature creature) {
  switch (role) {
    case Role::leftFoot:
    case Role::rightFoot:
    case Role::leftToes:
    case Role::rightToes:
      return true;
    default:
      return creature == Creature::quadruped && sideOf(role) == 0;
  }
}

}  // namespace

Quat partFromBoneFrame(const Part& part, Creature creature, const RigAxes& axes) {
  const Quat partFromModel = conjugate(part.modelFromPart.rotation);
  const Vec3 up = rotate(partFromModel, axes.up), forward = rotate(partFromModel, axes.forward);
  const bool alongForward =
      part.role == Role::bone ? std::abs(dot(part.axis, forward)) > std::abs(dot(part.axis, up)) : runsForward(part.role, creature);
  const Vec3 toward = alongForward ? up : forward;
  const Vec3 z = normalized(toward - part.axis * dot(part.axis, toward), perpendicular(part.axis));
  return toQuat(Mat3{cross(part.axis, z), part.axis, z});
}

}  // namespace sinew
