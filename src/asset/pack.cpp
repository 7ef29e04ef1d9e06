#include "asset/pack.h"

#include <array>
#include <limits>

#include <nlohmann/json.hpp>

#include "asset/dump.h"
#include "asset/uri.h"

namespace sinew::gltf {
namespace {

using nlohmann::json;

// Where an old buffer's bytes stand afterwards.
struct Move {
  std::size_t buffer = 0;
  std::uint64_t offset = 0;
};

// All buffers with bytes become the first one; those without keep their order behind it.
std::vector<Move> moveBuffers(const AssetSource& source, Chunk& chunk) {
  std::vector<Move> moves(source.buffers.size());
  std::size_t next = 1;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const SourceBuffer& buffer = source.buffers[i];
    moves[i] = buffer.present ? Move{0, chunk.add(buffer.bytes)} : Move{next++, 0};
  }
  return moves;
}

// Shifts the "buffer" and "byteOffset" of a view, or of an extension that stands for one.
bool moveView(json& view, const std::vector<Move>& moves) {
  if (!view.is_object() || !view.contains("buffer") || !view["buffer"].is_number()) return false;
  const double index = view["buffer"].get<double>();
  if (!(index >= 0 && index < static_cast<double>(moves.size()))) return false;  // of an extension that is not read here
  const auto old = static_cast<std::size_t>(index);
  if (moves[old].buffer == old && moves[old].offset == 0) return false;
  view["buffer"] = moves[old].buffer;
  const double offset = view.contains("byteOffset") && view["byteOffset"].is_number() ? view["byteOffset"].get<double>() : 0;
  if (offset >= 0 && moves[old].offset != 0) view["byteOffset"] = static_cast<std::uint64_t>(offset) + moves[old].offset;
  return true;
}

// Compressed views name a second buffer, where their packed data stand.
void moveViews(JsonEditor& editor, const std::vector<Move>& moves) {
  const std::size_t count = editor.elements("bufferViews").size();
  for (std::size_t i = 0; i < count; ++i) {
    json view = json::parse(editor.elements("bufferViews")[i], nullptr, false);
    bool changed = moveView(view, moves);
    for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
      const json::json_pointer extension = json::json_pointer("/extensions") / std::string(name);
      if (view.contains(extension)) changed = moveView(view[extension], moves) || changed;
    }
    if (changed) editor.replace("bufferViews", i, dump(view));
  }
}

std::string mimeTypeOf(const std::filesystem::path& path) {
  constexpr std::array<std::array<std::string_view, 2>, 6> kTypes{{{".png", "image/png"},
                                                                   {".jpg", "image/jpeg"},
                                                                   {".jpeg", "image/jpeg"},
                                                                   {".webp", "image/webp"},
                                                                   {".ktx2", "image/ktx2"},
                                                                   {".dds", "image/vnd-ms.dds"}}};
  std::string extension = path.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const auto& [ending, type] : kTypes) {
    if (extension == ending) return std::string(type);
  }
  return {};
}

void packImages(const AssetSource& source, JsonEditor& editor, Chunk& chunk) {
  Budget unlimited(std::numeric_limits<std::uint64_t>::max());
  const std::size_t count = editor.elements("images").size();
  for (std::size_t i = 0; i < count && !source.folder.empty(); ++i) {
    json image = json::parse(editor.elements("images")[i], nullptr, false);
    const auto uri = image.find("uri");
    if (uri == image.end() || !uri->is_string() || isDataUri(uri->get_ref<const std::string&>())) continue;
    const auto path = resolveUri(uri->get_ref<const std::string&>(), source.folder);
    if (!path) continue;
    const bool isTyped = image.contains("mimeType") && image["mimeType"].is_string();
    const std::string type = isTyped ? image["mimeType"].get<std::string>() : mimeTypeOf(*path);
    auto bytes = type.empty() ? Result<std::vector<std::byte>>(fail(ErrorCode::unsupported, {}, {})) : loadFile(*path, unlimited);
    if (!bytes || bytes->empty()) continue;

    const std::size_t size = bytes->size();
    const std::uint64_t offset = chunk.add(std::move(*bytes));
    image.erase("uri");
    image["mimeType"] = type;
    image["bufferView"] = editor.append("bufferViews", dump(json{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}}));
    editor.replace("images", i, dump(image));
  }
}

}  // namespace

void packSource(const AssetSource& source, JsonEditor& editor, Chunk& chunk) {
  moveViews(editor, moveBuffers(source, chunk));
  packImages(source, editor, chunk);
}

void finishBuffers(const AssetSource& source, JsonEditor& editor, const Chunk& chunk) {
  std::vector<std::string> buffers;
  json first = json::object();
  const std::vector<std::string>& old = editor.elements("buffers");
  for (std::size_t i = 0; i < source.buffers.size(); ++i) {
    if (!source.buffers[i].present) buffers.push_back(old[i]);
    if (i == 0 && source.buffers[i].present) first = json::parse(old[i], nullptr, false);
  }
  if (chunk.size() == 0) return;
  first.erase("uri");
  first["byteLength"] = chunk.size();
  buffers.insert(buffers.begin(), dump(first));
  editor.set("buffers", std::move(buffers));
}

}  // namespace sinew::gltf
