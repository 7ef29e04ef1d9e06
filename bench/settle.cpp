// One fall of the built-in figure, and one probe of it.

#include <benchmark/benchmark.h>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>
#include <sinew/ragdoll/probe.h>
#include <sinew/record/settle.h>

namespace sinew::bench {
namespace {

Manikin figure() {
  const Rig rig = *buildRig(*readAsset("@figure"));
  return *fitManikin(rig, mapRoles(rig));
}

void probeFigure(benchmark::State& state) {
  const Manikin manikin = figure();
  for (auto _ : state) benchmark::DoNotOptimize(probeManikin(manikin));
}
BENCHMARK(probeFigure)->Unit(benchmark::kMillisecond);

void settleFigure(benchmark::State& state) {
  const Manikin manikin = figure();
  SettleOptions options;
  options.seed = 1;
  for (auto _ : state) benchmark::DoNotOptimize(settle(manikin, options));
}
BENCHMARK(settleFigure)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sinew::bench
