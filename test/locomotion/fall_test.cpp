#include <gtest/gtest.h>
#include <algorithm>

#include <iostream>

#include <tbb/global_control.h>

#include <sinew/base/random.h>

#include "locomotion/levels.h"
#include "locomotion/walking.h"

namespace sinew {
namespace {

using test::figureKind;
using test::straight;

constexpr float kStep = 1.0f / 60;

std::int32_t partOf(Role role) {
  const std::vector<Role>& parts = figureKind()->parts;
  return static_cast<std::int32_t>(std::find(parts.begin(), parts.end(), role) - parts.begin());
}

/// Walks with a body, and looks at every frame.
class Fallen {
 public:
  explicit Fallen(Level level) : walkers_(std::move(level)) {
    EXPECT_TRUE(walkers_.addBodies());
    walkers_.add(figureKind(), {axisAngle(Vec3{0, 1, 0}, walkers_.level().startYaw), walkers_.level().start});
  }
  Walker& walker() { return walkers_.walkers().front(); }
  const WalkerFrame& frame() const { return walkers_.frames().front(); }

  Vec3 pelvis() {
    const auto joint = static_cast<std::size_t>(figureKind()->character->body->headJoint[0]);
    return walker().worldFromModel() * walker().animator().displayedModel()[joint].translation;
  }

  void run(const WalkerInput& input, double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 60 + 0.5); ++i) step(input);
  }

  void step(const WalkerInput& input) {
    const Vec3 before = frames_ > 0 ? pelvis() : Vec3{};
    const Transform node = walker().worldFromModel();
    const Balance was = walker().balance();
    walkers_.step(std::span(&input, 1), kStep);
    ASSERT_TRUE(isFinite(walker().worldFromModel()));
    for (const Transform& joint : walker().animator().displayedModel()) ASSERT_TRUE(isFinite(joint));
    const bool down = walker().balance() != Balance::standing && was != Balance::standing;
    const bool legDown = stateName(figureKind()->gait, walker().leg()) == "fallen";
    const bool bodyDown = stateName(figureKind()->gait, walker().body()) == "fallen";
    const bool legCrash = walker().leg().state == figureKind()->gait.crash, bodyCrash = walker().body().state == figureKind()->gait.crash;
    if (legDown != bodyDown || legCrash != bodyCrash) ++split;
    if (down && !legDown) ++unbound;
    if (frames_++ > 0) {
      fastest = std::max(fastest, distance(pelvis(), before) / kStep);
      // The node moves on its own only where the get-up begins; there what is drawn must stay.
      if (was != Balance::lying) nodeJump = std::max(nodeJump, distance(walker().worldFromModel().translation, node.translation));
    }
    for (const WalkEvent& event : walker().events()) {
      falls += event.type == WalkEventType::fell ? 1 : 0;
      rises += event.type == WalkEventType::rose ? 1 : 0;
      crashes += event.type == WalkEventType::crashed ? 1 : 0;
    }
  }

  int split = 0, unbound = 0, falls = 0, rises = 0, crashes = 0;
  float fastest = 0, nodeJump = 0;

 private:
  Walkers walkers_;
  int frames_ = 0;
};

TEST(Fall, ARunIntoAWallFellsOnceAndItRisesAndWalksOn) {
  Fallen one(*builtInLevel("walls"));
  one.run({.demand = {.speed = 1}}, 6);
  ASSERT_EQ(one.falls, 1);
  for (int i = 0; i < 900 && one.rises == 0; ++i) one.step({});
  ASSERT_EQ(one.rises, 1);
  EXPECT_EQ(one.walker().balance(), Balance::standing);
  EXPECT_EQ(one.crashes, 1);
  one.run({.demand = {.speed = 0}}, 1);
  // Where it stands it turns round and walks away.
  const Vec3 lay = one.walker().worldFromModel().translation;
  one.run({.demand = {.speed = -0.4f, .turn = 0.3f}}, 1.5);
  one.run({.demand = {.speed = 0, .turn = 1}}, 1.5);
  one.run({.demand = {.speed = 0.4f}}, 3);
  EXPECT_GT(distance(one.walker().worldFromModel().translation, lay), 0.5f);
  std::cout << "the drawn pelvis moves at most at " << one.fastest << " m/s, the node by " << one.nodeJump << " m a frame\n";
  EXPECT_LT(one.fastest, 5);
  EXPECT_LT(one.nodeJump, 0.1f);
}

