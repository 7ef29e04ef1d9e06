#pragma once

#include <cstdint>
#include <vector>

#include <sinew/base/math.h>

namespace sinew {

/// What the bodies of one character did: part transforms frame by frame.
struct Trajectory {
  float dt = 1.0f / 60;                      ///< s
  std::uint32_t partCount = 0;
  std::vector<Transform> worldFromPart;      ///< (frameCount * partCount) frame by frame
  std::uint32_t frameCount() const {
    return partCount == 0 ? 0 : static_cast<std::uint32_t>(worldFromPart.size() / partCount);
  }
};

}  // namespace sinew
