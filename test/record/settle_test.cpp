#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include <sinew/physics/angles.h>
#include <sinew/ragdoll/penetration.h>
#include <sinew/ragdoll/ragdoll.h>
#include <sinew/record/settle.h>

#include "src/record/observe.h"
#include "support/handmade.h"

namespace sinew {
namespace {

using test::makeHandmade;

Settle fall(const Manikin& manikin, const SettleOptions& options) {
  Result<Settle> result = settle(manikin, options);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? std::move(*result) : Settle{};
}

std::span<const Transform> frameOf(const Trajectory& trajectory, std::size_t frame) {
  return std::span(trajectory.worldFromPart).subspan(frame * trajectory.partCount, trajectory.partCount);
}

float lowestOf(const Manikin& manikin, std::span<const Transform> worldFromPart) {
  float lowest = 1e9f;
  for (std::size_t i = 0; i < worldFromPart.size(); ++i) lowest = std::min(lowest, lowestPoint(manikin.parts[i], worldFromPart[i]));
  return lowest;
}

TEST(Series, PeakAndThe99thPercentileOfTheLastFrames) {
  Series series(2, 50);
  for (int i = 0; i < 100; ++i) series.add(1000);  // fifty frames long ago
  for (int i = 1; i <= 100; ++i) series.add(static_cast<float>(i));
  EXPECT_EQ(series.summary().peak, 1000);
  EXPECT_EQ(series.summary().rest, 99);
  EXPECT_EQ(Series(0, 30).summary().rest, 0);
}

TEST(Settle, SeedNoughtStandsUprightAtItsHeight) {
  const Manikin manikin = makeHandmade().manikin;
  SettleOptions options;
  options.height = 0.35f;
  options.duration = 0;
  options.record = true;
  const Settle result = fall(manikin, options);
  ASSERT_EQ(result.trajectory.frameCount(), 1u);
  const std::span<const Transform> start = frameOf(result.trajectory, 0);
  EXPECT_NEAR(lowestOf(manikin, start), 0.35f, 1e-4f);
  for (std::size_t i = 0; i < start.size(); ++i) {
    EXPECT_LT(angleBetween(start[i].rotation, manikin.parts[i].modelFromPart.rotation), 1e-3f);
    EXPECT_NEAR(start[i].translation.x, manikin.parts[i].modelFromPart.translation.x, 1e-4f);
  }
  EXPECT_LT(result.jointSeparation.peak, 1e-5f);
  EXPECT_LT(result.limitOvershoot.peak, radians(0.1f));
}

TEST(Settle, AModelWithItsUpAlongZStandsUprightToo) {
  Manikin manikin = makeHandmade().manikin;
  const Transform turn{axisAngle(Vec3{1, 0, 0}, kPi / 2), {}};  // +Y to +Z
  for (Part& part : manikin.parts) part.modelFromPart = turn * part.modelFromPart;
  manikin.axes.up = {0, 0, 1};
  manikin.axes.forward = {0, -1, 0};
  SettleOptions options;
  options.duration = 0;
  options.record = true;
  const Settle result = fall(manikin, options);
  const std::span<const Transform> start = frameOf(result.trajectory, 0);
  const auto head = static_cast<std::size_t>(manikin.partOf(Role::head));
  EXPECT_GT(start[head].translation.y, start[0].translation.y + 0.3f);
  // The trajectory says how to get back into the file's own space.
  const Transform back = inverse(result.trajectory.worldFromModel) * start[head];
  EXPECT_LT(angleBetween(back.rotation, manikin.parts[head].modelFromPart.rotation), 1e-3f);
}

TEST(Settle, SeedsTurnTheBodyAndKeepItsHeight) {
  const Manikin manikin = makeHandmade().manikin;
  SettleOptions options;
  options.duration = 0;
  options.record = true;
  // Uniform orientations point the body's up anywhere: their mean goes to zero, their mean square height to a third.
  Vec3 mean;
  float square = 0;
  constexpr int kSeeds = 200;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    options.seed = seed;
    const Settle result = fall(manikin, options);
    const std::span<const Transform> start = frameOf(result.trajectory, 0);
    if (seed < 10) {
      EXPECT_NEAR(lowestOf(manikin, start), options.height, 1e-4f);
    }
    const Vec3 up = rotate(start[0].rotation * conjugate(manikin.parts[0].modelFromPart.rotation), {0, 1, 0});
    mean += up / static_cast<float>(kSeeds);
    square += up.y * up.y / static_cast<float>(kSeeds);
  }
  EXPECT_LT(length(mean), 0.15f);
  EXPECT_NEAR(square, 1.0f / 3, 0.07f);
}

TEST(Settle, RefusesBadOptions) {
  const Manikin manikin = makeHandmade().manikin;
  SettleOptions options;
  options.dt = 0;
  EXPECT_FALSE(settle(manikin, options));
  options = {};
  options.start.modelFromPart.resize(3);
  EXPECT_FALSE(settle(manikin, options));
  options = {};
  options.world = "no such engine";
  const Result<Settle> result = settle(manikin, options);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::usage);
}