TEST(Fall, AHardHitFellsAndItGetsUpWhereItLies) {
  Fallen one(*builtInLevel("flat"));
  one.run({.demand = {.speed = 0.4f}}, 3);
  one.walker().hit(partOf(Role::chest), {200, 0, 0});
  one.run({.demand = {.speed = 0.4f}}, 1.5);
  EXPECT_EQ(one.falls, 1);
  Vec3 lying;
  for (int i = 0; i < 900 && one.rises == 0; ++i) {
    one.step({.demand = {.speed = 0.4f}});
    if (one.walker().balance() == Balance::lying) lying = one.pelvis();
  }
  ASSERT_EQ(one.rises, 1);
  const Vec3 rose = one.pelvis();
  EXPECT_LT(std::hypot(rose.x - lying.x, rose.z - lying.z), 0.6f);
  one.run({.demand = {.speed = 0.4f}}, 3);
  EXPECT_GT(distance(one.pelvis(), rose), 2);
  EXPECT_LT(one.fastest, 5);
}

TEST(Fall, ASmallHitBendsAnArmAndTheGaitGoesOn) {
  Fallen one(*builtInLevel("flat")), other(*builtInLevel("flat"));
  one.run({.demand = {.speed = 0.4f}}, 2);
  other.run({.demand = {.speed = 0.4f}}, 2);
  one.walker().hit(partOf(Role::leftHand), {0, 0, -10});
  const auto hand = static_cast<std::size_t>(figureKind()->character->body->headJoint[static_cast<std::size_t>(partOf(Role::leftHand))]);
  float bent = 0;
  for (int i = 0; i < 6; ++i) {
    one.run({.demand = {.speed = 0.4f}}, 1.0f / 60);
    other.run({.demand = {.speed = 0.4f}}, 1.0f / 60);
    EXPECT_TRUE(one.walker().awake());
    bent = std::max(bent, distance(one.walker().animator().displayedModel()[hand].translation,
                                   other.walker().animator().displayedModel()[hand].translation));
  }
  EXPECT_GT(bent, 0.02f);
  EXPECT_EQ(one.walker().worldFromModel(), other.walker().worldFromModel());
  one.run({.demand = {.speed = 0.4f}}, 4);
  other.run({.demand = {.speed = 0.4f}}, 4);
  EXPECT_FALSE(one.walker().awake());  // and its body has left the world again
  EXPECT_EQ(one.walker().worldFromModel(), other.walker().worldFromModel());
  EXPECT_EQ(one.falls, 0);
}

TEST(Fall, DamageFellsOnceAndThenItLimps) {
  Fallen one(*builtInLevel("flat"));
  one.run({.demand = {.speed = 0.4f}}, 2);
  one.run({.demand = {.speed = 0.4f}, .damage = 1}, 10);
  EXPECT_EQ(one.falls, 1);
  EXPECT_EQ(one.rises, 1);
  EXPECT_EQ(stateName(figureKind()->gait, one.walker().body()).substr(0, 4), "gimp");
}

TEST(Fall, AKnockdownBindsBothChannelsOrNeither) {
  Fallen one(*builtInLevel("walls"));
  Random random{5};
  WalkerInput input;
  for (int i = 0; i < 60 * 120; ++i) {
    if (i % 90 == 0) input.demand = {.speed = random.range(-0.5f, 1), .turn = random.range(-1, 1)};
    if (i % 600 == 300)
      one.walker().hit(random.next() % 2 == 0 ? partOf(Role::chest) : partOf(Role::head),
                       {random.range(-150, 150), 0, random.range(-150, 150)});
    one.step(input);
  }
  EXPECT_EQ(one.split, 0);
  EXPECT_EQ(one.unbound, 0);
  EXPECT_GT(one.falls, 2);
  EXPECT_GE(one.rises, one.falls - 1);
  EXPECT_LT(one.nodeJump, 0.25f);
}

