#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <meshoptimizer.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Packs a view of the small rig the way EXT_meshopt_compression wants it: the packed bytes in the chunk, the view on a second
// buffer that holds no bytes.
void packView(GlbBuilder& rig, std::size_t index, const char* mode, std::size_t stride) {
  json& view = rig.document["bufferViews"][index];
  const std::size_t length = view["byteLength"];
  const std::byte* from = rig.binary.data() + view["byteOffset"].get<std::size_t>();
  const std::size_t count = length / stride;
  std::vector<unsigned char> packed;
  if (std::string_view(mode) == "ATTRIBUTES") {
    packed.resize(meshopt_encodeVertexBufferBound(count, stride));
    packed.resize(meshopt_encodeVertexBuffer(packed.data(), packed.size(), from, count, stride));
  } else {
    std::vector<unsigned int> indices(count);
    for (std::size_t i = 0; i < count; ++i) indices[i] = std::to_integer<unsigned>(from[2 * i]);
    packed.resize(meshopt_encodeIndexBufferBound(count, 64));
    packed.resize(meshopt_encodeIndexBuffer(packed.data(), packed.size(), indices.data(), count));
  }
  const std::size_t offset = rig.bytes(std::as_bytes(std::span(packed)));
  view = {{"buffer", 1},
          {"byteLength", length},
          {"extensions",
           {{"EXT_meshopt_compression",
             {{"buffer", 0},
              {"byteOffset", offset},
              {"byteLength", packed.size()},
              {"byteStride", stride},
              {"count", count},
              {"mode", mode}}}}}};
}

GlbBuilder packedRig() {
  GlbBuilder rig = smallRig();
  meshopt_encodeVertexVersion(0);
  packView(rig, 0, "ATTRIBUTES", 12);
  packView(rig, 1, "TRIANGLES", 2);
  packView(rig, 3, "ATTRIBUTES", 16);
  rig.document["buffers"] = {{{"byteLength", rig.binary.size()}}, {{"byteLength", 200}}};
  rig.document["extensionsRequired"] = {"EXT_meshopt_compression"};
  return rig;
}

TEST(Meshopt, PackedRigIsTheSameRig) {
  const Result<Asset> plain = readGlb(smallRig());
  const Result<Asset> packed = readGlb(packedRig());
  ASSERT_TRUE(packed) << outcome(packed);
  EXPECT_EQ(packed->meshes[0].primitives[0].positions, plain->meshes[0].primitives[0].positions);
  ASSERT_EQ(packed->meshes[0].primitives[0].indices.size(), 6u);
  EXPECT_EQ(packed->meshes[0].primitives[0].influences.size(), 4u);
}

TEST(Meshopt, BrokenStreamsAreLocated) {
  constexpr char kPlace[] = "bufferViews[0].extensions.EXT_meshopt_compression";
  const auto extension = [](GlbBuilder& rig) -> json& { return rig.document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]; };
  GlbBuilder rig = packedRig();
  const std::size_t offset = extension(rig)["byteOffset"];
  rig.binary[offset] = std::byte{0xa1};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith(std::string("unsupported at ") + kPlace));
  rig.binary[offset] = std::byte{0x10};
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith(std::string("format at ") + kPlace));
  rig = packedRig();
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
    rig = packedRig();
    extension(rig)[key] = value;
    EXPECT_THAT(outcome(readGlb(rig)), HasSubstr(std::string(" at ") + kPlace)) << key << " " << value;
  }
}

// The small rig's square in Draco's format; attributes get unique ids that are not their order.
GlbBuilder dracoRig(bool sequential) {
  GlbBuilder rig = smallRig();
  const Result<Asset> plain = readGlb(rig);
  const Primitive& square = plain->meshes[0].primitives[0];
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(2);
  const int positions = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int joints = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8);
  const int weights = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_FLOAT32);
  for (std::uint32_t face = 0; face < 2; ++face) {
    std::array<Vec3, 3> corner;
    std::array<std::array<std::uint8_t, 4>, 3> joint{};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t vertex = square.indices[3 * face + i];
      corner[i] = square.positions[vertex];
      joint[i][0] = static_cast<std::uint8_t>(square.influences[vertex].joint);
    }
    const std::array<float, 4> one{1, 0, 0, 0};
    builder.SetAttributeValuesForFace(positions, draco::FaceIndex(face), &corner[0], &corner[1], &corner[2]);
    builder.SetAttributeValuesForFace(joints, draco::FaceIndex(face), &joint[0], &joint[1], &joint[2]);
    builder.SetAttributeValuesForFace(weights, draco::FaceIndex(face), &one, &one, &one);
  }
  const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
  mesh->attribute(positions)->set_unique_id(7);
  mesh->attribute(joints)->set_unique_id(3);
  mesh->attribute(weights)->set_unique_id(5);
  draco::Encoder encoder;
  if (sequential) encoder.SetEncodingMethod(draco::MESH_SEQUENTIAL_ENCODING);
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  const std::size_t view = rig.view(std::as_bytes(std::span(buffer.data(), buffer.size())));
  json& primitive = rig.document["meshes"][0]["primitives"][0];
  primitive["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                           {"attributes", {{"POSITION", 7}, {"JOINTS_0", 3}, {"WEIGHTS_0", 5}}}};
  for (const std::size_t accessor : {0, 1, 2, 3}) rig.document["accessors"][accessor].erase("bufferView");
  rig.document["accessors"][0]["count"] = 99;  // Draco's own point count is what holds
  return rig;
}

TEST(Draco, AttributesAreFoundByUniqueId) {
  for (const bool sequential : {false, true}) {
    const Result<Asset> asset = readGlb(dracoRig(sequential));
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
  GlbBuilder rig = dracoRig(false);
  json& extension = rig.document["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"];
  extension["attributes"]["POSITION"] = 12;
  EXPECT_THAT(outcome(readGlb(rig)), HasSubstr("KHR_draco_mesh_compression.attributes.POSITION"));
  extension["attributes"]["POSITION"] = 3;  // four components
  EXPECT_THAT(outcome(readGlb(rig)), StartsWith("format at"));
  const std::size_t view = extension["bufferView"];
  const GlbBuilder good = dracoRig(false);
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
