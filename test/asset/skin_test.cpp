#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

json& attributesOf(GlbBuilder& rig) { return rig.document["meshes"][0]["primitives"][0]["attributes"]; }

// The influences of one vertex as (joint, weight) pairs.
std::vector<std::pair<int, float>> influencesOf(const GlbBuilder& rig, std::size_t vertex) {
  const Result<Asset> asset = readGlb(rig);
  EXPECT_TRUE(asset) << outcome(asset);
  std::vector<std::pair<int, float>> out;
  if (!asset) return out;
  const Primitive& primitive = asset->meshes[0].primitives[0];
  for (std::uint32_t i = primitive.influenceStart.at(vertex); i < primitive.influenceStart.at(vertex + 1); ++i) {
    out.emplace_back(primitive.influences[i].joint, primitive.influences[i].weight);
  }
  return out;
}

using Pair = std::pair<int, float>;

TEST(Skin, InverseBindsAreOptionalAndMayBeMore) {
  GlbBuilder rig = smallRig();
  rig.document["skins"][0].erase("inverseBindMatrices");
  Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_FALSE(asset->skins[0].hasInverseBinds);
  EXPECT_EQ(asset->skins[0].inverseBinds[1].translation, Vec3{});

  rig = smallRig();
  rig.document["skins"][0]["joints"] = {1};
  rig.document["accessors"][2] = {{"componentType", kU8}, {"count", 4}, {"type", "VEC4"}};  // all follow joint 0
  asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_EQ(asset->skins[0].inverseBinds.size(), 1u);

  rig = smallRig();
  rig.document["accessors"][4]["count"] = 1;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at skins[0].inverseBindMatrices"));
}

TEST(Skin, InverseBindsKeepScale) {
  GlbBuilder rig = smallRig();
  rig.document["skins"][0]["inverseBindMatrices"] = rig.accessor<float>(
      "MAT4", kF32, {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 5, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, 16);
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_EQ((asset->skins[0].inverseBinds[0] * Vec3{1, 1, 1}), (Vec3{2, 2, 7}));
}

TEST(Skin, JointsAreChecked) {
  GlbBuilder rig = smallRig();
  rig.document["skins"][0]["joints"] = {0, 17};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at skins[0].joints[1]"));
  rig.document["skins"][0]["joints"] = json::array();
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at skins[0].joints"));
  rig = smallRig();
  rig.document["skins"][0]["joints"] = {0};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at meshes[0] 'square'.primitives[0].attributes"));
}

TEST(Influences, DuplicateJointsAreSummedAndZeroWeightsIgnored) {
  GlbBuilder rig = smallRig();
  attributesOf(rig)["JOINTS_0"] = rig.accessor<std::uint16_t>("VEC4", kU16, {1, 0, 1, 9999, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 4);
  attributesOf(rig)["WEIGHTS_0"] = rig.accessor<float>("VEC4", kF32, {0.25f, 0.25f, 0.5f, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, 4);
  EXPECT_THAT(influencesOf(rig, 0), ElementsAre(Pair{1, 0.75f}, Pair{0, 0.25f}));
}

TEST(Influences, IntegerWeightsStayAsAuthored) {
  GlbBuilder rig = smallRig();
  attributesOf(rig)["JOINTS_0"] =
      rig.accessor<std::uint8_t>("VEC4", kU8, std::vector<std::uint8_t>{0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 4);
  const std::size_t weights =
      rig.accessor<std::uint8_t>("VEC4", kU8, std::vector<std::uint8_t>{85, 170, 0, 0, 100, 100, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, 4);
  rig.document["accessors"][weights]["normalized"] = true;
  attributesOf(rig)["WEIGHTS_0"] = weights;
  EXPECT_THAT(influencesOf(rig, 0), ElementsAre(Pair{0, 85 / 255.0f}, Pair{1, 170 / 255.0f}));
  EXPECT_THAT(influencesOf(rig, 1), ElementsAre(Pair{0, 100 / 255.0f}, Pair{1, 100 / 255.0f}));  // no sum of one forced on it
}

TEST(Influences, AllSetsCount) {
  GlbBuilder rig = smallRig();
  attributesOf(rig)["JOINTS_1"] = rig.accessor<std::uint8_t>("VEC4", kU8, std::vector<std::uint8_t>(16, 1), 4);
  std::vector<float> weights(16, 0.0f);
  weights[0] = 0.125f;
  weights[3] = 0.125f;
  attributesOf(rig)["WEIGHTS_1"] = rig.accessor<float>("VEC4", kF32, weights, 4);
  EXPECT_THAT(influencesOf(rig, 0), ElementsAre(Pair{0, 1.0f}, Pair{1, 0.25f}));
  attributesOf(rig).erase("WEIGHTS_1");
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at meshes[0] 'square'.primitives[0].attributes.WEIGHTS_1"));
}

TEST(Influences, WeightsThatAreNoNumbersAreFindings) {
  GlbBuilder rig = smallRig();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  attributesOf(rig)["WEIGHTS_0"] = rig.accessor<float>("VEC4", kF32, {nan, -0.5f, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, 4);
  EXPECT_THAT(influencesOf(rig, 0), ElementsAre());
  EXPECT_THAT(influencesOf(rig, 1), ElementsAre(Pair{0, 1.0f}));
  const Result<Asset> asset = readGlb(rig);
  std::vector<std::string> rules;
  for (const Finding& finding : asset->findings) rules.push_back(finding.rule);
  EXPECT_THAT(rules, ElementsAre("weights.notFinite", "weights.negative", "weights.tooLarge"));
}

TEST(Influences, MeshWithoutASkinHasNone) {
  GlbBuilder rig = smallRig();
  rig.document["nodes"][2].erase("skin");
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_TRUE(asset->meshes[0].primitives[0].influenceStart.empty());
}

}  // namespace
}  // namespace sinew::test
