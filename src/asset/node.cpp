#include <algorithm>
#include <cmath>

#include "asset/decompose.h"
#include "asset/reading.h"

namespace sinew::gltf {
namespace {

bool isUsable(std::span<const float> numbers) {
  for (const float number : numbers) {
    if (!(std::abs(number) <= kLargestNumber)) return false;
  }
  return true;
}

void checkUsable(const Json& node, std::string_view key, std::span<const float> numbers) {
  if (!isUsable(numbers)) node.fail(key, ErrorCode::value, "holds a number beyond 1e12");
}

// Sixteen numbers, column-major; the bottom row says nothing in a transform that can be taken apart.
void readMatrix(AssetNode& node, const Json& json, const Mat4& matrix) {
  checkUsable(json, "matrix", matrix);
  constexpr float kTolerance = 1e-4f;
  const bool isAffine = std::abs(matrix[3]) < kTolerance && std::abs(matrix[7]) < kTolerance && std::abs(matrix[11]) < kTolerance &&
                        std::abs(matrix[15] - 1) < kTolerance;
  if (!isAffine) json.fail("matrix", ErrorCode::value, "is no affine transform: its bottom row is not 0 0 0 1");
  node.hasMatrix = true;
  node.parentFromNode = toAffine(matrix);
  node.rest = decompose(node.parentFromNode);
}

void readTrs(Reading& reading, AssetNode& node, const Json& json) {
  std::array<float, 3> translation{0, 0, 0};
  std::array<float, 4> rotation{0, 0, 0, 1};
  std::array<float, 3> scale{1, 1, 1};
  json.numbers("translation", translation);
  json.numbers("rotation", rotation);
  json.numbers("scale", scale);
  checkUsable(json, "translation", translation);
  checkUsable(json, "rotation", rotation);
  checkUsable(json, "scale", scale);
  const Quat q{rotation[0], rotation[1], rotation[2], rotation[3]};
  if (reading.ok() && dot(q, q) < 1e-12f) {
    reading.find(Severity::warning, "node.rotation", json, "the rotation has no length and is read as none");
  }
  node.rest = {{translation[0], translation[1], translation[2]}, normalized(q), {scale[0], scale[1], scale[2]}};
  node.parentFromNode = toAffine(node.rest);
}

void readNode(Reading& reading, std::size_t index) {
  const Json json = reading.root["nodes"][index];
  AssetNode& node = reading.asset.nodes[index];
  node.name = json.text("name");
  node.mesh = json.index("mesh", reading.root.array("meshes").size());
  node.skin = json.index("skin", reading.root.array("skins").size());
  if (const Json extras = json["extras"]; extras.exists()) {
    constexpr std::size_t kLongest = 64 * 1024;
    std::string text = extras.source();
    if (text.size() <= kLongest) node.extras = std::move(text);
  }
  Mat4 matrix{};
  if (json.numbers("matrix", matrix)) {
    readMatrix(node, json, matrix);
    if (json["translation"].exists() || json["rotation"].exists() || json["scale"].exists()) {
      reading.find(Severity::warning, "node.matrix", json, "both a matrix and its parts are given; the matrix is used");
    }
  } else {
    readTrs(reading, node, json);
  }
}

// A node has one parent at most; with that, a chain of parents that never ends is a cycle.
void readHierarchy(Reading& reading) {
  std::vector<AssetNode>& nodes = reading.asset.nodes;
  const Json list = reading.root["nodes"];
  for (std::size_t i = 0; i < nodes.size() && reading.ok(); ++i) {
    const Json children = list[i].array("children");
    for (std::size_t c = 0; c < children.size() && reading.ok(); ++c) {
      const std::int32_t child = children[c].asIndex(nodes.size());
      if (!reading.ok()) return;
      AssetNode& node = nodes[static_cast<std::size_t>(child)];
      if (node.parent >= 0) {
        return children[c].fail(ErrorCode::reference, "makes node " + std::to_string(child) + " the child of two nodes");
      }
      node.parent = static_cast<std::int32_t>(i);
      nodes[i].children.push_back(child);
    }
  }
  if (!reading.ok()) return;

  std::vector<std::uint8_t> reached(nodes.size(), 0);
  std::vector<std::int32_t> open;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) open.push_back(static_cast<std::int32_t>(i));
  }
  while (!open.empty()) {
    const auto at = static_cast<std::size_t>(open.back());
    open.pop_back();
    reached[at] = 1;
    open.insert(open.end(), nodes[at].children.begin(), nodes[at].children.end());
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (reached[i] == 0) return list[i].fail("children", ErrorCode::reference, "the node is its own ancestor");
  }
}

// Chains of extreme scales multiply to what no float holds.
void checkWorld(Reading& reading) {
  const std::vector<Affine> world = restWorldTransforms(reading.asset);
  for (std::size_t i = 0; i < world.size(); ++i) {
    const Mat4 m = toMat4(world[i]);
    if (!isUsable(m)) return reading.root["nodes"][i].fail(ErrorCode::value, "its chain of transforms multiplies to numbers beyond 1e12");
  }
}

// The default scene is what the file names, or its first; without any scene all roots are shown.
void readScene(Reading& reading) {
  const Json scenes = reading.root.array("scenes");
  const std::int32_t chosen = reading.root.index("scene", scenes.size());
  const std::vector<AssetNode>& nodes = reading.asset.nodes;
  if (scenes.size() == 0) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].parent < 0) reading.asset.sceneRoots.push_back(static_cast<std::int32_t>(i));
    }
    return;
  }
  const Json roots = scenes[static_cast<std::size_t>(std::max(chosen, 0))].array("nodes");
  std::vector<std::uint8_t> seen(nodes.size(), 0);
  for (std::size_t i = 0; i < roots.size() && reading.ok(); ++i) {
    const std::int32_t root = roots[i].asIndex(nodes.size());
    if (!reading.ok()) return;
    if (nodes[static_cast<std::size_t>(root)].parent >= 0) {
      reading.find(Severity::warning, "scene.root", roots[i], "node " + std::to_string(root) + " is no root");
    }
    if (seen[static_cast<std::size_t>(root)]++ == 0) reading.asset.sceneRoots.push_back(root);
  }
}

}  // namespace

void readNodes(Reading& reading) {
  reading.asset.nodes.resize(reading.root.array("nodes").size());
  for (std::size_t i = 0; i < reading.asset.nodes.size() && reading.ok(); ++i) readNode(reading, i);
  if (reading.ok()) readHierarchy(reading);
  if (reading.ok()) checkWorld(reading);
  if (reading.ok()) readScene(reading);
}

}  // namespace sinew::gltf
