#include <algorithm>
#include <cmath>

#include <sinew/manikin/fit.h>

namespace sinew {
namespace {

int nearestAxis(const Vec3& direction) {
  int nearest = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(component(direction, i)) > std::abs(component(direction, nearest))) nearest = i;
  return nearest;
}

}  // namespace

CapsuleFit capsuleFromBox(const Vec3& halfExtent, const Vec3& center, const Vec3& direction, float floor) {
  CapsuleFit fit;
  fit.center = center;

  // How far the box reaches along the bone: its support function.
  for (int i = 0; i < 3; ++i) fit.along += std::abs(component(direction, i)) * component(halfExtent, i);

  // How far it reaches away from the bone: the larger of the two box axes that are not the bone's own.
  const int own = nearestAxis(direction);
  for (int i = 0; i < 3; ++i)
    if (i != own) fit.radius = std::max(fit.radius, component(halfExtent, i));

  // What is left along the bone is cylinder; nothing left makes a sphere.
  fit.halfHeight = std::max(floor, fit.along - fit.radius);
  fit.clamped = fit.along - fit.radius <= floor;

  // The angle to the longest side says whether the part is shaped like its bone. A signal, not a switch.
  const int longest = nearestAxis(halfExtent);
  const float along = component(direction, longest);
  fit.boxAngle = std::atan2(std::sqrt(std::max(0.0f, lengthSquared(direction) - along * along)), std::abs(along));
  return fit;
}

}  // namespace sinew
