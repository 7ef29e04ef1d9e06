#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <nlohmann/json.hpp>

#include "asset/figure_names.h"
#include "asset/figure_scene.h"

// Writes a figure scene as one GLB: a JSON chunk and a binary chunk (glTF 2.0 specification, 4.4). Numbers are rounded before
// they are stored, keys stay in the order given here.

namespace sinew::figure {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kByte = 5120, kUnsignedByte = 5121, kUnsignedShort = 5123, kUnsignedInt = 5125, kFloat = 5126;
constexpr int kArrayBuffer = 34962, kElementArrayBuffer = 34963;

/// Little-endian bytes on every machine.
template <class T>
void put(std::vector<std::byte>& out, T value) {
  std::array<std::byte, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &value, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
  out.insert(out.end(), bytes.begin(), bytes.end());
}

void putVec(std::vector<std::byte>& out, const Vec3d& v, double unit = 1) {
  put(out, stored(v.x, unit));
  put(out, stored(v.y, unit));
  put(out, stored(v.z, unit));
}

Json numbers(std::initializer_list<double> values, double unit = 1) {
  Json list = Json::array();
  for (const double v : values) list.push_back(rounded(v, unit));
  return list;
}

/// What an accessor says about its bytes.
struct Layout {
  int componentType = kFloat;
  const char* type = "VEC3";
  std::size_t count = 0;
  bool normalized = false;
};

/// Factors that take mesh space to 16-bit steps and back: position = offset + step * quantum.
struct Quantum {
  Vec3d offset;
  double step = 1;
};

class Writer {
 public:
  explicit Writer(const Scene& scene) : scene_(scene), unit_(scene.unitScale()) {}

  std::vector<std::byte> write() {
    rest_ = localsOf(scene_, scene_.restFromBind);
    writeMeshes();
    writeNodes();
    writeSkins();
    if (scene_.encoding.vrm >= 0) writeVrm();
    if (!scene_.encoding.matrixNodes) writeClips();
    return container();
  }

 private:
  int addView(const std::vector<std::byte>& bytes, int target = 0, std::size_t stride = 0) {
    while (bin_.size() % 4 != 0) bin_.push_back(std::byte{0});
    Json view{{"buffer", 0}, {"byteOffset", bin_.size()}, {"byteLength", bytes.size()}};
    if (stride != 0) view["byteStride"] = stride;
    if (target != 0) view["target"] = target;
    bin_.insert(bin_.end(), bytes.begin(), bytes.end());
    root_["bufferViews"].push_back(view);
    return static_cast<int>(root_["bufferViews"].size()) - 1;
  }

  int addAccessor(const Layout& layout, int view) {
    Json accessor;
    if (view >= 0) accessor["bufferView"] = view;
    accessor["componentType"] = layout.componentType;
    if (layout.normalized) accessor["normalized"] = true;
    accessor["count"] = layout.count;
    accessor["type"] = layout.type;
    root_["accessors"].push_back(accessor);
    return static_cast<int>(root_["accessors"].size()) - 1;
  }

  Json& accessor(int index) { return root_["accessors"][static_cast<std::size_t>(index)]; }

  /// A vertex attribute; `stride` bytes an element. As a sparse one its elements lie in a base of zeros, or in none at all.
  int addAttribute(const Layout& layout, const std::vector<std::byte>& bytes, std::size_t stride, bool sparse) {
    const bool padded = layout.componentType != kFloat;
    if (!sparse) return addAccessor(layout, addView(bytes, kArrayBuffer, padded ? stride : 0));
    std::vector<std::byte> indices;
    std::vector<std::byte> values;
    std::size_t count = 0;
    for (std::size_t i = 0; i < layout.count; ++i) {
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(i * stride);
      const auto last = first + static_cast<std::ptrdiff_t>(stride);
      if (std::all_of(first, last, [](std::byte b) { return b == std::byte{0}; })) continue;
      put(indices, static_cast<std::uint32_t>(i));
      values.insert(values.end(), first, last);
      ++count;
    }
    const int result = addAccessor(layout, -1);
    if (count == 0) return result;
    const int indexView = addView(indices);
    const int valueView = addView(values);
    accessor(result)["sparse"] = {{"count", count},
                                  {"indices", {{"bufferView", indexView}, {"componentType", kUnsignedInt}}},
                                  {"values", {{"bufferView", valueView}}}};
    return result;
  }

