#include <sinew/pose/sample.h>

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <sinew/base/log.h>
#include <sinew/base/random.h>

#include "support/hand_asset.h"

// Interpolation against values worked out by hand, chains against Eigen.

namespace sinew {
namespace {

using test::HandAsset;

struct OneNode {
  HandAsset file;
  AssetClip clip;

  OneNode(ChannelPath path, Interpolation interpolation, std::vector<float> times, std::vector<float> values) {
    file.node("n", -1, Trs{{9, 9, 9}, {}, {1, 1, 1}});
    clip.channels.push_back({0, path, interpolation, std::move(times), std::move(values)});
  }

  Trs at(float time) const {
    std::vector<Trs> locals = restLocals(file.asset);
    sampleClip(file.asset, clip, time, locals);
    return locals[0];
  }
};

TEST(Sample, LinearTranslationClampsOutsideItsKeys) {
  const OneNode one(ChannelPath::translation, Interpolation::linear, {1, 3}, {0, 0, 0, 4, -2, 8});
  EXPECT_EQ(one.at(0).translation, (Vec3{0, 0, 0}));
  EXPECT_EQ(one.at(1).translation, (Vec3{0, 0, 0}));
  EXPECT_EQ(one.at(1.5f).translation, (Vec3{1, -0.5f, 2}));
  EXPECT_EQ(one.at(3).translation, (Vec3{4, -2, 8}));
  EXPECT_EQ(one.at(50).translation, (Vec3{4, -2, 8}));
  EXPECT_EQ(one.at(1.5f).rotation, Quat{}) << "a path without channel keeps its rest";
}

TEST(Sample, StepHoldsUntilTheNextKey) {
  const OneNode one(ChannelPath::scale, Interpolation::step, {0, 1, 2}, {1, 1, 1, 2, 2, 2, 3, 3, 3});
  EXPECT_EQ(one.at(0.999f).scale.x, 1);
  EXPECT_EQ(one.at(1).scale.x, 2);
  EXPECT_EQ(one.at(1.999f).scale.x, 2);
  EXPECT_EQ(one.at(2).scale.x, 3);
}

TEST(Sample, RotationsTakeTheShortestArc) {
  // 20 degrees and 80 degrees about y, the second written with the opposite sign.
  const Quat a = axisAngle(Vec3{0, 1, 0}, radians(20)), b = -axisAngle(Vec3{0, 1, 0}, radians(80));
  const OneNode one(ChannelPath::rotation, Interpolation::linear, {0, 2}, {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w});
  for (const float t : {0.25f, 0.5f, 1.0f, 1.7f}) {
    const Quat expected = axisAngle(Vec3{0, 1, 0}, radians(20 + 30 * t));
    EXPECT_LT(angleBetween(one.at(t).rotation, expected), 1e-5f) << t;
  }
}

TEST(Sample, SlerpAgreesWithEigen) {
  Random random{3};
  for (int i = 0; i < 200; ++i) {
    const auto quat = [&] { return normalized(Quat{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)}); };
    const Quat a = quat(), b = quat();
    const OneNode one(ChannelPath::rotation, Interpolation::linear, {0, 1}, {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w});
    const float t = random.unit();
    const Eigen::Quaternionf expected = Eigen::Quaternionf(a.w, a.x, a.y, a.z).slerp(t, Eigen::Quaternionf(b.w, b.x, b.y, b.z));
    const Quat got = one.at(t).rotation;
    EXPECT_NEAR(std::abs(got.x * expected.x() + got.y * expected.y() + got.z * expected.z() + got.w * expected.w()), 1, 1e-5);
  }
}

TEST(Sample, CubicSplineIsHermiteWithTangentsTimesSpacing) {
  // Keys 2 s apart; value 0 with out-tangent 3 per second, value 1 with in-tangent -1 per second. Half way:
  // 0.5 v0 + 0.5 v1 + 2 s * (0.125 * 3 - 0.125 * -1) = 0.5 + 1.0.
  const std::vector<float> values{7, 7, 7, 0, 0, 0, 3, 3, 3, -1, -1, -1, 1, 1, 1, 7, 7, 7};
  const OneNode one(ChannelPath::translation, Interpolation::cubicSpline, {1, 3}, values);
  EXPECT_NEAR(one.at(2).translation.x, 1.5, 1e-6);
  EXPECT_NEAR(one.at(1).translation.x, 0, 1e-6);
  EXPECT_NEAR(one.at(3).translation.x, 1, 1e-6);
  EXPECT_NEAR(one.at(0).translation.x, 0, 1e-6);
  // The slope at the first key is its out-tangent.
  EXPECT_NEAR((one.at(1.001f).translation.x - one.at(1).translation.x) / 0.001f, 3, 0.02);
}

TEST(Sample, CubicSplineRotationsComeOutUnit) {
  const Quat a = axisAngle(Vec3{1, 0, 0}, 0.2f), b = axisAngle(Vec3{1, 0, 0}, 1.6f);
  const OneNode one(ChannelPath::rotation, Interpolation::cubicSpline, {0, 1},
                    {0, 0, 0, 0, a.x, a.y, a.z, a.w, 0, 0, 0, 0, 0, 0, 0, 0, b.x, b.y, b.z, b.w, 0, 0, 0, 0});
  for (const float t : {0.1f, 0.5f, 0.9f}) EXPECT_NEAR(dot(one.at(t).rotation, one.at(t).rotation), 1, 1e-6);
  EXPECT_LT(angleBetween(one.at(0.5f).rotation, axisAngle(Vec3{1, 0, 0}, 0.9f)), 1e-5f) << "flat tangents: half way is half the arc";
}

TEST(Sample, OddKeysAreHarmless) {
  const OneNode empty(ChannelPath::translation, Interpolation::linear, {}, {});
  EXPECT_EQ(empty.at(1).translation, (Vec3{9, 9, 9}));
  const OneNode twice(ChannelPath::translation, Interpolation::linear, {0, 1, 1, 2}, {0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6});
  EXPECT_EQ(twice.at(1).translation.x, 5);
  EXPECT_NEAR(twice.at(0.5f).translation.x, 0.5, 1e-6);
  const OneNode single(ChannelPath::translation, Interpolation::cubicSpline, {0.5f}, {7, 7, 7, 2, 2, 2, 7, 7, 7});
  EXPECT_EQ(single.at(0).translation.x, 2);
  EXPECT_EQ(single.at(9).translation.x, 2);
}

TEST(Sample, ModelFromJointsAgreesWithEigen) {
  Random random{5};
  for (int run = 0; run < 50; ++run) {
    // A chain of five below a scaled armature, uniform scales on the way: Eigen multiplies the 4 x 4 matrices.
    HandAsset file;
    Eigen::Affine3d expected = Eigen::Affine3d::Identity();
    std::vector<std::int32_t> chain;
    for (int i = 0; i < 6; ++i) {
      const float scale = i == 0 ? 0.01f : random.range(0.5f, 2);
      const Quat q = normalized(Quat{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
      const Vec3 t{random.range(-50, 50), random.range(-50, 50), random.range(-50, 50)};
      chain.push_back(file.node("n" + std::to_string(i), chain.empty() ? -1 : chain.back(), Trs{t, q, {scale, scale, scale}}));
      expected = expected * Eigen::Translation3d(t.x, t.y, t.z) * Eigen::Quaterniond(q.w, q.x, q.y, q.z) * Eigen::Scaling(double{scale});
    }
    const std::int32_t mesh = file.node("mesh", -1, Vec3{});
    file.mesh(mesh, HandAsset::primitive({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 0, 0}), file.skin({chain[5]}));
    const Result<Rig> rig = buildRig(file.asset);
    ASSERT_TRUE(rig);
    const std::vector<Transform> joints = modelFromJoints(file.asset, *rig, restLocals(file.asset));
    ASSERT_EQ(joints.size(), 1u);
    const Eigen::Vector3d p = expected.translation();
    EXPECT_LT(distance(joints[0].translation, Vec3{float(p.x()), float(p.y()), float(p.z())}), 1e-5f);
    const Eigen::Quaterniond q(expected.rotation());
    EXPECT_NEAR(
        std::abs(joints[0].rotation.x * q.x() + joints[0].rotation.y * q.y() + joints[0].rotation.z * q.z() + joints[0].rotation.w * q.w()),
        1, 1e-6);
    EXPECT_LT(distance(joints[0].translation, rig->joints[0].modelFromBind.translation), 1e-4f);
    EXPECT_LT(angleBetween(joints[0].rotation, rig->joints[0].modelFromBind.rotation), 1e-3f) << "rest is bind here";
  }
}

TEST(Sample, MirroredJointsAgreeWithTheBindPose) {
  HandAsset file;
  const std::int32_t armature = file.node("Armature", -1, Trs{{0, 0, 0}, axisAngle(Vec3{1, 0, 0}, 0.3f), {-0.5f, 0.5f, 0.5f}});
  const std::int32_t hip = file.node("hip", armature, Trs{{0, 2, 0}, axisAngle(Vec3{0, 0, 1}, 0.4f), {1, 1, 1}});
  const std::int32_t knee = file.node("knee", hip, Trs{{0.1f, -1, 0}, axisAngle(Vec3{0, 1, 0}, 0.5f), {1, 1, 1}});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 1}), file.skin({hip, knee}));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  const std::vector<Transform> joints = modelFromJoints(file.asset, *rig, restLocals(file.asset));
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_LT(distance(joints[j].translation, rig->joints[j].modelFromBind.translation), 1e-5f);
    EXPECT_LT(angleBetween(joints[j].rotation, rig->joints[j].modelFromBind.rotation), 1e-3f);
  }
}

