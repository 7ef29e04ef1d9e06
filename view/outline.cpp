#include "outline.h"

namespace sinew::view {
namespace {

constexpr int kCircleSteps = 64;

/// Edge of a sphere: the circle in which the tangents from the eye touch it (a great circle where the eye is infinitely far).
void sphereEdge(const Vec3& center, float radius, const Camera& camera, const Color& color, std::vector<CanvasVertex>& lines) {
  Vec3 toEye = camera.eye - camera.target, middle = center;
  float circle = radius;
  if (camera.fovY > 0) {
    toEye = camera.eye - center;
    const float far2 = lengthSquared(toEye);
    if (far2 <= radius * radius) return;
    middle = center + toEye * (radius * radius / far2);
    circle = radius * std::sqrt(1 - radius * radius / far2);
  }
  const Vec3 axis = normalized(toEye), x = perpendicular(axis), y = cross(axis, x);
  for (int i = 0; i < kCircleSteps; ++i) {
    for (const int end : {i, i + 1}) {
      const float angle = 2 * kPi * static_cast<float>(end) / kCircleSteps;
      lines.push_back({middle + (x * std::cos(angle) + y * std::sin(angle)) * circle, color});
    }
  }
}

}  // namespace

void outline(const CanvasCapsule& capsule, const Camera& camera, std::vector<CanvasVertex>& lines) {
  const Vec3 axis = rotate(capsule.worldFromShape.rotation, Vec3{0, 1, 0});
  const Vec3 top = capsule.worldFromShape.translation + axis * capsule.halfHeight,
             bottom = capsule.worldFromShape.translation - axis * capsule.halfHeight;
  sphereEdge(top, capsule.radius, camera, capsule.color, lines);
  if (!(capsule.halfHeight > 0)) return;
  sphereEdge(bottom, capsule.radius, camera, capsule.color, lines);

  // Edges of the cylinder: lines whose normal n has n . (eye - axis) = radius.
  Vec3 across = camera.fovY > 0 ? camera.eye - bottom : camera.eye - camera.target;
  across = across - axis * dot(across, axis);
  const float far = length(across);
  const float c = camera.fovY > 0 ? capsule.radius / far : 0;
  if (!(far > 1e-9f) || c >= 1) return;  // seen end on: the spheres' edges are all there is
  const Vec3 toward = across / far, side = cross(axis, toward);
  for (const float sign : {-1.0f, 1.0f}) {
    const Vec3 n = (toward * c + side * (sign * std::sqrt(1 - c * c))) * capsule.radius;
    lines.push_back({top + n, capsule.color});
    lines.push_back({bottom + n, capsule.color});
  }
}

}  // namespace sinew::view
