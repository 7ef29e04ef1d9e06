#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Vrm, Version0KeepsTheFilesOrder) {
  GlbBuilder rig = smallRig();
  rig.document["extensions"]["VRM"]["humanoid"]["humanBones"] = {
      {{"bone", "spine"}, {"node", 1}}, {{"bone", "hips"}, {"node", 0}}, {{"bone", "jaw"}, {"node", -1}}};
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_EQ(asset->vrm, VrmVersion::vrm0);
  ASSERT_EQ(asset->vrmBones.size(), 2u);
  EXPECT_EQ(asset->vrmBones[0].bone, "spine");
  EXPECT_EQ(asset->vrmBones[1].node, 0);
}

TEST(Vrm, Version1WinsOverVersion0) {
  GlbBuilder rig = smallRig();
  rig.document["extensions"]["VRM"]["humanoid"]["humanBones"] = {{{"bone", "hips"}, {"node", 1}}};
  rig.document["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"] = {{"hips", {{"node", 0}}}, {"spine", {{"node", 1}}}};
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_EQ(asset->vrm, VrmVersion::vrm1);
  EXPECT_EQ(asset->vrmBones.size(), 2u);
}

TEST(Vrm, BonesAreGivenOnceAndExist) {
  GlbBuilder rig = smallRig();
  json& bones = rig.document["extensions"]["VRM"]["humanoid"]["humanBones"];
  bones = {{{"bone", "hips"}, {"node", 0}}, {{"bone", "hips"}, {"node", 1}}};
  EXPECT_THAT(outcome(readGlb(rig)), HasSubstr("'hips' is given twice"));
  bones = {{{"bone", "hips"}, {"node", 0}}, {{"bone", "spine"}, {"node", 0}}};
  EXPECT_THAT(outcome(readGlb(rig)), HasSubstr("two humanoid bones"));
  bones = {{{"bone", "hips"}, {"node", 44}}};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at extensions.VRM.humanoid.humanBones[0].node"));
}

TEST(Vrm, RepeatedMembersOfVersion1AreRefused) {
  const std::string text =
      "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{}],\"extensions\":{\"VRMC_vrm\":{\"humanoid\":{\"humanBones\":"
      "{\"hips\":{\"node\":0},\"hips\":{\"node\":1}}}}}}";
  EXPECT_THAT(outcome(readAsset(toBytes(text), "test")), HasSubstr("'hips' is given twice"));
}

}  // namespace
}  // namespace sinew::test
