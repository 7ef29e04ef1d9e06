#pragma once

#include <sinew/base/math.h>

namespace sinew::view {

/// Where the picture is taken from. Orthographic where `fovY` is 0; `halfHeight` is then half the height of what is seen.
struct Camera {
  Vec3 eye{0, 1, 3};
  Vec3 target{0, 1, 0};
  Vec3 up{0, 1, 0};
  float fovY = 0.6f;              ///< rad, vertical
  float halfHeight = 1;           ///< m, orthographic only
  float near = 0.01f, far = 100;  ///< m
  float shiftX = 0, shiftY = 0;   ///< where the target stands, in halves of the picture from its middle, right and up; perspective only
};

Mat4 multiply(const Mat4& a, const Mat4& b);

/// clipFromWorld for a picture `aspect` times as wide as high.
Mat4 clipFromWorld(const Camera& camera, float aspect);

/// Pixel position (x right, y down, from the top left corner) and depth [0, 1] of a world point.
Vec3 project(const Mat4& clipFromWorld, const Vec3& pointWorld, int width, int height);

}  // namespace sinew::view
