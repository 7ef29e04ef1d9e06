#include "asset/packed_rigs.h"

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <meshoptimizer.h>

#include <sinew/base/log.h>

namespace sinew::test {
namespace {

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

}  // namespace

GlbBuilder meshoptRig() {
  GlbBuilder rig = smallRig();
  meshopt_encodeVertexVersion(0);
  packView(rig, 0, "ATTRIBUTES", 12);
  packView(rig, 1, "TRIANGLES", 2);
  packView(rig, 3, "ATTRIBUTES", 16);
  rig.document["buffers"] = {{{"byteLength", rig.binary.size()}}, {{"byteLength", 200}}};
  rig.document["extensionsRequired"] = {"EXT_meshopt_compression"};
  return rig;
}

GlbBuilder dracoRig(DracoMethod method) {
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
  if (method == DracoMethod::sequential) encoder.SetEncodingMethod(draco::MESH_SEQUENTIAL_ENCODING);
  draco::EncoderBuffer buffer;
  SINEW_ASSERT(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  const std::size_t view = rig.view(std::as_bytes(std::span(buffer.data(), buffer.size())));
  json& primitive = rig.document["meshes"][0]["primitives"][0];
  primitive["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                           {"attributes", {{"POSITION", 7}, {"JOINTS_0", 3}, {"WEIGHTS_0", 5}}}};
  for (std::size_t accessor = 0; accessor < 4; ++accessor) rig.document["accessors"][accessor].erase("bufferView");
  rig.document["accessors"][0]["count"] = 99;  // Draco's own point count is what holds
  return rig;
}

}  // namespace sinew::test
