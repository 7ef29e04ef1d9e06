#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <iostream>

#include <tbb/global_control.h>

#include <sinew/base/random.h>
#include <sinew/locomotion/walk.h>

#include "locomotion/levels.h"
#include "locomotion/walking.h"
#include "support/corpus.h"

namespace sinew {
namespace {

using test::figureKind;
using test::fitFigure;
using test::Fitted;
using test::kindOf;
using test::straight;

TEST(Walker, TheUsualWalkEndsStanding) {
  const WalkRecord record = walkThrough(figureKind(), *builtInLevel("flat"), usualWalk());
  EXPECT_EQ(record.steps.back().state, "stand");
  EXPECT_GT(record.travelled, 15);
  for (const WalkStep& step : record.steps) ASSERT_TRUE(isFinite(step.worldFromModel));
}

TEST(Walker, TenSecondsEndAtTheSamePlaceAtAnyRate) {
  const float stride = figureKind()->gait.walkSpeed;
  std::vector<float> ends;
  for (const float rate : {15.0f, 60.0f, 144.0f, 1000.0f})
    ends.push_back(
        walkThrough(figureKind(), *builtInLevel("flat"), straight(0.4f, 10), {.dt = 1 / rate}).steps.back().worldFromModel.translation.z);
  std::cout << "10 s of walking from a stand end within "
            << *std::max_element(ends.begin(), ends.end()) - *std::min_element(ends.begin(), ends.end())
            << " m of each other at 15 to 1000 frames/s\n";
  // The fade of travel from standing to walking is all that depends on the step.
  for (const float end : ends) EXPECT_NEAR(end, ends[1], 0.02f * stride);
}

TEST(Walker, StairsAreClimbedAtAnyRate) {
  for (const float rate : {30.0f, 60.0f, 144.0f, 500.0f}) {
    const WalkRecord record = walkThrough(figureKind(), *builtInLevel("stairs"), straight(0.4f, 5.5), {.dt = 1 / rate});
    EXPECT_NEAR(record.steps.back().worldFromModel.translation.y, 1.7f, 1e-3f) << rate;
    EXPECT_EQ(std::count_if(record.steps.begin(), record.steps.end(), [](const WalkStep& step) { return step.rejected; }), 0) << rate;
  }
}

TEST(Walker, AcrossARampTheHeadingStays) {
  // 45 degrees across a slope of 30.
  Level level = test::levelOf({test::rampSolid(0, 0, 20 * std::tan(radians(30.0f)), 20, 40)});
  level.start = {0, 3 * std::tan(radians(30.0f)), 3};
  level.startYaw = kPi / 4;
  WalkerOptions options;
  options.plantFeet = false;
  const WalkRecord record = walkThrough(kindOf(fitFigure("@figure"), options), level, straight(0.4f, 5));
  const Vec3 travelled = record.steps.back().worldFromModel.translation - level.start;
  EXPECT_GT(travelled.y, 1.5f);
  EXPECT_LT(degrees(std::abs(std::atan2(travelled.x, travelled.z) - kPi / 4)), 0.1f);
}

TEST(Walker, ALiftCarriesItUp) {
  Level level = *builtInLevel("platforms");
  level.start = {0, 0.1f, 3.5f};
  const WalkRecord record = walkThrough(figureKind(), level, straight(0, 4));
  EXPECT_GT(record.steps.back().worldFromModel.translation.y, 2);
  for (std::size_t i = 1; i < record.steps.size(); ++i)
    ASSERT_LT(std::abs(record.steps[i].worldFromModel.translation.y - record.steps[i - 1].worldFromModel.translation.y), 0.05f);
  level.start = {-6.5f, 0.15f, 0.8f};  // and a turntable round
  const WalkRecord round = walkThrough(figureKind(), level, straight(0, 4));
  const Vec3 a = level.start - Vec3{-6, 0, 0}, b = round.steps.back().worldFromModel.translation - Vec3{-6, 0, 0};
  EXPECT_NEAR(std::hypot(a.x, a.z), std::hypot(b.x, b.z), 1e-3f);
  EXPECT_NEAR(std::abs(std::remainder(std::atan2(b.x, b.z) - std::atan2(a.x, a.z) - 2.0f, 2 * kPi)), 0, 0.02f);
}

TEST(Walker, ARunIntoAWallIsOneCrashAndItStandsAgain) {
  const WalkRecord record = walkThrough(figureKind(), *builtInLevel("walls"), straight(1, 12));
  EXPECT_EQ(std::count_if(record.steps.begin(), record.steps.end(), [](const WalkStep& step) { return step.crashed; }), 1);
  bool staggered = false, stoodAgain = false;
  for (const WalkStep& step : record.steps) {
    staggered = staggered || step.state == "crash";
    stoodAgain = stoodAgain || (staggered && step.state != "crash");
  }
  EXPECT_TRUE(staggered && stoodAgain);
}

TEST(Walker, CratesBreakAndTheWayGoesOn) {
  const WalkRecord record = walkThrough(figureKind(), *builtInLevel("crates"), straight(0.4f, 8));
  int crushed = 0, finish = 0;
  for (const auto& [time, event] : record.events) {
    crushed += event.type == WalkEventType::crushed && event.damage > 0 ? 1 : 0;
    finish += event.type == WalkEventType::entered ? 1 : 0;
  }
  EXPECT_EQ(crushed, 4);
  EXPECT_EQ(record.steps.back().rejected, false);
  EXPECT_EQ(finish, 0);
  EXPECT_GT(record.steps.back().worldFromModel.translation.z, 9);
}

/// How far the ankle slides while its sole lies flat on the ground, in the world.
float driftOf(const Fitted& fitted, bool plant, float speed) {
  WalkerOptions options;
  options.plantFeet = plant;
  const auto kind = kindOf(fitted, options);
  const WalkRecord record = walkThrough(kind, *builtInLevel("flat"), straight(speed, 6), {.poses = true});
  const Skeleton& skeleton = kind->animation->skeleton;
  const std::size_t joints = skeleton.size();
  float worst = 0;
  for (const Limb& leg : kind->animation->limbs.legs) {
    const auto ankle = static_cast<std::size_t>(leg.end);
    const float height = skeleton.modelFromBind[ankle].translation.y;
    bool held = false;
    Vec3 anchor;
    for (std::size_t frame = 200; frame < record.steps.size(); ++frame) {
      const Transform& now = record.worldFromJoint[frame * joints + ankle];
      const Quat flat = record.steps[frame].worldFromModel.rotation * skeleton.modelFromBind[ankle].rotation;
      const bool stands = now.translation.y - height < 0.004f && angleBetween(now.rotation, flat) < radians(0.5f);
      if (stands && !held) anchor = now.translation;
      if (stands) worst = std::max(worst, std::hypot(now.translation.x - anchor.x, now.translation.z - anchor.z));
      held = stands;
    }
  }
  return worst;
}

TEST(Walker, PlantedFeetStayWhereTheyStand) {
  const Fitted fitted = fitFigure("@figure");
  const float stride = figureKind()->gait.walkSpeed;
  const float walking = driftOf(fitted, false, 0.4f), running = driftOf(fitted, false, 1);
  std::cout << "a planted foot drifts " << 1000 * walking << " mm walking, " << 1000 * running << " mm running; with foot lock "
            << 1000 * driftOf(fitted, true, 0.4f) << " and " << 1000 * driftOf(fitted, true, 1) << " mm\n";
  EXPECT_LT(walking, 0.005f * stride);
  EXPECT_LT(running, 0.005f * 2.45f);
}

TEST(Walkers, TheOrderOfWorkDoesNotMatterAndTheyKeepApart) {
  const auto run = [](int count) {
    Walkers walkers(*builtInLevel("walls"));
    Random random{4};
    for (int i = 0; i < count; ++i)
      walkers.add(figureKind(), {axisAngle(Vec3{0, 1, 0}, random.range(-3, 3)), {random.range(-4, 4), 0, random.range(-4, 4)}});
    std::vector<WalkerInput> inputs(static_cast<std::size_t>(count));
    for (int frame = 0; frame < 240; ++frame) {
      if (frame % 30 == 0)
        for (WalkerInput& input : inputs) input.demand = {.speed = random.range(-0.5f, 1), .turn = random.range(-1, 1)};
      walkers.step(inputs, 1.0f / 60);
    }
    return walkers.stateHash();
  };
  const auto runOn = [&](std::size_t workers) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, workers);
    return run(48);
  };
  EXPECT_EQ(runOn(1), runOn(2));
}

