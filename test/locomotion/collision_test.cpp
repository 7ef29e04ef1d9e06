#include <gtest/gtest.h>

#include <sinew/locomotion/collision.h>
#include <sinew/locomotion/ground.h>

#include "locomotion/levels.h"

namespace sinew {
namespace {

using test::boxSolid;
using test::levelOf;

constexpr Volume kBody{.low = {-0.25f, 0.25f, -0.2f}, .high = {0.25f, 1.75f, 0.2f}};

Transform at(const Vec3& place, float yaw = 0) { return {axisAngle(Vec3{0, 1, 0}, yaw), place}; }

/// A walker without legs: a volume that is moved and told what became of it.
struct Mover {
  explicit Mover(Level made, Volume body = kBody)
      : level(std::move(made)), state(startOf(level)), tree(BoxTree::build(level, state)), volume(body) {}

  CollisionResult move(const Transform& after, const Vec3& velocity, float dt = 1.0f / 60) {
    const CollisionInput input{.level = level,
                               .state = state,
                               .tree = tree,
                               .others = others,
                               .volume = volume,
                               .before = place,
                               .after = after,
                               .velocity = velocity,
                               .dt = dt};
    const CollisionResult result = collide(input, settings, memory, scratch, events);
    place = result.worldFromModel;
    return result;
  }
  CollisionResult walk(const Vec3& velocity, float dt = 1.0f / 60) {
    return move({place.rotation, place.translation + velocity * dt}, velocity, dt);
  }
  int count(WalkEventType type) const {
    return static_cast<int>(std::count_if(events.begin(), events.end(), [&](const WalkEvent& e) { return e.type == type; }));
  }

