#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asset/packed_rigs.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Meshopt, PackedRigIsTheSameRig) {
  const Result<Asset> plain = readGlb(smallRig());
  const Result<Asset> packed = readGlb(meshoptRig());
  ASSERT_TRUE(packed) << outcome(packed);
  EXPECT_EQ(packed->meshes[0].primitives[0].positions, plain->meshes[0].primitives[0].positions);
  ASSERT_EQ(packed->meshes[0].primitives[0].indices.size(), 6u);
  EXPECT_EQ(packed->meshes[0].primitives[0].influences.size(), 4u);
}

TEST(Meshopt, TheNewerExtensionIsNamed) {
  GlbBuilder rig = meshoptRig();
  json& extensions = rig.document["bufferViews"][0]["extensions"];
  extensions["KHR_meshopt_compression"] = extensions["EXT_meshopt_compression"];
  extensions.erase("EXT_meshopt_compression");
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("unsupported at bufferViews[0].extensions"));
  rig.document["extensionsRequired"] = {"KHR_meshopt_compression"};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("unsupported at extensionsRequired[0]"));
}

TEST(Meshopt, BrokenStreamsAreLocated) {
  constexpr char kPlace[] = "bufferViews[0].extensions.EXT_meshopt_compression";
  const auto extension = [](GlbBuilder& rig) -> json& { return rig.document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]; };
  GlbBuilder rig = meshoptRig();
  const std::size_t offset = extension(rig)["byteOffset"];
  rig.binary[offset] = std::byte{0xa1};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith(std::string("unsupported at ") + kPlace));
  rig.binary[offset] = std::byte{0x10};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith(std::string("format at ") + kPlace));
  rig = meshoptRig();
  extension(rig)["byteLength"] = 20;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith(std::string("format at ") + kPlace));
  for (const auto& [key, value] : std::vector<std::pair<std::string, json>>{{"byteStride", 3},
                                                                            {"byteStride", 1000},
                                                                            {"count", 3},
                                                                            {"count", std::uint64_t{1} << 52},
                                                                            {"mode", "ZIP"},
                                                                            {"filter", "QUATERNION"},
                                                                            {"filter", "SHARPEN"},
                                                                            {"buffer", 2},
                                                                            {"byteOffset", 1000000}}) {
    rig = meshoptRig();
    extension(rig)[key] = value;
    EXPECT_THAT(outcome(readGlb(rig)), HasSubstr(std::string(" at ") + kPlace)) << key << " " << value;
  }
}

TEST(Draco, AttributesAreFoundByUniqueId) {
  for (const DracoMethod method : {DracoMethod::edgeBreaker, DracoMethod::sequential}) {
    const Result<Asset> asset = readGlb(dracoRig(method));
    ASSERT_TRUE(asset) << outcome(asset);
    const Primitive& square = asset->meshes[0].primitives[0];
    ASSERT_EQ(square.indices.size(), 6u);
    ASSERT_EQ(square.influences.size(), square.positions.size());
    for (std::size_t i = 0; i < square.positions.size(); ++i) {
      EXPECT_EQ(square.influences[i].joint, square.positions[i].y > 1 ? 1 : 0);
    }
    float area = 0;
    for (std::size_t i = 0; i < 6; i += 3) {
      const Vec3 a = square.positions[square.indices[i]];
      area += 0.5f * cross(square.positions[square.indices[i + 1]] - a, square.positions[square.indices[i + 2]] - a).z;
    }
    EXPECT_NEAR(area, 4.0f, 1e-5f);  // two by two, counter-clockwise
  }
}

TEST(Draco, BrokenStreamsAreErrors) {
  GlbBuilder rig = dracoRig(DracoMethod::edgeBreaker);
  json& extension = rig.document["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"];
  extension["attributes"]["POSITION"] = 12;
  EXPECT_THAT(outcome(readGlb(rig)), HasSubstr("KHR_draco_mesh_compression.attributes.POSITION"));
  extension["attributes"]["POSITION"] = 3;  // four components
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at"));
  const std::size_t view = extension["bufferView"];
  const GlbBuilder good = dracoRig(DracoMethod::edgeBreaker);
  for (std::size_t length = 0; length < good.document["bufferViews"][view]["byteLength"].get<std::size_t>(); ++length) {
    rig = good;
    rig.document["bufferViews"][view]["byteLength"] = length;
    EXPECT_FALSE(readGlb(rig)) << length;
  }
}

TEST(Draco, ClaimedCountsAreNotAllocated) {
  GlbBuilder rig = smallRig();
  // A header that promises a billion faces: edge breaker, version 2.2, no metadata, standard traversal.
  const std::string head =
      std::string("DRACO\x02\x02\x01\x01\x00\x00\x00", 12) + "\xff\xff\xff\xff\x03\xff\xff\xff\xff\x03" + std::string(50, 'x');
  const std::size_t view = rig.view(std::as_bytes(std::span(head)));
  rig.document["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                                                            {"attributes", {{"POSITION", 0}}}};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("limit at"));
}

}  // namespace
}  // namespace sinew::test
