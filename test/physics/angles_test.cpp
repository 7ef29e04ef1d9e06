#include <sinew/physics/angles.h>

#include <gtest/gtest.h>
#include <sinew/base/random.h>

#include "src/physics/check.h"

namespace sinew {
namespace {

TEST(Limits, AnglesGoBackTheShorterWay) {
  const AngleRange range{radians(-20), radians(160)};
  EXPECT_EQ(clampAngle(0.3f, range), 0.3f);
  EXPECT_EQ(clampAngle(radians(170), range), range.high);
  EXPECT_EQ(clampAngle(radians(-30), range), range.low);
  EXPECT_EQ(clampAngle(radians(-170), range), range.high) << "20 degrees beyond 160, 150 before -20";
}

TEST(Limits, ClampedSwingIsTheNearestInside) {
  // Oracle: a dense search over the ellipses' outline.
  Random random{5};
  const AngleRange twist{-0.5f, 0.7f}, s1{-0.4f, 1.1f}, s2{-0.9f, 0.3f};
  for (int i = 0; i < 200; ++i) {
    const Vec3 angles{random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)};
    const Vec3 inside = clampBall(angles, twist, s1, s2);
    EXPECT_EQ(inside.x, std::clamp(angles.x, twist.low, twist.high));
    const auto level = [&](float y, float z) {
      const float u = y / (y < 0 ? s1.low : s1.high), v = z / (z < 0 ? s2.low : s2.high);
      return u * u + v * v;
    };
    if (level(angles.y, angles.z) <= 1) {
      EXPECT_EQ(inside.y, angles.y);
      EXPECT_EQ(inside.z, angles.z);
      continue;
    }
    EXPECT_NEAR(level(inside.y, inside.z), 1, 1e-4f);
    float best = 1e9f;
    for (int k = 0; k < 4000; ++k) {
      const float a = 2 * kPi * static_cast<float>(k) / 4000, c = std::cos(a), s = std::sin(a);
      const float y = c * (c < 0 ? -s1.low : s1.high), z = s * (s < 0 ? -s2.low : s2.high);
      best = std::min(best, std::hypot(y - angles.y, z - angles.z));
    }
    EXPECT_NEAR(std::hypot(inside.y - angles.y, inside.z - angles.z), best, 1e-3f);
  }
}

TEST(Limits, OvershootIsTheRotationBackInside) {
  JointDef joint;
  joint.twist = {-0.5f, 0.5f};
  joint.swing1 = {-0.4f, 0.4f};
  joint.swing2 = {-0.4f, 0.4f};
  EXPECT_EQ(overshootOf(joint, fromBallAngles(Vec3{0.3f, 0.2f, 0.2f})), 0);
  EXPECT_NEAR(overshootOf(joint, fromBallAngles(Vec3{0.8f, 0, 0})), 0.3f, 1e-5f);
  EXPECT_NEAR(overshootOf(joint, fromBallAngles(Vec3{0, 0.3f, 0.4f} * 2.0f)), 0.6f, 1e-3f);
  EXPECT_LT(overshootOf(joint, clampRotation(joint, fromBallAngles(Vec3{2, 1, -2}))), 1e-5f);
  joint.limited = false;
  EXPECT_EQ(overshootOf(joint, fromBallAngles(Vec3{2, 1, 1})), 0);
  joint.limited = true;
  joint.type = ConstraintType::hinge;
  EXPECT_NEAR(overshootOf(joint, axisAngle(Vec3{1, 0, 0}, -0.9f)), 0.4f, 1e-5f);
  EXPECT_NEAR(overshootOf(joint, axisAngle(Vec3{1, 0, 0}, 3.1f)), 2.6f, 1e-4f);
}

TEST(Limits, MeasureSeparationAndMisalignment) {
  JointDef joint;
  joint.type = ConstraintType::hinge;
  joint.parentFromFrame.translation = {0, 1, 0};
  joint.childFromFrame.translation = {0, -1, 0};
  const Quat bent = exponential(Vec3{0, 0.2f, 0}) * axisAngle(Vec3{1, 0, 0}, 0.6f);
  const JointState state = measureJoint(joint, {{}, {5, 0, 0}}, {bent, Vec3{5, 1, 0.3f} + rotate(bent, Vec3{0, 1, 0})});
  EXPECT_NEAR(state.separation, 0.3f, 1e-5f);
  EXPECT_NEAR(state.angles.x, 0.6f, 1e-5f);
  EXPECT_NEAR(state.misalignment, 0.2f, 1e-5f);
}

TEST(Check, ErrorsNameThePlace) {
  ArticulationDef def;
  def.bodies.resize(2);
  def.joints.resize(1);
  def.joints[0].parent = 0;
  def.joints[0].child = 1;
  EXPECT_TRUE(checkArticulation(def).has_value());
  def.bodies[1].mass = -1;
  EXPECT_EQ(checkArticulation(def).error().place, "bodies[1].mass");
  def.bodies[1].mass = 1;
  def.joints[0].joint.swing1 = {0.1f, 0.2f};
  EXPECT_EQ(checkArticulation(def).error().place, "joints[0].swing1");
}

}  // namespace
}  // namespace sinew