TEST(Fall, WhatIsNoHitChangesNothing) {
  Fallen one(*builtInLevel("flat"));
  one.walker().hit(-1, {100, 0, 0});
  one.walker().hit(1000, {100, 0, 0});
  one.walker().hit(0, {std::numeric_limits<float>::quiet_NaN(), 0, 0});
  one.run({}, 0.2);
  EXPECT_FALSE(one.walker().awake());
  EXPECT_EQ(one.falls, 0);
  Walker bare(figureKind());
  bare.hit(0, {1000, 0, 0});
  bare.knockDown();
  EXPECT_EQ(bare.balance(), Balance::standing);
}

TEST(Fall, OnAPlatformItLiesAndRisesToo) {
  Level level = *builtInLevel("platforms");
  level.start = {-6.5f, 0.15f, 0.8f};  // a turntable
  Fallen one(level);
  one.run({}, 1);
  one.walker().knockDown();
  one.run({}, 15);
  EXPECT_EQ(one.falls, 1);
  EXPECT_EQ(one.rises, 1);
}

TEST(Fall, TheSameForAnyNumberOfWorkersAndAgain) {
  const auto run = [](std::size_t workers) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, workers);
    Walkers walkers(*builtInLevel("walls"));
    EXPECT_TRUE(walkers.addBodies());
    Random random{9};
    for (int i = 0; i < 40; ++i)
      walkers.add(figureKind(), {axisAngle(Vec3{0, 1, 0}, random.range(-3, 3)), {random.range(-4, 4), 0, random.range(-4, 4)}});
    std::vector<WalkerInput> inputs(40);
    std::vector<std::uint64_t> hashes;
    int fallen = 0;
    for (int frame = 0; frame < 300; ++frame) {
      if (frame % 60 == 0)
        for (WalkerInput& input : inputs) input.demand = {.speed = random.range(-0.5f, 1), .turn = random.range(-1, 1)};
      if (frame % 50 == 20) walkers.walkers()[static_cast<std::size_t>(frame / 50)].knockDown();
      walkers.step(inputs, kStep);
      for (const WalkerFrame& one : walkers.frames()) fallen += one.fell ? 1 : 0;
      hashes.push_back(walkers.stateHash());
    }
    EXPECT_GT(fallen, 4);
    return hashes;
  };
  const std::vector<std::uint64_t> one = run(1), two = run(2), again = run(2);
  EXPECT_EQ(one, two);
  EXPECT_EQ(two, again);
}

TEST(Fall, AWalkIsItsInputs) {
  WalkScript script = straight(0.4f, 6);
  script.hits.push_back({.time = 2, .part = Role::chest, .impulse = {0, 0, -200}});
  const WalkRecord a = walkThrough(figureKind(), *builtInLevel("flat"), script);
  const WalkRecord b = walkThrough(figureKind(), *builtInLevel("flat"), script);
  EXPECT_EQ(a.hashes, b.hashes);
  script.hits.front().impulse.z = -201;
  const WalkRecord c = walkThrough(figureKind(), *builtInLevel("flat"), script);
  const auto differs = std::mismatch(a.hashes.begin(), a.hashes.end(), c.hashes.begin());
  EXPECT_EQ(differs.first - a.hashes.begin(), 120);
}

TEST(Fall, AFallDoesNotDependMuchOnTheFrame) {
  for (const float rate : {30.0f, 60.0f, 120.0f}) {
    WalkScript script = straight(0.4f, 14);
    script.hits.push_back({.time = 2, .part = Role::chest, .impulse = {0, 0, -200}});
    const WalkRecord record = walkThrough(figureKind(), *builtInLevel("flat"), script, {.dt = 1 / rate});
    int fell = 0, rose = 0;
    for (const auto& [time, event] : record.events) {
      fell += event.type == WalkEventType::fell ? 1 : 0;
      rose += event.type == WalkEventType::rose ? 1 : 0;
    }
    EXPECT_EQ(fell, 1) << rate;
    EXPECT_EQ(rose, 1) << rate;
  }
}

}  // namespace
}  // namespace sinew
