#include <gtest/gtest.h>

#include <map>

#include "locomotion/clips.h"

namespace sinew {
namespace {

using test::bipedClips;
using test::travelling;

GaitSet boundTo(const AnimationSet& set, std::string_view name = "biped") {
  Findings findings;
  const Result<GaitSet> bound = bindGait(*builtInGait(name), set, {0, 0, 1}, findings);
  EXPECT_TRUE(bound) << bound.error().message;
  return *bound;
}

/// One channel with its set; remembers which states it passed.
struct Legs {
  explicit Legs(AnimationSet made = bipedClips()) : animation(std::move(made)), set(boundTo(animation)) {}

  GaitStep step(const GaitInput& input) {
    const GaitStep one = stepGait(set, animation, gait, input, nullptr);
    total = combined(total, one.travel);
    const std::string name(stateName(set, gait));
    if (passed.empty() || passed.back() != name) passed.push_back(name);
    return one;
  }
  void run(const Demand& demand, float seconds, float dt = 1.0f / 60, float damage = 0) {
    for (float t = 0; t < seconds - dt / 2; t += dt) step({.demand = demand, .damage = damage, .dt = dt});
  }
  bool went(std::string_view state) const { return std::find(passed.begin(), passed.end(), state) != passed.end(); }

  AnimationSet animation;
  GaitSet set;
  Gait gait;
  RootDelta total;
  std::vector<std::string> passed;
};

TEST(GaitTable, TheBuiltInTablesComeBackFromTheirText) {
  for (const char* name : {"biped", "quadruped"}) {
    const Result<GaitTable> table = builtInGait(name);
    ASSERT_TRUE(table) << table.error().place << ' ' << table.error().message;
    const std::string text = writeGait(*table);
    const Result<GaitTable> again = readGait(text);
    ASSERT_TRUE(again) << again.error().place << ' ' << again.error().message;
    EXPECT_EQ(writeGait(*again), text);
    EXPECT_EQ(again->states.size(), table->states.size());
  }
}

TEST(GaitTable, KnownNumbersStand) {
  const GaitTable table = *builtInGait("biped");
  std::map<std::string, int> numbers;
  for (const GaitState& state : table.states) numbers[state.name] = state.number;
  EXPECT_EQ(numbers["walkLeft"], 6);
  EXPECT_EQ(numbers["walkRight"], 7);
  EXPECT_EQ(numbers["runLeft"], 12);
  EXPECT_EQ(numbers["runRight"], 13);
  EXPECT_EQ(numbers["gimpLeft"], 16);
  EXPECT_EQ(numbers["gimpReverseRight"], 19);
  EXPECT_EQ(numbers["crash"], 0x20);
}

TEST(GaitTable, WhatIsWrongIsNamed) {
  const auto fault = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const Result<GaitTable> table = readGait(text);
    EXPECT_FALSE(table) << to;
    return table ? "" : table.error().place + " " + table.error().message;
  };
  const std::string text = writeGait(*builtInGait("biped"));
  EXPECT_EQ(fault(text, "\"start\": \"stand\"", "\"start\": \"sit\""), "start 'sit' is no state of this table");
  EXPECT_NE(fault(text, "demand > 0.05", "demand is 3").find("'demand is 3' is no condition"), std::string::npos);
  EXPECT_NE(fault(text, "\"drive\": \"pace\"", "\"drive\": \"whim\"").find("'whim' is not one of its names"), std::string::npos);
  EXPECT_NE(fault(text, "0.35 walk", "0.35 crawl").find("wants two speeds"), std::string::npos);
  EXPECT_NE(fault(text, "\"schema\": 1", "\"schema\": 2").find("version 2 is not known here"), std::string::npos);
}

TEST(GaitTable, TheGraphHasEveryStateAndEveryTransition) {
  const GaitTable table = *builtInGait("biped");
  const std::string dot = gaitGraph(table);
  for (const GaitState& state : table.states) EXPECT_NE(dot.find("\"" + state.name + "\""), std::string::npos) << state.name;
  std::size_t arrows = 0, expected = 0;
  for (std::size_t at = dot.find("->"); at != std::string::npos; at = dot.find("->", at + 1)) ++arrows;
  for (const GaitTransition& transition : table.transitions) expected += std::max<std::size_t>(1, transition.from.size());
  EXPECT_EQ(arrows, expected);
}

TEST(GaitBind, StridesAndCapsAreMeasured) {
  const Legs legs;
  EXPECT_NEAR(legs.set.walkSpeed, 1.4f, 1e-4f);
  EXPECT_NEAR(legs.set.runSpeed, 3.5f, 1e-4f);
  EXPECT_NEAR(legs.set.gimpSpeed, 0.5f, 1e-4f);
  EXPECT_NEAR(legs.set.topSpeed, 3.5f, 1e-4f);
}

TEST(GaitBind, MissingClipsLeaveStatesOutOrAreStoodInFor) {
  AnimationSet set = bipedClips();
  set.clips.resize(2);  // idle and walk
  Findings findings;
  const Result<GaitSet> bound = bindGait(*builtInGait("biped"), set, {0, 0, 1}, findings);
  ASSERT_TRUE(bound) << bound.error().message;
  EXPECT_EQ(stateOf(*bound, "runLeft"), -1);
  EXPECT_EQ(stateOf(*bound, "turnInPlaceLeft"), -1);
  EXPECT_GE(stateOf(*bound, "gimpLeft"), 0);     // limps with the walk's own clip
  EXPECT_GE(stateOf(*bound, "reverseLeft"), 0);  // the walk played backward
  EXPECT_GE(stateOf(*bound, "crash"), 0);
  EXPECT_TRUE(
      std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.message.find("'runLeft'") != std::string::npos; }));
  Legs legs(set);
  legs.run({.speed = 1}, 10);
  EXPECT_NEAR(legs.gait.pace, 1.2f * 1.4f, 1e-3f);  // all that a walk can do
}

