#include <gtest/gtest.h>

#include <sinew/locomotion/ground.h>
#include <sinew/locomotion/shadow.h>

namespace sinew {
namespace {

TEST(Shadow, LiesOnTheSlopeAndTurnsWithTheTorso) {
  const HeightGround slope([](float, float z) { return 0.3f * z; });
  ShadowState state;
  Shadow shadow;
  for (int i = 0; i < 60; ++i)
    shadow = castShadow({.ground = slope, .worldFromModel = {{}, {0, 0.3f, 1}}, .torsoTwist = 0.5f, .dt = 1.0f / 60}, {}, state);
  ASSERT_TRUE(shadow.drawn);
  EXPECT_NEAR(shadow.worldFromShadow.translation.y, 0.3f, 1e-5f);
  EXPECT_GT(dot(rotate(shadow.worldFromShadow.rotation, Vec3{0, 1, 0}), normalized(Vec3{0, 1, -0.3f})), 0.9999f);
  EXPECT_NEAR(angleBetween(shadow.shadowFromTorso.rotation, axisAngle(Vec3{0, 1, 0}, 0.5f)), 0, 1e-6f);
  EXPECT_GT(shadow.depthBias, 0);
}

TEST(Shadow, AnEdgeIsNoSlopeAndASteepOneIsClamped) {
  const HeightGround edge([](float x, float) { return x > 0.1f ? -5.0f : 0.0f; });
  ShadowState state;
  const Shadow flat = castShadow({.ground = edge, .worldFromModel = {}, .dt = 0.1f}, {}, state);
  EXPECT_GT(rotate(flat.worldFromShadow.rotation, Vec3{0, 1, 0}).y, 0.9999f);
  const HeightGround steep([](float, float z) { return 1.1f * z; });
  ShadowState other;
  const Shadow tilted = castShadow({.ground = steep, .worldFromModel = {}, .dt = 0.1f}, {}, other);
  EXPECT_NEAR(angleBetween(rotate(tilted.worldFromShadow.rotation, Vec3{0, 1, 0}), Vec3{0, 1, 0}), ShadowSettings{}.steepest, 1e-3f);
}

TEST(Shadow, ItEasesWhereTheSlopeBreaks) {
  const HeightGround roof([](float, float z) { return z < 0 ? 0.4f * z : -0.4f * z; });
  ShadowState state;
  Vec3 before;
  for (int i = 0; i <= 120; ++i) {
    const float z = -1 + static_cast<float>(i) / 60;
    const Shadow shadow = castShadow({.ground = roof, .worldFromModel = {{}, {0, -0.4f * std::abs(z), z}}, .dt = 1.0f / 60}, {}, state);
    const Vec3 up = rotate(shadow.worldFromShadow.rotation, Vec3{0, 1, 0});
    EXPECT_LT(i > 0 ? degrees(angleBetween(up, before)) : 0.0f, 6) << i;
    before = up;
  }
}

TEST(Shadow, AMapMaySwitchItOff) {
  const HeightGround ground([](float, float) { return 0.0f; });
  ShadowState state;
  EXPECT_FALSE(castShadow({.ground = ground, .cast = false, .worldFromModel = {}, .dt = 0.1f}, {}, state).drawn);
  EXPECT_FALSE(castShadow({.ground = ground, .worldFromModel = {{}, {0, 50, 0}}, .dt = 0.1f}, {}, state).drawn);  // nothing under it
}

TEST(Shadow, ItsProxyIsFlatAndHasTwoParts) {
  const ShadowProxy proxy = shadowProxyOf({.low = {-0.3f, 0, -0.2f}, .high = {0.3f, 1.8f, 0.2f}});
  EXPECT_GT(proxy.torsoStart, 0u);
  EXPECT_LT(proxy.torsoStart, proxy.points.size());
  for (const Vec3& point : proxy.points) EXPECT_EQ(point.y, 0);
  for (const std::uint32_t index : proxy.triangles) EXPECT_LT(index, proxy.points.size());
}

TEST(DrawnHeight, EasesOverAStepAndShowsAFallAsItIs) {
  DrawnHeight state;
  // A step of 20 cm up: drawn where it was, then up.
  float drawn = easeHeight(state, {.before = 0, .after = 0.2f, .seen = 0.2f, .dt = 0});
  EXPECT_NEAR(drawn, -0.2f, 1e-6f);
  float before = drawn;
  for (int i = 0; i < 60; ++i) {
    drawn = easeHeight(state, {.before = 0.2f, .after = 0.2f, .seen = 0.2f, .dt = 1.0f / 60});
    EXPECT_GE(drawn, before - 1e-6f);
    before = drawn;
  }
  EXPECT_NEAR(drawn, 0, 1e-3f);
  EXPECT_NEAR(easeHeight(state, {.before = 3, .after = 0, .seen = 0, .dt = 1.0f / 60}), 0, 1e-3f);  // a fall
}

TEST(DrawnHeight, StandsOnTheGroundThatIsSeen) {
  DrawnHeight state;
  float drawn = 0;
  for (int i = 0; i < 120; ++i) drawn = easeHeight(state, {.before = 1, .after = 1, .seen = 1.06f, .dt = 1.0f / 60});
  EXPECT_NEAR(drawn, 0.06f, 1e-4f);
}

}  // namespace
}  // namespace sinew
