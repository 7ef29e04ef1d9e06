#include "asset/draco.h"

#include <exception>

#include <draco/compression/decode.h>
#include <draco/core/varint_decoding.h>
#include <draco/metadata/metadata_decoder.h>

#include "asset/accessor.h"
#include "asset/view.h"

namespace sinew::gltf {
namespace {

// What a stream says of itself before anything is unpacked (Draco bitstream specification, sections "Header", "Connectivity").
struct Head {
  std::uint64_t faces = 0;
  std::uint64_t points = 0;
};

constexpr std::uint16_t kMetadataFlag = 0x8000;

// Draco allocates from the counts in its header, so they are read and judged first. False where the head is broken or of another
// kind than the extension allows: a triangle mesh of bitstream version 2.2.
bool readHead(draco::DecoderBuffer& buffer, Head& head) {
  char magic[5] = {};
  std::uint8_t major = 0;
  std::uint8_t minor = 0;
  std::uint8_t kind = 0;
  std::uint8_t method = 0;
  std::uint16_t flags = 0;
  if (!buffer.Decode(magic, sizeof magic) || !buffer.Decode(&major) || !buffer.Decode(&minor) || !buffer.Decode(&kind) ||
      !buffer.Decode(&method) || !buffer.Decode(&flags)) {
    return false;
  }
  if (std::string_view(magic, sizeof magic) != "DRACO" || major != 2 || minor != 2 || kind != draco::TRIANGULAR_MESH) return false;
  if ((flags & kMetadataFlag) != 0) {
    draco::GeometryMetadata metadata;
    if (!draco::MetadataDecoder().DecodeGeometryMetadata(&buffer, &metadata)) return false;
  }
  std::uint32_t faces = 0;
  std::uint32_t points = 0;
  if (method == draco::MESH_EDGEBREAKER_ENCODING) {
    std::uint8_t traversal = 0;
    if (!buffer.Decode(&traversal) || !draco::DecodeVarint(&points, &buffer) || !draco::DecodeVarint(&faces, &buffer)) return false;
  } else if (method == draco::MESH_SEQUENTIAL_ENCODING) {
    if (!draco::DecodeVarint(&faces, &buffer) || !draco::DecodeVarint(&points, &buffer)) return false;
  } else {
    return false;
  }
  head = {faces, points};
  return true;
}

// Memory that Draco needs while it unpacks: corner tables, traversal, and attributes of every corner at the worst.
constexpr std::uint64_t kBytesPerFace = 128;
constexpr std::uint64_t kBytesPerPoint = 64;
// No mesh packs more faces than this into a byte; streams that claim to are made to exhaust memory.
constexpr std::uint64_t kMostFacesPerByte = 64;

}  // namespace

struct DracoMesh::Unpacked {
  std::unique_ptr<draco::Mesh> mesh;
};

DracoMesh::DracoMesh(std::unique_ptr<Unpacked> unpacked, Json extension) : unpacked_(std::move(unpacked)), extension_(extension) {}
DracoMesh::~DracoMesh() = default;

std::unique_ptr<DracoMesh> DracoMesh::unpack(Reading& reading, const Json& extension) {
  const std::int32_t view = extension.requiredIndex("bufferView", reading.views.size());
  if (!extension.object("attributes").exists()) extension.fail("attributes", ErrorCode::format, "is missing");
  if (!reading.ok()) return nullptr;
  const std::span<const std::byte> bytes = viewBytes(reading, view);
  if (!reading.ok()) return nullptr;

  // Draco throws where memory runs out; nothing it throws may leave this room.
  auto unpacked = std::make_unique<Unpacked>();
  try {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    Head head;
    if (!readHead(buffer, head)) {
      extension.fail(ErrorCode::format, "its data are no Draco triangle mesh of bitstream version 2.2");
      return nullptr;
    }
    if (head.faces > bytes.size() * kMostFacesPerByte || head.points > head.faces * 3) {
      extension.fail(ErrorCode::limit, "its data claim more faces or points than they can hold");
      return nullptr;
    }
    if (!reading.spend(head.faces * kBytesPerFace + head.points * kBytesPerPoint, extension)) return nullptr;

    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    auto result = draco::Decoder().DecodeMeshFromBuffer(&buffer);
    if (result.ok()) unpacked->mesh = std::move(result).value();
  } catch (const std::exception&) {
    unpacked->mesh = nullptr;
  }
  if (unpacked->mesh == nullptr) {
    extension.fail(ErrorCode::format, "its Draco data are broken");
    return nullptr;
  }
  return std::unique_ptr<DracoMesh>(new DracoMesh(std::move(unpacked), extension));
}

std::size_t DracoMesh::pointCount() const { return unpacked_->mesh->num_points(); }

std::vector<std::uint32_t> DracoMesh::triangles(Reading& reading) const {
  const draco::Mesh& mesh = *unpacked_->mesh;
  if (!reading.spend(std::uint64_t{mesh.num_faces()} * 12, extension_)) return {};
  std::vector<std::uint32_t> out;
  out.reserve(std::size_t{mesh.num_faces()} * 3);
  for (draco::FaceIndex face(0); face < mesh.num_faces(); ++face) {
    for (const draco::PointIndex& corner : mesh.face(face)) out.push_back(corner.value());
  }
  return out;
}

namespace {

// Calls `store(point, attribute, value index)` for every point of the attribute that the extension maps a name to.
template <class Store>
void eachPoint(const draco::Mesh& mesh, const Json& attributes, std::string_view name, const Accessor& form, const Store& store) {
  const std::uint64_t id = attributes.count(name, 0);
  const draco::PointAttribute* attribute = id <= 0xFFFFFFFFu ? mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(id)) : nullptr;
  if (attribute == nullptr) return attributes.fail(name, ErrorCode::reference, "names an attribute that the Draco data have not");
  if (attribute->num_components() != form.components) {
    return attributes.fail(name, ErrorCode::format,
                           "has " + std::to_string(attribute->num_components()) + " components in the Draco data, " +
                               std::to_string(form.components) + " in its accessor");
  }
  if (!attribute->is_mapping_identity() && attribute->indices_map_size() < mesh.num_points()) {
    return attributes.fail(name, ErrorCode::format, "does not cover all points of the Draco data");
  }
  for (draco::PointIndex point(0); point < mesh.num_points(); ++point) {
    const draco::AttributeValueIndex value = attribute->mapped_index(point);
    if (value.value() >= attribute->size() || !store(point.value(), *attribute, value)) {
      return attributes.fail(name, ErrorCode::format, "has a value in the Draco data that its accessor's type cannot hold");
    }
  }
}

}  // namespace

