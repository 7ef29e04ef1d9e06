#pragma once

#include <memory>

#include <sinew/physics/world.h>

namespace sinew {

/// A world solved by Bullet. `def` has been checked.
std::unique_ptr<World> createBulletWorld(const WorldDef& def);

}  // namespace sinew
