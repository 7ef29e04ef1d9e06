#include "asset/soundness.h"

#include <algorithm>
#include <cmath>

namespace sinew::test {
namespace {

bool isIndex(std::int32_t index, std::size_t limit) { return index >= 0 && static_cast<std::size_t>(index) < limit; }
bool isIndexOrNone(std::int32_t index, std::size_t limit) { return index == -1 || isIndex(index, limit); }

std::string inNodes(const Asset& asset) {
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) {
    const AssetNode& node = asset.nodes[i];
    if (!isIndexOrNone(node.parent, asset.nodes.size())) return "parent";
    if (!isIndexOrNone(node.mesh, asset.meshes.size())) return "mesh of a node";
    if (!isIndexOrNone(node.skin, asset.skins.size())) return "skin of a node";
    for (const std::int32_t child : node.children) {
      if (!isIndex(child, asset.nodes.size()) || asset.nodes[static_cast<std::size_t>(child)].parent != static_cast<std::int32_t>(i))
        return "child";
    }
    if (!isFinite(node.parentFromNode) || !isFinite(node.rest.rotation) || !isFinite(node.rest.scale)) return "rest";
    const float length = dot(node.rest.rotation, node.rest.rotation);
    if (std::abs(length - 1) > 1e-4f) return "rotation of unit length";
  }
  if (parentsFirst(asset).size() != asset.nodes.size()) return "tree";
  for (const Affine& world : restWorldTransforms(asset)) {
    if (!isFinite(world)) return "world";
  }
  for (const std::int32_t root : asset.sceneRoots) {
    if (!isIndex(root, asset.nodes.size())) return "scene root";
  }
  return {};
}

std::string inSkins(const Asset& asset) {
  for (const AssetSkin& skin : asset.skins) {
    if (skin.joints.empty() || skin.inverseBinds.size() != skin.joints.size()) return "inverse binds";
    for (const std::int32_t joint : skin.joints) {
      if (!isIndex(joint, asset.nodes.size())) return "joint";
    }
    for (const Affine& bind : skin.inverseBinds) {
      if (!isFinite(bind)) return "finite inverse bind";
    }
  }
  return {};
}

std::string inPrimitive(const Asset& asset, const Primitive& p, std::size_t jointLimit) {
  const std::size_t count = p.positions.size();
  if (!isIndexOrNone(p.material, asset.materials.size())) return "material";
  if (!p.normals.empty() && p.normals.size() != count) return "normals";
  if (!p.uvs.empty() && p.uvs.size() != count) return "uvs";
  if (!std::all_of(p.positions.begin(), p.positions.end(), [](const Vec3& v) { return isFinite(v); })) return "finite position";
  if (!std::all_of(p.indices.begin(), p.indices.end(), [&](std::uint32_t i) { return i < count; })) return "vertex index";
  if (p.topology == Topology::triangles && p.indices.size() % 3 != 0) return "whole triangles";
  if (p.influenceStart.empty()) return p.influences.empty() ? "" : "influences without starts";
  if (p.influenceStart.size() != count + 1 || p.influenceStart.front() != 0 || p.influenceStart.back() != p.influences.size())
    return "starts";
  if (!std::is_sorted(p.influenceStart.begin(), p.influenceStart.end())) return "ascending starts";
  for (const Influence& influence : p.influences) {
    if (influence.joint >= jointLimit) return "influence's joint";
    if (!(influence.weight > 0 && influence.weight <= 1)) return "weight";
  }
  return {};
}

std::string inMeshes(const Asset& asset) {
  for (const AssetNode& node : asset.nodes) {
    if (node.mesh < 0) continue;
    const std::size_t limit = node.skin < 0 ? 65536 : asset.skins[static_cast<std::size_t>(node.skin)].joints.size();
    for (const Primitive& primitive : asset.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
      const std::string broken = inPrimitive(asset, primitive, limit);
      if (!broken.empty()) return broken;
    }
  }
  return {};
}

std::string inClips(const Asset& asset) {
  for (const AssetClip& clip : asset.clips) {
    if (!(clip.duration >= 0) || !std::isfinite(clip.duration)) return "duration";
    for (const ClipChannel& channel : clip.channels) {
      if (!isIndex(channel.node, asset.nodes.size())) return "channel's node";
      const std::size_t width = channel.path == ChannelPath::rotation ? 4 : 3;
      const std::size_t perKey = channel.interpolation == Interpolation::cubicSpline ? 3 : 1;
      if (channel.times.empty() || channel.values.size() != channel.times.size() * width * perKey) return "keys";
      const auto descends = [](float a, float b) { return !(a < b); };
      if (std::adjacent_find(channel.times.begin(), channel.times.end(), descends) != channel.times.end()) return "ascending times";
      if (!std::all_of(channel.values.begin(), channel.values.end(), [](float v) { return std::isfinite(v); })) return "finite value";
    }
  }
  return {};
}

}  // namespace

std::string brokenPromise(const Asset& asset) {
  for (const auto& check : {inNodes, inSkins, inMeshes, inClips}) {
    const std::string broken = check(asset);
    if (!broken.empty()) return broken;
  }
  for (const VrmBone& bone : asset.vrmBones) {
    if (!isIndex(bone.node, asset.nodes.size())) return "humanoid bone";
  }
  return {};
}

}  // namespace sinew::test
