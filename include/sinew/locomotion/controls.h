#pragma once

#include <sinew/base/math.h>

// From keys to what is wanted. A throttle LEVER that stays where it was put and catches at zero; a momentary STICK that centres
// itself; a second stick for the torso. No device is known here: a host polls its own, every frame.

namespace sinew {

/// What is held down this frame, and whether the window has the focus.
struct ControlInput {
  bool throttleUp = false, throttleDown = false;
  bool throttleZero = false;  ///< all stop
  bool stickLeft = false, stickRight = false;
  bool twistLeft = false, twistRight = false;
  bool focused = true;
};

struct ControlSettings {
  float leverRate = 0.8f;  ///< lever lengths a second while a key is held
  float stickRate = 4;     ///< stick lengths a second outward
  float centreRate = 6;    ///< and back
  float twistRate = 1.5f;  ///< rad/s
  float mostTwist = 1.2f;  ///< rad
};

struct ControlState {
  float lever = 0;      ///< [-1, 1]; stays
  bool caught = false;  ///< at the zero detent, until the keys are let go
  float stick = 0;      ///< [-1, 1], left positive
  float twist = 0;      ///< rad, left positive
};

/// What a walker is asked for.
struct Demand {
  float speed = 0;       ///< [-1, 1], of the fastest gait ahead (or back)
  float turn = 0;        ///< [-1, 1], of the turn rate, left positive
  float torsoTwist = 0;  ///< rad, left positive
};

/// One frame. A sweep of the lever across zero stops at zero, at any frame rate, until the key is pressed anew. Without focus the sticks
/// centre and the lever stays.
Demand readControls(const ControlSettings& settings, ControlState& state, const ControlInput& input, float dt);

/// Other games steer directly: by the velocity wanted and the way to face.
struct DirectInput {
  Vec3 velocity{};   ///< m/s, world; y is ignored
  float facing = 0;  ///< rad, yaw wanted
};
struct DirectSettings {
  float topSpeed = 3.5f;  ///< m/s, that Demand::speed = 1 stands for
  float backSpeed = 1;    ///< m/s, that -1 stands for
  float turnRate = 2.5f;  ///< rad/s, that Demand::turn = 1 stands for
};
/// The demand that turns toward `facing` without passing it within `dt`, and walks by the part of `velocity` that lies along the heading
/// `yaw`.
Demand demandOf(const DirectInput& input, const DirectSettings& settings, float yaw, float dt);

}  // namespace sinew
