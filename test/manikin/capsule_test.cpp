#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <sinew/manikin/fit.h>

namespace sinew {
namespace {

const Vec3 kHeadBone = normalized(Vec3{0, 0.941f, 0.338f});
constexpr float kBoneLength = 0.196f;

TEST(CapsuleFromBox, TrimmedSkullOfTheWorkedExample) {
  const CapsuleFit fit = capsuleFromBox(Vec3{0.158f, 0.246f, 0.241f} * 0.5f, {0, 0.077f, 0.010f}, kHeadBone);
  EXPECT_NEAR(fit.along, 0.1565f, 1e-3f);
  EXPECT_NEAR(fit.radius, 0.1205f, 1e-3f);
  EXPECT_NEAR(fit.halfHeight, 0.0360f, 1e-3f);
  EXPECT_NEAR(2 * (fit.halfHeight + fit.radius), 0.3130f, 1e-3f);
  EXPECT_NEAR(degrees(fit.boxAngle), 19.8f, 0.1f);
  EXPECT_FALSE(fit.clamped);

  // As factors of the bone.
  EXPECT_NEAR(fit.radius / kBoneLength, 0.61f, 5e-3f);
  EXPECT_NEAR(fit.halfHeight / kBoneLength, 0.18f, 5e-3f);
  EXPECT_NEAR(fit.center.y / kBoneLength, 0.39f, 5e-3f);
  EXPECT_NEAR(fit.center.z / kBoneLength, 0.05f, 5e-3f);
}

TEST(CapsuleFromBox, RawSkullOfTheWorkedExample) {
  const CapsuleFit fit = capsuleFromBox(Vec3{0.160f, 0.259f, 0.247f} * 0.5f, {0, 0.077f, 0.010f}, kHeadBone);
  EXPECT_NEAR(fit.along, 0.1636f, 1e-3f);
  EXPECT_NEAR(fit.radius, 0.1235f, 1e-3f);
  EXPECT_NEAR(fit.halfHeight, 0.0401f, 1e-3f);
  EXPECT_NEAR(2 * (fit.halfHeight + fit.radius), 0.3272f, 1e-3f);
}

TEST(CapsuleFromBox, IsNoneOfTheWellKnownWrongAnswers) {
  const CapsuleFit fit = capsuleFromBox(Vec3{0.158f, 0.246f, 0.241f} * 0.5f, {}, kHeadBone);
  const float full = 2 * (fit.halfHeight + fit.radius);
  EXPECT_GT(std::abs(full - 0.26f), 0.03f) << "projected onto the box's own axis";
  EXPECT_GT(std::abs(full - 0.49f), 0.03f) << "a full extent where a half extent belongs";
  EXPECT_LT(fit.radius, 0.15f) << "the true support across the bone would leave no cylinder";
}

TEST(CapsuleFromBox, TheAxesOfTheBoxMayBeNamedAnyWay) {
  const std::array<float, 3> half{0.05f, 0.20f, 0.09f};
  const Vec3 d = normalized(Vec3{0.1f, 0.9f, 0.2f});
  const std::array<float, 3> direction{d.x, d.y, d.z};
  const CapsuleFit expected = capsuleFromBox({half[0], half[1], half[2]}, {}, d);
  for (const std::array<std::size_t, 3>& order : {std::array<std::size_t, 3>{1, 2, 0}, {2, 0, 1}, {0, 2, 1}}) {
    const CapsuleFit fit = capsuleFromBox({half[order[0]], half[order[1]], half[order[2]]}, {},
                                          {-direction[order[0]], direction[order[1]], -direction[order[2]]});
    EXPECT_FLOAT_EQ(fit.radius, expected.radius);
    EXPECT_NEAR(fit.along, expected.along, 1e-6f);
    EXPECT_NEAR(fit.boxAngle, expected.boxAngle, 1e-6f);
  }
}

TEST(CapsuleFromBox, ARoundPartIsClampedToASphere) {
  const CapsuleFit fit = capsuleFromBox({0.1f, 0.08f, 0.1f}, {}, {0, 1, 0}, 0.002f);
  EXPECT_TRUE(fit.clamped);
  EXPECT_FLOAT_EQ(fit.radius, 0.1f);
  EXPECT_FLOAT_EQ(fit.halfHeight, 0.002f);
}

TEST(CapsuleFromBox, TheAxisStaysTheBoneHoweverLongTheBoxIsAcrossIt) {
  const CapsuleFit fit = capsuleFromBox({0.3f, 0.1f, 0.1f}, {}, {0, 1, 0});
  EXPECT_FLOAT_EQ(fit.radius, 0.3f);
  EXPECT_NEAR(degrees(fit.boxAngle), 90.0f, 1e-3f);
}

}  // namespace
}  // namespace sinew
