// Reading, against the bar of 10 ms a MB of GLB plus 20 ms a MB of its JSON. `of_bar` is the share of that time used: below 1 is within.

#include <filesystem>

#include <benchmark/benchmark.h>

#include <sinew/asset/read.h>

#include "corpus.h"

namespace sinew::bench {
namespace {

void read(benchmark::State& state, const std::vector<std::byte>& bytes, const std::filesystem::path& folder) {
  for (auto _ : state) benchmark::DoNotOptimize(readAsset(bytes, "bench", folder));
  const double megabytes = static_cast<double>(bytes.size()) / 1e6, json = static_cast<double>(jsonSize(bytes)) / 1e6;
  state.counters["MB"] = megabytes;
  // seconds an iteration over the bar in seconds
  state.counters["of_bar"] =
      benchmark::Counter(0.010 * megabytes + 0.020 * json, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const int registered = [] {
  benchmark::RegisterBenchmark("read/figure", [](benchmark::State& state) { read(state, denseFigure(3000), {}); });
  benchmark::RegisterBenchmark("read/figure_100k", [](benchmark::State& state) { read(state, denseFigure(100000), {}); });
  for (const std::string& file : corpusFiles()) {
    const std::filesystem::path path(file);
    benchmark::RegisterBenchmark(
        ("read/" + path.parent_path().filename().string() + "/" + path.filename().string()).c_str(),
        [file](benchmark::State& state) { read(state, fileBytes(file), std::filesystem::path(file).parent_path()); });
  }
  return 0;
}();

}  // namespace
}  // namespace sinew::bench