TEST(GaitBind, WithoutIdleOrWalkItIsRefused) {
  Findings findings;
  AnimationSet set = bipedClips();
  set.clips.erase(set.clips.begin());
  EXPECT_FALSE(bindGait(*builtInGait("biped"), set, {0, 0, 1}, findings));
  set = bipedClips();
  set.clips.resize(1);
  const auto refused = bindGait(*builtInGait("biped"), set, {0, 0, 1}, findings);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("no clip to walk with"), std::string::npos);
}

TEST(Gait, StandsWalksRunsAndComesBack) {
  Legs legs;
  legs.run({}, 1);
  EXPECT_EQ(stateName(legs.set, legs.gait), "stand");
  EXPECT_EQ(legs.total, RootDelta{});
  legs.run({.speed = 0.4f}, 4);
  EXPECT_NEAR(legs.gait.pace, 1.4f, 1e-3f);
  EXPECT_TRUE(legs.went("walkLeft") && legs.went("walkRight"));
  EXPECT_FALSE(legs.went("runLeft") || legs.went("runRight"));
  legs.run({.speed = 1}, 4);
  EXPECT_NEAR(legs.gait.pace, 3.5f, 1e-3f);
  EXPECT_TRUE(legs.went("runLeft") && legs.went("runRight"));
  legs.run({.speed = 0.4f}, 4);
  EXPECT_NEAR(legs.gait.pace, 1.4f, 1e-3f);
  legs.run({}, 3);
  EXPECT_EQ(stateName(legs.set, legs.gait), "stand");
}

TEST(Gait, SidesAlternate) {
  Legs legs;
  legs.run({.speed = 0.4f}, 20);
  for (std::size_t i = 2; i < legs.passed.size(); ++i)
    EXPECT_EQ(legs.passed[i], legs.passed[i - 1] == "walkLeft" ? "walkRight" : "walkLeft");
  EXPECT_GT(legs.passed.size(), 30u);
}

TEST(Gait, OneLongStepMakesAllItsCompletions) {
  Legs legs;
  legs.run({.speed = 0.4f}, 10);
  const std::string before(stateName(legs.set, legs.gait));
  const GaitStep step = legs.step({.demand = {.speed = 0.4f}, .dt = 8.5f});  // walk: one second, two halves
  EXPECT_EQ(step.completions, 17);
  EXPECT_NE(stateName(legs.set, legs.gait), before);  // an odd number of sides
}

TEST(Gait, TravelDoesNotDependOnTheStep) {
  std::vector<float> ends;
  for (const float dt : {1.0f / 15, 1.0f / 60, 1.0f / 144, 1.0f / 1000}) {
    Legs legs;
    legs.run({.speed = 0.4f}, 2, dt);  // up to pace
    const float from = legs.total.translation.z;
    legs.run({.speed = 0.4f}, 10, dt);
    ends.push_back(legs.total.translation.z - from);
  }
  for (const float end : ends) EXPECT_NEAR(end, 14, 1.4f * 1e-3f);
}

TEST(Gait, WalksBackward) {
  Legs legs;
  legs.run({.speed = -1}, 5);
  EXPECT_TRUE(legs.went("reverseLeft") && legs.went("reverseRight"));
  EXPECT_LT(legs.total.translation.z, -2);
  EXPECT_NEAR(legs.gait.pace, -legs.set.backSpeed, 1e-3f);
  legs.run({}, 2);
  EXPECT_EQ(stateName(legs.set, legs.gait), "stand");
}

/// A wall takes the pace each frame and the clip stands: it must not wait for the end of a stride that never comes.
TEST(Gait, WhoIsHeldUpRunningWalksBackwardAtOnce) {
  for (const std::string_view half : {"runLeft", "runRight"}) {
    for (const float demand : {-1.0f, -0.2f, 0.0f}) {
      Legs legs;
      legs.run({.speed = 1}, 6);
      for (int i = 0; i < 120 && stateName(legs.set, legs.gait) != half; ++i) legs.step({.demand = {.speed = 1}, .dt = 1.0f / 60});
      ASSERT_EQ(stateName(legs.set, legs.gait), half);
      for (int i = 0; i < 90; ++i) {
        legs.gait.pace = std::min(legs.gait.pace, 0.0f);
        legs.step({.demand = {.speed = demand}, .dt = 1.0f / 60});
      }
      EXPECT_EQ(stateName(legs.set, legs.gait).substr(0, 5), demand < 0 ? "rever" : "stand") << half << ' ' << demand;
    }
  }
}

