#include "orbit.h"

namespace sinew::view {

void Orbit::turn(float dx, float dy) {
  yaw -= dx * 0.008f;
  pitch = std::clamp(pitch + dy * 0.008f, -1.5f, 1.5f);
}

void Orbit::slide(const Camera& now, float dx, float dy, float height) {
  const Vec3 back = normalized(now.eye - now.target), right = normalized(cross(now.up, back)), up = cross(back, right);
  const float scale = 2 * distance * std::tan(now.fovY * 0.5f) / height;
  target += (up * dy - right * dx) * scale;
}

void Orbit::approach(float clicks) { distance = std::clamp(distance * std::pow(0.88f, clicks), 0.01f, 10000.0f); }

Camera Orbit::camera(const Vec3& front, const Vec3& up) const {
  const Vec3 side = cross(up, front);
  const Vec3 level = front * std::cos(yaw) + side * std::sin(yaw);
  Camera camera{.eye = target + (level * std::cos(pitch) + up * std::sin(pitch)) * distance, .target = target, .up = up};
  camera.near = 0.01f * distance;
  camera.far = 50 * distance;
  return camera;
}

Ray rayThrough(const Camera& camera, float x, float y, int width, int height) {
  const Vec3 back = normalized(camera.eye - camera.target), right = normalized(cross(camera.up, back)), up = cross(back, right);
  const float half = std::tan(camera.fovY * 0.5f), aspect = static_cast<float>(width) / static_cast<float>(height);
  const float u = (2 * x / static_cast<float>(width) - 1 - camera.shiftX) * half * aspect,
              v = (1 - 2 * y / static_cast<float>(height) - camera.shiftY) * half;
  const Vec3 direction = right * u + up * v - back;
  return {camera.eye + direction * camera.near, camera.eye + direction * camera.far};
}

}  // namespace sinew::view
