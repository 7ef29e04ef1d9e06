#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sinew/asset/asset.h>

// Assets built by hand in memory, for tests of the rooms behind the reader.

namespace sinew::test {

struct HandAsset {
  Asset asset;

  /// Adds a node below `parent` (-1: a scene root) and returns its index.
  std::int32_t node(std::string name, std::int32_t parent, const Trs& rest = {}) {
    const auto index = static_cast<std::int32_t>(asset.nodes.size());
    AssetNode node;
    node.name = std::move(name);
    node.parent = parent;
    node.rest = rest;
    node.parentFromNode = toAffine(rest);
    asset.nodes.push_back(std::move(node));
    if (parent < 0) {
      asset.sceneRoots.push_back(index);
    } else {
      asset.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
    }
    return index;
  }

  std::int32_t node(std::string name, std::int32_t parent, const Vec3& translation) {
    return node(std::move(name), parent, Trs{translation, {}, {1, 1, 1}});
  }

  /// Changes the rest transform of a node.
  void setRest(std::int32_t node, const Trs& rest) {
    asset.nodes[static_cast<std::size_t>(node)].rest = rest;
    asset.nodes[static_cast<std::size_t>(node)].parentFromNode = toAffine(rest);
  }

  /// worldFromNode at rest, in double.
  Affined world(std::int32_t index) const {
    const AssetNode& node = asset.nodes[static_cast<std::size_t>(index)];
    const Affine& f = node.parentFromNode;
    const auto d = [](const Vec3& v) { return Vec3d{v.x, v.y, v.z}; };
    const Affined local{{d(f.linear.x), d(f.linear.y), d(f.linear.z)}, d(f.translation)};
    return node.parent < 0 ? local : world(node.parent) * local;
  }

  /// Adds a skin over `joints` whose bind pose is the rest pose they have NOW, for a mesh whose space is `worldFromMesh`.
  std::int32_t skin(std::vector<std::int32_t> joints, const Affined& worldFromMesh = {}) {
    AssetSkin skin;
    skin.joints = std::move(joints);
    skin.hasInverseBinds = true;
    const auto f = [](const Vec3d& v) { return Vec3{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; };
    for (const std::int32_t joint : skin.joints) {
      const Affined m = inverse(world(joint)) * worldFromMesh;
      skin.inverseBinds.push_back({{f(m.linear.x), f(m.linear.y), f(m.linear.z)}, f(m.translation)});
    }
    asset.skins.push_back(std::move(skin));
    return static_cast<std::int32_t>(asset.skins.size()) - 1;
  }

  /// One primitive whose vertices each hang on one entry of a skin's joint list (`slots`, empty: unskinned); triangles run through
  /// the vertices in order.
  static Primitive primitive(std::vector<Vec3> positions, const std::vector<std::uint16_t>& slots = {}) {
    Primitive primitive;
    primitive.positions = std::move(positions);
    for (std::uint32_t v = 0; v < primitive.positions.size(); ++v) primitive.indices.push_back(v);
    if (slots.empty()) return primitive;
    for (const std::uint16_t slot : slots) {
      primitive.influenceStart.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
      primitive.influences.push_back({slot, 1.0f});
    }
    primitive.influenceStart.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
    return primitive;
  }

  /// Adds a mesh of one primitive and hangs it on `node`.
  std::int32_t mesh(std::int32_t node, Primitive primitive, std::int32_t skin = -1, std::string name = "mesh") {
    AssetMesh mesh;
    mesh.name = std::move(name);
    mesh.primitives.push_back(std::move(primitive));
    asset.meshes.push_back(std::move(mesh));
    asset.nodes[static_cast<std::size_t>(node)].mesh = static_cast<std::int32_t>(asset.meshes.size()) - 1;
    asset.nodes[static_cast<std::size_t>(node)].skin = skin;
    return asset.nodes[static_cast<std::size_t>(node)].mesh;
  }
};

}  // namespace sinew::test
