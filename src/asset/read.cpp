#include <sinew/asset/read.h>

#include <utility>

#include <sinew/asset/figure.h>
#include <sinew/base/text.h>

#include "asset/extensions.h"
#include "asset/reading.h"
#include "asset/uri.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

// All stages in order; the first error ends the journey.
Result<void> runStages(gltf::Reading& reading) {
  constexpr std::array stages{gltf::checkRequirements, gltf::readBuffers,   gltf::readAccessors, gltf::readNodes, gltf::readSkins,
                              gltf::readImages,        gltf::readMaterials, gltf::readMeshes,    gltf::readClips, gltf::readVrm};
  for (const auto& stage : stages) {
    stage(reading);
    if (!reading.ok()) return tl::unexpected<Error>(reading.document.error());
  }
  return {};
}

// `file` becomes the source's own; everything that points into it stays valid for as long as the source lives.
Result<Asset> readOwned(std::vector<std::byte> file, std::string_view name, const fs::path& folder, const ReadOptions& options) {
  auto source = std::make_shared<AssetSource>();
  source->file = std::move(file);
  source->folder = folder;

  const Result<gltf::Container> container = gltf::openContainer(source->file);
  if (!container) return tl::unexpected<Error>(container.error());
  source->json = container->json;
  gltf::Budget budget(options.maxDecodedBytes);
  const auto document = gltf::JsonDocument::parse(source->json, budget);
  if (!document) return tl::unexpected<Error>(document.error());

  Asset asset;
  asset.file = printable(name, 4096);
  asset.sha256 = sha256(source->file);
  asset.bytes = source->file.size();
  gltf::Reading reading{options, budget, **document, (*document)->root(), *container, *source, asset, {}, {}};
  if (const Result<void> done = runStages(reading); !done) return tl::unexpected<Error>(done.error());
  asset.source = std::move(source);
  return asset;
}

// A main file is paid for by its own size, not by the budget of what is decoded from it.
Result<std::vector<std::byte>> loadMain(const fs::path& path) {
  gltf::Budget unlimited(std::numeric_limits<std::uint64_t>::max());
  auto bytes = gltf::loadFile(path, unlimited);
  if (!bytes) bytes.error().place = "file";
  return bytes;
}

}  // namespace

Result<Asset> readAsset(const fs::path& path, const ReadOptions& options) {
  const std::string name = path.string();
  if (name.starts_with('@')) {
    auto figure = makeFigure(std::string_view(name).substr(1));
    if (!figure) return tl::unexpected<Error>(figure.error());
    return readOwned(std::move(*figure), name, {}, options);
  }
  auto bytes = loadMain(path);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  const fs::path folder = path.parent_path();
  return readOwned(std::move(*bytes), name, folder.empty() ? fs::path(".") : folder, options);
}

Result<Asset> readAsset(std::span<const std::byte> bytes, std::string_view name, const fs::path& folder, const ReadOptions& options) {
  return readOwned({bytes.begin(), bytes.end()}, name, folder, options);
}

}  // namespace sinew
