#include <gtest/gtest.h>

#include <sinew/base/random.h>

#include "locomotion/clips.h"

namespace sinew {
namespace {

using test::travelling;

AnimationSet setOf(Clip clip) {
  AnimationSet set;
  set.skeleton = test::oneJoint();
  set.clips = {std::move(clip)};
  return set;
}

/// The sum of many steps, in doubles: what is tested is the steps, not the sum.
struct Path {
  double x = 0, z = 0, yaw = 0;
  void add(const RootDelta& step) {
    x += step.translation.x * std::cos(yaw) + step.translation.z * std::sin(yaw);
    z += step.translation.z * std::cos(yaw) - step.translation.x * std::sin(yaw);
    yaw += step.yaw;
  }
};

/// Plays a stretch round and round for `seconds` in steps of `dt`.
struct Played {
  Path total;
  int completions = 0;
};
Played play(const AnimationSet& set, const Stretch& stretch, double seconds, double dt, Animator* shown = nullptr, Path from = {}) {
  Sequence sequence;
  select(set, sequence, stretch, 0, shown);
  Played played{.total = from};
  double given = 0;
  for (int frame = 1; given < seconds - 1e-9; ++frame) {
    auto left = static_cast<float>(std::min(frame * dt, seconds) - given);
    given += left;
    while (left > 0) {
      const SequenceStep step = advance(set, sequence, left, shown);
      played.total.add(step.root);
      left = step.leftover;
      if (!step.finished) break;
      ++played.completions;
      select(set, sequence, stretch, 0, shown);
    }
  }
  return played;
}

TEST(Sequence, TenSecondsEndTheSameAtAnyRate) {
  const AnimationSet set = setOf(travelling("walk", 1, 1.4f));
  for (const double dt : {1.0 / 15, 1.0 / 60, 1.0 / 144, 1.0 / 1000, 1e-4}) {
    const Played played = play(set, {0, 0, 1}, 10, dt);
    EXPECT_NEAR(played.total.z, 14, 1.4f * 1e-4f) << dt;
  }
}

TEST(Sequence, JitteredFramesEndWhereEvenOnesDo) {
  const AnimationSet set = setOf(travelling("walk", 1, 1.4f));
  Random random{5};
  Sequence sequence;
  select(set, sequence, {0, 0, 1}, 0, nullptr);
  Path total;
  for (double time = 0; time < 10;) {
    float left = std::min(random.range(0.001f, 0.07f), static_cast<float>(10 - time));
    time += left;
    if (!(left > 0)) break;
    while (left > 0) {
      const SequenceStep step = advance(set, sequence, left, nullptr);
      total.add(step.root);
      left = step.leftover;
      if (step.finished) select(set, sequence, {0, 0, 1}, 0, nullptr);
    }
  }
  EXPECT_NEAR(total.z, 14, 1.4f * 1e-4f);
}

TEST(Sequence, WhatHasEndedTravelsNoFurther) {
  const AnimationSet set = setOf(travelling("step", 0.5f, 0.5f, 0, false));
  Sequence sequence;
  select(set, sequence, {0, 0, 0.5f}, 0, nullptr);
  EXPECT_TRUE(advance(set, sequence, 0.7f, nullptr).finished);
  const double ended = sequence.time;
  for (int i = 0; i < 60; ++i) {
    const SequenceStep step = advance(set, sequence, 1.0f / 60, nullptr);
    EXPECT_EQ(length(step.root.translation), 0);
    EXPECT_EQ(sequence.time, ended);
  }
}

TEST(Sequence, ADurationThatNoFrameDividesLosesNothing) {
  const float duration = 0.3333f;
  const AnimationSet set = setOf(travelling("walk", duration, 0.5f));
  const Played played = play(set, {0, 0, duration}, 1000 * static_cast<double>(duration), 1.0 / 60);
  EXPECT_NEAR(played.total.z, 500, 0.5f * 1e-3f);
}

TEST(Sequence, ForwardThenBackwardIsNothing) {
  const AnimationSet set = setOf(travelling("curve", 1, 1.4f, 0.7f));
  const Path there = play(set, {0, 0.1, 0.8}, 0.7, 1.0 / 60).total;
  const Path back = play(set, {0, 0.8, 0.1}, 0.7, 1.0 / 144, nullptr, there).total;
  EXPECT_NEAR(std::hypot(back.x, back.z), 0, 1e-4);
  EXPECT_NEAR(back.yaw, 0, 1e-5);
}

TEST(Sequence, FourQuarterCirclesClose) {
  const AnimationSet set = setOf(travelling("quarter", 1, 1.5f, kPi / 2));
  const Played played = play(set, {0, 0, 1}, 4, 1.0 / 60);
  EXPECT_NEAR(std::hypot(played.total.x, played.total.z), 0, 1e-3);
  EXPECT_NEAR(std::remainder(played.total.yaw, 2 * std::numbers::pi), 0, 1e-4);
}

TEST(Sequence, EveryCompletionIsCounted) {
  const AnimationSet set = setOf(travelling("walk", 1, 1.4f));
  EXPECT_EQ(play(set, {0, 0, 1}, 17, 17).completions, 17);
  EXPECT_EQ(play(set, {0, 0, 1}, 17, 1.0 / 60).completions, 17);
}

TEST(Sequence, LeftoverTimeBelongsToWhatPlaysNext) {
  const AnimationSet set = setOf(travelling("step", 0.1f, 0.1f, 0, false));
  Sequence sequence;
  select(set, sequence, {0, 0, 0.1f}, 0, nullptr);
  const SequenceStep step = advance(set, sequence, 0.25f, nullptr);
  EXPECT_TRUE(step.finished);
  EXPECT_NEAR(step.leftover, 0.15f, 1e-6f);
  // Five stretches of a tenth take half a second.
  float time = 0;
  int ended = 0;
  select(set, sequence, {0, 0, 0.1f}, 0, nullptr);
  while (ended < 5) {
    float left = 1.0f / 60;
    time += left;
    while (left > 0 && ended < 5) {
      const SequenceStep one = advance(set, sequence, left, nullptr);
      left = one.leftover;
      if (!one.finished) break;
      if (++ended == 5) time -= left;
      select(set, sequence, {0, 0, 0.1f}, 0, nullptr);
    }
  }
  EXPECT_NEAR(time, 0.5f, 1e-5f);
}

TEST(Sequence, NoTimeChangesNothing) {
  const AnimationSet set = setOf(travelling("walk", 1, 1.4f));
  Sequence sequence;
  select(set, sequence, {0, 0.3, 1}, 0, nullptr);
  const double before = sequence.time;
  const SequenceStep step = advance(set, sequence, 0, nullptr);
  EXPECT_EQ(sequence.time, before);
  EXPECT_EQ(step.root, RootDelta{});
  EXPECT_FALSE(step.finished);
}

TEST(Sequence, BothChannelsTravelTheSame) {
  const AnimationSet set = setOf(travelling("curve", 0.9f, 1.2f, 0.3f));
  Animator shown(std::make_shared<const AnimationSet>(set));
  const Path local = play(set, {0, 0, 0.9f}, 5, 1.0 / 60).total;
  const Path displayed = play(set, {0, 0, 0.9f}, 5, 1.0 / 60, &shown).total;
  EXPECT_NEAR(std::hypot(local.x - displayed.x, local.z - displayed.z), 0, 1e-4);
  EXPECT_NEAR(local.yaw, displayed.yaw, 1e-5);
}

}  // namespace
}  // namespace sinew
