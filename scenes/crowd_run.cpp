#include "scenes/crowd_run.h"

#include <cmath>
#include <ctime>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "scenes/crowd_observer.h"

namespace sinew::scenes {
namespace {

constexpr float kRestWindow = 0.5f;  // s, at the end of a run

/// us, of all threads of the process.
double cpuTime() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

/// Bytes that the heap grew by; less than none where it shrank.
std::ptrdiff_t grown(std::optional<std::size_t> before, std::optional<std::size_t> after) {
  return before && after ? static_cast<std::ptrdiff_t>(*after) - static_cast<std::ptrdiff_t>(*before) : 0;
}

std::size_t atLeastNone(std::ptrdiff_t bytes) { return bytes > 0 ? static_cast<std::size_t>(bytes) : 0; }

}  // namespace

std::optional<std::size_t> heapInUse() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  const struct mallinfo2 info = mallinfo2();
  const std::size_t used = info.uordblks + info.hblkhd;
  return used > 0 ? std::optional(used) : std::nullopt;
#else
  return std::nullopt;
#endif
}

Result<CrowdRun> runCrowd(World& world, const Manikin& manikin, const CrowdPlan& plan, const CrowdRunOptions& options) {
  if (options.steps < 1 || !(options.dt > 0) || !std::isfinite(options.dt)) {
    return fail(ErrorCode::usage, "crowd", "steps and dt must be positive");
  }
  CrowdRun run;
  Result<Crowd> crowd = layOutCrowd(world, manikin, plan);
  if (!crowd) return Failure(crowd.error());
  const std::optional<std::size_t> empty = heapInUse();
  if (const Result<void> built = populate(world, manikin, plan, *crowd); !built) return Failure(built.error());
  if (empty) run.builtBytes = atLeastNone(grown(empty, heapInUse()));

  CrowdObserver observer(world, manikin, *crowd);
  std::ptrdiff_t stepBytes = 0;
  const int late = options.steps - static_cast<int>(std::lround(kRestWindow / options.dt));
  for (int step = 0;; ++step) {
    observer.observe(step > late ? CrowdObserver::Phase::late : CrowdObserver::Phase::early, options.dt * static_cast<float>(step));
    if (options.watch) {
      if (const Result<void> watched = options.watch(*crowd, step); !watched) return Failure(watched.error());
    }
    if (step == options.steps) break;

    // The step alone is timed, and what it takes from the heap alone is counted.
    const std::optional<std::size_t> before = heapInUse();
    const double start = cpuTime();
    world.step(options.dt);
    run.stepMicroseconds += cpuTime() - start;
    stepBytes += grown(before, heapInUse());
  }
  run.stepMicroseconds /= options.steps;
  run.measures = observer.finish();
  if (empty) run.stepBytes = atLeastNone(stepBytes);
  run.hash = world.stateHash();
  return run;
}

Findings judgeCrowd(const CrowdMeasures& measures, float stature) {
  const auto failure = [](const char* rule, double measured, double high, std::string message) {
    return Findings{{.severity = Severity::failure,
                     .rule = rule,
                     .role = "",
                     .measured = measured,
                     .low = std::nullopt,
                     .high = high,
                     .message = std::move(message)}};
  };
  if (measures.nonFinite > 0)
    return failure("crowd.finite", measures.nonFinite, 0, "bodies left the numbers " + std::to_string(measures.nonFinite) + " times");
  const float apart = measures.separation.worstRest, most = 0.1f * stature;
  if (apart <= most) return {};
  return failure("crowd.apart", 1000.0 * apart, 1000.0 * most,
                 "a body came apart: the two ends of a joint stand " + std::to_string(std::lround(1000 * apart)) + " mm from each other");
}

}  // namespace sinew::scenes
