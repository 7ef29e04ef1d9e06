// A thousand walkers without ragdolls, all stages, one core: at most 12 us a character and frame, flat in their number.

#include <chrono>
#include <cstdio>

#include <tbb/global_control.h>

#include <sinew/asset/read.h>
#include <sinew/base/random.h>
#include <sinew/locomotion/walkers.h>
#include <sinew/manikin/fit.h>

namespace sinew::bench {
namespace {

std::shared_ptr<const WalkerKind> kindOf(const char* file) {
  const Asset asset = *readAsset(file);
  const Rig rig = *buildRig(asset);
  const Manikin manikin = *fitManikin(rig, mapRoles(rig));
  Findings findings;
  return *walkerKindOf(asset, rig, manikin, {}, findings);
}

void measure(const std::shared_ptr<const WalkerKind>& kind, int count, std::size_t workers) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, workers);
  Walkers walkers(*builtInLevel("flat"));
  Random random{1};
  const float size = std::sqrt(static_cast<float>(count)) * 1.2f;
  for (int i = 0; i < count; ++i)
    walkers.add(kind, {axisAngle(Vec3{0, 1, 0}, random.range(-3, 3)), {random.range(-size, size), 0, random.range(-size, size)}});
  std::vector<WalkerInput> inputs(static_cast<std::size_t>(count));
  const auto run = [&](int frames) {
    for (int frame = 0; frame < frames; ++frame) {
      for (WalkerInput& input : inputs)
        if (random.unit() < 0.02f) input.demand = {.speed = random.range(-0.3f, 1), .turn = random.range(-1, 1)};
      walkers.step(inputs, 1.0f / 60);
    }
  };
  run(60);
  const int frames = std::max(20, 60000 / count);
  const auto from = std::chrono::steady_clock::now();
  run(frames);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  std::printf("%5d walkers of %3zu joints, %zu workers: %6.2f us a character and frame (bar 12)   hash %016llx\n", count,
              kind->animation->skeleton.size(), workers, 1e6 * seconds / frames / count,
              static_cast<unsigned long long>(walkers.stateHash()));
}

}  // namespace
}  // namespace sinew::bench

int main() {
  const auto kind = sinew::bench::kindOf("@figure:fine");
  for (const int count : {1, 10, 100, 1000}) sinew::bench::measure(kind, count, 1);
  sinew::bench::measure(kind, 1000, 2);
}
