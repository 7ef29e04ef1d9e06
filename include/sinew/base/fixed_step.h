#pragma once

#include <algorithm>
#include <cmath>

namespace sinew {

/// A host's frames turned into whole physics steps. What is left over is a share of a step by which the host draws between the
/// last two states: `alpha` in [0, 1). Frames of any length give the same steps in total.
struct FixedStep {
  float dt = 1.0f / 60;    ///< s, of one step
  int mostSteps = 8;       ///< in one frame; time beyond that is dropped: a host that fell behind must not spiral
  double accumulated = 0;  ///< s, [0, dt)

  /// Steps to take now, [0, mostSteps]. A frame time that is negative or not finite counts as 0.
  int advance(double frame) {
    if (!(frame > 0) || !std::isfinite(frame)) return 0;
    accumulated += frame;
    // A frame that ends within a millionth of a step of its end has reached it: sums of 1/60 must not lose a step now and then.
    const double whole = std::floor(accumulated / dt + 1e-6);
    accumulated = std::max(0.0, accumulated - whole * dt);
    return static_cast<int>(std::min<double>(whole, mostSteps));
  }

  float alpha() const { return static_cast<float>(accumulated / dt); }
};

}  // namespace sinew
