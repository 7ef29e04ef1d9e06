#include <benchmark/benchmark.h>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>
#include <sinew/ragdoll/ragdoll.h>

// What driving a character costs beside the step: sync, drive and writePose of the built-in figure, in each world.

namespace {

using namespace sinew;

void driveSyncWrite(benchmark::State& state, std::string_view worldName) {
  const auto asset = readAsset("@figure");
  const auto rig = buildRig(*asset);
  const auto manikin = fitManikin(*rig, mapRoles(*rig));
  const std::unique_ptr<World> world = std::move(*createWorld(worldName));
  Ragdoll doll = std::move(*buildRagdoll(*world, ragdollModelOf(*manikin, *rig)));
  std::vector<Transform> bind, local(rig->joints.size());
  for (const Joint& joint : rig->joints) bind.push_back(joint.modelFromBind);
  localsFromModel(*rig, bind, local);
  PoseTarget pose{local};
  for (auto _ : state) {
    doll.sync(*world, bind);
    doll.drive(*world, bind, DriveStep{1, 1.0f / 60});
    doll.writePose(pose);
    benchmark::DoNotOptimize(local.data());
  }
  state.counters["parts"] = static_cast<double>(doll.bodies.size());
  state.counters["joints"] = static_cast<double>(local.size());
}

}  // namespace

BENCHMARK_CAPTURE(driveSyncWrite, crowd, "crowd");
BENCHMARK_CAPTURE(driveSyncWrite, bullet, "bullet");
