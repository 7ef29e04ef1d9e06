#pragma once

#include "physics/bullet/convert.h"

namespace sinew::bullet {

/// A damped spring solved with the step's end velocity (implicit Euler), so that it is stable at any frequency: the impulse p
/// obeys  v + softness * p / inertia = pull * error + follow * targetVelocity.
struct Spring {
  btScalar softness = 0;  ///< 1
  btScalar pull = 0;      ///< 1/s
  btScalar follow = 0;    ///< 1
};

inline Spring springOf(btScalar hertz, btScalar dampingRatio, btScalar dt) {
  const btScalar omega = 2 * SIMD_PI * hertz;
  const btScalar damping = 2 * dampingRatio * omega;
  const btScalar sum = dt * omega * omega + damping;
  return {1 / (dt * sum), omega * omega / sum, damping / sum};
}

}  // namespace sinew::bullet
