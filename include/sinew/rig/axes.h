#pragma once

#include <sinew/rig/rig.h>

namespace sinew {

/// The rig's directions by its bind-pose joints and mesh alone: no names, no file conventions. The mirror plane of the joints gives the
/// lateral axis; feet, head, knees, elbows, fingers and the run of the trunk vote on which side is the front.
/// `confidence` is the agreement of those votes; 0 where nothing speaks (a cylinder), and forward is then +Z.
RigAxes axesFromGeometry(const Rig& rig);

/// The directions to use: what a VRM file declares (VRM 0 faces -Z, VRM 1 faces +Z), else axesFromGeometry. A declaration that the
/// body contradicts is reported.
RigAxes findAxes(const Rig& rig, Findings& findings);

}  // namespace sinew
