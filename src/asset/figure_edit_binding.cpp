#include <algorithm>
#include <numeric>

#include <sinew/base/random.h>

#include "asset/figure_edit.h"

// Variants of how vertices hang on joints, and of the order in which all of it is written.

namespace sinew::figure {

namespace {

const SceneNode& at(const Scene& scene, int node) { return scene.nodes[static_cast<std::size_t>(node)]; }

/// Part of a mesh: the triangles for which `wanted` holds, with the vertices they use.
template <class Wanted>
SceneMesh partOf(const SceneMesh& mesh, const Wanted& wanted) {
  SceneMesh part{mesh.name, mesh.color, {}, {}, {}, {}};
  std::vector<std::int64_t> moved(mesh.positions.size(), -1);
  for (std::size_t t = 0; t < mesh.indices.size(); t += 3) {
    if (!wanted(t)) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t v = mesh.indices[t + k];
      if (moved[v] < 0) {
        moved[v] = static_cast<std::int64_t>(part.positions.size());
        part.positions.push_back(mesh.positions[v]);
        part.normals.push_back(mesh.normals[v]);
        part.influences.push_back(mesh.influences[v]);
      }
      part.indices.push_back(static_cast<std::uint32_t>(moved[v]));
    }
  }
  return part;
}

/// The joint that pulls hardest on the three corners of a triangle together.
int jointOfTriangle(const SceneMesh& mesh, std::size_t first) {
  std::vector<std::pair<int, double>> sums;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const auto& [joint, weight] : mesh.influences[mesh.indices[first + k]]) {
      const auto known = std::find_if(sums.begin(), sums.end(), [&, j = joint](const auto& s) { return s.first == j; });
      if (known == sums.end())
        sums.emplace_back(joint, weight);
      else
        known->second += weight;
    }
  }
  return std::max_element(sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
}

/// Brings one vertex from mesh space into a joint's own space.
void bringIntoJoint(const Scene& scene, SceneMesh& mesh, std::size_t v, int joint) {
  const Affined jointFromMesh = inverse(at(scene, joint).worldFromNode) * scene.skins.front().worldFromMesh;
  mesh.positions[v] = jointFromMesh * mesh.positions[v];
  mesh.normals[v] = normalized(transpose(inverse(jointFromMesh.linear)) * mesh.normals[v]);
}

std::vector<std::size_t> shuffledOrder(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random{seed};
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.next() % i]);
  return order;
}

}  // namespace

void throwOutliers(Scene& scene, const Body&) {
  constexpr std::size_t kEvery = 100;
  std::vector<std::size_t> seen(scene.nodes.size(), kEvery / 2);
  SceneMesh& mesh = scene.meshes.front();
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const int joint = mesh.influences[v].front().first;
    if (++seen[static_cast<std::size_t>(joint)] % kEvery != 0) continue;
    const Vec3d head = at(scene, joint).worldFromNode.translation;
    mesh.positions[v] = head + (mesh.positions[v] - head) * 3.0;
  }
}

void turnRestPose(Scene& scene, const Body& body) {
  LocalMotion motion{std::vector<Quatd>(body.joints.size()), std::vector<Vec3d>(body.joints.size())};
  const std::pair<const char*, Quatd> turns[] = {
      {"chest", turnY(0.2)},          {"head", turnY(-0.5)},          {"leftUpperArm", turnZ(-1.2)}, {"rightUpperArm", turnZ(1.2)},
      {"leftForearm", turnY(-0.9)},   {"leftThigh", turnX(-0.6)},     {"leftShin", turnX(0.8)},      {"tail", turnX(0.4)},
      {"hindLeftUpper", turnX(-0.3)}, {"frontLeftLower", turnX(0.4)},
  };
  for (const auto& [key, turned] : turns) {
    const int joint = jointByKey(body.joints, key);
    if (joint >= 0) motion.rotations[static_cast<std::size_t>(joint)] = turned;
  }
  scene.restFromBind = displacements(body.joints, motion);
}

void bindWithoutMatrices(Scene& scene, const Body&) {
  for (SceneMesh& mesh : scene.meshes) {
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      const int joint = mesh.influences[v].front().first;
      bringIntoJoint(scene, mesh, v, joint);
      mesh.influences[v] = {{joint, 1.0}};
    }
  }
  scene.encoding.inverseBinds = false;
}

void breakIntoRigidParts(Scene& scene, const Body&) {
  // The nodes that hold the skinned meshes go; a node under each joint holds what that joint pulls on.
  removeNodes(scene, [](const SceneNode& node) { return node.mesh >= 0; });
  std::vector<SceneMesh> parts;
  std::vector<SceneNode> holders;
  for (const SceneMesh& mesh : scene.meshes) {
    for (std::size_t joint = 0; joint < scene.nodes.size(); ++joint) {
      SceneMesh part = partOf(mesh, [&](std::size_t t) { return jointOfTriangle(mesh, t) == static_cast<int>(joint); });
      if (part.indices.empty()) continue;
      for (std::size_t v = 0; v < part.positions.size(); ++v) bringIntoJoint(scene, part, v, static_cast<int>(joint));
      part.influences.clear();
      const SceneNode& node = scene.nodes[joint];
      part.name = mesh.name + "." + node.key;
      holders.push_back({"mesh." + part.name, part.name, static_cast<int>(joint), node.worldFromNode, node.bodyJoint, false,
                         static_cast<int>(parts.size())});
      parts.push_back(std::move(part));
    }
  }
  scene.nodes.insert(scene.nodes.end(), holders.begin(), holders.end());
  scene.meshes = std::move(parts);
  scene.skins.clear();
}

