// Your own engine behind the seam: implement World (own_engine/toy_world.h does it in the smallest honest form), and everything
// that Sinew does with bodies runs on it. The conformance suite (test/physics/conformance.h) says which of its promises it keeps.
//
//     ./own_engine character.glb

#include <cstdio>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>
#include <sinew/ragdoll/ragdoll.h>

#include "own_engine/toy_world.h"

int main(int argc, char** argv) {
  const auto asset = sinew::readAsset(argc > 1 ? argv[1] : "@figure");
  if (!asset) return 2;
  const auto rig = sinew::buildRig(*asset);
  if (!rig) return 2;
  const sinew::RoleMap map = sinew::mapRoles(*rig);
  if (map.refused) return 1;
  const auto manikin = sinew::fitManikin(*rig, map);
  if (!manikin) return 2;

  toy::ToyWorld world({});
  if (!world.createPlane({0, 1, 0}, 0, {})) return 2;
  sinew::RagdollOptions options;
  options.worldFromModel.translation = {0, 0.5f, 0};
  const auto ragdoll = sinew::buildRagdoll(world, *manikin, options);
  if (!ragdoll) return 2;
  for (int frame = 0; frame < 120; ++frame) world.step(1.0f / 60);

  // What it kept together after two seconds of falling, measured as any other world is.
  std::vector<sinew::JointState> joints(ragdoll->joints.size());
  world.jointStates(ragdoll->joints, joints);
  float separation = 0;
  for (const sinew::JointState& joint : joints) separation = std::max(separation, joint.separation);
  std::printf("%s: %zu bodies down, joints open by at most %.2f mm\n", world.traits().name.data(), ragdoll->bodies.size(),
              1000 * static_cast<double>(separation));
  return separation < 0.01f ? 0 : 1;
}