  int addPositions(const SceneMesh& mesh, const Quantum& quantum) {
    const bool quantised = scene_.encoding.quantised;
    std::vector<std::byte> bytes;
    Vec3d low = mesh.positions.front();
    Vec3d high = low;
    std::vector<Vec3d> values;
    for (const Vec3d& p : mesh.positions) {
      Vec3d v{rounded(p.x, unit_), rounded(p.y, unit_), rounded(p.z, unit_)};
      if (quantised) {
        const Vec3d q = (p - quantum.offset) / quantum.step;
        v = {std::floor(q.x + 0.5), std::floor(q.y + 0.5), std::floor(q.z + 0.5)};
      }
      values.push_back(v);
      low = values.size() == 1 ? v : Vec3d{std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
      high = values.size() == 1 ? v : Vec3d{std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
    for (const Vec3d& v : values) {
      if (!quantised) {
        putVec(bytes, v, unit_);
        continue;
      }
      for (const double c : {v.x, v.y, v.z, 0.0}) put(bytes, static_cast<std::uint16_t>(c));
    }
    const Layout layout{quantised ? kUnsignedShort : kFloat, "VEC3", mesh.positions.size()};
    const int index = addAttribute(layout, bytes, quantised ? 8 : 12, scene_.encoding.sparse && !quantised);
    accessor(index)["min"] = floats(low);
    accessor(index)["max"] = floats(high);
    return index;
  }

  /// Bounds must be what the stored floats are, not what they were rounded from.
  static Json floats(const Vec3d& v) {
    return Json::array({static_cast<double>(static_cast<float>(v.x)), static_cast<double>(static_cast<float>(v.y)),
                        static_cast<double>(static_cast<float>(v.z))});
  }

  int addNormals(const SceneMesh& mesh) {
    std::vector<std::byte> bytes;
    for (const Vec3d& n : mesh.normals) {
      if (!scene_.encoding.quantised) {
        putVec(bytes, n);
        continue;
      }
      for (const double c : {n.x, n.y, n.z, 0.0}) put(bytes, static_cast<std::int8_t>(std::floor(c * 127 + 0.5)));
    }
    if (!scene_.encoding.quantised) return addAttribute({kFloat, "VEC3", mesh.normals.size()}, bytes, 12, false);
    return addAttribute({kByte, "VEC3", mesh.normals.size(), true}, bytes, 4, false);
  }

  /// Four influence slots from `first` on, in the skin's own joint order.
  void addInfluences(Json& attributes, const SceneMesh& mesh, const SceneSkin& skin, std::size_t set) {
    std::vector<int> slotOf(scene_.nodes.size(), 0);
    for (std::size_t j = 0; j < skin.joints.size(); ++j) slotOf[static_cast<std::size_t>(skin.joints[j])] = static_cast<int>(j);

    const Encoding& encoding = scene_.encoding;
    const double steps = encoding.weights == WeightFormat::byte ? 255 : encoding.weights == WeightFormat::word ? 65535 : 0;
    std::vector<std::byte> joints;
    std::vector<std::byte> weights;
    for (const auto& all : mesh.influences) {
      const std::vector<double> stepped = normalizedWeights(all, encoding.influences, steps);
      for (std::size_t k = set * 4; k < set * 4 + 4; ++k) {
        const bool used = k < stepped.size() && stepped[k] > 0;
        const int slot = used ? slotOf[static_cast<std::size_t>(all[k].first)] : 0;
        const double weight = used ? stepped[k] : 0;
        if (encoding.wordJoints)
          put(joints, static_cast<std::uint16_t>(slot));
        else
          put(joints, static_cast<std::uint8_t>(slot));
        if (encoding.weights == WeightFormat::float32)
          put(weights, static_cast<float>(weight));
        else if (encoding.weights == WeightFormat::byte)
          put(weights, static_cast<std::uint8_t>(weight));
        else
          put(weights, static_cast<std::uint16_t>(weight));
      }
    }
    const std::size_t count = mesh.influences.size();
    const std::string suffix = std::to_string(set);
    const Layout jointLayout{encoding.wordJoints ? kUnsignedShort : kUnsignedByte, "VEC4", count};
    attributes["JOINTS_" + suffix] = addAttribute(jointLayout, joints, encoding.wordJoints ? 8 : 4, encoding.sparse);
    const bool whole = encoding.weights != WeightFormat::float32;
    const Layout weightLayout{!whole                                   ? kFloat
                              : encoding.weights == WeightFormat::byte ? kUnsignedByte
                                                                       : kUnsignedShort,
                              "VEC4", count, whole};
    attributes["WEIGHTS_" + suffix] = addAttribute(weightLayout, weights,
                                                   !whole                                   ? 16
                                                   : encoding.weights == WeightFormat::byte ? 4
                                                                                            : 8,
                                                   encoding.sparse);
  }

  /// The heaviest `most` weights, summing to 1, or to `steps` in whole numbers where that is not 0.
  static std::vector<double> normalizedWeights(const std::vector<std::pair<int, double>>& all, std::size_t most, double steps) {
    const std::size_t count = std::min(all.size(), most);
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += all[k].second;
    std::vector<double> result;
    double left = steps > 0 ? steps : 1;
    for (std::size_t k = count; k-- > 1;) {
      const double share = all[k].second / sum;
      const double w = steps > 0 ? std::floor(share * steps + 0.5) : rounded(share);
      result.push_back(w);
      left -= w;
    }
    result.push_back(steps > 0 ? left : rounded(left));
    std::reverse(result.begin(), result.end());
    return result;
  }

  /// 65,535 steps over the largest side of the whole scene, so that every mesh of a skin shares them.
  Quantum quantumOfScene() const {
    Vec3d low{1e30, 1e30, 1e30};
    Vec3d high = -low;
    for (const SceneMesh& mesh : scene_.meshes) {
      for (const Vec3d& p : mesh.positions) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      }
    }
    const Vec3d extent = high - low;
    return {low, std::max({extent.x, extent.y, extent.z}) / 65535};
  }

  void writeMeshes() {
    if (scene_.encoding.quantised) quantum_ = quantumOfScene();
    for (std::size_t m = 0; m < scene_.meshes.size(); ++m) {
      const SceneMesh& mesh = scene_.meshes[m];
      Json attributes;
      attributes["POSITION"] = addPositions(mesh, quantum_);
      if (scene_.encoding.normals) attributes["NORMAL"] = addNormals(mesh);
      const int skin = skinOfMesh(static_cast<int>(m));
      if (skin >= 0) {
        for (std::size_t set = 0; set < scene_.encoding.influences / 4; ++set) {
          addInfluences(attributes, mesh, scene_.skins[static_cast<std::size_t>(skin)], set);
        }
      }
      std::vector<std::byte> indices;
      const bool wide = mesh.positions.size() > 65535;
      for (const std::uint32_t i : mesh.indices) {
        if (wide)
          put(indices, i);
        else
          put(indices, static_cast<std::uint16_t>(i));
      }
      const int indexAccessor =
          addAccessor({wide ? kUnsignedInt : kUnsignedShort, "SCALAR", mesh.indices.size()}, addView(indices, kElementArrayBuffer));
      root_["meshes"].push_back(
          {{"name", mesh.name},
           {"primitives", Json::array({{{"attributes", attributes}, {"indices", indexAccessor}, {"material", materialOf(mesh)}}})}});
    }
  }

  int materialOf(const SceneMesh& mesh) {
    const Json color = numbers({mesh.color[0], mesh.color[1], mesh.color[2], 1});
    Json& materials = root_["materials"];
    for (std::size_t i = 0; i < materials.size(); ++i) {
      if (materials[i]["pbrMetallicRoughness"]["baseColorFactor"] == color) return static_cast<int>(i);
    }
    materials.push_back({{"name", mesh.name + "Material"},
                         {"pbrMetallicRoughness", {{"baseColorFactor", color}, {"metallicFactor", 0}, {"roughnessFactor", 0.6}}}});
    return static_cast<int>(materials.size()) - 1;
  }

  int skinOfMesh(int mesh) const {
    for (const SceneNode& node : scene_.nodes) {
      if (node.mesh == mesh) return node.skin;
    }
    return -1;
  }

  void writeNodes() {
    Json roots = Json::array();
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const SceneNode& node = scene_.nodes[i];
      Json json = Json::object();
      if (!node.name.empty()) json["name"] = node.name;
      Json children = Json::array();
      for (std::size_t c = 0; c < scene_.nodes.size(); ++c) {
        if (scene_.nodes[c].parent == static_cast<int>(i)) children.push_back(c);
      }
      if (!children.empty()) json["children"] = children;
      writeRest(json, rest_[i]);
      if (node.mesh >= 0) json["mesh"] = node.mesh;
      if (node.mesh >= 0 && node.skin >= 0) json["skin"] = node.skin;
      root_["nodes"].push_back(json);
      if (node.parent < 0) roots.push_back(i);
    }
    root_["scenes"].push_back({{"nodes", roots}});
  }

  void writeRest(Json& json, const Trs& rest) const {
    if (scene_.encoding.matrixNodes) {
      const Mat4 m = toMat4(toAffine(rest));
      if (m == Mat4{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}) return;
      json["matrix"] = Json::array();
      for (const float f : m) json["matrix"].push_back(rounded(static_cast<double>(f), std::min(1.0, unit_)));
      return;
    }
    if (rest.translation != Vec3{}) json["translation"] = numbers({rest.translation.x, rest.translation.y, rest.translation.z}, unit_);
    if (rest.rotation != Quat{}) json["rotation"] = numbers({rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w});
    if (rest.scale != Vec3{1, 1, 1}) json["scale"] = numbers({rest.scale.x, rest.scale.y, rest.scale.z});
  }

  void writeSkins() {
    for (const SceneSkin& skin : scene_.skins) {
      Json json;
      if (scene_.encoding.inverseBinds) {
        std::vector<std::byte> bytes;
        const Affined meshFromStored{{{quantum_.step, 0, 0}, {0, quantum_.step, 0}, {0, 0, quantum_.step}}, quantum_.offset};
        for (const int joint : skin.joints) {
          const Affined ibm = inverse(scene_.nodes[static_cast<std::size_t>(joint)].worldFromNode) * skin.worldFromMesh * meshFromStored;
          // Columns of a quantised matrix are tiny: they keep their digits by being rounded relative to the step.
          const auto linear = [&](double v) {
            return scene_.encoding.quantised ? stored(v / quantum_.step) * static_cast<float>(quantum_.step) : stored(v);
          };
          for (const Vec3d& column : {ibm.linear.x, ibm.linear.y, ibm.linear.z}) {
            put(bytes, linear(column.x));
            put(bytes, linear(column.y));
            put(bytes, linear(column.z));
            put(bytes, 0.0f);
          }
          putVec(bytes, ibm.translation, unit_);
          put(bytes, 1.0f);
        }
        json["inverseBindMatrices"] = addAccessor({kFloat, "MAT4", skin.joints.size()}, addView(bytes));
      }
      json["joints"] = skin.joints;
      root_["skins"].push_back(json);
    }
  }

  /// The humanoid map, with the least that each VRM version asks for around it.
  void writeVrm() {
    const bool first = scene_.encoding.vrm == 0;
    Json list = Json::array();
    Json object = Json::object();
    for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
      const std::string bone(vrmBone(scene_.nodes[n].key));
      if (bone.empty()) continue;
      list.push_back({{"bone", bone}, {"node", n}, {"useDefaultValues", true}});
      object[bone] = {{"node", n}};
    }
    if (first) {
      root_["extensions"]["VRM"] = {{"exporterVersion", scene_.generator},
                                    {"specVersion", "0.0"},
                                    {"meta", {{"title", "Figure"}}},
                                    {"humanoid", {{"humanBones", list}}}};
    } else {
      const Json meta{{"name", "Figure"}, {"authors", Json::array({"Sinew"})}, {"licenseUrl", "https://vrm.dev/licenses/1.0/"}};
      root_["extensions"]["VRMC_vrm"] = {{"specVersion", "1.0"}, {"meta", meta}, {"humanoid", {{"humanBones", object}}}};
    }
  }