/// A paused frame: nothing of the walk may move, whatever is demanded meanwhile.
TEST(Gait, APausedFrameHearsNoDemand) {
  Legs legs;
  legs.run({.speed = 0.5f}, 1.3f);
  const Gait before = legs.gait;
  const GaitStep step = legs.step({.demand = {.speed = -1, .turn = 1}, .damage = 1, .impact = true, .down = true, .dt = 0});
  EXPECT_EQ(legs.gait.state, before.state);
  EXPECT_EQ(legs.gait.pace, before.pace);
  EXPECT_EQ(legs.gait.time, before.time);
  EXPECT_EQ(legs.gait.sequence.time, before.sequence.time);
  EXPECT_EQ(step.completions, 0);
  EXPECT_EQ(length(step.travel.translation), 0);
}

TEST(Gait, TurnsInPlaceAtTheTurnRate) {
  Legs legs;
  legs.run({.turn = 0.5f}, 4);
  EXPECT_TRUE(legs.went("turnInPlaceLeft"));
  EXPECT_NEAR(legs.total.yaw, 4 * 0.5f * legs.set.table.turnRate, 0.05f);
  EXPECT_NEAR(length(legs.total.translation), 0, 1e-4f);
  legs.run({.turn = -1}, 1);
  EXPECT_EQ(stateName(legs.set, legs.gait), "turnInPlaceRight");
}

TEST(Gait, AWalkedCircleCloses) {
  for (const float dt : {1.0f / 30, 1.0f / 144}) {
    Legs legs;
    legs.run({.speed = 0.4f}, 3, dt);
    legs.total = {};
    const float round = 2 * kPi / (0.5f * legs.set.table.turnRate);
    for (float t = 0; t < round;) {
      const float step = std::min(dt, round - t);
      legs.step({.demand = {.speed = 0.4f, .turn = 0.5f}, .dt = step});
      t += step;
    }
    EXPECT_NEAR(length(legs.total.translation), 0, 0.01f) << dt;
  }
}

TEST(Gait, DamageLimps) {
  Legs legs;
  legs.run({.speed = 1}, 5, 1.0f / 60, 0.8f);
  EXPECT_TRUE(legs.went("gimpLeft") && legs.went("gimpRight"));
  EXPECT_FALSE(legs.went("runLeft"));
  EXPECT_NEAR(legs.gait.pace, legs.set.gimpSpeed, 1e-3f);
  legs.run({.speed = 1}, 6);  // healed
  EXPECT_TRUE(legs.went("runLeft"));
}

TEST(Gait, AnImpactIsACrashAndThenItStands) {
  Legs legs;
  legs.run({.speed = 1}, 5);
  legs.step({.demand = {.speed = 1}, .impact = true, .dt = 1.0f / 60});
  EXPECT_EQ(stateName(legs.set, legs.gait), "crash");
  const float from = legs.total.translation.z;
  legs.run({.speed = 1}, 0.5f);
  EXPECT_EQ(stateName(legs.set, legs.gait), "crash");
  EXPECT_NEAR(legs.total.translation.z, from, 1e-3f);  // it does not travel while it staggers
  legs.run({}, 2);
  EXPECT_EQ(stateName(legs.set, legs.gait), "stand");
}

TEST(Gait, WhoIsDownDoesNotWalk) {
  Legs legs;
  legs.run({.speed = 1}, 3);
  legs.step({.demand = {.speed = 1}, .down = true, .dt = 1.0f / 60});
  const RootDelta from = legs.total;
  for (int i = 0; i < 60; ++i) legs.step({.demand = {.speed = 1, .turn = 1}, .down = true, .dt = 1.0f / 60});
  EXPECT_EQ(stateName(legs.set, legs.gait), "fallen");
  EXPECT_EQ(legs.total, from);
  legs.run({}, 0.1f);
  EXPECT_EQ(stateName(legs.set, legs.gait), "stand");
}

TEST(Gait, NoTimeChangesNothing) {
  Legs legs;
  legs.run({.speed = 0.4f}, 2.3f);
  const Gait before = legs.gait;
  legs.step({.demand = {.speed = 0.4f}, .dt = 0});
  EXPECT_EQ(legs.gait.state, before.state);
  EXPECT_EQ(legs.gait.sequence.time, before.sequence.time);
  EXPECT_EQ(legs.gait.pace, before.pace);
}

TEST(Gait, ATableThatTakesNoTimeDoesNotHang) {
  AnimationSet set = bipedClips();
  set.clips[0].duration = 0;
  Legs legs(set);
  legs.run({}, 1);
  SUCCEED();
}

}  // namespace
}  // namespace sinew
