#include "manikin/default_shapes.h"

#include <algorithm>
#include <iterator>

namespace sinew {
namespace {

constexpr DefaultShape kShapes[] = {
#include "manikin/default_shapes.inc"
};

constexpr DefaultShape kPlainBone{Creature::bones, Role::none, 0.15f, 0.22f, 0.28f, {0, 0.5f, 0}};

}  // namespace

DefaultShape defaultShapeOf(Role role, Creature creature) {
  const Role row = sideOf(role) < 0 ? mirrored(role) : role;
  const auto* found =
      std::find_if(std::begin(kShapes), std::end(kShapes), [&](const DefaultShape& s) { return s.role == row && s.creature == creature; });
  DefaultShape shape = found == std::end(kShapes) ? kPlainBone : *found;
  shape.role = role;
  if (sideOf(role) < 0) shape.center.x = -shape.center.x;  // the bone frame of a mirrored bone has its x the other way round
  return shape;
}

}  // namespace sinew
