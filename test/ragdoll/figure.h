#pragma once

#include <sinew/ragdoll/character.h>

#include "support/fitted.h"

// The built-in figure as a character, and one frame of its life.

namespace sinew::test {

inline constexpr float kStep = 1.0f / 60;

struct Figure {
  Fitted fitted = fitFigure("@figure");
  Findings findings;
  std::shared_ptr<const CharacterKind> kind = characterKindOf(fitted.asset, fitted.rig, fitted.manikin, findings);
  std::int32_t part(Role role) const { return fitted.manikin.partOf(role); }
  std::size_t index(Role role) const { return static_cast<std::size_t>(part(role)); }
  std::size_t joint(Role role) const { return static_cast<std::size_t>(kind->body->headJoint[index(role)]); }
};

inline const Figure& figure() {
  static const Figure made;
  return made;
}

inline void frame(World& world, Character& character) {
  character.advance(kStep);
  character.compose();
  character.drive(kStep);
  world.step(kStep);
  character.read(kStep);
}

inline std::unique_ptr<World> levelWorld(std::string_view name = "crowd") {
  std::unique_ptr<World> world = std::move(*createWorld(name));
  EXPECT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  return world;
}

inline BodyState stateOf(const Character& character, std::size_t part) {
  BodyState state;
  character.ragdoll.world->getStates({&character.ragdoll.bodies[part], 1}, {&state, 1});
  return state;
}

}  // namespace sinew::test
