#pragma once

#include <cstdint>
#include <vector>

#include <sinew/base/math.h>

namespace sinew {

/// What the bodies of one character did: part transforms frame by frame. Frame 0 is the start, before the first step.
struct Trajectory {
  float dt = 1.0f / 60;  ///< s
  std::uint32_t partCount = 0;
  std::vector<Transform> worldFromPart;  ///< (frameCount * partCount) frame by frame, m
  Transform worldFromModel;              ///< how the character's model space lies in that world: its up on +Y, its floor on y = 0
  std::vector<Trs> nodeLocals;           ///< (nodeCount) pose of the whole file at the start; empty: the bind pose

  std::uint32_t frameCount() const { return partCount == 0 ? 0 : static_cast<std::uint32_t>(worldFromPart.size() / partCount); }
};

/// What a whole skeleton did: joint transforms frame by frame, as shown.
struct PoseTrajectory {
  float dt = 1.0f / 60;  ///< s
  std::uint32_t jointCount = 0;
  std::vector<Transform> worldFromJoint;  ///< (frameCount * jointCount) frame by frame, rigid, m

  std::uint32_t frameCount() const { return jointCount == 0 ? 0 : static_cast<std::uint32_t>(worldFromJoint.size() / jointCount); }
};

}  // namespace sinew
