#pragma once

#include <sinew/manikin/factors.h>

namespace sinew {

/// What the built-in figure measures for a role: the shape of a part that has no vertices, and the bone of one that has no tail.
struct DefaultShape {
  Creature creature = Creature::humanoid;
  Role role = Role::none;
  float bone = 0;                    ///< bone length, of the reference length
  float radius = 0, halfHeight = 0;  ///< of the bone length
  Vec3 center;                       ///< of the bone length, bone frame (see PartFactors)
};

/// Left sides stand for both. The row of a role that the figure has not is that of a plain bone: radius 0.22.
DefaultShape defaultShapeOf(Role role, Creature creature);

}  // namespace sinew
