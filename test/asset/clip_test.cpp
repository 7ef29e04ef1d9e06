#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(Clip, ChannelsInterpolationAndDuration) {
  const Result<Asset> asset = readGlb(smallRig());
  ASSERT_TRUE(asset) << outcome(asset);
  const AssetClip& clip = asset->clips.at(0);
  EXPECT_EQ(clip.name, "wave");
  EXPECT_EQ(clip.duration, 1.0f);
  EXPECT_FALSE(clip.rootTranslationZ.has_value());
  ASSERT_EQ(clip.channels.size(), 2u);
  EXPECT_EQ(clip.channels[0].path, ChannelPath::rotation);
  EXPECT_EQ(clip.channels[0].interpolation, Interpolation::linear);
  EXPECT_THAT(clip.channels[0].times, ElementsAre(0.5f, 1.0f));
  EXPECT_THAT(clip.channels[0].values, ElementsAre(0, 0, 0, 1, 0, 0, 1, 0));
  EXPECT_EQ(clip.channels[1].interpolation, Interpolation::step);
  ReadOptions options;
  options.clips = false;
  EXPECT_TRUE(readGlb(smallRig(), options)->clips.empty());
}

TEST(Clip, CubicSplinesHaveThreeValuesAKey) {
  GlbBuilder rig = smallRig();
  rig.document["animations"][0]["samplers"][1]["interpolation"] = "CUBICSPLINE";
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at animations[0] 'wave'.samplers[1].output"));
  rig.document["animations"][0]["samplers"][1]["output"] = rig.accessor<float>("VEC3", kF32, std::vector<float>(18, 0.5f), 3);
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_EQ(asset->clips[0].channels[1].values.size(), 18u);
  rig.document["animations"][0]["samplers"][1]["interpolation"] = "BEZIER";
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at animations[0] 'wave'.samplers[1].interpolation"));
}

TEST(Clip, ChannelsThatMoveNoNodeAreLeftOut) {
  GlbBuilder rig = smallRig();
  json& channels = rig.document["animations"][0]["channels"];
  channels[0]["target"].erase("node");
  channels[1]["target"]["path"] = "weights";
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_TRUE(asset->clips[0].channels.empty());
  channels[1]["target"]["node"] = 3;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at animations[0] 'wave'.channels[1].target.node"));
}

TEST(Clip, RootSpeedComesFromExtras) {
  GlbBuilder rig = smallRig();
  rig.document["animations"][0]["extras"] = {{"RootTranslation", {{"z", 1.25}}}};
  EXPECT_EQ(readGlb(rig)->clips[0].rootTranslationZ, 1.25f);
}

TEST(Clip, NormalisedIntegerRotationsAreDecoded) {
  GlbBuilder rig = smallRig();
  const std::size_t at = rig.accessor<std::int16_t>("VEC4", kI16, {0, 0, 0, 32767, 0, -32768, 0, 0}, 4);
  rig.document["accessors"][at]["normalized"] = true;
  rig.document["animations"][0]["samplers"][0]["output"] = at;
  EXPECT_THAT(readGlb(rig)->clips[0].channels[0].values, ElementsAre(0, 0, 0, 1, 0, -1, 0, 0));
}

TEST(Clip, TimesAscend) {
  const auto withTimes = [](std::vector<float> times) {
    GlbBuilder rig = smallRig();
    for (auto& sampler : rig.document["animations"][0]["samplers"]) sampler["input"] = rig.accessor("SCALAR", kF32, times, 1);
    return readGlb(rig);
  };
  EXPECT_THAT(outcome(withTimes({1.0f, 0.5f})), StartsWith("value at animations[0] 'wave'.samplers[0].input"));
  EXPECT_THAT(outcome(withTimes({0.0f, std::numeric_limits<float>::infinity()})),
              StartsWith("value at animations[0] 'wave'.samplers[0].input"));
  EXPECT_THAT(outcome(withTimes({0.0f})), StartsWith("reference at animations[0] 'wave'.samplers[0].output"));
  const Result<Asset> repeated = withTimes({1.0f, 1.0f});  // an interval without length
  ASSERT_TRUE(repeated) << outcome(repeated);
  EXPECT_THAT(repeated->clips[0].channels[0].times, ElementsAre(1.0f));
  EXPECT_THAT(repeated->clips[0].channels[0].values, ElementsAre(0, 0, 0, 1));
}

}  // namespace
}  // namespace sinew::test
