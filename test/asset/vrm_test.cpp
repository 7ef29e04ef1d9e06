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

// A map without a bone that its version asks for is read, and said to lack it; chest and neck are asked for by version 0 alone.
TEST(Vrm, BonesThatTheVersionRequiresAreMissed) {
  const auto lacking = [](const std::string& spec, const std::vector<std::string>& without) {
    const Result<Asset> figure = readAsset(spec);
    EXPECT_TRUE(figure);
    GlbBuilder rig = smallRig();
    rig.document["nodes"].clear();
    json list = json::array(), table = json::object();
    for (const VrmBone& bone : figure->vrmBones) {
      if (std::find(without.begin(), without.end(), bone.bone) != without.end()) continue;
      list.push_back({{"bone", bone.bone}, {"node", list.size()}});
      table[bone.bone] = {{"node", list.size() - 1}};
      rig.document["nodes"].push_back(json::object());
    }
    rig.document.erase("skins"), rig.document.erase("scenes"), rig.document.erase("scene"), rig.document.erase("animations");
    if (figure->vrm == VrmVersion::vrm0) {
      rig.document["extensions"]["VRM"]["humanoid"]["humanBones"] = list;
    } else {
      rig.document["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"] = table;
    }
    const Result<Asset> asset = readGlb(rig);
    EXPECT_TRUE(asset) << outcome(asset);
    std::string said;
    if (asset) {
      for (const Finding& finding : asset->findings) said += finding.rule == "vrm.bones" ? finding.message : "";
    }
    return said;
  };
  EXPECT_EQ(lacking("@figure:vrm0", {}), "");
  EXPECT_EQ(lacking("@figure:vrm1", {}), "");
  EXPECT_THAT(lacking("@figure:vrm0", {"chest", "neck"}), HasSubstr("VRM 0 requires: chest, neck"));
  EXPECT_EQ(lacking("@figure:vrm1", {"chest", "neck"}), "");
  EXPECT_THAT(lacking("@figure:vrm1", {"leftHand"}), HasSubstr("VRM 1 requires: leftHand"));
}

}  // namespace
}  // namespace sinew::test
