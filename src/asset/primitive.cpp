#include "asset/primitive.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include "asset/accessor.h"
#include "asset/compact.h"
#include "asset/draco.h"
#include "asset/influences.h"
#include "asset/triangulate.h"

namespace sinew::gltf {
namespace {

// Where the vertices of a primitive come from: its accessors, or the Draco data that stand for some of them.
struct Vertices {
  Reading& reading;
  Json attributes;
  const DracoMesh* draco = nullptr;
  std::size_t count = 0;

  // The accessor of an attribute, checked for its shape and vertex count; null after an error.
  const Accessor* accessorOf(std::string_view name, std::uint32_t components) const {
    const std::int32_t index = attributes.requiredIndex(name, reading.accessors.size());
    if (!reading.ok()) return nullptr;
    const Accessor& accessor = reading.accessors[static_cast<std::size_t>(index)];
    if (accessor.components != components || accessor.columns != 1) {
      attributes.fail(name, ErrorCode::format, "needs elements of " + std::to_string(components) + " numbers");
    } else if (!isPacked(name) && accessor.count != count) {
      attributes.fail(name, ErrorCode::reference,
                      "has " + std::to_string(accessor.count) + " elements for " + std::to_string(count) + " vertices");
    }
    return reading.ok() ? &accessor : nullptr;
  }

  bool isPacked(std::string_view name) const { return draco != nullptr && draco->has(name); }

  template <class T>
  std::vector<T> elements(std::string_view name) const {
    const Accessor* accessor = accessorOf(name, sizeof(T) / sizeof(float));
    if (accessor == nullptr) return {};
    if (!isPacked(name)) return readElements<T>(reading, *accessor);
    if (!reading.spend(std::uint64_t{count} * sizeof(T), attributes)) return {};
    std::vector<T> out(count);
    draco->floats(name, *accessor, {reinterpret_cast<float*>(out.data()), count * accessor->components});
    return out;
  }

