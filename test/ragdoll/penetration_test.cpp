#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <sinew/ragdoll/penetration.h>

#include "support/handmade.h"

namespace sinew {
namespace {

Part capsule(float radius, float halfHeight) {
  Part part;
  part.shape = halfHeight > 0 ? ShapeType::capsule : ShapeType::sphere;
  part.radius = radius;
  part.halfHeight = halfHeight;
  return part;
}

Part box(const Vec3& halfExtent) {
  Part part;
  part.shape = ShapeType::box;
  part.box.halfExtent = halfExtent;
  return part;
}

Transform randomPlace(Random& random, float reach) {
  const auto vector = [&](float size) { return Vec3{random.range(-size, size), random.range(-size, size), random.range(-size, size)}; };
  return {exponential(vector(3)), vector(reach)};
}

TEST(Overlap, KnownCapsules) {
  // Crossed at a right angle, axes 0.15 apart; side by side; end to end.
  const Part part = capsule(0.1f, 0.3f);
  const Quat across = axisAngle(Vec3{0, 0, 1}, kPi / 2);
  EXPECT_NEAR(overlapOf(part, {}, part, {across, {0, 0, 0.15f}}), 0.05f, 1e-6f);
  EXPECT_NEAR(overlapOf(part, {}, part, {{}, {0.25f, 0, 0}}), -0.05f, 1e-6f);
  EXPECT_NEAR(overlapOf(part, {}, part, {{}, {0, 0.75f, 0}}), 0.05f, 1e-6f);
  EXPECT_NEAR(overlapOf(capsule(0.1f, 0), {}, capsule(0.2f, 0), {{}, {0, 0, 0.25f}}), 0.05f, 1e-6f);
}

TEST(Overlap, CapsulesAgreeWithSamplingBothAxes) {
  Random random{5};
  for (int run = 0; run < 40; ++run) {
    const Part a = capsule(0.1f, 0.4f), b = capsule(0.07f, 0.25f);
    const Transform placeA = randomPlace(random, 0.4f), placeB = randomPlace(random, 0.4f);
    float nearest = std::numeric_limits<float>::max();
    constexpr int kSamples = 300;
    for (int i = 0; i <= kSamples; ++i) {
      const Vec3 p = placeA * Vec3{0, 0.4f * (2.0f * static_cast<float>(i) / kSamples - 1), 0};
      for (int j = 0; j <= kSamples; ++j) {
        const Vec3 q = placeB * Vec3{0, 0.25f * (2.0f * static_cast<float>(j) / kSamples - 1), 0};
        nearest = std::min(nearest, lengthSquared(p - q));
      }
    }
    EXPECT_NEAR(overlapOf(a, placeA, b, placeB), 0.17f - std::sqrt(nearest), 2e-3f);
    EXPECT_NEAR(overlapOf(a, placeA, b, placeB), overlapOf(b, placeB, a, placeA), 1e-6f);
  }
}

TEST(Overlap, BoxesAndCapsules) {
  const Part cube = box({0.2f, 0.2f, 0.2f});
  const Quat across = axisAngle(Vec3{0, 0, 1}, kPi / 2);
  EXPECT_NEAR(overlapOf(cube, {}, capsule(0.1f, 0.3f), {{}, {0.25f, 0, 0}}), 0.05f, 1e-5f);
  EXPECT_NEAR(overlapOf(capsule(0.1f, 0.3f), {across, {0.55f, 0, 0}}, cube, {}), 0.05f, 1e-5f);
  EXPECT_NEAR(overlapOf(cube, {}, capsule(0.1f, 0), {{}, {0.35f, 0, 0}}), -0.05f, 1e-5f);
  // A corner turned toward a face: the cube's half diagonal in the plane is 0.2 sqrt 2.
  EXPECT_NEAR(overlapOf(cube, {}, cube, {axisAngle(Vec3{0, 0, 1}, kPi / 4), {0.45f, 0, 0}}), 0.2f + 0.2f * std::sqrt(2.0f) - 0.45f, 1e-5f);
  EXPECT_LT(overlapOf(cube, {}, cube, {{}, {0, 0.41f, 0}}), 0);
}

TEST(Overlap, ShapesStandWhereTheirCentreIs) {
  Part part = capsule(0.1f, 0.3f);
  part.center = {0.5f, 0, 0};
  part.axis = {1, 0, 0};
  EXPECT_NEAR(overlapOf(part, {}, capsule(0.1f, 0), {{}, {0.95f, 0, 0}}), 0.05f, 1e-6f);
  EXPECT_NEAR(lowestPoint(part, {axisAngle(Vec3{0, 0, 1}, -kPi / 2), {0, 1, 0}}), 1 - 0.9f, 1e-6f);
  EXPECT_NEAR(lowestPoint(part, {}, {1, 0, 0}), 0.1f, 1e-6f);
}

TEST(LowestPoint, OfATurnedBox) {
  EXPECT_NEAR(lowestPoint(box({0.1f, 0.2f, 0.3f}), {axisAngle(Vec3{1, 0, 0}, kPi / 2), {0, 1, 0}}), 0.7f, 1e-6f);
  EXPECT_NEAR(lowestPoint(box({0.1f, 0.1f, 0.1f}), {axisAngle(Vec3{0, 0, 1}, kPi / 4), {}}), -0.1f * std::sqrt(2.0f), 1e-6f);
}

TEST(TouchingPairs, LeaveOutJointedAndFilteredOnes) {
  Manikin manikin = test::makeHandmade().manikin;
  const std::size_t count = manikin.parts.size(), all = count * (count - 1) / 2;
  EXPECT_EQ(touchingPairs(manikin).size(), all - (count - 1));
  const std::pair thighs(manikin.partOf(Role::rightThigh), manikin.partOf(Role::leftThigh));
  manikin.overlapping = {thighs};
  const auto pairs = touchingPairs(manikin);
  EXPECT_EQ(pairs.size(), all - count);
  EXPECT_EQ(std::count(pairs.begin(), pairs.end(), std::pair(thighs.second, thighs.first)), 0);
}

}  // namespace
}  // namespace sinew