  void writeClips() {
    for (const BodyClip& clip : scene_.clips) {
      Json samplers = Json::array();
      Json channels = Json::array();
      std::vector<std::byte> bytes;
      const std::size_t count = clip.frames.size();
      double last = 0;
      for (std::size_t f = 0; f < count; ++f) {
        last = rounded(clip.duration * static_cast<double>(f) / static_cast<double>(count - 1));
        put(bytes, static_cast<float>(last));
      }
      const int times = addAccessor({kFloat, "SCALAR", count}, addView(bytes));
      accessor(times)["min"] = {0};
      accessor(times)["max"] = {static_cast<double>(static_cast<float>(last))};

      std::vector<std::vector<Trs>> frames;
      for (const auto& frame : clip.frames) frames.push_back(localsOf(scene_, frame));
      for (std::size_t n = 0; n < scene_.nodes.size() && channels.size() < scene_.encoding.mostTracks; ++n) {
        if (scene_.nodes[n].bodyJoint >= 0) addTracks(frames, n, times, samplers, channels);
      }
      if (channels.empty()) continue;
      Json json{{"name", clip.name}, {"samplers", samplers}, {"channels", channels}};
      if (clip.speed > 0) json["extras"] = {{"RootTranslation", {{"z", rounded(clip.speed * unit_)}}}};
      root_["animations"].push_back(json);
    }
  }

