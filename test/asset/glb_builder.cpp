#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

void putU32(std::vector<std::byte>& out, std::size_t value) {
  for (std::size_t shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>((value >> shift) & 255u));
}

}  // namespace

std::size_t GlbBuilder::bytes(std::span<const std::byte> bytes) {
  binary.resize((binary.size() + 3) / 4 * 4);
  const std::size_t offset = binary.size();
  binary.insert(binary.end(), bytes.begin(), bytes.end());
  return offset;
}

std::size_t GlbBuilder::view(std::span<const std::byte> from, std::size_t stride) {
  json view{{"buffer", 0}, {"byteOffset", bytes(from)}, {"byteLength", from.size()}};
  if (stride != 0) view["byteStride"] = stride;
  document["bufferViews"].push_back(view);
  return document["bufferViews"].size() - 1;
}

std::size_t GlbBuilder::accessorOf(const char* type, int componentType, std::size_t view, std::size_t count) {
  document["accessors"].push_back({{"bufferView", view}, {"componentType", componentType}, {"count", count}, {"type", type}});
  return document["accessors"].size() - 1;
}

std::vector<std::byte> GlbBuilder::glb() const {
  json whole = document;
  if (!binary.empty() && !whole.contains("buffers")) whole["buffers"] = {{{"byteLength", binary.size()}}};
  std::string text = whole.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::vector<std::byte> chunk = binary;
  chunk.resize((chunk.size() + 3) / 4 * 4);
  std::vector<std::byte> out = toBytes("glTF");
  putU32(out, 2);
  putU32(out, 12 + 8 + text.size() + (chunk.empty() ? 0 : 8 + chunk.size()));
  putU32(out, text.size());
  putU32(out, 0x4E4F534A);
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
  if (chunk.empty()) return out;
  putU32(out, chunk.size());
  putU32(out, 0x004E4942);
  out.insert(out.end(), chunk.begin(), chunk.end());
  return out;
}

std::string GlbBuilder::gltf() const {
  json whole = document;
  whole["buffers"] = {{{"byteLength", binary.size()}, {"uri", "data:application/octet-stream;base64," + base64(binary)}}};
  return whole.dump();
}

GlbBuilder smallRig() {
  GlbBuilder b;
  b.accessor<float>("VEC3", kF32, {-1, 0, 0, 1, 0, 0, -1, 2, 0, 1, 2, 0}, 3);
  b.accessor<std::uint16_t>("SCALAR", kU16, {0, 1, 2, 2, 1, 3}, 1);
  b.accessor<std::uint8_t>("VEC4", kU8, {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, 4);
  b.accessor<float>("VEC4", kF32, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, 4);
  std::vector<float> binds;
  for (const float height : {0.0f, -1.0f}) binds.insert(binds.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, height, 0, 1});
  b.accessor<float>("MAT4", kF32, binds, 16);
  b.accessor<float>("SCALAR", kF32, {0.5f, 1.0f}, 1);
  b.accessor<float>("VEC4", kF32, {0, 0, 0, 1, 0, 0, 1, 0}, 4);
  b.accessor<float>("VEC3", kF32, {0, 1, 0, 0, 1.5f, 0}, 3);
  b.document["nodes"] = {{{"name", "lower"}, {"children", {1}}},
                         {{"name", "upper"}, {"translation", {0, 1, 0}}},
                         {{"name", "body"}, {"mesh", 0}, {"skin", 0}}};
  b.document["scenes"] = {{{"nodes", {0, 2}}}};
  b.document["scene"] = 0;
  b.document["skins"] = {{{"joints", {0, 1}}, {"inverseBindMatrices", 4}}};
  b.document["meshes"] = {
      {{"name", "square"}, {"primitives", {{{"attributes", {{"POSITION", 0}, {"JOINTS_0", 2}, {"WEIGHTS_0", 3}}}, {"indices", 1}}}}}};
  b.document["animations"] = {{{"name", "wave"},
                               {"samplers", {{{"input", 5}, {"output", 6}}, {{"input", 5}, {"output", 7}, {"interpolation", "STEP"}}}},
                               {"channels",
                                {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}},
                                 {{"sampler", 1}, {"target", {{"node", 1}, {"path", "translation"}}}}}}}};
  return b;
}

Result<Asset> readGlb(const GlbBuilder& builder, const ReadOptions& options) { return readAsset(builder.glb(), "test.glb", {}, options); }

std::string outcome(const Result<Asset>& result) {
  if (result) return "read";
  return std::string(nameOf(result.error().code)) + " at " + result.error().place + ": " + result.error().message;
}

std::vector<std::byte> toBytes(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
  }
  return out;
}

}  // namespace sinew::test
