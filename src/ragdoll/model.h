#pragma once

#include <sinew/ragdoll/ragdoll.h>

namespace sinew {

/// What every body can be asked to hold: starting drives by the weight that hangs on each joint. `authored` (bodyCount) N m, least caps.
std::vector<PartDrive> drivesOf(const ArticulationDef& def, std::span<const float> authored);

/// Work space for all calls of a ragdoll whose bodies stand in its world.
void makeWork(Ragdoll& ragdoll);

}  // namespace sinew
