#include <cstring>
#include <type_traits>

#include <sinew/base/hash.h>
#include <sinew/locomotion/box_tree.h>

// A saved tree: magic, version, counts, nodes, order, solids, and a hash of all that before it. Little-endian, as the machines are.

namespace sinew {

namespace {

constexpr std::uint32_t kMagic = 0x54584f42;  // "BOXT"
constexpr std::uint32_t kVersion = 1;

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof(T));
  }
  void put(const Vec3& v) { put(v.x), put(v.y), put(v.z); }
  void put(const Quat& q) { put(q.x), put(q.y), put(q.z), put(q.w); }

  std::vector<std::byte> bytes;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void get(T& value) {
    if (bytes_.size() < sizeof(T)) {
      short_ = true;
      return;
    }
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.subspan(sizeof(T));
  }
  void get(Vec3& v) { get(v.x), get(v.y), get(v.z); }
  void get(Quat& q) { get(q.x), get(q.y), get(q.z), get(q.w); }

  bool complete() const { return !short_ && bytes_.empty(); }
  bool holds(std::uint64_t count, std::size_t size) const { return !short_ && count <= bytes_.size() / size; }

 private:
  std::span<const std::byte> bytes_;
  bool short_ = false;
};

constexpr std::size_t kNodeBytes = 32, kSolidBytes = 86;

/// One function lists the fields for both ways.
template <class File, class SolidLike>
void solidFields(File& file, SolidLike& solid, std::uint8_t& shape, std::uint8_t& role) {
  const auto field = [&](auto& value) {
    if constexpr (std::is_same_v<File, Writer>) file.put(value);
    if constexpr (std::is_same_v<File, Reader>) file.get(value);
  };
  field(shape);
  field(role);
  field(solid.worldFromSolid.rotation);
  field(solid.worldFromSolid.translation);
  field(solid.halfExtent);
  for (auto& corner : solid.corners) field(corner);
  field(solid.mover);
  field(solid.name);
}

}  // namespace

std::vector<std::byte> BoxTree::save() const {
  Writer file;
  file.bytes.reserve(24 + nodes_.size() * kNodeBytes + solids_.size() * (kSolidBytes + 4));
  file.put(kMagic);
  file.put(kVersion);
  file.put(static_cast<std::uint32_t>(nodes_.size()));
  file.put(static_cast<std::uint32_t>(solids_.size()));
  for (const Node& node : nodes_) file.put(node.low), file.put(node.first), file.put(node.high), file.put(node.count);
  for (const std::int32_t index : order_) file.put(index);
  for (const Solid& solid : solids_) {
    auto shape = static_cast<std::uint8_t>(solid.shape), role = static_cast<std::uint8_t>(solid.role);
    solidFields(file, solid, shape, role);
  }
  file.put(hashBytes(file.bytes));
  return std::move(file.bytes);
}

Result<BoxTree> BoxTree::load(std::span<const std::byte> bytes) {
  const auto bad = [](const char* sentence) { return fail(ErrorCode::format, "box tree", sentence); };
  if (bytes.size() < 24) return bad("is cut short");
  const std::span<const std::byte> body = bytes.first(bytes.size() - 8);
  std::uint64_t hash = 0;
  std::memcpy(&hash, bytes.data() + body.size(), sizeof(hash));

  Reader file(body);
  std::uint32_t magic = 0, version = 0, nodeCount = 0, solidCount = 0;
  file.get(magic), file.get(version), file.get(nodeCount), file.get(solidCount);
  if (magic != kMagic) return bad("is no saved tree");
  if (version != kVersion) return bad("is of another version");
  if (hash != hashBytes(body)) return bad("was cut short or altered");
  if (!file.holds(nodeCount, kNodeBytes) || !file.holds(solidCount, kSolidBytes + 4)) return bad("promises more than it holds");

  BoxTree tree;
  tree.nodes_.resize(nodeCount);
  tree.order_.resize(solidCount);
  tree.solids_.resize(solidCount);
  for (std::size_t i = 0; i < nodeCount; ++i) {
    Node& node = tree.nodes_[i];
    file.get(node.low), file.get(node.first), file.get(node.high), file.get(node.count);
    const bool leaf = node.count > 0;
    const bool sound = leaf ? node.first <= solidCount && node.count <= solidCount - node.first
                            : node.first > i && static_cast<std::uint64_t>(node.first) + 1 < nodeCount;
    if (!sound) return bad("has a node that points outside it");
  }
  for (std::int32_t& index : tree.order_) {
    file.get(index);
    if (index < 0 || static_cast<std::uint32_t>(index) >= solidCount) return bad("has an entry that points outside it");
  }
  for (Solid& solid : tree.solids_) {
    std::uint8_t shape = 0, role = 0;
    solidFields(file, solid, shape, role);
    if (shape > 2 || role > 2) return bad("has a solid of an unknown kind");
    solid.shape = static_cast<SolidShape>(shape);
    solid.role = static_cast<SolidRole>(role);
  }
  std::vector<bool> seen(solidCount);
  for (const std::int32_t index : tree.order_) {
    if (seen[static_cast<std::size_t>(index)]) return bad("names a solid twice");
    seen[static_cast<std::size_t>(index)] = true;
  }
  if (!file.complete() || (nodeCount == 0) != (solidCount == 0)) return bad("promises more than it holds");
  tree.index();
  return tree;
}

}  // namespace sinew
