#include "asset/extensions.h"

#include <algorithm>
#include <array>

#include <sinew/base/text.h>

namespace sinew::gltf {
namespace {

// Extensions whose data are read here.
constexpr std::array<std::string_view, 5> kRead{"EXT_meshopt_compression", "KHR_draco_mesh_compression", "KHR_mesh_quantization", "VRM",
                                                "VRMC_vrm"};

// Extensions that change how a model looks or what is attached to it, never its nodes, skins and vertices. Families by prefix.
constexpr std::array<std::string_view, 12> kHarmless{
    "KHR_materials_", "KHR_texture_",          "EXT_texture_",    "MSFT_texture_",   "KHR_lights_",          "EXT_lights_",
    "KHR_xmp",        "KHR_animation_pointer", "VRMC_materials_", "VRMC_springBone", "VRMC_node_constraint", "KHR_node_visibility"};

bool isKnown(std::string_view name) {
  return std::find(kRead.begin(), kRead.end(), name) != kRead.end() ||
         std::any_of(kHarmless.begin(), kHarmless.end(), [&](std::string_view family) { return name.starts_with(family); });
}

void checkVersion(Reading& reading) {
  const Json asset = reading.root.object("asset");
  if (!asset.exists()) return reading.root.fail("asset", ErrorCode::format, "is missing: JSON without it is no glTF file");
  const std::string_view version = asset.text("version");
  const std::string_view least = asset["minVersion"].exists() ? asset.text("minVersion") : std::string_view("2.0");
  if (!reading.ok()) return;
  if (!version.starts_with("2.")) {
    return asset.fail("version", ErrorCode::unsupported, "glTF version '" + printable(version) + "', only 2.0 is read");
  }
  if (least != "2.0") asset.fail("minVersion", ErrorCode::unsupported, "needs a reader of version '" + printable(least) + "'");
}

}  // namespace

void checkRequirements(Reading& reading) {
  checkVersion(reading);
  reading.asset.generator = reading.root["asset"].text("generator");
  const Json required = reading.root.array("extensionsRequired");
  for (std::size_t i = 0; i < required.size() && reading.ok(); ++i) {
    const std::string_view name = required[i].asText();
    if (reading.ok() && !isKnown(name)) {
      required[i].fail(ErrorCode::unsupported, "the file requires the extension '" + printable(name) + "', which is not built in");
    }
  }
}

}  // namespace sinew::gltf
