#pragma once

#include <sinew/physics/world.h>

#include "physics/bullet/side.h"

namespace sinew::bullet {

/// A body pulled to a place in the world: a soft point and a soft rotation.
struct Pin {
  PinTarget target;  ///< hertz 0: off
  Transform centerFromBody;
  float massSoftness = 0;  ///< 1/kg, inverse of the composite mass
  Mat3 turnSoftness;       ///< 1/(kg m2), inverse of the composite inertia, body frame

  btVector3 impulse{0, 0, 0}, turnImpulse{0, 0, 0};  ///< kept between sub-steps, world

  // Prepared anew every sub-step.
  Side side;
  btMatrix3x3 mass = kNoMatrix, turnMass = kNoMatrix, turnSoftnessWorld = kNoMatrix;
  btVector3 bias{0, 0, 0}, turnBias{0, 0, 0};
  btScalar soft = 0, cap = 0, turnCap = 0;

  bool on() const { return target.hertz > 0; }
  void forget();
  /// `ahead`: s from the end of this sub-step to the end of the step, where the target holds.
  void prepare(btScalar dt, btScalar ahead);
  void warmStart();
  void solveVelocity();
};

}  // namespace sinew::bullet
