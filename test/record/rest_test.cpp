#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <thread>

#include <sinew/record/settle.h>

#include "support/fitted.h"

// Rest is a matter of statistics: many falls of the figure, and every way to weigh it.

namespace sinew {
namespace {

using test::fitFigure;

/// One fall a seed, on as many threads as there are cores; a fall knows nothing of the others.
std::vector<Settle> fallsOf(const Manikin& manikin, std::size_t seeds) {
  std::vector<Settle> falls(seeds);
  std::atomic<std::size_t> next{0}, broken{0};
  const auto work = [&] {
    for (std::size_t seed = next++; seed < seeds; seed = next++) {
      SettleOptions options;
      options.seed = seed;
      Result<Settle> fall = settle(manikin, options);
      if (fall) falls[seed] = std::move(*fall);
      broken += fall ? 0u : 1u;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(broken, 0u);
  return falls;
}

#ifdef NDEBUG
constexpr std::size_t kFalls = 100;
#else
constexpr std::size_t kFalls = 20;  // a fall takes long with assertions and sanitizers
#endif

TEST(Rest, NinetyFiveOfAHundredFallsSleepWithinEightSeconds) {
  const std::vector<Settle> falls = fallsOf(fitFigure("@figure").manikin, kFalls);
  const auto asleep = std::count_if(falls.begin(), falls.end(), [](const Settle& fall) { return fall.restTime && *fall.restTime <= 8; });
  std::cout << asleep << " of " << kFalls << " falls asleep within 8 s\n";
  EXPECT_GE(static_cast<double>(asleep), 0.95 * static_cast<double>(kFalls));
  const Settle worst = worstOf(falls);
  EXPECT_EQ(worst.nonFinite, 0u);
  EXPECT_GE(worst.firstAsleep, 0.5f) << "s: none sleeps in the air";
  EXPECT_LE(worst.jointSeparation.rest, 0.010f);
  EXPECT_LE(worst.limitOvershoot.rest, radians(8));
  EXPECT_LE(worst.selfPenetration.rest, 0.020f);
}

TEST(Rest, EveryAnthropometricTableSettles) {
  // By volume alone nobody is weighed.
  for (const std::string_view table : massTables()) {
    for (const Preset preset : {Preset::minimal, Preset::standard}) {
      if (table == "density") continue;
      const Manikin manikin = fitFigure("@figure", {.preset = preset, .massTable = std::string(table)}).manikin;
      const std::vector<Settle> falls = fallsOf(manikin, 3);
      for (std::size_t seed = 0; seed < falls.size(); ++seed) {
        const std::string what = std::string(table) + " " + std::string(nameOf(preset)) + ", seed " + std::to_string(seed);
        EXPECT_TRUE(falls[seed].restTime) << what;
        EXPECT_LE(falls[seed].jointSeparation.rest, 0.010f) << what;
        EXPECT_LE(falls[seed].selfPenetration.rest, 0.020f) << what;
      }
    }
  }
}

}  // namespace
}  // namespace sinew