  /// Tracks of one node: only those that differ from its rest pose.
  void addTracks(const std::vector<std::vector<Trs>>& frames, std::size_t node, int times, Json& samplers, Json& channels) {
    const Trs& rest = rest_[node];
    std::vector<std::byte> moves;
    std::vector<std::byte> turns;
    bool moved = false;
    bool turned = false;
    Quat before = rest.rotation;
    for (const auto& frame : frames) {
      const Trs& local = frame[node];
      moved = moved || distance(local.translation, rest.translation) > 2e-5f * static_cast<float>(unit_);
      // q and -q are one rotation: keys stay on the side of the key before.
      const Quat q = dot(local.rotation, before) < 0 ? -local.rotation : local.rotation;
      turned = turned || std::abs(dot(q, rest.rotation)) < 1 - 1e-7f;
      before = q;
      for (const float v : {local.translation.x, local.translation.y, local.translation.z}) put(moves, v + 0.0f);
      for (const float v : {q.x, q.y, q.z, q.w}) put(turns, v + 0.0f);
    }
    const auto add = [&](const std::vector<std::byte>& bytes, const char* type, const char* path) {
      const int values = addAccessor({kFloat, type, frames.size()}, addView(bytes));
      channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
      samplers.push_back({{"input", times}, {"output", values}});
    };
    if (moved) add(moves, "VEC3", "translation");
    if (turned) add(turns, "VEC4", "rotation");
  }

