#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Result<Asset> readText(std::string_view text) { return readAsset(toBytes(text), "test"); }

TEST(Container, GlbAndTextHoldTheSameAsset) {
  const GlbBuilder rig = smallRig();
  const Result<Asset> binary = readGlb(rig);
  const Result<Asset> text = readText(rig.gltf());
  ASSERT_TRUE(binary) << outcome(binary);
  ASSERT_TRUE(text) << outcome(text);
  EXPECT_EQ(binary->meshes[0].primitives[0].positions, text->meshes[0].primitives[0].positions);
  EXPECT_EQ(binary->clips[0].channels[0].values, text->clips[0].channels[0].values);
  EXPECT_EQ(binary->bytes, rig.glb().size());
  EXPECT_NE(binary->sha256, text->sha256);
}

TEST(Container, ByteOrderMarkAndZeroPaddingAreAllowed) {
  EXPECT_EQ(outcome(readText("\xEF\xBB\xBF {\"asset\": {\"version\": \"2.0\"}}")), "read");
  std::vector<std::byte> glb = readGlb(smallRig()) ? smallRig().glb() : std::vector<std::byte>{};
  for (std::size_t at = 19 + std::to_integer<std::size_t>(glb[12]) + 256 * std::to_integer<std::size_t>(glb[13]); glb[at] == std::byte{' '};
       --at) {
    glb[at] = std::byte{0};
  }
  EXPECT_EQ(outcome(readAsset(glb, "test")), "read");
}

TEST(Container, EmptyBinaryChunkIsLegal) {
  std::vector<std::byte> glb = GlbBuilder{}.glb();
  const std::vector<std::byte> chunk{{}, {}, {}, {}, std::byte{'B'}, std::byte{'I'}, std::byte{'N'}, {}};
  glb.insert(glb.end(), chunk.begin(), chunk.end());
  glb[8] = static_cast<std::byte>(glb.size());
  EXPECT_EQ(outcome(readAsset(glb, "test")), "read");
}

TEST(Container, OtherFormatsAreNamed) {
  EXPECT_THAT(outcome(readText("Kaydara FBX Binary  ")), HasSubstr("FBX"));
  EXPECT_THAT(outcome(readText("HIERARCHY\nROOT Hips")), HasSubstr("BVH"));
  EXPECT_THAT(outcome(readText("")), HasSubstr("empty"));
  EXPECT_THAT(outcome(readText("hello")), StartsWith("format at file"));
}

TEST(Container, HeaderMustTellTheTruth) {
  std::vector<std::byte> glb = smallRig().glb();
  glb[4] = std::byte{1};
  EXPECT_THAT(outcome(readAsset(glb, "test")), StartsWith("unsupported at GLB header"));
  glb = smallRig().glb();
  glb[12] = std::byte{255};
  glb[14] = std::byte{255};
  EXPECT_THAT(outcome(readAsset(glb, "test")), StartsWith("format at GLB chunk 0"));
}

TEST(Document, NestingIsCheckedBeforeParsing) {
  const std::string deep = "{\"asset\": {\"version\": \"2.0\"}, \"extras\": " + std::string(200000, '[');
  EXPECT_THAT(outcome(readText(deep)), StartsWith("limit at JSON"));
  const std::string brackets =
      "{\"asset\": {\"version\": \"2.0\"}, \"extras\": \"" + std::string(200, '[') + "\\\"" + std::string(200, '{') + "\"}";
  EXPECT_EQ(outcome(readText(brackets)), "read");  // brackets in a string are no nesting
}

TEST(Document, BrokenTextIsLocated) {
  EXPECT_THAT(outcome(readText("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{}, {\"scale\": [1, x, 1]}]}")),
              StartsWith("format at nodes[1].scale[1]"));
  EXPECT_THAT(outcome(readText("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{}, {\"scale\": [1, 1e999, 1]}]}")),
              StartsWith("value at nodes[1].scale[1]"));
}

TEST(Document, VersionAndRequiredExtensions) {
  EXPECT_THAT(outcome(readText("{}")), StartsWith("format at asset: is missing"));
  EXPECT_THAT(outcome(readText("{\"asset\": {\"version\": \"1.0\"}}")), StartsWith("unsupported at asset.version"));
  GlbBuilder rig = smallRig();
  rig.document["extensionsUsed"] = {"ACME_thing"};
  EXPECT_EQ(outcome(readGlb(rig)), "read");
  rig.document["extensionsRequired"] = {"KHR_mesh_quantization", "ACME_thing"};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("unsupported at extensionsRequired[1]"));
}

TEST(Document, NamesAreSafeInPlaces) {
  GlbBuilder rig = smallRig();
  rig.document["nodes"][1]["name"] = "evil\x1b[2J";
  rig.document["nodes"][1]["mesh"] = 7;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at nodes[1] 'evil\\x1b[2J'.mesh"));
}

TEST(Document, ValuesCountAgainstTheLimit) {
  std::string text = "{\"asset\": {\"version\": \"2.0\"}, \"extras\": [0";
  for (int i = 0; i < 20000; ++i) text += ",0";
  ReadOptions options;
  options.maxDecodedBytes = 1 << 20;
  EXPECT_THAT(outcome(readAsset(toBytes(text + "]}"), "test", {}, options)), StartsWith("limit at JSON"));
}

}  // namespace
}  // namespace sinew::test
