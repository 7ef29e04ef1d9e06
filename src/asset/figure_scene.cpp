#include "asset/figure_scene.h"

#include <algorithm>

namespace sinew::figure {

namespace {

/// Weights below this are noise of the subdivision.
constexpr double kLeastWeight = 1e-3;
constexpr std::size_t kMostInfluences = 8;

std::vector<std::pair<int, double>> influencesOf(const Weights& weights) {
  std::vector<std::pair<int, double>> list;
  for (std::size_t j = 0; j < weights.of.size(); ++j) {
    if (weights.of[j] > kLeastWeight) list.emplace_back(static_cast<int>(j), weights.of[j]);
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return rounded(a.second) > rounded(b.second); });
  if (list.size() > kMostInfluences) list.resize(kMostInfluences);
  return list;
}

Quatd normalizedSign(const Quatd& q) { return q.w < 0 ? -q : q; }

}  // namespace

int Scene::find(std::string_view key) const {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].key == key) return static_cast<int>(i);
  }
  return -1;
}

double Scene::unitScale() const { return length(fileFromModel.linear.x); }

Scene sceneOf(const Body& body) {
  Scene scene;
  scene.clips = body.clips;

  // A node a joint, in the joints' own order, so that influences name nodes from the start.
  for (const BodyJoint& joint : body.joints) {
    SceneNode node{joint.key, joint.key, joint.parent, {}, 0, true};
    node.worldFromNode.translation = joint.head;
    node.bodyJoint = static_cast<int>(scene.nodes.size());
    scene.nodes.push_back(node);
  }
  // Ends of the chains, which no skin lists.
  for (std::size_t i = 0; i < body.joints.size(); ++i) {
    if (!body.joints[i].leaf) continue;
    SceneNode node{body.joints[i].key + ".end", body.joints[i].key + "End", static_cast<int>(i), {}, static_cast<int>(i)};
    node.worldFromNode.translation = body.joints[i].tail;
    scene.nodes.push_back(node);
  }

  SceneSkin skin;
  for (std::size_t i = 0; i < body.joints.size(); ++i) skin.joints.push_back(static_cast<int>(i));
  scene.skins.push_back(skin);

  for (const BodyMesh& source : body.meshes) {
    SceneMesh mesh{source.name, source.color, source.positions, source.normals, {}, source.indices};
    for (const Weights& w : source.weights) mesh.influences.push_back(influencesOf(w));
    SceneNode node{"mesh." + source.name, source.name, -1, {}, -1, false, static_cast<int>(scene.meshes.size()), 0};
    scene.nodes.push_back(node);
    scene.meshes.push_back(std::move(mesh));
  }
  return scene;
}

void removeNodes(Scene& scene, bool (*gone)(const SceneNode&)) {
  std::vector<int> moved(scene.nodes.size(), -1);
  std::vector<SceneNode> kept;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (gone(scene.nodes[i])) continue;
    moved[i] = static_cast<int>(kept.size());
    kept.push_back(scene.nodes[i]);
  }
  for (SceneNode& node : kept) {
    if (node.parent >= 0) node.parent = moved[static_cast<std::size_t>(node.parent)];
  }
  for (SceneSkin& skin : scene.skins) {
    for (int& joint : skin.joints) joint = moved[static_cast<std::size_t>(joint)];
  }
  for (SceneMesh& mesh : scene.meshes) {
    for (auto& list : mesh.influences) {
      for (auto& influence : list) influence.first = moved[static_cast<std::size_t>(influence.first)];
    }
  }
  scene.nodes = std::move(kept);
}

std::vector<Trs> localsOf(const Scene& scene, const std::vector<Transformd>& displaced) {
  // Displacements of model space, carried over into the file's world.
  const Affined modelFromFile = inverse(scene.fileFromModel);
  std::vector<Affined> moved;
  moved.reserve(displaced.size());
  for (const Transformd& d : displaced) moved.push_back(scene.fileFromModel * toAffine(d) * modelFromFile);
  std::vector<Affined> world;
  for (const SceneNode& node : scene.nodes) {
    const bool still = node.bodyJoint < 0 || displaced.empty();
    world.push_back(still ? node.worldFromNode : moved[static_cast<std::size_t>(node.bodyJoint)] * node.worldFromNode);
  }

  const double unit = scene.unitScale();
  std::vector<Trs> locals;
  for (std::size_t i = 0; i < world.size(); ++i) {
    const int parent = scene.nodes[i].parent;
    const Affined local = parent < 0 ? world[i] : inverse(world[static_cast<std::size_t>(parent)]) * world[i];
    const double mirror = determinant(local.linear) < 0 ? -1 : 1;
    const Vec3d scale{mirror * length(local.linear.x), length(local.linear.y), length(local.linear.z)};
    const Mat3T<double> turned{local.linear.x / scale.x, local.linear.y / scale.y, local.linear.z / scale.z};
    const Quatd q = normalizedSign(toQuat(turned));
    locals.push_back({{stored(local.translation.x, unit), stored(local.translation.y, unit), stored(local.translation.z, unit)},
                      {stored(q.x), stored(q.y), stored(q.z), stored(q.w)},
                      {stored(scale.x), stored(scale.y), stored(scale.z)}});
  }
  return locals;
}

}  // namespace sinew::figure