void DracoMesh::floats(std::string_view attribute, const Accessor& form, std::span<float> out) const {
  const float divisor = largestOf(form.type);
  const std::size_t width = form.components;
  eachPoint(*unpacked_->mesh, extension_["attributes"], attribute, form,
            [&](std::size_t point, const draco::PointAttribute& from, draco::AttributeValueIndex value) {
              float* to = out.data() + point * width;
              if (!form.normalized) return from.ConvertValue<float>(value, static_cast<std::int8_t>(width), to);
              std::array<std::int32_t, 16> whole{};
              if (!from.ConvertValue<std::int32_t>(value, static_cast<std::int8_t>(width), whole.data())) return false;
              for (std::size_t i = 0; i < width; ++i) to[i] = std::max(static_cast<float>(whole[i]) / divisor, -1.0f);
              return true;
            });
}

void DracoMesh::uints(std::string_view attribute, const Accessor& form, std::span<std::uint32_t> out) const {
  const std::size_t width = form.components;
  eachPoint(*unpacked_->mesh, extension_["attributes"], attribute, form,
            [&](std::size_t point, const draco::PointAttribute& from, draco::AttributeValueIndex value) {
              return from.ConvertValue<std::uint32_t>(value, static_cast<std::int8_t>(width), out.data() + point * width);
            });
}

}  // namespace sinew::gltf
