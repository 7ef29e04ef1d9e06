#pragma once

#include "asset/figure_body.h"

namespace sinew::figure {

/// How one foot travels through a cycle. Phase 0 is touch-down; the foot stands for `duty` of the cycle.
struct FootPath {
  double duty = 0.6;
  double stride = 1.4;                   ///< m, travel of the body in one cycle
  double touchAhead = 0.4;               ///< m, where the flat ankle stands before the root at touch-down
  double touchPitch = -0.3;              ///< rad, toe up where negative
  double leavePitch = 0.6;               ///< rad, heel up
  double flatFrom = 0.15, flatTo = 0.5;  ///< shares of the stance with the whole sole on the ground
  double clearance = 0.06;               ///< m, additional lift of the ankle in mid-swing
  double swingPitch = 0;                 ///< rad, additional pitch in mid-swing
  Vec3d ankle;                           ///< m, at bind
  Vec3d heel, ball;                      ///< m from the ankle at bind: what the foot rolls over
};

struct FootState {
  Vec3d ankle;       ///< m, relative to the root
  double pitch = 0;  ///< rad about +X: toe down where positive
  bool stance = false;
};

/// The foot at `phase` of the cycle, any real number. While it stands, heel, sole or ball is fixed in the world.
FootState footAt(const FootPath& path, double phase);

/// A thigh and a shin that reach from hip to ankle, as turns of model space from bind.
struct Reach {
  Quatd upper, lower;
  double stretch = 0;  ///< distance over the length of both bones; above 1 the target is out of reach
};
struct ReachInput {
  Vec3d hip, knee, ankle;      ///< m, at bind
  Vec3d hipNow, ankleNow;      ///< m
  Vec3d bendTowards{0, 0, 1};  ///< where the knee goes
};
Reach reach(const ReachInput& input);

}  // namespace sinew::figure
