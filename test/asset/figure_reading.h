#pragma once

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <sinew/asset/figure.h>
#include <sinew/asset/read.h>

#include "asset/posed.h"

// Built-in figures through the reader, and a few questions about what was read.

namespace sinew {

using posed::Frame;
using posed::Surface;

inline std::vector<std::byte> bytesOf(const std::string& spec) {
  const auto bytes = makeFigure(spec);
  EXPECT_TRUE(bytes) << spec << ": " << (bytes ? "" : bytes.error().place + ": " + bytes.error().message);
  return bytes ? *bytes : std::vector<std::byte>{};
}

/// The figure as the reader sees it; made and read once a spec.
inline const Asset& figure(const std::string& spec) {
  static std::map<std::string, Asset> known;
  const auto found = known.find(spec);
  if (found != known.end()) return found->second;
  const auto asset = readAsset(bytesOf(spec), "@" + spec);
  EXPECT_TRUE(asset) << spec << ": " << (asset ? "" : asset.error().place + ": " + asset.error().message);
  return known.emplace(spec, asset ? *asset : Asset{}).first->second;
}

inline int nodeNamed(const Asset& asset, std::string_view name) {
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
    if (asset.nodes[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

inline Vec3 placeOf(const Asset& asset, const Frame& frame, std::string_view name) {
  const int node = nodeNamed(asset, name);
  EXPECT_GE(node, 0) << name;
  return node < 0 ? Vec3{} : frame[static_cast<std::size_t>(node)].translation;
}

inline const AssetClip& clipNamed(const Asset& asset, std::string_view name) {
  const auto found = std::find_if(asset.clips.begin(), asset.clips.end(), [&](const AssetClip& c) { return c.name == name; });
  EXPECT_NE(found, asset.clips.end()) << name;
  return *found;
}

/// Vertices with at least half of their weight on the joint of that name.
inline std::size_t verticesOf(const Asset& asset, std::string_view joint) {
  const Primitive& p = asset.meshes[0].primitives[0];
  std::size_t count = 0;
  for (std::size_t v = 0; v < p.positions.size(); ++v) {
    for (std::uint32_t i = p.influenceStart[v]; i < p.influenceStart[v + 1]; ++i) {
      const auto node = static_cast<std::size_t>(asset.skins[0].joints[p.influences[i].joint]);
      if (asset.nodes[node].name == joint && p.influences[i].weight >= 0.5f) ++count;
    }
  }
  return count;
}

inline const std::vector<std::string> kRoles = {
    "pelvis",        "spine",        "chest",     "neck",       "head",      "leftClavicle", "leftUpperArm",
    "leftForearm",   "leftHand",     "leftThigh", "leftShin",   "leftFoot",  "leftToes",     "rightClavicle",
    "rightUpperArm", "rightForearm", "rightHand", "rightThigh", "rightShin", "rightFoot",    "rightToes"};

}  // namespace sinew