void splitIntoTwoSkins(Scene& scene, const Body& body) {
  // Upper and lower body, each with the joints it uses; the second skin counts them backwards.
  const auto isUpper = [&](int joint) {
    const std::string& key = body.joints[static_cast<std::size_t>(at(scene, joint).bodyJoint)].key;
    for (const std::string_view part : {"spine", "chest", "neck", "head", "Clavicle", "Arm", "arm", "Hand", "front"}) {
      if (key.find(part) != std::string::npos) return true;
    }
    return false;
  };
  const SceneMesh whole = scene.meshes.front();
  SceneMesh upper = partOf(whole, [&](std::size_t t) { return isUpper(jointOfTriangle(whole, t)); });
  SceneMesh lower = partOf(whole, [&](std::size_t t) { return !isUpper(jointOfTriangle(whole, t)); });
  upper.name = whole.name + "Upper";
  lower.name = whole.name + "Lower";

  SceneSkin second = scene.skins.front();
  std::vector<char> used(scene.nodes.size(), 0);
  for (const auto& list : lower.influences) {
    for (const auto& influence : list) used[static_cast<std::size_t>(influence.first)] = 1;
  }
  std::erase_if(second.joints, [&](int joint) { return used[static_cast<std::size_t>(joint)] == 0; });
  std::reverse(second.joints.begin(), second.joints.end());
  scene.skins.push_back(second);

  const int holder = scene.find("mesh." + whole.name);
  SceneNode node = at(scene, holder);
  scene.nodes[static_cast<std::size_t>(holder)].name = upper.name;
  node.key = "mesh." + lower.name;
  node.name = lower.name;
  node.mesh = static_cast<int>(scene.meshes.size());
  node.skin = static_cast<int>(scene.skins.size()) - 1;
  scene.nodes.push_back(node);
  scene.meshes.front() = std::move(upper);
  scene.meshes.push_back(std::move(lower));
}

void spreadWeights(Scene& scene, const Body& body) {
  // Each joint of the body lends 2 % of its pull to its parent and to each child, as a smoothing brush would.
  constexpr double kLent = 0.02;
  std::vector<std::vector<int>> near(scene.nodes.size());
  for (const BodyJoint& joint : body.joints) {
    if (joint.parent <= 0) continue;  // the root pulls on nothing
    const int child = scene.find(joint.key);
    const int parent = scene.find(body.joints[static_cast<std::size_t>(joint.parent)].key);
    near[static_cast<std::size_t>(child)].push_back(parent);
    near[static_cast<std::size_t>(parent)].push_back(child);
  }
  for (SceneMesh& mesh : scene.meshes) {
    for (auto& list : mesh.influences) {
      std::vector<std::pair<int, double>> spread;
      const auto add = [&](int joint, double weight) {
        const auto known = std::find_if(spread.begin(), spread.end(), [&](const auto& s) { return s.first == joint; });
        if (known == spread.end())
          spread.emplace_back(joint, weight);
        else
          known->second += weight;
      };
      for (const auto& [joint, weight] : list) {
        const auto& others = near[static_cast<std::size_t>(joint)];
        add(joint, weight * (1 - kLent * static_cast<double>(others.size())));
        for (const int other : others) add(other, weight * kLent);
      }
      std::stable_sort(spread.begin(), spread.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
      list = std::move(spread);
    }
  }
  scene.encoding.influences = 8;
}

void shuffleNodes(Scene& scene, const Body&) {
  const std::vector<std::size_t> order = shuffledOrder(scene.nodes.size(), 2024);  // new place -> old place
  std::vector<int> moved(order.size());
  std::vector<SceneNode> nodes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    moved[order[i]] = static_cast<int>(i);
    nodes.push_back(scene.nodes[order[i]]);
  }
  for (SceneNode& node : nodes) {
    if (node.parent >= 0) node.parent = moved[static_cast<std::size_t>(node.parent)];
  }
  scene.nodes = std::move(nodes);
  for (SceneMesh& mesh : scene.meshes) {
    for (auto& list : mesh.influences) {
      for (auto& influence : list) influence.first = moved[static_cast<std::size_t>(influence.first)];
    }
  }
  for (SceneSkin& skin : scene.skins) {
    std::vector<int> joints;
    for (const std::size_t j : shuffledOrder(skin.joints.size(), 7)) joints.push_back(moved[static_cast<std::size_t>(skin.joints[j])]);
    skin.joints = std::move(joints);
  }
}

}  // namespace sinew::figure
