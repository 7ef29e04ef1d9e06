// From asset to manikin, against the bar of 15 ms per 100,000 vertices. `of_bar` is the share of that time used: below 1 is within.

#include <benchmark/benchmark.h>

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>

#include "corpus.h"

namespace sinew::bench {
namespace {

constexpr double kSecondsPerVertex = 0.015 / 100000;

Asset dense() { return *readAsset(denseFigure(100000), "figure"); }

void finish(benchmark::State& state, const Rig& rig) {
  const double vertices = static_cast<double>(rig.body.vertices.size());
  state.counters["vertices"] = vertices;
  state.counters["of_bar"] =
      benchmark::Counter(vertices * kSecondsPerVertex, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void index(benchmark::State& state) {
  const Asset asset = dense();
  for (auto _ : state) benchmark::DoNotOptimize(buildRig(asset));
  finish(state, *buildRig(asset));
}
BENCHMARK(index)->Unit(benchmark::kMillisecond);

void map(benchmark::State& state) {
  const Rig rig = *buildRig(dense());
  for (auto _ : state) benchmark::DoNotOptimize(mapRoles(rig));
  finish(state, rig);
}
BENCHMARK(map)->Unit(benchmark::kMillisecond);

void mapByTopology(benchmark::State& state) {
  const Rig rig = *buildRig(dense());
  MapOptions options;
  options.only = MapSource::topology;
  for (auto _ : state) benchmark::DoNotOptimize(mapRoles(rig, options));
  finish(state, rig);
}
BENCHMARK(mapByTopology)->Unit(benchmark::kMillisecond);

void fit(benchmark::State& state) {
  const Rig rig = *buildRig(dense());
  const RoleMap roles = mapRoles(rig);
  for (auto _ : state) benchmark::DoNotOptimize(fitManikin(rig, roles));
  finish(state, rig);
}
BENCHMARK(fit)->Unit(benchmark::kMillisecond);

/// Everything behind the reader: this is what the bar speaks of.
void wholeFit(benchmark::State& state) {
  const Asset asset = dense();
  for (auto _ : state) {
    const Rig rig = *buildRig(asset);
    benchmark::DoNotOptimize(fitManikin(rig, mapRoles(rig)));
  }
  finish(state, *buildRig(asset));
}
BENCHMARK(wholeFit)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sinew::bench