  Level level;
  LevelState state;
  BoxTree tree;
  Volume volume;
  std::vector<Bystander> others;
  CollisionSettings settings;
  CollisionState memory;
  CollisionScratch scratch;
  std::vector<WalkEvent> events;
  Transform place;
};

Level wallAhead() { return levelOf({boxSolid({-5, 0, 1}, {5, 3, 2})}); }

TEST(Overlap, BoxesByTheirLeastWayOut) {
  const Hull a = hullOf(boxSolid({0, 0, 0}, {1, 1, 1})), b = hullOf(boxSolid({0.9f, -2, -2}, {3, 3, 3}));
  const Overlap overlap = overlapOf(a, b);
  ASSERT_TRUE(overlap.hit);
  EXPECT_NEAR(overlap.depth, 0.1f, 1e-5f);
  EXPECT_NEAR(overlap.normal.x, -1, 1e-6f);
  EXPECT_FALSE(overlapOf(a, hullOf(boxSolid({1.01f, 0, 0}, {2, 1, 1}))).hit);
}

TEST(Overlap, EdgesCrossedInTheAirPartTwoBoxes) {
  // Two bars laid across each other, turned 45 degrees about their own length: only a product of edges parts them.
  Solid a = boxSolid({-2, -0.5f, -0.5f}, {2, 0.5f, 0.5f}), b = boxSolid({-0.5f, -0.5f, -2}, {0.5f, 0.5f, 2});
  a.worldFromSolid.rotation = axisAngle(Vec3{1, 0, 0}, kPi / 4);
  b.worldFromSolid.rotation = axisAngle(Vec3{0, 0, 1}, kPi / 4);
  const float touching = std::sqrt(2.0f);
  b.worldFromSolid.translation.y = touching + 0.01f;
  EXPECT_FALSE(overlapOf(hullOf(a), hullOf(b)).hit);
  b.worldFromSolid.translation.y = touching - 0.01f;
  const Overlap overlap = overlapOf(hullOf(a), hullOf(b));
  ASSERT_TRUE(overlap.hit);
  EXPECT_NEAR(overlap.depth, 0.01f, 1e-4f);
  EXPECT_NEAR(overlap.normal.y, -1, 1e-4f);
}

TEST(Overlap, MovingOutByTheDepthParts) {
  const Level level = test::randomLevel(21, 60, 1, 1);
  int hits = 0;
  for (const Solid& one : level.solids) {
    for (const Solid& other : level.solids) {
      const Hull a = hullOf(one), b = hullOf(other);
      const Overlap overlap = overlapOf(a, b);
      if (!overlap.hit || &one == &other) continue;
      ++hits;
      Hull moved = a;
      for (std::size_t i = 0; i < moved.pointCount; ++i) moved.points[i] += overlap.normal * (overlap.depth + 2e-4f);
      EXPECT_FALSE(overlapOf(moved, b).hit);
    }
  }
  EXPECT_GT(hits, 500);
}

TEST(Collision, AWallRejectsTheWholeMoveAndNothingSlides) {
  Mover mover(wallAhead());
  CollisionResult result;
  for (int i = 0; i < 120; ++i) result = mover.walk({1, 0, 1});  // glancing, 45 degrees
  EXPECT_TRUE(result.rejected);
  EXPECT_LT(mover.place.translation.z, 0.8f);
  EXPECT_GT(mover.place.translation.z, 0.8f - 1.0f / 60 - 1e-4f);
  EXPECT_NEAR(mover.place.translation.x, mover.place.translation.z, 1e-4f);  // no slide: it stopped where it met the wall
}

TEST(Collision, SlidingIsAnOption) {
  Mover mover(wallAhead());
  mover.settings.walls = WallRule::slide;
  for (int i = 0; i < 120; ++i) mover.walk({1, 0, 1});
  EXPECT_GT(mover.place.translation.x, 1.9f);
  EXPECT_LT(mover.place.translation.z, 0.8f + 1e-4f);
}

TEST(Collision, WhatAFootCanStepOnDoesNotBlock) {
  Mover mover(levelOf({boxSolid({-5, -1, -5}, {5, 0, 5}), boxSolid({-5, 0, 1}, {5, 0.24f, 2})}));
  EXPECT_FALSE(mover.move(at({0, 0, 1.2f}), {0, 0, 1}).rejected);
}

TEST(Collision, ImpactOverFortyIsACrashAndFortyIsNot) {
  for (const auto& [squared, crash] : {std::pair{40.0f, false}, std::pair{40.01f, true}}) {
    Mover mover(wallAhead());
    mover.place = at({0, 0, 0.79f});
    const CollisionResult result = mover.walk({0, 0, std::sqrt(squared)});
    EXPECT_TRUE(result.rejected);
    EXPECT_EQ(result.crashed, crash) << squared;
    EXPECT_NEAR(mover.events.front().impactSquared, squared, 1e-3f);
  }
}

TEST(Collision, OnlyTheSpeedIntoTheWallCounts) {
  Mover mover(wallAhead());
  mover.place = at({0, 0, 0.79f});
  const CollisionResult result = mover.walk({20, 0, 2});
  EXPECT_TRUE(result.rejected);
  EXPECT_FALSE(result.crashed);
  EXPECT_NEAR(result.velocity.x, 20, 1e-4f);
  EXPECT_NEAR(result.velocity.z, 0, 1e-4f);
}

TEST(Collision, TheBounceFollowsTheRestitution) {
  Mover mover(wallAhead());
  mover.settings.restitution = 0.5f;
  mover.place = at({0, 0, 0.79f});
  EXPECT_NEAR(mover.walk({0, 0, 4}).velocity.z, -2, 1e-4f);
}

TEST(Collision, TenSecondsAgainstAWallAreOneKnockdown) {
  for (const float rate : {30.0f, 60.0f, 144.0f}) {
    Mover mover(wallAhead());
    int crashes = 0;
    for (float t = 0; t < 10; t += 1 / rate) crashes += mover.walk({0, 0, 7}, 1 / rate).crashed;
    EXPECT_EQ(crashes, 1) << rate;
  }
}

TEST(Collision, LyingAtTheWallKeepsTheContact) {
  Mover mover(wallAhead());
  int crashes = 0;
  for (int i = 0; i < 600; ++i) crashes += mover.walk({0, 0, i % 120 < 60 ? 7.0f : 0.0f}).crashed;  // pushes, lies a second, pushes again
  EXPECT_EQ(crashes, 1);
}

TEST(Collision, ArmedAnewAfterFourTenthsWithoutContact) {
  for (const auto& [away, crashes] : {std::pair{0.3f, 1}, std::pair{0.5f, 2}}) {
    Mover mover(wallAhead());
    int count = 0;
    for (int i = 0; i < 30; ++i) count += mover.walk({0, 0, 7}).crashed;
    mover.move(at({0, 0, -2}), {});
    for (float t = 0; t < away; t += 1.0f / 60) mover.walk({});
    mover.place = at({0, 0, 0.7f});
    for (int i = 0; i < 30; ++i) count += mover.walk({0, 0, 7}).crashed;
    EXPECT_EQ(count, crashes) << away;
  }
}

TEST(Collision, WhoTurnedIntoAWallCanLeaveIt) {
  // Twice as deep as wide: it stands along the wall, turns into it, and walks back out.
  Mover mover(wallAhead(), {.low = {-0.25f, 0.25f, -0.9f}, .high = {0.25f, 1.75f, 0.9f}});
  mover.place = at({0, 0, 0.7f}, kPi / 2);
  for (int i = 0; i <= 30; ++i) mover.move(at({0, 0, 0.7f}, kPi / 2 * (1 - static_cast<float>(i) / 30)), {});
  const Hull hull = hullOf(mover.volume, mover.place);
  ASSERT_TRUE(overlapOf(hull, hullOf(mover.level.solids[0])).hit);
  EXPECT_TRUE(mover.walk({0, 0, 1}).rejected);
  for (int i = 0; i < 60; ++i) EXPECT_FALSE(mover.walk({0, 0, -1}).rejected) << i;
  EXPECT_NEAR(mover.place.translation.z, -0.3f, 1e-3f);
}

TEST(Collision, ALedgeIsWalkedOffAndNotWalkedInto) {
  // A block of 2 m and one of 0.4 m, on whose top the least way out is up: nobody goes back in through the face.
  for (const float top : {2.0f, 0.4f}) {
    Mover mover(levelOf({boxSolid({-2, -1, -4}, {2, top, 0}), boxSolid({-9, -2, -9}, {9, -1, 9})}));
    mover.place = at({0, top, -0.005f});
    Transform off = at({0, 0, 0.012f});
    EXPECT_FALSE(mover.move(off, {0, 0, 1}).rejected) << top;
    EXPECT_TRUE(mover.walk({0, 0, -1}).rejected) << top;
    for (int i = 0; i < 60; ++i) EXPECT_FALSE(mover.walk({0, 0, 1}).rejected) << top;
    // Nor does a drop take it into a wall that it did not stand on.
    Mover shaft(levelOf({boxSolid({-2, -1, -4}, {2, top, 0}), boxSolid({-2, -1, 0.2f}, {2, top - 0.05f, 4})}));
    shaft.place = at({0, top, -0.005f});
    EXPECT_TRUE(shaft.move(at({0, 0, 0.012f}), {0, 0, 1}).rejected) << top;
  }
}

/// Stairs of 17 to 29 cm, aslant: a corner of the volume meets the step after next before the feet are on the next one.
TEST(Collision, StairsAreClimbedAslantHoweverSmallTheStep) {
  std::vector<Solid> solids{boxSolid({-9, -1, -9}, {9, 0, 9})};
  for (int i = 0; i < 10; ++i) {
    const auto n = static_cast<float>(i);
    solids.push_back(boxSolid({-5, 0, 0.29f * n}, {5, 0.17f * (n + 1), 0.29f * (n + 1)}));
  }
  const Level level = levelOf(std::move(solids));
  for (const float yaw : {0.0f, 0.4f, -0.77f, 1.1f}) {
    for (const float far : {0.0003f, 0.005f, 0.05f}) {
      Mover mover(level);
      mover.place = at({0, 0, -0.6f}, yaw);
      const LevelGroundView ground(mover.level, mover.state, mover.tree);
      const Vec3 step = rotate(mover.place.rotation, Vec3{0, 0, far});
      for (float gone = 0; gone < 1.6f / std::cos(yaw); gone += far) {
        Transform after = mover.place;
        after.translation += step;
        snapToGround(ground, {.lift = 0.25f, .least = 1e-4f}, after.translation);
        ASSERT_FALSE(mover.move(after, step * 60).rejected) << yaw << ' ' << far << " at " << gone;
      }
      EXPECT_GT(mover.place.translation.y, 0.6f);
    }
  }
  // What stands behind a step and is higher than a step over it still blocks.
  Mover kerb(levelOf({boxSolid({-9, -1, -9}, {9, 0, 9}), boxSolid({-1, 0, 0}, {1, 0.17f, 0.1f}), boxSolid({-1, 0, 0.1f}, {1, 0.5f, 2})}));
  kerb.place = at({0, 0, -0.11f});
  EXPECT_TRUE(kerb.walk({0, 0, 1}).rejected);
}

TEST(Collision, TheSideOfAStairIsWalkedOffAslant) {
  Mover mover(
      levelOf({boxSolid({-9, -1, -9}, {9, 0, 9}), boxSolid({-2, 0, 0}, {2, 0.17f, 0.29f}), boxSolid({-2, 0, 0.29f}, {2, 0.34f, 3})}));
  mover.place = at({-1.997f, 0.17f, 0.18f}, -0.339f);
  const Vec3 velocity = rotate(mover.place.rotation, Vec3{0, 0, 1.2f});
  Transform off = mover.place;
  off.translation += velocity / 60;
  off.translation.y = 0;
  EXPECT_FALSE(mover.move(off, velocity).rejected);
  EXPECT_TRUE(mover.walk({0, 0, 1}).rejected);    // now it stands in the corner of the next step, and does not go in
  EXPECT_FALSE(mover.walk({-1, 0, 0}).rejected);  // but out of it
}

TEST(Collision, ACrushableBreaksAndTheMoveStands) {
  Mover mover(levelOf({boxSolid({-1, 0, 1}, {1, 1, 2}, SolidRole::crushable)}));
  mover.place = at({0, 0, 0.79f});
  const CollisionResult result = mover.walk({0, 0, 7});
  EXPECT_FALSE(result.rejected);
  EXPECT_FALSE(result.crashed);
  ASSERT_EQ(mover.count(WalkEventType::crushed), 1);
  EXPECT_GT(mover.events.front().damage, 0);
  applyCrushes(mover.state, mover.events);
  EXPECT_EQ(mover.state.crushed[0], 1);
  for (int i = 0; i < 60; ++i) mover.walk({0, 0, 1});
  EXPECT_EQ(mover.count(WalkEventType::crushed), 1);  // once
}

TEST(Collision, ASolidCrushedByTwoCountsOnce) {
  LevelState state;
  state.crushed.assign(1, 0);
  std::vector<WalkEvent> events(2, WalkEvent{.type = WalkEventType::crushed, .solid = 0, .damage = 1});
  applyCrushes(state, events);
  EXPECT_EQ(events[0].damage, 1);
  EXPECT_EQ(events[1].damage, 0);
}

TEST(Collision, TriggersTellComingAndGoing) {
  Mover mover(levelOf({boxSolid({-1, 0, 1}, {1, 3, 2}, SolidRole::trigger)}));
  for (int i = 0; i < 200; ++i) EXPECT_FALSE(mover.walk({0, 0, 1.5f}).rejected);
  EXPECT_EQ(mover.count(WalkEventType::entered), 1);
  EXPECT_EQ(mover.count(WalkEventType::left), 1);
}

TEST(Collision, AnotherWalkerBlocksByTheSpeedBetweenThem) {
  Mover mover(Level{});
  mover.settings.crashSquared = 9;
  const Hull hull = hullOf(kBody, at({0, 0, 0.42f}));
  for (const auto& [other, crash] : {std::pair{2.5f, false}, std::pair{-2.5f, true}}) {
    mover.memory = {};
    mover.place = {};
    mover.others = {{.hull = hull, .bounds = boundsOf(hull), .velocity = {0, 0, other}, .walker = 5}};
    const CollisionResult result = mover.walk({0, 0, 2.6f});
    EXPECT_TRUE(result.rejected);
    EXPECT_EQ(result.crashed, crash);
    EXPECT_EQ(mover.events.back().walker, 5);
  }
}

TEST(Collision, ThresholdsGrowWithTheBody) {
  EXPECT_FLOAT_EQ(collisionForHeight(10).crashSquared, 40);
  // A man runs into a wall at 3.5 m/s and falls; he walks into it at 1.4 m/s and does not.
  const float human = collisionForHeight(1.75f).crashSquared;
  EXPECT_LT(human, 3.5f * 3.5f);
  EXPECT_GT(human, 1.4f * 1.4f);
}

}  // namespace
}  // namespace sinew
