#include <algorithm>
#include <cmath>

#include "asset/accessor.h"

namespace sinew::gltf {
namespace {

// The accessor may hold more matrices than there are joints; without one all are identities.
void readInverseBinds(Reading& reading, AssetSkin& skin, const Json& json) {
  skin.inverseBinds.assign(skin.joints.size(), Affine{});
  const std::int32_t index = json.index("inverseBindMatrices", reading.accessors.size());
  if (index < 0 || !reading.ok()) return;
  const Accessor& accessor = reading.accessors[static_cast<std::size_t>(index)];
  if (accessor.components != 16 || accessor.type != ComponentType::f32) {
    return json.fail("inverseBindMatrices", ErrorCode::format, "is no accessor of MAT4 floats");
  }
  if (accessor.count < skin.joints.size()) {
    return json.fail("inverseBindMatrices", ErrorCode::reference,
                     "holds " + std::to_string(accessor.count) + " matrices for " + std::to_string(skin.joints.size()) + " joints");
  }
  const std::vector<Mat4> matrices = readElements<Mat4>(reading, accessor);
  if (!reading.ok()) return;

  constexpr float kTolerance = 1e-3f;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    const Mat4& m = matrices[i];
    const std::string which = "matrix " + std::to_string(i);
    if (firstBadNumber(m) != m.size())
      return accessor.json.fail(ErrorCode::value, which + " holds a number that is not finite or beyond 1e12");
    const bool isAffine =
        std::abs(m[3]) < kTolerance && std::abs(m[7]) < kTolerance && std::abs(m[11]) < kTolerance && std::abs(m[15] - 1) < kTolerance;
    if (!isAffine) return accessor.json.fail(ErrorCode::value, which + " is no affine transform: its bottom row is not 0 0 0 1");
    skin.inverseBinds[i] = toAffine(m);
  }
  skin.hasInverseBinds = true;
}

void readSkin(Reading& reading, std::size_t index) {
  const Json json = reading.root["skins"][index];
  AssetSkin& skin = reading.asset.skins[index];
  skin.name = json.text("name");
  const Json joints = json.array("joints");
  if (joints.size() == 0) return json.fail("joints", ErrorCode::format, "names no joint");

  for (std::size_t i = 0; i < joints.size(); ++i) skin.joints.push_back(joints[i].asIndex(reading.asset.nodes.size()));
  std::vector<std::int32_t> sorted = skin.joints;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) reading.find(Severity::warning, "skin.joints", json, "lists node " + std::to_string(*twice) + " twice");
  readInverseBinds(reading, skin, json);
}

}  // namespace

void readSkins(Reading& reading) {
  reading.asset.skins.resize(reading.root.array("skins").size());
  for (std::size_t i = 0; i < reading.asset.skins.size() && reading.ok(); ++i) readSkin(reading, i);
}

}  // namespace sinew::gltf
