#include <sinew/base/joint_angles.h>

#include <gtest/gtest.h>
#include <sinew/base/random.h>
#include <Eigen/Geometry>

namespace sinew {
namespace {

// Built by Eigen in the order that the definition names: twist about x first, then the swing as a rotation vector.
TEST(JointAngles, RecoverWhatAnIndependentLibraryComposed) {
  Random random{7};
  for (int i = 0; i < 1000; ++i) {
    const double twist = random.range(-3.1f, 3.1f);
    const double length = random.range(0.0f, 3.0f);
    const double toward = random.range(-3.1f, 3.1f);
    const Eigen::Vector3d swing(0, length * std::cos(toward), length * std::sin(toward));
    const Eigen::Vector3d axis = length > 0 ? Eigen::Vector3d(swing / length) : Eigen::Vector3d::UnitY();
    const Eigen::Quaterniond q = Eigen::AngleAxisd(length, axis) * Eigen::AngleAxisd(twist, Eigen::Vector3d::UnitX());
    const Vec3d angles = ballAngles(Quatd{q.x(), q.y(), q.z(), q.w()});
    EXPECT_NEAR(angles.x, twist, 1e-9);
    EXPECT_NEAR(angles.y, swing.y(), 1e-9);
    EXPECT_NEAR(angles.z, swing.z(), 1e-9);
    EXPECT_LT(angleBetween(fromBallAngles(angles), Quatd{q.x(), q.y(), q.z(), q.w()}), 1e-7);
  }
}

TEST(JointAngles, TwistAndSwingDoNotMix) {
  const Vec3 angles = ballAngles(fromBallAngles(Vec3{radians(90.0f), radians(10.0f), 0.0f}));
  EXPECT_NEAR(degrees(angles.x), 90, 1e-3);
  EXPECT_NEAR(degrees(angles.y), 10, 1e-3);
  EXPECT_NEAR(degrees(angles.z), 0, 1e-3);
}

TEST(JointAngles, BothSignsOfAQuaternionAreOneAngle) {
  const Quat q = axisAngle(Vec3{1, 0, 0}, radians(140.0f));
  EXPECT_NEAR(degrees(hingeAngle(q)), 140, 1e-3);
  EXPECT_NEAR(degrees(hingeAngle(-q)), 140, 1e-3);
  EXPECT_NEAR(ballAngles(q).x, ballAngles(-q).x, 1e-6);
}

}  // namespace
}  // namespace sinew
