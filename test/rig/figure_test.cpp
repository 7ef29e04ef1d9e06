#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <sinew/asset/read.h>
#include <sinew/rig/axes.h>
#include <sinew/rig/rig.h>

#include "support/turn_scene.h"

// The built-in figures in many forms: whatever way a file holds a body, the rig must come out the same.

namespace sinew {
namespace {

Rig rigOf(const std::string& spec) {
  const Result<Asset> asset = readAsset(std::filesystem::path(spec));
  EXPECT_TRUE(asset) << spec << ": " << asset.error().message;
  if (!asset) return {};
  Result<Rig> rig = buildRig(*asset);
  EXPECT_TRUE(rig) << spec << ": " << rig.error().message;
  return rig ? std::move(*rig) : Rig{};
}

/// Bind positions of the joints in lengths of the rig.
std::vector<Vec3> shapeOf(const Rig& rig) {
  std::vector<Vec3> places;
  for (const Joint& joint : rig.joints) places.push_back(joint.modelFromBind.translation / rig.referenceLength);
  return places;
}

float distanceToNearest(const Vec3& place, const std::vector<Vec3>& others) {
  float nearest = 1e30f;
  for (const Vec3& other : others) nearest = std::min(nearest, distance(place, other));
  return nearest;
}

TEST(RigFigure, EveryFormOfTheFileGivesTheSameBody) {
  for (const std::string base : {"@figure:tiny", "@quadruped:tiny"}) {
    const Rig plain = rigOf(base);
    const std::vector<Vec3> shape = shapeOf(plain);
    ASSERT_GT(shape.size(), 15u);
    for (const char* variant :
         {"centimetres", "small", "armature", "zup", "shuffled", "matrixnodes", "multiskin", "restturned", "quantised", "sparse", "eight",
          "noinversebinds", "rotatedjoints", "mirrored", "unweighted", "footroots", "outliers", "u8weights"}) {
      const Rig rig = rigOf(base + "+" + variant);
      const float unit = rig.referenceLength / plain.referenceLength;
      float worst = 0;
      const std::vector<Vec3> found = shapeOf(rig);
      for (const Vec3& place : shape) worst = std::max(worst, distanceToNearest(place, found));
      EXPECT_LT(worst, 1e-4f) << base << "+" << variant << " differs by " << worst << " of the reference length";
      if (std::string(variant) != "outliers") {
        EXPECT_NEAR(rig.stature / plain.stature / unit, 1, 1e-4) << base << "+" << variant;
      }
      EXPECT_LT(distance(rig.axes.forward, plain.axes.forward), 1e-3f) << base << "+" << variant;
      EXPECT_GT(rig.axes.confidence, 0.6f) << base << "+" << variant;
    }
  }
}

TEST(RigFigure, UnitsScaleEveryLength) {
  const float expected = rigOf("@figure:tiny").referenceLength;
  const Result<Asset> asset = readAsset(std::filesystem::path("@figure:tiny+centimetres"));
  ASSERT_TRUE(asset);
  const Result<Rig> rig = buildRig(*asset, {.metersPerUnit = 0.01f, .stature = {}, .exclude = {}});
  ASSERT_TRUE(rig);
  EXPECT_NEAR(rig->referenceLength / expected, 1, 1e-5);
  const Result<Rig> tall = buildRig(*asset, {.metersPerUnit = {}, .stature = 3.0f, .exclude = {}});
  ASSERT_TRUE(tall);
  EXPECT_NEAR(tall->stature, 3, 1e-5);
  EXPECT_NEAR(tall->referenceLength / tall->stature, rig->referenceLength / rig->stature, 1e-5);
}

TEST(RigFigure, VrmFacingIsTheFilesOwn) {
  EXPECT_EQ(rigOf("@figure:tiny+vrm0").axes.forward, (Vec3{0, 0, -1}));
  EXPECT_EQ(rigOf("@figure:tiny+vrm0").axes.left, (Vec3{-1, 0, 0}));
  EXPECT_EQ(rigOf("@figure:tiny+vrm1").axes.forward, (Vec3{0, 0, 1}));
  EXPECT_EQ(rigOf("@figure:tiny+vrm0").axes.forwardFrom, "VRM 0 file convention");
}

TEST(RigFigure, GeometryFindsTheFacingWithoutNamesOrConventions) {
  for (const std::string spec : {"@figure:tiny+nameless", "@figure:tiny+apose", "@figure:tiny+child", "@figure:tiny+rigid",
                                 "@figure:tiny+footroots", "@quadruped:tiny+nameless"}) {
    const RigAxes axes = axesFromGeometry(rigOf(spec));
    EXPECT_EQ(axes.forward, (Vec3{0, 0, 1})) << spec;
    EXPECT_EQ(axes.left, (Vec3{1, 0, 0})) << spec;
  }
  EXPECT_EQ(axesFromGeometry(rigOf("@figure:tiny+vrm0")).forward, (Vec3{0, 0, -1}));
  EXPECT_EQ(axesFromGeometry(rigOf("@figure:tiny+sidewaysfacing")).forward, (Vec3{1, 0, 0}));
}

TEST(RigFigure, AxesTurnWithTheScene) {
  for (const std::string spec : {"@figure:tiny", "@quadruped:tiny"}) {
    for (const Quat& turn : {axisAngle(Vec3{0, 1, 0}, 2.2f), axisAngle(Vec3{1, 0, 0}, kPi / 2), axisAngle(Vec3{0, 0, 1}, -kPi / 2)}) {
      Result<Asset> asset = readAsset(std::filesystem::path(spec));
      ASSERT_TRUE(asset);
      test::turnScene(*asset, turn);
      const Result<Rig> rig = buildRig(*asset);
      ASSERT_TRUE(rig);
      EXPECT_LT(angleBetween(rig->axes.up, rotate(turn, Vec3{0, 1, 0})), 0.03f) << spec << " " << rig->axes.upFrom;
      EXPECT_LT(angleBetween(rig->axes.forward, rotate(turn, Vec3{0, 0, 1})), 0.03f) << spec << " " << rig->axes.forwardFrom;
      EXPECT_LT(angleBetween(rig->axes.left, rotate(turn, Vec3{1, 0, 0})), 0.03f) << spec;
    }
  }
}

TEST(RigFigure, ExclusionLeavesThePartOut) {
  const Result<Asset> asset = readAsset(std::filesystem::path("@figure:backpack"));
  ASSERT_TRUE(asset);
  const Result<Rig> with = buildRig(*asset), without = buildRig(*asset, {.metersPerUnit = {}, .stature = {}, .exclude = {"*BACKPACK*"}});
  ASSERT_TRUE(with && without);
  EXPECT_LT(without->body.vertices.size(), with->body.vertices.size());
  EXPECT_EQ(without->body.parts.size() + 1, with->body.parts.size());
  EXPECT_EQ(without->joints.size(), with->joints.size());
}

TEST(RigFigure, SidesAreNotInventedWhereThereAreNone) {
  // A chain of joints along +X: no left and right, and it says so.
  Asset asset;
  for (int i = 0; i < 6; ++i) {
    AssetNode node;
    node.parent = i - 1;
    node.rest.translation = {i == 0 ? 0.0f : 0.3f, 0, 0};
    node.parentFromNode = toAffine(node.rest);
    if (i < 5) node.children = {i + 1};
    asset.nodes.push_back(node);
    asset.vrmBones.push_back({"bone", i});
  }
  asset.sceneRoots = {0};
  const Result<Rig> rig = buildRig(asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(rig->axes.confidence, 0);
  EXPECT_NEAR(std::abs(rig->axes.forward.x), 1, 1e-6);
  EXPECT_NEAR(rig->referenceLength, 1.5, 1e-6);
}

}  // namespace
}  // namespace sinew
