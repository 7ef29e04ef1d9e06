#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

// A rig whose positions come from another accessor.
GlbBuilder withPositions(GlbBuilder rig, std::size_t accessor) {
  rig.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = accessor;
  return rig;
}

std::vector<Vec3> positionsOf(const GlbBuilder& rig) {
  const Result<Asset> asset = readGlb(rig);
  EXPECT_TRUE(asset) << outcome(asset);
  return asset ? asset->meshes[0].primitives[0].positions : std::vector<Vec3>{};
}

TEST(Accessor, IntegersWithAndWithoutNormalisation) {
  const auto first = [](auto values, int type, bool normalized) {
    GlbBuilder rig = smallRig();
    values.resize(12);
    const std::size_t at = rig.accessor("VEC3", type, values, 3);
    rig.document["accessors"][at]["normalized"] = normalized;
    return positionsOf(withPositions(rig, at)).at(0);
  };
  EXPECT_EQ(first(std::vector<std::int8_t>{-128, 127, 64}, kI8, true), (Vec3{-1, 1, 64 / 127.0f}));
  EXPECT_EQ(first(std::vector<std::uint8_t>{255, 51, 0}, kU8, true), (Vec3{1, 0.2f, 0}));
  EXPECT_EQ(first(std::vector<std::int16_t>{-32768, 32767, -1}, kI16, true), (Vec3{-1, 1, -1 / 32767.0f}));
  EXPECT_EQ(first(std::vector<std::uint16_t>{65535, 13107, 0}, kU16, true), (Vec3{1, 0.2f, 0}));
  EXPECT_EQ(first(std::vector<std::int16_t>{-300, 7, 0}, kI16, false), (Vec3{-300, 7, 0}));
  EXPECT_EQ(first(std::vector<std::uint8_t>{200, 7, 0}, kU8, false), (Vec3{200, 7, 0}));
}

TEST(Accessor, StrideAndOffsetPickInterleavedElements) {
  GlbBuilder rig = smallRig();
  std::vector<float> rows;
  for (int i = 0; i < 4; ++i) rows.insert(rows.end(), {-9, -9, static_cast<float>(i), 1, 2});
  const std::size_t view = rig.view(std::as_bytes(std::span(rows)), 20);
  const std::size_t at = rig.accessorOf("VEC3", kF32, view, 4);
  rig.document["accessors"][at]["byteOffset"] = 8;
  EXPECT_THAT(positionsOf(withPositions(rig, at)), ElementsAre(Vec3{0, 1, 2}, Vec3{1, 1, 2}, Vec3{2, 1, 2}, Vec3{3, 1, 2}));
  rig.document["bufferViews"][view]["byteStride"] = 8;
  EXPECT_THAT(outcome(readGlb(withPositions(rig, at))), StartsWith("reference at accessors[8].bufferView"));
}

TEST(Accessor, SparseOverABaseAndOverZeros) {
  GlbBuilder rig = smallRig();
  const std::vector<std::uint8_t> indices{1, 3};
  const std::vector<float> values{7, 8, 9, 4, 5, 6};
  const json sparse{{"count", 2},
                    {"indices", {{"bufferView", rig.view(std::as_bytes(std::span(indices)))}, {"componentType", kU8}}},
                    {"values", {{"bufferView", rig.view(std::as_bytes(std::span(values)))}}}};
  rig.document["accessors"][0]["sparse"] = sparse;
  EXPECT_THAT(positionsOf(rig), ElementsAre(Vec3{-1, 0, 0}, Vec3{7, 8, 9}, Vec3{-1, 2, 0}, Vec3{4, 5, 6}));
  rig.document["accessors"][0].erase("bufferView");
  EXPECT_THAT(positionsOf(rig), ElementsAre(Vec3{0, 0, 0}, Vec3{7, 8, 9}, Vec3{0, 0, 0}, Vec3{4, 5, 6}));

  GlbBuilder wrong = rig;
  wrong.document["accessors"][0]["sparse"]["count"] = 3;
  EXPECT_THAT(outcome(readGlb(wrong)), StartsWith("reference at accessors[0].sparse.indices.bufferView"));
  wrong = rig;
  wrong.document["accessors"][0]["count"] = 3;  // vertex 3 is gone
  EXPECT_THAT(outcome(readGlb(wrong)), StartsWith("reference at"));
}

TEST(Accessor, RangesAreChecked) {
  GlbBuilder rig = smallRig();
  rig.document["accessors"][0]["count"] = 5;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at accessors[0].count"));
  rig = smallRig();
  rig.document["accessors"][0]["byteOffset"] = 49;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at accessors[0].byteOffset"));
  rig = smallRig();
  rig.document["accessors"][3]["byteOffset"] = -4;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("value at accessors[3].byteOffset"));
  rig = smallRig();
  rig.document["accessors"][3]["bufferView"] = 99;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at accessors[3].bufferView"));
  rig = smallRig();
  rig.document["bufferViews"][2]["byteLength"] = 100000;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at bufferViews[2].byteLength"));
  rig = smallRig();
  rig.document["accessors"][1]["componentType"] = 5124;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at accessors[1].componentType"));
}

TEST(Accessor, ClaimedCountsAreNotAllocated) {
  // Without a view any count is legal to write down.
  for (const std::uint64_t count : {std::uint64_t{1} << 27, std::uint64_t{1} << 40, std::uint64_t{1} << 53}) {
    GlbBuilder rig = smallRig();
    rig.document["accessors"][0] = {{"componentType", kF32}, {"count", count}, {"type", "VEC3"}};
    EXPECT_THAT(outcome(readGlb(rig)), StartsWith("limit at")) << count;
  }
}

TEST(Accessor, NumbersThatAreNoneAreLocated) {
  GlbBuilder rig = smallRig();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::size_t at = rig.accessor<float>("VEC3", kF32, {-1, 0, 0, 1, nan, 0, -1, 2, 0, 1, 2, 0}, 3);
  EXPECT_THAT(outcome(readGlb(withPositions(rig, at))), StartsWith("value at meshes[0] 'square'.primitives[0].attributes.POSITION"));
}

}  // namespace
}  // namespace sinew::test
