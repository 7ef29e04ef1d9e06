// A character that walks, is hit in the chest, falls and gets up again. Four calls a frame.
//
//     ./character character.glb

#include <cstdio>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>
#include <sinew/ragdoll/character.h>

int main(int argc, char** argv) {
  const auto asset = sinew::readAsset(argc > 1 ? argv[1] : "@figure");
  if (!asset) return 2;
  const auto rig = sinew::buildRig(*asset);
  if (!rig) return 2;
  const sinew::RoleMap map = sinew::mapRoles(*rig);
  if (map.refused) return 1;
  const auto manikin = sinew::fitManikin(*rig, map);
  auto world = sinew::createWorld(sinew::kDefaultWorld);
  if (!manikin || !world || !(*world)->createPlane({0, 1, 0}, 0, {})) return 2;

  sinew::Findings findings;
  auto character = sinew::Character::build(**world, sinew::characterKindOf(*asset, *rig, *manikin, findings));
  if (!character) return 2;
  constexpr float dt = 1.0f / 60;
  for (int frame = 0; frame < 600; ++frame) {
    if (frame == 60) character->hit(manikin->partOf(sinew::Role::chest), {0, 0, -150}, {0, 1.3f, 0.1f});
    character->advance(dt);  // clip time and travel
    character->compose();    // poses: animator.displayedModel() is what to skin with
    character->drive(dt);    // animated pose to bodies
    (*world)->step(dt);
    character->read(dt);  // bodies to physics pose; events and contact impulses
    for (const sinew::CharacterEvent& event : character->events()) {
      std::printf("%5.2f s  %s\n", static_cast<double>(static_cast<float>(frame) * dt), sinew::nameOf(event.to).data());
    }
  }
  return character->balance() == sinew::Balance::standing ? 0 : 1;
}
