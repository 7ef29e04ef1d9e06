#pragma once

#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/record/trajectory.h>

namespace sinew::view {

/// A recorded fall thinned out for showing, with what can be plotted over it.
struct Motion {
  float dt = 1.0f / 30;                   ///< s
  std::vector<Transform> worldFromJoint;  ///< (frameCount * jointCount)
  std::vector<Transform> worldFromPart;   ///< (frameCount * partCount)
  std::vector<float> separation;          ///< (frameCount) m, largest of all joints
  std::vector<float> overshoot;           ///< (frameCount) rad, largest of all joints
  std::vector<float> energy;              ///< (frameCount) J, kinetic and potential, from the bodies' places
  std::size_t frameCount = 0;
};

/// Every `stride`th frame of the trajectory, the skeleton recovered as it would be drawn.
Motion motionOf(const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory, std::size_t stride);

}  // namespace sinew::view