TEST(Settle, ABodyInTheAirFallsAsGalileoSays) {
  const Manikin manikin = makeHandmade().manikin;
  SettleOptions options;
  options.height = 10;
  options.duration = 1;
  options.record = true;
  const Settle result = fall(manikin, options);
  const std::span<const Transform> start = frameOf(result.trajectory, 0), end = frameOf(result.trajectory, 60);
  float fallen = 0, mass = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const Part& part = manikin.parts[i];
    fallen += part.mass * ((start[i] * part.centerOfMass).y - (end[i] * part.centerOfMass).y);
    mass += part.mass;
  }
  EXPECT_NEAR(fallen / mass, 9.81f / 2, 0.05f);
  EXPECT_NEAR(result.maxSpeed, 9.81f, 0.3f);
  // Nobody sleeps in the air.
  EXPECT_FALSE(result.restTime);
  EXPECT_GE(result.firstAsleep, 0.5f);
}

TEST(Settle, NothingMovesWithoutGravityFromBind) {
  // Limits violated at the start would give energy. Ten steps, no gravity.
  const Manikin manikin = makeHandmade().manikin;
  WorldDef weightless;
  weightless.gravity = {};
  Result<std::unique_ptr<World>> world = createWorld("bullet", weightless);
  ASSERT_TRUE(world);
  const Result<Ragdoll> ragdoll = buildRagdoll(**world, manikin);
  ASSERT_TRUE(ragdoll);
  for (int step = 0; step < 10; ++step) (*world)->step(1.0f / 60);
  std::vector<BodyState> states(manikin.parts.size());
  (*world)->getStates(ragdoll->bodies, states);
  double energy = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Part& part = manikin.parts[i];
    const Vec3 omega = rotate(conjugate(states[i].worldFromBody.rotation * partFromShape(part).rotation), states[i].angularVelocity);
    energy += 0.5 * part.mass * lengthSquared(states[i].linearVelocity) + 0.5 * dot(scaled(part.inertia, omega), omega);
    EXPECT_LT(distance(states[i].worldFromBody.translation, part.modelFromPart.translation), 1e-4f) << part.name;
  }
  std::cout << "energy after ten weightless steps " << energy << " J\n";
  EXPECT_LE(energy, 1e-3);
}

TEST(Settle, TwoRunsAreAlike) {
  const Manikin manikin = makeHandmade().manikin;
  SettleOptions options;
  options.seed = 4;
  options.duration = 2;
  EXPECT_EQ(fall(manikin, options).hash, fall(manikin, options).hash);
  SettleOptions other = options;
  other.seed = 5;
  EXPECT_NE(fall(manikin, options).hash, fall(manikin, other).hash);
}

TEST(WorstOf, TakesTheWorstOfEach) {
  Settle a, b;
  a.jointSeparation = {0.5f, 0.1f};
  b.jointSeparation = {0.2f, 0.3f};
  a.restTime = 2.0f;
  b.restTime = 3.0f;
  a.firstAsleep = 1.5f;
  b.firstAsleep = 2.5f;
  a.lowestPoint = -0.01f;
  a.nonFinite = 2;
  b.nonFinite = 1;
  const std::vector<Settle> both{a, b};
  const Settle worst = worstOf(both);
  EXPECT_EQ(worst.jointSeparation.peak, 0.5f);
  EXPECT_EQ(worst.jointSeparation.rest, 0.3f);
  EXPECT_EQ(*worst.restTime, 3.0f);
  EXPECT_EQ(worst.firstAsleep, 1.5f);
  EXPECT_EQ(worst.lowestPoint, -0.01f);
  EXPECT_EQ(worst.nonFinite, 3u);
  std::vector<Settle> restless = both;
  restless[0].restTime.reset();
  EXPECT_FALSE(worstOf(restless).restTime);
}

}  // namespace
}  // namespace sinew
