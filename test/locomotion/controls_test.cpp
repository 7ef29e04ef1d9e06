#include <gtest/gtest.h>

#include <sinew/locomotion/controls.h>

namespace sinew {
namespace {

Demand run(ControlState& state, const ControlInput& input, float seconds, float dt) {
  Demand demand;
  for (float t = 0; t < seconds - dt / 2; t += dt) demand = readControls({}, state, input, dt);
  return demand;
}

TEST(Controls, TheLeverStaysWhereItWasPut) {
  ControlState state;
  run(state, {.throttleUp = true}, 0.5f, 1.0f / 60);
  const float put = state.lever;
  EXPECT_NEAR(put, 0.4f, 0.02f);
  run(state, {}, 5, 1.0f / 60);
  EXPECT_EQ(state.lever, put);
}

TEST(Controls, ASweepAcrossZeroStopsAtZeroAtAnyRate) {
  for (const float rate : {1000.0f, 144.0f, 60.0f, 20.0f, 10.0f}) {
    ControlState state;
    state.lever = 0.37f;
    EXPECT_EQ(run(state, {.throttleDown = true}, 2, 1 / rate).speed, 0) << rate;
    readControls({}, state, {}, 1 / rate);                                            // let go ...
    EXPECT_LT(run(state, {.throttleDown = true}, 1, 1 / rate).speed, -0.5f) << rate;  // ... and press anew
    readControls({}, state, {}, 1 / rate);
    EXPECT_EQ(run(state, {.throttleUp = true}, 3, 1 / rate).speed, 0) << rate;
  }
}

TEST(Controls, TheStickCentresItself) {
  ControlState state;
  EXPECT_EQ(run(state, {.stickLeft = true}, 1, 1.0f / 60).turn, 1);
  EXPECT_EQ(run(state, {}, 1, 1.0f / 60).turn, 0);
  EXPECT_EQ(run(state, {.stickRight = true}, 1, 1.0f / 10).turn, -1);
  EXPECT_EQ(run(state, {.stickLeft = true, .stickRight = true}, 1, 1.0f / 60).turn, 0);
}

TEST(Controls, WithoutFocusTheSticksCentreAndTheLeverStays) {
  ControlState state;
  run(state, {.throttleUp = true, .stickLeft = true}, 0.5f, 1.0f / 60);
  const float lever = state.lever;
  const Demand demand = run(state, {.throttleUp = true, .stickLeft = true, .focused = false}, 1, 1.0f / 60);
  EXPECT_EQ(demand.speed, lever);
  EXPECT_EQ(demand.turn, 0);
}

TEST(Controls, AllStop) {
  ControlState state;
  run(state, {.throttleUp = true}, 1, 1.0f / 60);
  EXPECT_EQ(readControls({}, state, {.throttleZero = true}, 1.0f / 60).speed, 0);
}

TEST(Controls, TheTorsoTurnsWithinItsLimits) {
  ControlState state;
  EXPECT_FLOAT_EQ(run(state, {.twistLeft = true}, 9, 1.0f / 60).torsoTwist, ControlSettings{}.mostTwist);
  EXPECT_FLOAT_EQ(run(state, {}, 1, 1.0f / 60).torsoTwist, ControlSettings{}.mostTwist);
}

TEST(Controls, DirectInputTurnsToItsFacingAndDoesNotPassIt) {
  const DirectSettings settings;
  float yaw = 3;
  for (int i = 0; i < 600; ++i) {
    const Demand demand = demandOf({.facing = -3}, settings, yaw, 1.0f / 60);
    yaw += demand.turn * settings.turnRate / 60;
  }
  EXPECT_NEAR(std::remainder(yaw + 3, 2 * kPi), 0, 1e-5f);
  EXPECT_GT(yaw, 3);  // the short way round
}

TEST(Controls, DirectInputWalksByWhatLiesAhead) {
  const Demand ahead = demandOf({.velocity = {3.5f, 9, 0}}, {}, kPi / 2, 1.0f / 60);
  EXPECT_NEAR(ahead.speed, 1, 1e-6f);
  EXPECT_NEAR(demandOf({.velocity = {0, 0, -0.5f}}, {}, 0, 1.0f / 60).speed, -0.5f, 1e-6f);
  EXPECT_NEAR(demandOf({.velocity = {2, 0, 0}}, {}, 0, 1.0f / 60).speed, 0, 1e-6f);
}

}  // namespace
}  // namespace sinew
