// Build a ragdoll in a world, let it fall, and read the pose back for drawing.
//
//     ./fall character.glb

#include <cstdio>
#include <vector>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>
#include <sinew/physics/world.h>
#include <sinew/ragdoll/ragdoll.h>

int main(int argc, char** argv) {
  const auto asset = sinew::readAsset(argc > 1 ? argv[1] : "@figure");
  if (!asset) return 2;
  const auto rig = sinew::buildRig(*asset);
  if (!rig) return 2;
  const sinew::RoleMap map = sinew::mapRoles(*rig);
  if (map.refused) return 1;
  const auto manikin = sinew::fitManikin(*rig, map);
  if (!manikin) return 2;

  // One world, a floor, and the body one metre above it.
  auto world = sinew::createWorld(sinew::kDefaultWorld);
  if (!world) return 2;
  if (!(*world)->createPlane({0, 1, 0}, 0, {})) return 2;
  const auto ragdoll = sinew::buildRagdoll(**world, *manikin, {.worldFromModel = {{}, {0, 1, 0}}});
  if (!ragdoll) return 2;

  // The pose that a renderer would skin with: local joint transforms, bones never stretched.
  std::vector<sinew::Transform> pose(rig->joints.size());
  for (std::size_t j = 0; j < pose.size(); ++j) pose[j] = {rig->joints[j].rest.rotation, rig->joints[j].rest.translation};
  for (int frame = 0; frame < 120; ++frame) {
    (*world)->step(1.0f / 60);
    sinew::writePose(**world, *ragdoll, *manikin, *rig, pose);
  }

  std::vector<sinew::BodyState> states(ragdoll->bodies.size());
  (*world)->getStates(ragdoll->bodies, states);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const sinew::Vec3 p = states[i].worldFromBody.translation;
    std::printf("%-16s (%.3f, %.3f, %.3f)\n", manikin->parts[i].name.c_str(), static_cast<double>(p.x), static_cast<double>(p.y),
                static_cast<double>(p.z));
  }
}
