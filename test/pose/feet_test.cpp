#include <gtest/gtest.h>

#include <cmath>

#include "pose/legs.h"

// Feet on the ground: pelvis, ankles, soles, and feet that stand where they stand.

namespace sinew {
namespace {

using test::FunctionGround;
using test::kAnkle;
using test::Stander;

constexpr float kDt = 1.0f / 60;

GroundHit at(float height, const Vec3& normal = {0, 1, 0}, const Vec3& velocity = {}) { return {true, height, normal, velocity}; }

TEST(Feet, LevelGroundChangesNothing) {
  const FunctionGround ground([](const Vec3&) { return at(0); });
  Stander one;
  one.settle(ground);
  for (std::size_t j = 0; j < one.model.size(); ++j)
    EXPECT_LT(distance(one.model[j].translation, one.set->skeleton.modelFromBind[j].translation), 1e-5f) << j;
}

TEST(Feet, ThePelvisGoesDownUntilTheLowestFootReaches) {
  const FunctionGround step([](const Vec3& p) { return at(p.x > 0 ? -0.2f : 0); });
  Stander one;
  one.settle(step);
  EXPECT_NEAR(one.model[0].translation.y, 0.92f - 0.2f, 1e-3f);
  EXPECT_NEAR(one.foot(0).y, kAnkle - 0.2f, 1e-3f);  // both keep the height that the clip gives them over their ground
  EXPECT_NEAR(one.foot(1).y, kAnkle, 1e-3f);
  EXPECT_GT(one.model[5].translation.z, 0.15f);  // the knee of the upper one bends ahead

  // It eases there: no frame jumps.
  Stander eased;
  float before = 0.92f, fastest = 0;
  for (int i = 0; i < 60; ++i) {
    eased.frame(step);
    fastest = std::max(fastest, std::abs(eased.model[0].translation.y - before));
    before = eased.model[0].translation.y;
  }
  EXPECT_LT(fastest, 0.03f);
  EXPECT_NEAR(before, 0.72f, 1e-3f);

  // Higher ground under both lifts it.
  const FunctionGround higher([](const Vec3&) { return at(0.15f); });
  one.settle(higher);
  EXPECT_NEAR(one.model[0].translation.y, 0.92f + 0.15f, 1e-3f);
  EXPECT_NEAR(one.foot(1).y, kAnkle + 0.15f, 1e-3f);
}

TEST(Feet, SolesLieOnTheSlopeAndNoSteeperThanTheyCan) {
  for (const float degreesUp : {10.0f, 20.0f, 60.0f}) {
    const float slope = radians(degreesUp);
    const Vec3 normal{0, std::cos(slope), -std::sin(slope)};
    const float rise = std::min(std::tan(slope), 0.3f);
    const FunctionGround hill([&](const Vec3& p) { return at(p.z * rise, normal); });
    Stander one;
    one.worldFromModel = {axisAngle(Vec3{0, 1, 0}, 0.5f), {1, 0, 0}};
    one.settle(hill);
    for (const std::size_t side : {0u, 1u}) {
      const Vec3 up = rotate(one.sole(side), Vec3{0, 1, 0});
      const float wanted = std::min(slope, one.options.steepest);
      EXPECT_NEAR(angleBetween(up, Vec3{0, 1, 0}), wanted, 0.01f) << degreesUp;
      EXPECT_NEAR(angleBetween(up, normal), slope - wanted, 0.01f) << degreesUp;
    }
    // A foot in the air is not turned.
    one.animated[4].rotation = axisAngle(Vec3{1, 0, 0}, -0.9f);
    one.animated[5].rotation = axisAngle(Vec3{1, 0, 0}, 0.9f);
    one.settle(hill);
    EXPECT_LT(angleBetween(rotate(one.sole(1), Vec3{0, 1, 0}), Vec3{0, 1, 0}), 0.01f);
    EXPECT_GT(angleBetween(rotate(one.sole(0), Vec3{0, 1, 0}), Vec3{0, 1, 0}), std::min(slope, one.options.steepest) - 0.01f);
  }
}

TEST(Feet, LargeCorrectionsAreLeftOutAndTold) {
  const FunctionGround cliff([](const Vec3& p) { return at(p.x > 0 ? -0.8f : -0.1f); });
  Stander one;
  one.settle(cliff);
  EXPECT_TRUE(one.state.feet[0].refused);
  EXPECT_FALSE(one.state.feet[1].refused);
  // The foot over the cliff stays as animated; the other is planted with it.
  EXPECT_NEAR(one.foot(1).y, kAnkle - 0.1f, 1e-3f);
  EXPECT_GT(one.foot(0).y, kAnkle - 0.11f);
  EXPECT_GT(one.model[0].translation.y, 0.92f - 0.11f);

  // Just within what is allowed it is planted.
  const FunctionGround edge([](const Vec3&) { return at(-0.49f); });
  one.settle(edge);
  EXPECT_FALSE(one.state.feet[0].refused);
  EXPECT_NEAR(one.foot(0).y, kAnkle - 0.49f, 1e-3f);

  // Nothing under it at all: as animated.
  const FunctionGround nothing([](const Vec3&) { return GroundHit{}; });
  one.settle(nothing);
  EXPECT_NEAR(one.foot(0).y, kAnkle, 1e-3f);
  EXPECT_FALSE(one.state.feet[0].locked);
}

TEST(Feet, AStandingFootIsLockedAndLetGoWithHysteresis) {
  const FunctionGround ground([](const Vec3&) { return at(0); });
  Stander one;
  const auto slideAt = [&](float speed, int frames) {
    bool always = true, never = true;
    float moved = 0;
    for (int i = 0; i < frames; ++i) {
      const Vec3 before = one.foot(0);
      one.worldFromModel.translation.z += speed * kDt;
      one.frame(ground);
      const Vec3 step = one.foot(0) - before;
      moved = std::max(moved, length(Vec3{step.x, 0, step.z}));
      always = always && one.state.feet[0].locked;
      never = never && !one.state.feet[0].locked;
    }
    return std::tuple(always, never, moved);
  };
  one.frame(ground);
  one.frame(ground);
  const float below = 0.8f * one.options.lockBelow, between = 0.5f * (one.options.lockBelow + one.options.releaseAbove);
  const float above = 1.2f * one.options.releaseAbove;

  auto [locked, free, moved] = slideAt(below, 10);
  EXPECT_TRUE(locked);
  EXPECT_LT(moved, 1e-5f);  // it stands, though its clip slides
  std::tie(locked, free, moved) = slideAt(between, 10);
  EXPECT_TRUE(locked) << "what is locked holds on between the two speeds";
  EXPECT_LT(moved, 1e-5f);
  std::tie(locked, free, moved) = slideAt(above, 3);
  EXPECT_TRUE(free);
  std::tie(locked, free, moved) = slideAt(between, 30);
  EXPECT_TRUE(free) << "what is free stays free between the two speeds";
  slideAt(below, 1);
  EXPECT_TRUE(one.state.feet[0].locked);

  // However slowly its clip slides, it lets go where it would have to stretch, and locks anew.
  bool letGo = false;
  for (int i = 0; i < 120; ++i) {
    slideAt(below, 1);
    letGo = letGo || !one.state.feet[0].locked;
    EXPECT_LT(distance(one.foot(0), one.state.feet[0].animated), one.options.releaseDistance + 0.01f);
  }
  EXPECT_TRUE(letGo);
}

TEST(Feet, AStepThatIsLiftedIsNotLocked) {
  const FunctionGround ground([](const Vec3&) { return at(0); });
  Stander one;
  one.animated[1].rotation = axisAngle(Vec3{1, 0, 0}, -0.9f);
  one.animated[2].rotation = axisAngle(Vec3{1, 0, 0}, 0.9f);
  for (int i = 0; i < 10; ++i) one.frame(ground);
  EXPECT_FALSE(one.state.feet[0].locked);
  EXPECT_TRUE(one.state.feet[1].locked);
}

TEST(Feet, MovingGroundCarriesTheFoot) {
  // A platform drives off under a character whose node stays behind for a moment, then rides along.
  const Vec3 drive{0.8f, 0, 0.3f};
  const FunctionGround platform([&](const Vec3&) { return at(0.05f, {0, 1, 0}, drive); });
  Stander one;
  one.worldFromModel.translation.y = 0.05f;
  for (int i = 0; i < 30; ++i) {
    one.worldFromModel.translation += drive * kDt;
    one.frame(platform);
  }
  ASSERT_TRUE(one.state.feet[0].locked);
  for (int i = 0; i < 60; ++i) {
    const Vec3 before = one.foot(0);
    one.worldFromModel.translation += drive * kDt + Vec3{0, 0, 0.1f * kDt};  // its clip creeps over the platform
    one.frame(platform);
    ASSERT_TRUE(one.state.feet[0].locked) << i;
    EXPECT_LT(distance(one.foot(0) - before, drive * kDt), 1e-5f) << i;  // the foot does not
  }
}

TEST(Feet, LockingCanBeSwitchedOff) {
  const FunctionGround ground([](const Vec3&) { return at(0); });
  Stander one;
  one.options.lock = false;
  for (int i = 0; i < 10; ++i) {
    one.worldFromModel.translation.z += 0.1f * kDt;
    one.frame(ground);
    EXPECT_FALSE(one.state.feet[0].locked);
    EXPECT_NEAR(one.foot(0).z, one.worldFromModel.translation.z, 1e-5f);
  }
}

TEST(Feet, TheAnimatorPlantsWhereThereIsGround) {
  auto set = test::legsSet();
  const FunctionGround step([](const Vec3& p) { return at(p.x > 0 ? -0.2f : 0); });
  Animator animator(set);
  const auto run = [&](const Ground* ground) {
    for (int i = 0; i < 120; ++i) {
      animator.advance(kDt);
      animator.compose({}, ground);
    }
    return animator.animatedModel()[3].translation.y;
  };
  EXPECT_NEAR(run(&step), kAnkle, 1e-5f);  // not asked for
  animator.setFeet({});
  EXPECT_NEAR(run(&step), kAnkle - 0.2f, 1e-3f);
  EXPECT_NEAR(run(nullptr), kAnkle, 1e-5f);
  animator.clearFeet();
  EXPECT_NEAR(run(&step), kAnkle, 1e-5f);
}

}  // namespace
}  // namespace sinew
