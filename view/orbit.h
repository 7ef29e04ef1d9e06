#pragma once

#include "camera.h"

namespace sinew::view {

/// A camera that turns about a target: drag to turn, wheel to come near, shift-drag to slide.
struct Orbit {
  Vec3 target{0, 1, 0};
  float yaw = 0.6f;     ///< rad about up, from the front
  float pitch = 0.25f;  ///< rad, [-1.5, 1.5]
  float distance = 4;   ///< m

  void turn(float dx, float dy);                                    ///< pixels
  void slide(const Camera& now, float dx, float dy, float height);  ///< pixels of a picture so high, seen by `now`
  void approach(float clicks);
  /// `front` and `up` are the directions that yaw and pitch count from.
  Camera camera(const Vec3& front, const Vec3& up) const;
};

/// Ray through a pixel: from the near plane to the far plane, world.
struct Ray {
  Vec3 from, to;
};
Ray rayThrough(const Camera& camera, float x, float y, int width, int height);

}  // namespace sinew::view
