#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <sinew/base/math.h>

// Real rigged characters with known answers, in the folder that $SINEW_RIGS names. Not part of the project: tests over them skip
// with a plain message where the folder is not given.

namespace sinew::test {

/// One character: its file, and what is known of it.
struct KnownRig {
  std::string slug;
  std::filesystem::path file;
  std::string creature;
  std::map<std::string, std::int32_t> roles;  ///< role name to glTF node index
  std::optional<Vec3> forward, left, up;
  std::optional<double> height;  ///< in the file's scene units, bind pose
  std::string confidence;
};

inline std::optional<Vec3> axisFromText(const nlohmann::json& value) {
  if (!value.is_string() || value.get<std::string>().size() != 2) return std::nullopt;
  const std::string text = value.get<std::string>();
  const float sign = text[0] == '-' ? -1.0f : 1.0f;
  return text[1] == 'X' ? Vec3{sign, 0, 0} : text[1] == 'Y' ? Vec3{0, sign, 0} : Vec3{0, 0, sign};
}

/// All characters with a truth.json, by name; empty where $SINEW_RIGS is not set.
inline std::vector<KnownRig> knownRigs() {
  std::vector<KnownRig> rigs;
  const char* folder = std::getenv("SINEW_RIGS");
  if (folder == nullptr) return rigs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path() / "truth.json");
    if (!stream) continue;
    const nlohmann::json truth = nlohmann::json::parse(stream, nullptr, false);
    if (!truth.is_object() || !truth.contains("file")) continue;
    KnownRig rig;
    rig.slug = entry.path().filename().string();
    rig.file = entry.path() / truth["file"].get<std::string>();
    rig.creature = truth.value("creature", "");
    if (truth.contains("roles")) {
      for (const auto& item : truth["roles"].items()) rig.roles[item.key()] = item.value().value("node", -1);
    }
    rig.forward = axisFromText(truth.value("forwardBind", truth.value("forward", nlohmann::json())));
    rig.left = axisFromText(truth.value("left", nlohmann::json()));
    rig.up = axisFromText(truth.value("up", nlohmann::json()));
    if (truth.contains("height") && truth["height"].is_number()) rig.height = truth["height"].get<double>();
    if (truth.contains("confidence") && truth["confidence"].is_string()) rig.confidence = truth["confidence"].get<std::string>();
    rigs.push_back(std::move(rig));
  }
  std::sort(rigs.begin(), rigs.end(), [](const KnownRig& a, const KnownRig& b) { return a.slug < b.slug; });
  return rigs;
}

}  // namespace sinew::test

/// Leaves the test, saying why, where there is no corpus.
#define SINEW_NEED_CORPUS(rigs) \
  if ((rigs).empty()) GTEST_SKIP() << "not run: SINEW_RIGS names no folder of real rigs"
