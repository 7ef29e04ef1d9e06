#pragma once

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <sinew/asset/read.h>

// Files with more than one character in them.

namespace sinew::test {

inline Asset assetOf(const std::string& spec) {
  Result<Asset> asset = readAsset(spec);
  EXPECT_TRUE(asset) << spec << ": " << (asset ? "" : asset.error().message);
  return asset ? std::move(*asset) : Asset{};
}

/// `other` beside `asset`, moved by `offset` (units); its roots hang from the node called `seat`, from none where that is empty.
inline Asset with(Asset asset, const Asset& other, const Vec3& offset, const std::string& seat = {}) {
  const auto nodes = static_cast<std::int32_t>(asset.nodes.size());
  const auto meshes = static_cast<std::int32_t>(asset.meshes.size());
  const auto skins = static_cast<std::int32_t>(asset.skins.size());
  for (AssetNode node : other.nodes) {
    if (node.parent >= 0) node.parent += nodes;
    if (node.mesh >= 0) node.mesh += meshes;
    if (node.skin >= 0) node.skin += skins;
    for (std::int32_t& child : node.children) child += nodes;
    asset.nodes.push_back(std::move(node));
  }
  for (AssetMesh mesh : other.meshes) {
    for (Primitive& primitive : mesh.primitives) primitive.material = -1;
    asset.meshes.push_back(std::move(mesh));
  }
  for (AssetSkin skin : other.skins) {
    for (std::int32_t& joint : skin.joints) joint += nodes;
    asset.skins.push_back(std::move(skin));
  }

  // A node that puts it in its place.
  AssetNode place;
  place.name = "place";
  place.rest.translation = offset;
  place.parentFromNode.translation = offset;
  const auto placeIndex = static_cast<std::int32_t>(asset.nodes.size());
  for (const std::int32_t root : other.sceneRoots) {
    place.children.push_back(root + nodes);
    asset.nodes[static_cast<std::size_t>(root + nodes)].parent = placeIndex;
  }
  const auto above = std::find_if(asset.nodes.begin(), asset.nodes.end(), [&](const AssetNode& node) { return node.name == seat; });
  if (seat.empty()) {
    asset.sceneRoots.push_back(placeIndex);
  } else {
    EXPECT_NE(above, asset.nodes.end()) << seat;
    place.parent = static_cast<std::int32_t>(above - asset.nodes.begin());
    above->children.push_back(placeIndex);
  }
  asset.nodes.push_back(std::move(place));
  asset.clips.clear();
  return asset;
}

}  // namespace sinew::test
