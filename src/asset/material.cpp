#include "asset/reading.h"

namespace sinew::gltf {
namespace {

AlphaMode alphaModeOf(const Json& json) {
  const std::string_view name = json.text("alphaMode");
  if (name == "MASK") return AlphaMode::mask;
  if (name == "BLEND") return AlphaMode::blend;
  return AlphaMode::opaque;
}

// The image behind a texture: its own source, or the one that an image-format extension gives instead.
std::int32_t imageOf(Reading& reading, const Json& textureInfo) {
  const Json textures = reading.root.array("textures");
  const std::int32_t index = textureInfo.requiredIndex("index", textures.size());
  if (index < 0 || !reading.ok()) return -1;
  const Json texture = textures[static_cast<std::size_t>(index)];
  const std::size_t imageCount = reading.root.array("images").size();
  if (texture["source"].exists()) return texture.index("source", imageCount);
  for (const std::string_view name : {"EXT_texture_webp", "EXT_texture_avif", "KHR_texture_basisu", "MSFT_texture_dds"}) {
    const Json extension = texture["extensions"][name];
    if (extension["source"].exists()) return extension.index("source", imageCount);
  }
  return -1;
}

}  // namespace

void readMaterials(Reading& reading) {
  const Json materials = reading.root.array("materials");
  reading.asset.materials.resize(materials.size());
  for (std::size_t i = 0; i < materials.size() && reading.ok(); ++i) {
    AssetMaterial& material = reading.asset.materials[i];
    material.name = materials[i].text("name");
    material.alphaMode = alphaModeOf(materials[i]);
    material.alphaCutoff = static_cast<float>(materials[i].number("alphaCutoff", 0.5));
    material.doubleSided = materials[i].flag("doubleSided");
    const Json surface = materials[i].object("pbrMetallicRoughness");
    surface.numbers("baseColorFactor", material.baseColor);
    const Json texture = surface.object("baseColorTexture");
    if (texture.exists()) material.baseColorImage = imageOf(reading, texture);
  }
}

}  // namespace sinew::gltf