/// Random inputs in every level: exactly on the ground or exactly where it was, never below, always a number; whoever crashed stands again;
/// nobody stays where he is while the wish changes. A minute a level; with SINEW_SOAK ten hours in all.
TEST(Walkers, RandomWalksStayOnTheGround) {
  const int frames = std::getenv("SINEW_SOAK") != nullptr ? 10 * 3600 * 60 / 7 : 3600;
  for (const std::string_view name : levelNames()) {
    Walkers walkers(*builtInLevel(name));
    walkers.add(figureKind(), {{}, walkers.level().start});
    Random random{8};
    WalkerInput input;
    Vec3 before, moved;
    int hits = 0, still = 0, stillest = 0, down = 0, longestDown = 0, crashes = 0;
    for (int frame = 0; frame < frames; ++frame) {
      if (frame % 40 == 0) input.demand = {.speed = random.range(-0.6f, 1), .turn = random.unit() < 0.5f ? 0 : random.range(-1, 1)};
      walkers.step(std::span(&input, 1), 1.0f / 60);
      const Walker& walker = walkers.walkers().front();
      const Vec3& now = walker.worldFromModel().translation;
      ASSERT_TRUE(isFinite(walker.worldFromModel())) << name;
      const GroundHit& ground = walkers.frames().front().ground;
      const bool rejected = walkers.frames().front().rejected;
      if (ground.hit && !rejected) {
        ++hits;
        ASSERT_LE(std::abs(now.y - ground.height), 1.001e-4f) << name << ' ' << frame;
      } else if (walkers.level().movers.empty() && !rejected) {
        ASSERT_EQ(std::memcmp(&now.y, &before.y, sizeof(float)), 0) << name << ' ' << frame;
      }
      before = now;
      crashes += walkers.frames().front().crashed ? 1 : 0;
      const bool crashed = stateName(walker.kind().gait, walker.body()) == "crash";
      down = crashed ? down + 1 : 0;
      longestDown = std::max(longestDown, down);
      still = distance(now, moved) > 0.02f || crashed || std::abs(input.demand.speed) < 0.1f ? 0 : still + 1;
      if (still == 0) moved = now;
      stillest = std::max(stillest, still);
    }
    EXPECT_GT(hits, frames / 8) << name;
    EXPECT_LT(longestDown, 120) << name;  // frames: a stagger of 1.1 s, and no longer
    std::cout << name << ": " << crashes << " crashes, at most " << static_cast<float>(stillest) / 60 << " s in one place\n";
  }
}

TEST(Walker, CorpusCharactersWalk) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  int walked = 0, refused = 0;
  for (const test::KnownRig& rig : rigs) {
    std::string why;
    const std::optional<Fitted> fitted = test::fitFile(rig.file.string(), why);
    if (!fitted || fitted->manikin.creature != Creature::humanoid) continue;
    Findings findings;
    const auto kind = walkerKindOf(fitted->asset, fitted->rig, fitted->manikin, {}, findings);
    if (!kind) {
      ++refused;
      std::cout << rig.slug << ": " << kind.error().message << '\n';
      continue;
    }
    const WalkRecord record = walkThrough(*kind, *builtInLevel("flat"), straight(0.4f, 5));
    EXPECT_GT(record.travelled, 1.5f * (*kind)->gait.walkSpeed) << rig.slug;
    for (const WalkStep& step : record.steps) ASSERT_TRUE(isFinite(step.worldFromModel)) << rig.slug;
    ++walked;
  }
  std::cout << walked << " humanoids walked, " << refused << " refused\n";
  EXPECT_EQ(refused, 0);
}

}  // namespace
}  // namespace sinew