  std::vector<std::byte> container() {
    while (bin_.size() % 4 != 0) bin_.push_back(std::byte{0});
    Json document;
    document["asset"] = {{"version", "2.0"}, {"generator", scene_.generator}};
    if (scene_.encoding.quantised) {
      document["extensionsUsed"].push_back("KHR_mesh_quantization");
      document["extensionsRequired"].push_back("KHR_mesh_quantization");
    }
    if (scene_.encoding.vrm >= 0) document["extensionsUsed"].push_back(scene_.encoding.vrm == 0 ? "VRM" : "VRMC_vrm");
    document["scene"] = 0;
    for (const auto& [key, value] : root_.items()) document[key] = value;
    document["buffers"].push_back({{"byteLength", bin_.size()}});
    std::string text = document.dump();
    while (text.size() % 4 != 0) text.push_back(' ');

    std::vector<std::byte> out;
    const auto word = [&](std::size_t v) { put(out, static_cast<std::uint32_t>(v)); };
    word(0x46546C67);  // "glTF"
    word(2);
    word(12 + 8 + text.size() + 8 + bin_.size());
    word(text.size());
    word(0x4E4F534A);  // "JSON"
    for (const char c : text) out.push_back(static_cast<std::byte>(c));
    word(bin_.size());
    word(0x004E4942);  // "BIN"
    out.insert(out.end(), bin_.begin(), bin_.end());
    return out;
  }

  const Scene& scene_;
  double unit_ = 1;  ///< a metre in the file's world
  Json root_ = Json::object();
  std::vector<std::byte> bin_;
  std::vector<Trs> rest_;
  Quantum quantum_;
};

}  // namespace

std::vector<std::byte> writeGlb(const Scene& scene) { return Writer(scene).write(); }

}  // namespace sinew::figure
