#include <gtest/gtest.h>

#include <cstring>

#include <sinew/locomotion/ground.h>

#include "locomotion/levels.h"

namespace sinew {
namespace {

using test::boxSolid;
using test::levelOf;
using test::rampSolid;

struct Place {
  explicit Place(Level made) : level(std::move(made)), state(startOf(level)), tree(BoxTree::build(level, state)) {}
  Level level;
  LevelState state;
  BoxTree tree;
  LevelGroundView ground{level, state, tree};
};

bool sameBits(float a, float b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

TEST(Snap, LiftIsFivePercentOfTheWidth) { EXPECT_FLOAT_EQ(snapForWidth(4).lift, 0.2f); }

TEST(Snap, OnAHitTheHeightIsTheSurfaceExactly) {
  const Place place(levelOf({boxSolid({-2, -1, -2}, {2, 0.1f, 2})}));
  const float surface = place.tree.column(0, 5, 0).height;
  for (const float y : {0.1001f, 0.2f, 1.0f, 7.3f, 1000.7f}) {
    Vec3 origin{0.3f, y, -0.2f};
    EXPECT_TRUE(snapToGround(place.ground, {}, origin).hit);
    EXPECT_TRUE(sameBits(origin.y, surface)) << y;
    EXPECT_EQ(origin.x, 0.3f);
    EXPECT_EQ(origin.z, -0.2f);
  }
}

TEST(Snap, OnAMissNothingChangesBitwise) {
  const Place place(levelOf({boxSolid({-2, -1, -2}, {2, 0, 2})}));
  Vec3 origin{5, 0.123456f, 0};
  const Vec3 before = origin;
  EXPECT_FALSE(snapToGround(place.ground, {}, origin).hit);
  EXPECT_EQ(std::memcmp(&origin, &before, sizeof(origin)), 0);
}

TEST(Snap, AStepIsClimbedUpToTheLiftAndNoFurther) {
  const Place place(
      levelOf({boxSolid({-2, -1, -2}, {2, 0, 0}), boxSolid({-2, -1, 0}, {2, 0.24f, 2}), boxSolid({-2, -1, 2}, {2, 0.5f, 4})}));
  Vec3 origin{0, 0, 1};
  snapToGround(place.ground, {.lift = 0.25f}, origin);
  EXPECT_NEAR(origin.y, 0.24f, 1e-6f);
  origin = {0, 0.24f, 3};  // 26 cm up: not within the lift
  const float before = origin.y;
  EXPECT_FALSE(snapToGround(place.ground, {.lift = 0.25f}, origin).hit);
  EXPECT_TRUE(sameBits(origin.y, before));
}

TEST(Snap, AWalkOffDropsAtOnce) {
  const Place place(levelOf({boxSolid({-9, -1, -9}, {9, 0, 9}), boxSolid({-1, 0, -1}, {1, 7, 1})}));
  Vec3 origin{1.01f, 7, 0};
  snapToGround(place.ground, {}, origin);
  EXPECT_EQ(origin.y, 0);
}

TEST(Snap, NearerThanTheLeastNothingMoves) {
  const HeightGround ground([](float, float) { return 0.0f; });
  // The probe starts less than the least distance over the ground: it stands.
  Vec3 origin{0, -0.24995f, 0};
  const float before = origin.y;
  snapToGround(ground, {.lift = 0.25f, .least = 1e-4f}, origin);
  EXPECT_TRUE(sameBits(origin.y, before));
}

TEST(Snap, DownARampOntoTheFlatNeverTurnsBackUp) {
  const Place place(levelOf({rampSolid(0, 0, 4 * std::tan(radians(20)), 4, 4), boxSolid({-4, -1, -8}, {4, 0, 8})}));
  Vec3 origin{0, 2, 3.9f};
  snapToGround(place.ground, {}, origin);
  float before = origin.y;
  for (int i = 0; i < 400; ++i) {
    origin.z -= 0.0233f;
    if (origin.z < -7) break;
    snapToGround(place.ground, {}, origin);
    ASSERT_LE(origin.y, before) << i;
    before = origin.y;
  }
  EXPECT_EQ(origin.y, 0);
}

TEST(Ground, TreeWorldAndHeightFunctionAgree) {
  const Level level = levelOf({boxSolid({-9, -1, -9}, {9, 0, 9}), rampSolid(0, 0, 1, 4, 4)});
  const Place place(level);
  for (const char* name : {"bullet", "crowd"}) {
    const auto world = createWorld(name);
    ASSERT_TRUE(world);
    ASSERT_TRUE(addLevel(**world, level));
    const WorldGround rays(**world);
    const HeightGround function([](float x, float z) { return std::abs(x) <= 2 && z >= 0 && z <= 4 ? z / 4 : 0.0f; });
    Random random{3};
    for (int i = 0; i < 200; ++i) {
      const Vec3 point{random.range(-1.9f, 1.9f), 3, random.range(-3, 3.9f)};
      if (std::abs(point.z) < 0.01f) continue;
      const GroundHit a = place.ground.below(point, 10), b = rays.below(point, 10), c = function.below(point, 10);
      ASSERT_TRUE(a.hit && b.hit && c.hit) << name;
      EXPECT_NEAR(a.height, b.height, 1e-4f) << name;
      EXPECT_NEAR(a.height, c.height, 1e-5f);
      EXPECT_GT(dot(a.normal, b.normal), 0.9999f) << name;
      EXPECT_GT(dot(a.normal, c.normal), 0.999f);
    }
  }
}

TEST(Ground, NoFurtherThanTheReach) {
  const HeightGround ground([](float, float) { return 0.0f; });
  EXPECT_TRUE(ground.below({0, 1, 0}, 1).hit);
  EXPECT_FALSE(ground.below({0, 1.01f, 0}, 1).hit);
  EXPECT_FALSE(ground.below({0, -0.01f, 0}, 1).hit);
}

}  // namespace
}  // namespace sinew
