#pragma once

#include <sinew/physics/world.h>

namespace sinew {

std::unique_ptr<World> createCrowdWorld(const WorldDef& def);
/// The same with kernels of a given lane width (1, 4, 8 or 16): what tests compare. The machine must have them.
std::unique_ptr<World> createCrowdWorld(const WorldDef& def, int width);

}  // namespace sinew
