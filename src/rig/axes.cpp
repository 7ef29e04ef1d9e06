#include <sinew/rig/axes.h>

namespace sinew {

RigAxes axesFromGeometry(const Rig&) {
  RigAxes axes;
  axes.upFrom = "glTF convention";
  axes.forwardFrom = "glTF convention";
  axes.leftFrom = "up x forward";
  return axes;
}

RigAxes findAxes(const Rig& rig, Findings&) {
  RigAxes axes = axesFromGeometry(rig);
  if (rig.vrm == VrmVersion::vrm0) {
    axes.forward = {0, 0, -1};
    axes.forwardFrom = "VRM 0 file convention";
    axes.confidence = 1;
  } else if (rig.vrm == VrmVersion::vrm1) {
    axes.forward = {0, 0, 1};
    axes.forwardFrom = "VRM 1 file convention";
    axes.confidence = 1;
  }
  axes.left = cross(axes.up, axes.forward);
  return axes;
}

}  // namespace sinew
