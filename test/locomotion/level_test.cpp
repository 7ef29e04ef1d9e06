#include <gtest/gtest.h>

#include <limits>

#include "locomotion/levels.h"

namespace sinew {
namespace {

using test::boxSolid;
using test::levelOf;

TEST(Level, AMoverComesBackAndItsVelocityIsItsMotion) {
  Level level = levelOf({boxSolid({-1, -1, -1}, {1, 0, 1})});
  level.movers.push_back({.travel = {3, 1, 0}, .period = 5, .turn = 0.7f, .pivot = {2, 0, 1}});
  level.solids[0].mover = 0;
  ASSERT_TRUE(checkLevel(level));
  LevelState state = startOf(level);
  EXPECT_NEAR(distance(worldFromSolid(level, state, 0).translation, level.solids[0].worldFromSolid.translation), 0, 1e-6f);
  for (int i = 0; i < 500; ++i) {
    const Vec3 before = worldFromSolid(level, state, 0) * Vec3{1, 0, 1};
    const Vec3 told = state.movers[0].velocityAt(before);
    advanceLevel(level, state, 0.001f);
    const Vec3 had = (worldFromSolid(level, state, 0) * Vec3{1, 0, 1} - before) / 0.001f;
    EXPECT_NEAR(distance(told, had), 0, 5e-3f) << i;
  }
}

TEST(Level, TimeIsAFunctionOfItselfAlone) {
  Level level = levelOf({});
  level.movers.push_back({.travel = {1, 0, 0}, .period = 3});
  LevelState a = startOf(level), b = startOf(level);
  for (int i = 0; i < 64; ++i) advanceLevel(level, a, 1.0f / 64);
  for (int i = 0; i < 256; ++i) advanceLevel(level, b, 1.0f / 256);
  EXPECT_EQ(a.movers[0].worldFromRest, b.movers[0].worldFromRest);
}

TEST(Level, WhatIsUnsoundIsNamed) {
  const auto fault = [](auto change) {
    Level level = levelOf({boxSolid({-1, -1, -1}, {1, 0, 1})});
    level.names = {"crate"};
    level.solids[0].name = 0;
    change(level);
    const Result<void> result = checkLevel(level);
    EXPECT_FALSE(result);
    return result ? "" : result.error().place + " " + result.error().message;
  };
  EXPECT_EQ(fault([](Level& l) { l.solids[0].halfExtent.y = 0; }), "solids[0] 'crate' has a size that is not above 0");
  EXPECT_EQ(fault([](Level& l) { l.solids[0].mover = 3; }), "solids[0] 'crate' names a mover that is not there");
  EXPECT_EQ(fault([](Level& l) { l.solids[0].worldFromSolid.translation.x = std::numeric_limits<float>::quiet_NaN(); }),
            "solids[0] 'crate' stands at a place that is no number");
  EXPECT_EQ(fault([](Level& l) { l.solids[0].shape = SolidShape::triangle; }), "solids[0] 'crate' is a triangle without area");
  EXPECT_EQ(fault([](Level& l) { l.movers.push_back({.period = 0}); }),
            "movers[0] has a number that is not finite or a period that is not above 0");
}

TEST(Level, OnePlaceForPhysicsAndForFeet) {
  // Solids of every shape: a ray into the world and a column of the tree find the same heights, also when a platform has moved.
  Level level = levelOf(
      {boxSolid({-3, -1, -3}, {3, 0, 3}), test::rampSolid(0, -2, 1, 2, 2), test::triangleSolid({2, 0.5f, 2}, {2, 0.7f, 3}, {3, 0.6f, 2})});
  level.solids.push_back(boxSolid({-3, 0, 1}, {-2, 0.5f, 2}));
  level.movers.push_back({.travel = {0, 1, 0}, .period = 2});
  level.solids.back().mover = 0;
  for (const char* name : {"bullet", "crowd"}) {
    const auto world = createWorld(name);
    const auto grounds = addLevel(**world, level);
    ASSERT_TRUE(grounds) << grounds.error().message;
    LevelState state = startOf(level);
    for (int i = 0; i < 45; ++i) {
      advanceLevel(level, state, 1.0f / 60);
      moveLevel(**world, level, state, *grounds, 1.0f / 60);
      (*world)->step(1.0f / 60);
    }
    const BoxTree tree = BoxTree::build(level, state);
    for (const Vec3& from : {Vec3{0.1f, 3, 2.2f}, Vec3{0.2f, 3, -1.3f}, Vec3{2.2f, 3, 2.3f}, Vec3{-2.5f, 3, 1.5f}}) {
      const RayHit ray = (*world)->castRay(from, from - Vec3{0, 6, 0}, kGroundGroup);
      const ColumnHit column = tree.column(from.x, from.y, from.z);
      ASSERT_TRUE(ray.hit && column.hit) << name << ' ' << from.x;
      EXPECT_NEAR(ray.point.y, column.height, 2e-3f) << name << ' ' << from.x;
    }
  }
}

}  // namespace
}  // namespace sinew