TEST(Sample, ZeroScaleKeepsTheTranslation) {
  HandAsset file;
  const std::int32_t hip = file.node("hip", -1, Vec3{0, 1, 0});
  const std::int32_t knee = file.node("knee", hip, Vec3{0, -0.5f, 0});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 1}), file.skin({hip, knee}));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  std::vector<Trs> locals = restLocals(file.asset);
  locals[0].scale = {0, 0, 0};
  const std::vector<Transform> joints = modelFromJoints(file.asset, *rig, locals);
  EXPECT_LT(distance(joints[1].translation, Vec3{0, 0.5f, 0}), 1e-6f);
  EXPECT_TRUE(isFinite(joints[1]));
}

TEST(Sample, WrongCallsChangeNothing) {
  setAssertHook([](const char*, const char*, int) {});
  const OneNode one(ChannelPath::translation, Interpolation::linear, {0, 1}, {0, 0, 0, 1, 1, 1});
  std::vector<Trs> locals(3);
  sampleClip(one.file.asset, one.clip, 0.5f, locals);
  EXPECT_EQ(locals[0].translation, (Vec3{0, 0, 0}));
  std::vector<Trs> good = restLocals(one.file.asset);
  sampleClip(one.file.asset, one.clip, std::nanf(""), good);
  EXPECT_EQ(good[0].translation, (Vec3{9, 9, 9}));
  setAssertHook(nullptr);
}

}  // namespace
}  // namespace sinew
