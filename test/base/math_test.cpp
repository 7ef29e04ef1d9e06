#include <sinew/base/math.h>

#include <sinew/base/random.h>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

// Eigen is the oracle: the same rotations and products, computed by other people's code.

namespace sinew {
namespace {

Quat randomRotation(Random& random) {
  return normalized(Quat{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
}

Eigen::Quaterniond eigen(const Quat& q) { return Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized(); }

TEST(Math, RotateAndProductAgreeWithEigen) {
  Random random{7};
  for (int i = 0; i < 1000; ++i) {
    const Quat a = randomRotation(random), b = randomRotation(random);
    const Vec3 v{random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)};
    const Eigen::Vector3d expected = eigen(a) * (eigen(b) * Eigen::Vector3d(v.x, v.y, v.z));
    const Vec3 got = rotate(a * b, v);
    EXPECT_NEAR(got.x, expected.x(), 1e-5);
    EXPECT_NEAR(got.y, expected.y(), 1e-5);
    EXPECT_NEAR(got.z, expected.z(), 1e-5);
  }
}

TEST(Math, MatrixAndQuaternionRoundTrip) {
  Random random{8};
  for (int i = 0; i < 1000; ++i) {
    const Quat a = randomRotation(random);
    EXPECT_NEAR(std::abs(dot(toQuat(toMatrix(a)), a)), 1, 1e-6);
  }
}

TEST(Math, ExponentialInvertsLogarithm) {
  Random random{9};
  for (int i = 0; i < 1000; ++i) {
    const Quat a = randomRotation(random);
    EXPECT_NEAR(std::abs(dot(exponential(logarithm(a)), a)), 1, 1e-6);
  }
  EXPECT_EQ(exponential(Vec3{}), Quat{});
}

TEST(Math, FromToTakesOneToTheOther) {
  Random random{10};
  for (int i = 0; i < 1000; ++i) {
    const Vec3 a = rotate(randomRotation(random), Vec3{1, 0, 0}), b = rotate(randomRotation(random), Vec3{1, 0, 0});
    EXPECT_LT(distance(rotate(fromTo(a, b), a), b), 1e-5f);
  }
  EXPECT_LT(distance(rotate(fromTo(Vec3{0, 1, 0}, Vec3{0, -1, 0}), Vec3{0, 1, 0}), Vec3{0, -1, 0}), 1e-5f);
}

TEST(Math, AffineInverse) {
  const Affine a = toAffine(Trs{{1, 2, 3}, axisAngle(Vec3{0, 0, 1}, 0.5f), {2, -3, 0.5f}});
  const Vec3 p{0.3f, -1, 2};
  EXPECT_LT(distance(inverse(a) * (a * p), p), 1e-5f);
}

TEST(Math, RotationOfMirrorIsProper) {
  const Affine a = toAffine(Trs{{}, axisAngle(Vec3{0, 1, 0}, 0.7f), {-2, 2, 2}});
  const Quat q = rotationOf(a.linear);
  EXPECT_NEAR(determinant(toMatrix(q)), 1, 1e-5);
}

TEST(Math, TwistTakesOnlyTheTurnAboutTheAxis) {
  const Quat twist = axisAngle(Vec3{1, 0, 0}, 0.8f), swing = exponential(Vec3{0, 0.3f, -0.4f});
  EXPECT_NEAR(std::abs(dot(twistAbout(swing * twist, Vec3{1, 0, 0}), twist)), 1, 1e-6);
}

}  // namespace
}  // namespace sinew
