// A crowd: two hundred of one character fall side by side, and lie still.
//
//     ./crowd character.glb

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

  // The manikin is the shared model; each character is a handful of ids.
  auto world = sinew::createWorld(sinew::kDefaultWorld, sinew::crowdSetting());
  if (!world || !(*world)->createPlane({0, 1, 0}, 0, {})) return 2;
  std::vector<sinew::Ragdoll> crowd;
  for (int i = 0; i < 200; ++i) {
    const sinew::Vec3 place{4 * static_cast<float>(i % 20), 0.5f, 4 * static_cast<float>(i / 20)};
    const sinew::Quat turned = sinew::axisAngle(sinew::Vec3{0, 1, 0}, static_cast<float>(i));
    const auto ragdoll = sinew::buildRagdoll(**world, *manikin, {.worldFromModel = {turned, place}});
    if (!ragdoll) return 2;
    crowd.push_back(*ragdoll);
  }

  sinew::StepReport report;
  for (int frame = 0; frame < 240; ++frame) report = (*world)->step(1.0f / 60);
  std::size_t asleep = 0;
  for (const sinew::Ragdoll& ragdoll : crowd) asleep += (*world)->asleep(ragdoll.bodies[0]) ? 1 : 0;
  std::printf("%zu of %zu asleep after 4 s, %u contacts\n", asleep, crowd.size(), report.contacts);
}
