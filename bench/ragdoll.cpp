#include <chrono>

#include <benchmark/benchmark.h>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>
#include <sinew/ragdoll/character.h>

// What driving a character costs beside the step: sync, drive and writePose of the built-in figure, in each world; and whole frames of many
// characters, walking, fallen and asleep, with and without the step.

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

enum class Life { walking, fallen, asleep };

/// One frame of many characters two metres apart; counters: microseconds a character, all told and of the step alone.
void characterFrames(benchmark::State& state, Life life) {
  constexpr float kDt = 1.0f / 60;
  const auto asset = readAsset("@figure");
  const auto rig = buildRig(*asset);
  const auto manikin = fitManikin(*rig, mapRoles(*rig));
  Findings findings;
  const auto kind = characterKindOf(*asset, *rig, *manikin, findings);
  const std::unique_ptr<World> world = std::move(*createWorld("crowd"));
  if (!world->createPlane({0, 1, 0}, 0, {})) return;
  const auto count = static_cast<int>(state.range(0));
  std::vector<Character> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(
        std::move(*Character::build(*world, kind, {{}, {2.0f * static_cast<float>(i % 32), 0, 2.0f * static_cast<float>(i / 32)}})));
    all.back().options.getsUp = false;
    all.back().animator.play(kind->animation->clipOf("walk"), {.halflife = 0});
    if (life != Life::walking) all.back().knockOut();
  }
  double stepped = 0;
  const auto frame = [&] {
    for (Character& one : all) {
      one.advance(kDt);
      one.compose();
      one.drive(kDt);
    }
    const auto from = std::chrono::steady_clock::now();
    world->step(kDt);
    stepped += std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    for (Character& one : all) one.read(kDt);
  };
  for (int i = 0; i < (life == Life::asleep ? 900 : 20); ++i) frame();
  stepped = 0;
  const auto from = std::chrono::steady_clock::now();
  for (auto _ : state) frame();
  const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  const double frames = static_cast<double>(state.iterations()) * count;
  state.counters["us_each"] = 1e6 * whole / frames;
  state.counters["us_step"] = 1e6 * stepped / frames;
}

}  // namespace

BENCHMARK_CAPTURE(characterFrames, walking, Life::walking)->Arg(1)->Arg(16)->Arg(160)->Arg(1000)->Iterations(30);
BENCHMARK_CAPTURE(characterFrames, fallen, Life::fallen)->Arg(1)->Arg(16)->Arg(160)->Arg(1000)->Iterations(30);
BENCHMARK_CAPTURE(characterFrames, asleep, Life::asleep)->Arg(1)->Arg(16)->Arg(160)->Iterations(30);
BENCHMARK_CAPTURE(driveSyncWrite, crowd, "crowd");
BENCHMARK_CAPTURE(driveSyncWrite, bullet, "bullet");
