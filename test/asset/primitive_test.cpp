#include "src/asset/compact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

std::vector<std::uint32_t> indicesFor(int mode, bool indexed = true) {
  GlbBuilder rig = smallRig();
  json& primitive = rig.document["meshes"][0]["primitives"][0];
  primitive["mode"] = mode;
  if (indexed) {
    primitive["indices"] = rig.accessor<std::uint8_t>("SCALAR", kU8, std::vector<std::uint8_t>{0, 1, 2, 3, 0}, 1);
  } else {
    primitive.erase("indices");
  }
  const Result<Asset> asset = readGlb(rig);
  EXPECT_TRUE(asset) << outcome(asset);
  return asset ? asset->meshes[0].primitives[0].indices : std::vector<std::uint32_t>{};
}

TEST(Primitive, EveryDrawingModeIsTakenApart) {
  EXPECT_THAT(indicesFor(0), ElementsAre(0, 1, 2, 3, 0));
  EXPECT_THAT(indicesFor(1), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(indicesFor(2), ElementsAre(0, 1, 1, 2, 2, 3, 3, 0, 0, 0));
  EXPECT_THAT(indicesFor(3), ElementsAre(0, 1, 1, 2, 2, 3, 3, 0));
  EXPECT_THAT(indicesFor(4, false), ElementsAre(0, 1, 2));
  // A strip turns every other triangle over (glTF 2.0 specification, 3.7.2.1); a fan turns around its first vertex.
  EXPECT_THAT(indicesFor(5), ElementsAre(0, 1, 2, 1, 3, 2, 2, 3, 0));
  EXPECT_THAT(indicesFor(6), ElementsAre(1, 2, 0, 2, 3, 0, 3, 0, 0));
}

TEST(Primitive, IndicesAreChecked) {
  GlbBuilder rig = smallRig();
  rig.document["meshes"][0]["primitives"][0]["indices"] = rig.accessor<std::uint32_t>("SCALAR", kU32, {0, 1, 4}, 1);
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at meshes[0] 'square'.primitives[0].indices"));
  rig = smallRig();
  rig.document["meshes"][0]["primitives"][0]["indices"] = 0;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at meshes[0] 'square'.primitives[0].indices"));
  rig = smallRig();
  rig.document["meshes"][0]["primitives"][0]["mode"] = 9;
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("value at meshes[0] 'square'.primitives[0].mode"));
}

TEST(Primitive, AttributesMustAgree) {
  GlbBuilder rig = smallRig();
  rig.document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = rig.accessor<float>("VEC3", kF32, {0, 0, 1}, 3);
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("reference at meshes[0] 'square'.primitives[0].attributes.NORMAL"));
  rig = smallRig();
  rig.document["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = 3;  // floats
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at meshes[0] 'square'.primitives[0].attributes.JOINTS_0"));
}

TEST(Primitive, UnusedVerticesAreDroppedWithTheirInfluences) {
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
  p.normals = p.positions;
  p.uvs = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
  p.indices = {4, 1, 3};
  p.influenceStart = {0, 2, 3, 5, 6, 8};
  p.influences = {{0, 0.5f}, {1, 0.5f}, {2, 1}, {3, 0.5f}, {4, 0.5f}, {5, 1}, {6, 0.25f}, {7, 0.75f}};
  gltf::dropUnusedVertices(p);
  EXPECT_THAT(p.positions, ElementsAre(Vec3{1, 0, 0}, Vec3{3, 0, 0}, Vec3{4, 0, 0}));
  EXPECT_EQ(p.normals, p.positions);
  EXPECT_THAT(p.indices, ElementsAre(2, 0, 1));
  EXPECT_THAT(p.influenceStart, ElementsAre(0, 1, 2, 4));
  std::vector<int> joints;
  for (const Influence& influence : p.influences) joints.push_back(influence.joint);
  EXPECT_THAT(joints, ElementsAre(2, 5, 6, 7));
}

TEST(Primitive, NormalsThatAreNoNumbersAreLeftOut) {
  GlbBuilder rig = smallRig();
  std::vector<float> normals(12, 1.0f);
  normals[5] = std::numeric_limits<float>::infinity();
  rig.document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = rig.accessor("VEC3", kF32, normals, 3);
  const Result<Asset> asset = readGlb(rig);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_TRUE(asset->meshes[0].primitives[0].normals.empty());
  EXPECT_EQ(asset->findings.at(0).rule, "mesh.attribute");
}

}  // namespace
}  // namespace sinew::test
