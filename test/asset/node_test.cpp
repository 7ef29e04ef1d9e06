#include "src/asset/decompose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <sinew/base/random.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(Decompose, MatrixIsRebuiltForAnyScaleAndMirror) {
  // Eigen builds T * R * S; what is taken apart must multiply to the same matrix.
  for (const float size : {1e-6f, 0.004f, 1.0f, 300.0f}) {
    for (const float mirror : {1.0f, -1.0f}) {
      const Eigen::Quaternionf q = Eigen::Quaternionf(0.3f, -0.5f, 0.7f, 0.2f).normalized();
      const Eigen::Matrix3f m = q.toRotationMatrix() * Eigen::Vector3f(size, 2 * size, mirror * 0.5f * size).asDiagonal();
      const Affine given{{{m(0, 0), m(1, 0), m(2, 0)}, {m(0, 1), m(1, 1), m(2, 1)}, {m(0, 2), m(1, 2), m(2, 2)}}, {1, 2, 3}};
      const Trs trs = gltf::decompose(given);
      const Mat4 expected = toMat4(given);
      const Mat4 rebuilt = toMat4(toAffine(trs));
      float residual = 0;
      for (std::size_t i = 0; i < 16; ++i) residual = std::max(residual, std::abs(rebuilt[i] - expected[i]));
      EXPECT_LT(residual, 4e-6f * std::max(size, 1.0f)) << size << " " << mirror;
      EXPECT_NEAR(trs.scale.x, size, 1e-5f * size);
      EXPECT_NEAR(trs.scale.z, mirror * 0.5f * size, 1e-5f * size);
    }
  }
}

TEST(Decompose, FlatScaleKeepsTheRotation) {
  const Quat q = normalized(Quat{0.2f, 0.4f, -0.1f, 0.9f});
  for (const Vec3 scale : {Vec3{0, 1, 2}, Vec3{1, 0, 2}, Vec3{1, 2, 0}}) {
    const Trs trs = gltf::decompose(toAffine(Trs{{}, q, scale}));
    EXPECT_LT(angleBetween(trs.rotation, q), 1e-3f) << "residual " << angleBetween(trs.rotation, q);
    EXPECT_LT(distance(trs.scale, scale), 1e-5f);
  }
  EXPECT_TRUE(isFinite(gltf::decompose(Affine{{{}, {}, {}}, {}}).rotation));
}

TEST(Node, MatrixIsKeptAndTakenApart) {
  GlbBuilder rig = smallRig();
  rig.document["nodes"][1].erase("translation");
  rig.document["nodes"][1]["matrix"] = {0, 0, -0.01, 0, 0, 0.01, 0, 0, 0.01, 0, 0, 0, 5, 6, 7, 1};  // 90 degrees about +Y
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  const AssetNode& node = asset->nodes[1];
  EXPECT_TRUE(node.hasMatrix);
  EXPECT_EQ(node.rest.translation, (Vec3{5, 6, 7}));
  EXPECT_LT(angleBetween(node.rest.rotation, axisAngle(Vec3{0, 1, 0}, kPi / 2)), 1e-3f);
  EXPECT_LT(distance(node.rest.scale, {0.01f, 0.01f, 0.01f}), 1e-7f);
  rig.document["nodes"][1]["matrix"] = {1, 0, 0};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at nodes[1] 'upper'.matrix"));
  rig.document["nodes"][1]["matrix"] = {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("value at nodes[1] 'upper'.matrix"));
}

TEST(Node, TreeIsATree) {
  GlbBuilder rig = smallRig();
  rig.document["nodes"][1]["children"] = {0};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at nodes[0] 'lower'.children"));
  rig = smallRig();
  rig.document["nodes"][2]["children"] = {1};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at nodes[2] 'body'.children[0]"));
  rig = smallRig();
  rig.document["nodes"][2]["children"] = {2};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at nodes[2] 'body'.children"));
  rig.document["nodes"][2]["children"] = {3};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at nodes[2] 'body'.children[0]"));
}

TEST(Node, ScenesAndWorldTransforms) {
  GlbBuilder rig = smallRig();
  rig.document["nodes"][0]["scale"] = {2, 2, 2};
  rig.document["nodes"][0]["rotation"] = {0, 0, 0.70710678, 0.70710678};
  Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_THAT(asset->sceneRoots, ElementsAre(0, 2));
  EXPECT_THAT(parentsFirst(*asset), ElementsAre(0, 2, 1));
  EXPECT_LT(distance(restWorldTransforms(*asset)[1].translation, {-2, 0, 0}), 1e-6f);
  rig.document.erase("scenes");
  rig.document.erase("scene");
  asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_THAT(asset->sceneRoots, ElementsAre(0, 2));
}

TEST(Node, NumbersStayUsable) {
  GlbBuilder rig = smallRig();
  rig.document["nodes"][0]["scale"] = {1e20, 1, 1};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("value at nodes[0] 'lower'.scale"));
  rig = smallRig();
  rig.document["nodes"][0]["scale"] = {1e9, 1e9, 1e9};
  rig.document["nodes"][1]["scale"] = {1e9, 1e9, 1e9};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("value at nodes[1] 'upper'"));
  rig = smallRig();
  rig.document["nodes"][0]["rotation"] = {0, 0, 0, 0};
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_EQ(asset->nodes[0].rest.rotation, Quat{});
  EXPECT_EQ(asset->findings.at(0).rule, "node.rotation");
}

}  // namespace
}  // namespace sinew::test
