#include "asset/figure_edit.h"

// Variants of units and axes: the file's world is not metres, +Y up and +Z forward.

namespace sinew::figure {

namespace {

constexpr Affined scaledBy(double s) { return {{{s, 0, 0}, {0, s, 0}, {0, 0, s}}, {}}; }

/// Takes the whole file into another world by turn and scale. Joint frames keep unit scale, mesh data moves along.
void takeToWorld(Scene& scene, const Quatd& turned, double scale) {
  const Affined to = Affined{toMatrix(turned), {}} * scaledBy(scale);
  scene.fileFromModel = to * scene.fileFromModel;
  for (SceneNode& node : scene.nodes) {
    if (node.mesh >= 0) continue;
    node.worldFromNode = {toMatrix(turned) * node.worldFromNode.linear, to * node.worldFromNode.translation};
  }
  for (SceneMesh& mesh : scene.meshes) {
    for (Vec3d& p : mesh.positions) p = to * p;
    for (Vec3d& n : mesh.normals) n = rotate(turned, n);
  }
}

/// Puts everything under one node: the world stays, the data below is in that node's space.
void putUnder(Scene& scene, const Affined& worldFromArmature) {
  const int armature = static_cast<int>(scene.nodes.size());
  for (SceneNode& node : scene.nodes) {
    if (node.parent < 0) node.parent = armature;
    node.worldFromNode.linear = worldFromArmature.linear * node.worldFromNode.linear;
  }
  scene.nodes.push_back({"armature", "Armature", -1, worldFromArmature});
  const Affined down = inverse(worldFromArmature);
  const double scale = length(down.linear.x);
  for (SceneMesh& mesh : scene.meshes) {
    for (Vec3d& p : mesh.positions) p = down * p;
    for (Vec3d& n : mesh.normals) n = down.linear * n / scale;
  }
  for (SceneSkin& skin : scene.skins) skin.worldFromMesh = worldFromArmature;
}

}  // namespace

void useCentimetres(Scene& scene, const Body&) { takeToWorld(scene, {}, 100); }
void useHundredths(Scene& scene, const Body&) { takeToWorld(scene, {}, 0.01); }
void faceSideways(Scene& scene, const Body&) { takeToWorld(scene, turnY(kTau / 4), 1); }
void faceBackwards(Scene& scene, const Body&) { takeToWorld(scene, turnY(kTau / 2), 1); }

void putUnderScaledArmature(Scene& scene, const Body&) { putUnder(scene, scaledBy(0.01)); }
void putUnderTurnedArmature(Scene& scene, const Body&) { putUnder(scene, Affined{toMatrix(turnX(-kTau / 4)), {}}); }

}  // namespace sinew::figure
