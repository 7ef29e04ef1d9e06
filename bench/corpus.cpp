#include "corpus.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <sinew/asset/figure.h>
#include <sinew/asset/read.h>

namespace sinew::bench {

std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  const char* folder = std::getenv("SINEW_RIGS");
  if (folder == nullptr) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".glb" || extension == ".gltf" || extension == ".vrm") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::byte> fileBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::max<std::streamoff>(0, in.tellg())));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

std::vector<std::byte> denseFigure(std::size_t vertices) {
  FigureOptions options;
  std::vector<std::byte> glb;
  // Detail is the only handle: turn it up until the mesh is large enough, or as large as it gets.
  for (std::uint32_t detail = 0; detail <= 3; ++detail) {
    options.detail = detail;
    const auto made = makeFigure(options);
    if (!made) break;
    glb = *made;
    const auto asset = readAsset(glb, "figure");
    std::size_t count = 0;
    for (const AssetMesh& mesh : asset->meshes) {
      for (const Primitive& primitive : mesh.primitives) count += primitive.positions.size();
    }
    if (count >= vertices) break;
  }
  return glb;
}

std::size_t jsonSize(const std::vector<std::byte>& file) {
  if (file.size() < 20 || std::memcmp(file.data(), "glTF", 4) != 0) return file.size();
  std::uint32_t size = 0;
  std::memcpy(&size, file.data() + 12, 4);
  return size;
}

}  // namespace sinew::bench