  std::vector<std::uint32_t> joints(std::string_view name) const {
    const Accessor* accessor = accessorOf(name, 4);
    if (accessor == nullptr) return {};
    if (accessor->type != ComponentType::u8 && accessor->type != ComponentType::u16) {
      attributes.fail(name, ErrorCode::format, "joints are unsigned bytes or shorts");
      return {};
    }
    if (!isPacked(name)) return readUints(reading, *accessor);
    if (!reading.spend(std::uint64_t{count} * 4 * sizeof(std::uint32_t), attributes)) return {};
    std::vector<std::uint32_t> out(count * 4);
    draco->uints(name, *accessor, out);
    return out;
  }
};

std::vector<std::uint32_t> readIndices(const Vertices& from, const Json& json) {
  Reading& reading = from.reading;
  std::vector<std::uint32_t> indices;
  const std::int32_t index = json.index("indices", reading.accessors.size());
  if (!reading.ok()) return {};
  if (from.draco != nullptr) {
    indices = from.draco->triangles(reading);
  } else if (index < 0) {
    if (!reading.spend(std::uint64_t{from.count} * sizeof(std::uint32_t), json)) return {};
    indices.resize(from.count);
    std::iota(indices.begin(), indices.end(), 0u);
  } else {
    const Accessor& accessor = reading.accessors[static_cast<std::size_t>(index)];
    if (accessor.components != 1) json.fail("indices", ErrorCode::format, "is no accessor of SCALAR elements");
    if (reading.ok()) indices = readUints(reading, accessor);
  }
  for (std::size_t i = 0; i < indices.size() && reading.ok(); ++i) {
    if (indices[i] < from.count) continue;
    json.fail("indices", ErrorCode::reference,
              "element " + std::to_string(i) + " names vertex " + std::to_string(indices[i]) + " of " + std::to_string(from.count));
  }
  return indices;
}

// Sixty-four influences a vertex are far beyond what any tool writes.
constexpr std::size_t kMostSets = 16;

void readInfluences(const Vertices& from, std::size_t jointLimit, Primitive& primitive) {
  Reading& reading = from.reading;
  std::vector<InfluenceSet> sets;
  for (std::size_t n = 0;; ++n) {
    const std::string joints = "JOINTS_" + std::to_string(n);
    const std::string weights = "WEIGHTS_" + std::to_string(n);
    if (!from.attributes[joints].exists()) break;
    if (n == kMostSets) return from.attributes.fail(ErrorCode::limit, "hold more than 64 influences a vertex");
    InfluenceSet& set = sets.emplace_back();
    set.joints = from.joints(joints);
    set.weights = from.elements<std::array<float, 4>>(weights);
    if (!reading.ok()) return;
  }
  if (!sets.empty()) gatherInfluences(reading, from.attributes, std::move(sets), std::min<std::size_t>(jointLimit, 65536), primitive);
}

// Attributes that only pictures need are left out where they hold numbers that are none.
template <class T>
std::vector<T> readDecoration(const Vertices& from, std::string_view name) {
  if (!from.attributes[name].exists()) return {};
  std::vector<T> out = from.elements<T>(name);
  const std::size_t numbers = out.size() * sizeof(T) / sizeof(float);
  if (firstBadNumber({reinterpret_cast<const float*>(out.data()), numbers}) == numbers) return out;
  from.reading.find(Severity::warning, "mesh.attribute", from.attributes[name], "holds numbers that are not finite and is left out");
  return {};
}

void checkPositions(const Vertices& from, const Primitive& primitive) {
  const std::size_t numbers = primitive.positions.size() * 3;
  if (numbers > 0 && firstBadNumber({&primitive.positions.front().x, numbers}) != numbers) {
    from.attributes.fail("POSITION", ErrorCode::value, "holds a number that is not finite or beyond 1e12");
  }
}

DrawMode drawModeOf(const Json& json) {
  const std::uint64_t mode = json.count("mode", 4);
  if (mode > 6) json.fail("mode", ErrorCode::value, "is no drawing mode of glTF 2.0");
  return static_cast<DrawMode>(std::min<std::uint64_t>(mode, 6));
}

}  // namespace

void readPrimitive(Reading& reading, const Json& json, std::size_t jointLimit, Primitive& primitive) {
  const Json attributes = json.object("attributes");
  if (!attributes.exists()) return json.fail("attributes", ErrorCode::format, "is missing");
  for (const auto& [name, value] : attributes.members()) value.asIndex(reading.accessors.size());
  primitive.material = json.index("material", reading.asset.materials.size());
  DrawMode mode = drawModeOf(json);
  primitive.topology = topologyOf(mode);
  if (!reading.ok()) return;
  if (!attributes["POSITION"].exists()) {
    return reading.find(Severity::note, "mesh.empty", json, "has no positions and is left empty");
  }

  // Draco data always are plain triangles, whatever the mode says.
  Vertices from{reading, attributes};
  std::unique_ptr<DracoMesh> draco;
  const Json compressed = json["extensions"].object("KHR_draco_mesh_compression");
  if (compressed.exists()) {
    draco = DracoMesh::unpack(reading, compressed);
    if (!reading.ok()) return;
    from.draco = draco.get();
    mode = DrawMode::triangles;
    primitive.topology = Topology::triangles;
  }
  const std::size_t accessor = static_cast<std::size_t>(attributes.requiredIndex("POSITION", reading.accessors.size()));
  from.count = draco != nullptr ? draco->pointCount() : reading.accessors[accessor].count;
  if (from.count > std::numeric_limits<std::uint32_t>::max()) {
    return attributes.fail("POSITION", ErrorCode::limit, "has more than 2^32 vertices");
  }

  primitive.positions = from.elements<Vec3>("POSITION");
  primitive.normals = readDecoration<Vec3>(from, "NORMAL");
  primitive.uvs = readDecoration<std::array<float, 2>>(from, "TEXCOORD_0");
  if (reading.ok() && jointLimit > 0) readInfluences(from, jointLimit, primitive);
  if (reading.ok()) primitive.indices = separated(reading, json, mode, readIndices(from, json));
  if (!reading.ok()) return;
  dropUnusedVertices(primitive);
  checkPositions(from, primitive);
}

}  // namespace sinew::gltf
