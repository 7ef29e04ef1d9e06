#include "camera.h"

namespace sinew::view {

Mat4 multiply(const Mat4& a, const Mat4& b) {
  Mat4 out{};
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t r = 0; r < 4; ++r) {
      for (std::size_t k = 0; k < 4; ++k) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
    }
  }
  return out;
}

Mat4 clipFromWorld(const Camera& camera, float aspect) {
  // The camera looks along its own -z.
  const Vec3 back = normalized(camera.eye - camera.target, Vec3{0, 0, 1});
  const Vec3 right = normalized(cross(camera.up, back), perpendicular(back));
  const Vec3 up = cross(back, right);
  const Mat4 viewFromWorld{right.x,
                           up.x,
                           back.x,
                           0,
                           right.y,
                           up.y,
                           back.y,
                           0,
                           right.z,
                           up.z,
                           back.z,
                           0,
                           -dot(right, camera.eye),
                           -dot(up, camera.eye),
                           -dot(back, camera.eye),
                           1};
  const float n = camera.near, f = camera.far;
  Mat4 clipFromView{};
  if (camera.fovY > 0) {
    const float k = 1 / std::tan(camera.fovY * 0.5f);
    clipFromView = {k / aspect, 0, 0, 0, 0, k, 0, 0, -camera.shiftX, -camera.shiftY, (f + n) / (n - f), -1, 0, 0, 2 * f * n / (n - f), 0};
  } else {
    const float k = 1 / camera.halfHeight;
    clipFromView = {k / aspect, 0, 0, 0, 0, k, 0, 0, 0, 0, -2 / (f - n), 0, 0, 0, -(f + n) / (f - n), 1};
  }
  return multiply(clipFromView, viewFromWorld);
}

Vec3 project(const Mat4& m, const Vec3& p, int width, int height) {
  const float x = m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12];
  const float y = m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13];
  const float z = m[2] * p.x + m[6] * p.y + m[10] * p.z + m[14];
  const float w = m[3] * p.x + m[7] * p.y + m[11] * p.z + m[15];
  return {(x / w * 0.5f + 0.5f) * static_cast<float>(width), (0.5f - y / w * 0.5f) * static_cast<float>(height), z / w * 0.5f + 0.5f};
}

}  // namespace sinew::view
