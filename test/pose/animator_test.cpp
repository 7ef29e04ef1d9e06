#include <gtest/gtest.h>

#include <cstring>

#include <sinew/base/fixed_step.h>
#include <sinew/base/log.h>
#include <sinew/base/random.h>
#include <sinew/pose/animator.h>

#include "pose/chain.h"

// The Animator's contract: one clock, the order of the stages, and what a physics plugin may rely on.

namespace sinew {
namespace {

using test::chainSet;

constexpr float kDt = 1.0f / 60;

void step(Animator& animator, float dt = kDt) {
  animator.advance(dt);
  animator.compose();
}

bool sameBits(std::span<const Transform> a, std::span<const Transform> b) { return std::memcmp(a.data(), b.data(), a.size_bytes()) == 0; }

std::vector<Mat4> matricesOf(std::span<const Mat4> span) { return {span.begin(), span.end()}; }

/// A physics pose that stands quite elsewhere.
std::vector<Mat4> thrown(const Animator& animator) {
  std::vector<Mat4> pose = matricesOf(animator.jointModelTransforms());
  for (std::size_t j = 0; j < pose.size(); ++j)
    pose[j] = toMat4(Transform{axisAngle(Vec3{1, 0, 0}, 1 + 0.1f * static_cast<float>(j)), {2, 1, static_cast<float>(j)}});
  return pose;
}

TEST(Animator, BeforeTheFirstUpdateItIsTheBindPose) {
  Animator animator(chainSet());
  const SkeletonInfo info = animator.jointInfo();
  ASSERT_EQ(info.jointPaths.size(), 6u);
  EXPECT_EQ(info.jointPaths[2], "j0/j1/j2");
  EXPECT_EQ(info.parentIndices[0], -1);
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_EQ(animator.jointModelTransforms()[j], info.bindModelTransforms[j]);
    EXPECT_EQ(animator.animatedJointModelTransforms()[j], info.bindModelTransforms[j]);
  }
}

TEST(Animator, DisplayedAndAnimatedAgreeWithoutPhysics) {
  Animator animator(chainSet());
  animator.play(1);
  for (int i = 0; i < 10; ++i) step(animator);
  EXPECT_TRUE(sameBits(animator.displayedModel(), animator.animatedModel()));
}

TEST(Animator, WhatWasReadComesBackThroughThePhysicsPose) {
  auto set = std::make_shared<AnimationSet>(*chainSet());
  for (std::size_t j = 0; j < 6; ++j) {
    set->skeleton.restScale[j] = {j == 1 ? 2.0f : 1.0f, j == 1 ? 2.0f : 1.0f, j == 1 ? 2.0f : 1.0f};
    if (j > 1) set->skeleton.scaleAbove[j] = {2, 2, 2};
  }
  Animator animator(set);
  animator.play(1);
  for (int i = 0; i < 17; ++i) step(animator);
  const std::vector<Mat4> read = matricesOf(animator.jointModelTransforms());
  ASSERT_TRUE(animator.setPhysicsPose(read, std::vector<float>(6, 1)));
  animator.compose();
  for (std::size_t i = 0; i < 6 * 16; ++i) EXPECT_NEAR(animator.jointModelTransforms()[i / 16][i % 16], read[i / 16][i % 16], 1e-5f);
}

TEST(Animator, APhysicsPoseStaysUntilCleared) {
  Animator animator(chainSet());
  animator.play(1);
  step(animator);
  ASSERT_TRUE(animator.setPhysicsPose(thrown(animator), std::vector<float>(6, 1)));
  for (int i = 0; i < 5; ++i) step(animator);
  EXPECT_GT(animator.displayedModel()[0].translation.x, 1.9f);
  EXPECT_LT(animator.animatedModel()[0].translation.x, 0.1f);
  animator.clearPhysicsPose();
  EXPECT_GT(animator.displayedModel()[0].translation.x, 1.9f);  // until the next update
  step(animator);
  EXPECT_TRUE(sameBits(animator.displayedModel(), animator.animatedModel()));
}

TEST(Animator, PhysicsNeverEntersTheAnimation) {
  // The same clips, switches and jumps, once under full physics: what is animated is bitwise the same.
  Animator plain(chainSet()), driven(chainSet());
  for (int i = 0; i < 200; ++i) {
    for (Animator* animator : {&plain, &driven}) {
      if (i == 0) animator->play(0);
      if (i == 40) animator->play(1, {.halflife = 0.15f});
      if (i == 90) animator->jump(2, 0.33, 0.1f);
      if (i == 130) animator->jump(1, 0.8, 0.1f);
      if (animator == &driven && i > 20) {
        ASSERT_TRUE(animator->setPhysicsPose(thrown(*animator), std::vector<float>(6, 1)));
      }
      step(*animator);
    }
    ASSERT_TRUE(sameBits(plain.animatedModel(), driven.animatedModel())) << i;
  }
}

TEST(Animator, WrongPhysicsPosesAreIgnoredAndLogged) {
  static int logged = 0;
  setLogHook([](LogLevel, std::string_view, void*) { ++logged; });
  Animator animator(chainSet());
  animator.play(1);
  step(animator);
  const std::vector<Mat4> good = thrown(animator);
  std::vector<Mat4> bad = good;
  bad[3][5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(animator.setPhysicsPose(std::span(good).first(5), std::vector<float>(6, 1)));
  EXPECT_FALSE(animator.setPhysicsPose(good, std::vector<float>(7, 1)));
  EXPECT_FALSE(animator.setPhysicsPose(bad, std::vector<float>(6, 1)));
  EXPECT_FALSE(animator.setPhysicsPose(good, std::vector<float>(6, std::numeric_limits<float>::quiet_NaN())));
  EXPECT_EQ(logged, 4);
  step(animator);
  EXPECT_TRUE(sameBits(animator.displayedModel(), animator.animatedModel()));
  EXPECT_TRUE(animator.setPhysicsPose(good, std::vector<float>(6, 7)));  // weights clamp
  setLogHook(nullptr);
}

TEST(Animator, APausedOneKeepsItsPoseAndTakesPhysicsWhenItGoesOn) {
  Animator animator(chainSet());
  animator.play(1);
  for (int i = 0; i < 5; ++i) step(animator);
  const std::vector<Transform> shown(animator.displayedModel().begin(), animator.displayedModel().end());
  animator.setPaused(true);
  ASSERT_TRUE(animator.setPhysicsPose(thrown(animator), std::vector<float>(6, 1)));
  EXPECT_EQ(animator.advance(kDt).root, RootDelta{});
  animator.compose();
  EXPECT_TRUE(sameBits(animator.displayedModel(), shown));
  animator.setPaused(false);
  step(animator);
  EXPECT_GT(animator.displayedModel()[0].translation.x, 1.9f);
}

TEST(Animator, ASwitchIsSmooth) {
  Animator animator(chainSet());
  animator.play(1);
  for (int i = 0; i < 33; ++i) step(animator);
  // The largest turn of a joint from frame to frame is hardly more than what the clips do themselves.
  const auto largest = [&](int frames) {
    float most = 0;
    for (int i = 0; i < frames; ++i) {
      const std::vector<Transform> before(animator.animatedLocal().begin(), animator.animatedLocal().end());
      step(animator);
      for (std::size_t j = 0; j < before.size(); ++j)
        most = std::max(most, angleBetween(before[j].rotation, animator.animatedLocal()[j].rotation));
    }
    return most;
  };
  const float own = largest(60);
  animator.play(2, {.halflife = 0.2f});
  EXPECT_LT(largest(60), own + 0.12f);
  animator.jump(1, 0.5, 0);
  step(animator);  // a cut is a cut: nothing of what was is left
  std::vector<Transform> there(6);
  samplePose(animator.set().clips[1], animator.set().skeleton, 0.5f + kDt, there);
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(angleBetween(there[j].rotation, animator.animatedLocal()[j].rotation), 0, 1e-5f);
}

TEST(Animator, TheSameClipIsNoSwitch) {
  Animator animator(chainSet()), other(chainSet());
  animator.play(1);
  other.play(1);
  for (int i = 0; i < 50; ++i) {
    if (i == 25) animator.play(1);
    step(animator);
    step(other);
    ASSERT_TRUE(sameBits(animator.displayedModel(), other.displayedModel()));
  }
}

TEST(Animator, AFrameOfNoTimeDropsNoTransition) {
  Animator animator(chainSet()), other(chainSet());
  for (Animator* one : {&animator, &other}) {
    one->play(0);
    for (int i = 0; i < 10; ++i) step(*one);
    one->play(2, {.halflife = 0.3f});
  }
  animator.advance(0);
  animator.compose();
  for (int i = 0; i < 5; ++i) {
    step(animator);
    step(other);
  }
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_NEAR(angleBetween(animator.animatedLocal()[j].rotation, other.animatedLocal()[j].rotation), 0, 0.05f);
}

TEST(Animator, TravelIsTheClipsAtAnyRate) {
  for (const float rate : {15.0f, 60.0f, 144.0f, 1000.0f}) {
    Animator animator(chainSet());
    animator.play(1);
    double z = 0;
    int completions = 0;
    for (int i = 0; i < static_cast<int>(10 * rate); ++i) {
      const Animator::Advance out = animator.advance(1 / rate);
      z += out.root.translation.z;
      completions += out.completions;
    }
    EXPECT_NEAR(z, 14, 1.4e-4 * 10) << rate;
    EXPECT_NEAR(completions, 10, 1) << rate;
  }
}

TEST(Animator, BackwardTravelsBack) {
  Animator animator(chainSet());
  animator.play(1, {.speed = -1});
  double z = 0;
  for (int i = 0; i < 60; ++i) z += animator.advance(kDt).root.translation.z;
  EXPECT_NEAR(z, -1.4, 1e-4);
}

TEST(Animator, ASeekDoesNotTravel) {
  Animator animator(chainSet());
  animator.play(1);
  animator.advance(kDt);
  animator.jump(1, 0.5, 0);
  EXPECT_LT(std::abs(animator.advance(kDt).root.translation.z), 1.4f * kDt + 1e-5f);
}

/// Motion matching in small: of all moments of all clips the one whose pose is nearest to a wish.
std::pair<std::int32_t, double> match(const AnimationSet& set, std::span<const Transform> wish) {
  std::pair<std::int32_t, double> best{0, 0};
  float nearest = 1e30f;
  std::vector<Transform> pose(set.skeleton.size());
  for (std::size_t c = 0; c < set.clips.size(); ++c) {
    for (float time = 0; time < set.clips[c].duration; time += 0.05f) {
      samplePose(set.clips[c], set.skeleton, time, pose);
      float far = 0;
      for (std::size_t j = 0; j < pose.size(); ++j) far += angleBetween(pose[j].rotation, wish[j].rotation);
      if (far < nearest) {
        nearest = far;
        best = {static_cast<std::int32_t>(c), time};
      }
    }
  }
  return best;
}

TEST(Animator, AMatcherMayJumpEveryFewFrames) {
  const auto set = chainSet();
  Animator animator(set), underPhysics(set);
  animator.play(0);
  underPhysics.play(0);
  Random random{3};
  std::vector<Transform> wish(6);
  for (int i = 0; i < 300; ++i) {
    if (i % 12 == 0) {
      samplePose(set->clips[random.next() % 3], set->skeleton, random.unit(), wish);
      const auto [clip, time] = match(*set, wish);
      for (Animator* one : {&animator, &underPhysics}) one->jump(clip, time, 0.1f);
    }
    ASSERT_TRUE(underPhysics.setPhysicsPose(thrown(underPhysics), std::vector<float>(6, 1)));
    const std::vector<Transform> before(animator.animatedLocal().begin(), animator.animatedLocal().end());
    step(animator);
    step(underPhysics);
    ASSERT_TRUE(sameBits(animator.animatedModel(), underPhysics.animatedModel()));
    for (std::size_t j = 0; j < before.size() && i > 0; ++j)
      ASSERT_LT(degrees(angleBetween(before[j].rotation, animator.animatedLocal()[j].rotation)), 25) << i;
  }
}

TEST(Animator, PhysicsWinsOverReachAndLayers) {
  auto set = std::make_shared<AnimationSet>(*chainSet());
  set->limbs.arms = {Limb{.upper = 2,
                          .lower = 3,
                          .end = 4,
                          .foot = 4,
                          .bend = {0, 0, 1},
                          .belowUpper = {2, 3, 4, 5},
                          .belowLower = {3, 4, 5},
                          .belowEnd = {4, 5}}};
  Animator animator(set);
  animator.play(0);
  animator.addLayer(1, {.weight = 0.7f, .mask = {}});
  animator.reach(0, {.position = {0.8f, 2, 0.5f}});
  for (int i = 0; i < 120; ++i) step(animator);
  EXPECT_NEAR(distance(animator.animatedModel()[4].translation, (Vec3{0.8f, 2, 0.5f})), 0, 0.02f);
  std::vector<Mat4> pose = matricesOf(animator.jointModelTransforms());
  pose[4] = toMat4(Transform{axisAngle(Vec3{0, 1, 0}, 2.0f), {}});
  std::vector<float> weights(6, 0);
  weights[4] = 1;
  ASSERT_TRUE(animator.setPhysicsPose(pose, weights));
  step(animator);
  EXPECT_NEAR(angleBetween(animator.displayedModel()[4].rotation, axisAngle(Vec3{0, 1, 0}, 2.0f)), 0, 1e-4f);
  animator.release(0);
  animator.clearPhysicsPose();
  for (int i = 0; i < 240; ++i) step(animator);
  EXPECT_GT(distance(animator.animatedModel()[4].translation, (Vec3{0.8f, 2, 0.5f})), 0.1f);  // let go, eased out
}

TEST(FixedStep, FramesOfAnyLengthGiveTheSameSteps) {
  for (const double rate : {20.0, 60.0, 144.0, 59.94}) {
    FixedStep fixed;
    int steps = 0;
    for (int i = 0; i < static_cast<int>(10 * rate); ++i) {
      steps += fixed.advance(1 / rate);
      ASSERT_GE(fixed.alpha(), 0);
      ASSERT_LT(fixed.alpha(), 1.0001f);
    }
    EXPECT_NEAR(steps, 600, 1) << rate;
  }
  FixedStep behind;
  EXPECT_EQ(behind.advance(5), behind.mostSteps);
  EXPECT_EQ(behind.advance(-1), 0);
  EXPECT_EQ(behind.advance(std::numeric_limits<double>::quiet_NaN()), 0);
}

}  // namespace
}  // namespace sinew
