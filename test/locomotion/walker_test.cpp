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

/// Whether a step of `far` m the way it is commanded would stand: nothing solid there at the height that the ground has.
bool isFree(const Walkers& walkers, const Walker& walker, float demand, float far) {
  const Transform& at = walker.worldFromFeet();
  Transform there = at;
  there.translation += rotate(at.rotation, walker.kind().forward) * std::copysign(far, demand);
  const LevelGroundView ground(walkers.level(), walkers.levelState(), walkers.tree());
  snapToGround(ground, walker.kind().snap, there.translation);
  there.translation.y = std::max(there.translation.y, at.translation.y);  // what it walks off is no wall
  std::vector<std::int32_t> solids;
  const Hull hull = hullOf(walker.kind().volume, there);
  walkers.tree().overlaps(boundsOf(hull), solids);
  return std::none_of(solids.begin(), solids.end(), [&](std::int32_t index) {
    const Solid& solid = walkers.tree().solid(index);
    return solid.role == SolidRole::blocking && overlapOf(hull, hullOf(solid)).hit;
  });
}

struct Wandered {
  int hits = 0, crashes = 0, falls = 0, rises = 0;
  int longestStuck = 0;  ///< frames in one place with a free way commanded
  int longestDown = 0;   ///< frames from a crash to standing again
};

/// Random inputs: exactly on the ground or exactly where it was, always a number; one knockdown a contact.
Wandered wander(std::string_view name, int frames, bool bodies, std::uint64_t seed) {
  Walkers walkers(*builtInLevel(name));
  EXPECT_TRUE(!bodies || walkers.addBodies());
  walkers.add(figureKind(), {{}, walkers.level().start});
  Random random{seed};
  WalkerInput input;
  Vec3 before, moved;
  Wandered seen;
  int still = 0, down = 0, next = 0;
  double lastContact = 0, longestGap = 0;
  for (int frame = 0; frame < frames; ++frame) {
    if (frame == next) {
      input.demand = {.speed = random.range(-0.6f, 1), .turn = random.unit() < 0.5f ? 0 : random.range(-1, 1)};
      if (random.unit() < 0.2f) input.demand = {.speed = 1};  // and now and then a run for some seconds
      next += random.unit() < 0.2f ? 200 : 40;
    }
    Walker& walker = walkers.walkers().front();
    const bool astray = distance(walker.worldFromFeet().translation, walkers.level().start) > 12;
    if (astray && walker.balance() == Balance::standing)
      walker.place({axisAngle(Vec3{0, 1, 0}, random.range(-kPi, kPi)), walkers.level().start});
    walkers.step(std::span(&input, 1), 1.0f / 60);
    const WalkerFrame& done = walkers.frames().front();
    const Vec3& now = walker.worldFromFeet().translation;
    EXPECT_TRUE(isFinite(walker.worldFromModel())) << name;
    const bool lies = walker.balance() == Balance::falling || walker.balance() == Balance::lying || walker.balance() == Balance::easing;
    if (done.ground.hit && !done.rejected && !lies) {
      ++seen.hits;
      EXPECT_LE(std::abs(now.y - done.ground.height), 1.001e-4f) << name << ' ' << frame;
    } else if (walkers.level().movers.empty() && !done.rejected && !lies) {
      EXPECT_EQ(std::memcmp(&now.y, &before.y, sizeof(float)), 0) << name << ' ' << frame;
    }
    before = now;

    // A knockdown a contact: between two of them there was a stretch of 0.4 s without one.
    const double time = frame / 60.0;
    double contact = lastContact;
    longestGap = std::max(longestGap, time - lastContact);
    for (const WalkEvent& event : walker.events()) {
      if (event.type == WalkEventType::blocked || event.type == WalkEventType::crashed) contact = time;
      seen.falls += event.type == WalkEventType::fell ? 1 : 0;
      seen.rises += event.type == WalkEventType::rose ? 1 : 0;
    }
    if (done.crashed) {
      ++seen.crashes;
      EXPECT_TRUE(seen.crashes == 1 || longestGap > 0.4 - 1e-6) << name << ' ' << frame;
      longestGap = 0;
    }
    lastContact = contact;

    const bool isDown = stateName(walker.kind().gait, walker.body()) == "crash" || walker.balance() != Balance::standing;
    down = isDown ? down + 1 : 0;
    seen.longestDown = std::max(seen.longestDown, down);
    const bool wants = std::abs(input.demand.speed) > 0.15f && !isDown && isFree(walkers, walker, input.demand.speed, 0.05f);
    still = distance(now, moved) > 0.02f || !wants ? 0 : still + 1;
    if (still == 0) moved = now;
    seen.longestStuck = std::max(seen.longestStuck, still);
    if (testing::Test::HasFailure()) break;
  }
  return seen;
}

/// A minute a level without bodies and half of one with; with SINEW_SOAK ten hours in all.
TEST(Walkers, RandomWalksStayOnTheGround) {
  const bool soak = std::getenv("SINEW_SOAK") != nullptr;
  const int frames = soak ? 5 * 3600 * 60 / 7 : 3600;
  int crashes = 0;
  for (const std::string_view name : levelNames()) {
    for (const bool bodies : {false, true}) {
      const Wandered seen = wander(name, bodies && !soak ? frames / 2 : frames, bodies, 8);
      if (HasFailure()) return;
      std::cout << name << (bodies ? " with a body" : "") << ": " << seen.crashes << " crashes, " << seen.falls
                << " falls, stuck for at most " << static_cast<float>(seen.longestStuck) / 60 << " s, down for "
                << static_cast<float>(seen.longestDown) / 60 << " s\n";
      EXPECT_GT(seen.hits, frames / 16) << name;
      EXPECT_LT(seen.longestStuck, 5 * 60) << name;
      EXPECT_LT(seen.longestDown, bodies ? 60 * 30 : 120) << name;  // a stagger of 1.1 s; a fall, a rest, an ease and a get-up
      EXPECT_GE(seen.rises, seen.falls - 1) << name;
      crashes += seen.crashes;
    }
  }
  EXPECT_GT(crashes, 0);
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
