#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "asset/figure_body.h"

// The body as a file would hold it: nodes, skins, meshes in the file's own units and axes. Every node keeps its place at bind
// as one matrix; rest transforms, inverse binds and animation tracks all follow from that, so a variant only has to move nodes.

namespace sinew::figure {

struct SceneNode {
  std::string key;   ///< stays what it was when variants rename: "leftThigh", "head.end", "twist.leftThigh"
  std::string name;  ///< what the file says
  int parent = -1;
  Affined worldFromNode;  ///< at bind, in the file's world
  int bodyJoint = -1;     ///< whose motion it follows; -1 for what stands still
  bool joint = false;     ///< listed in the skin
  int mesh = -1;
  int skin = -1;
};

/// One mesh with one material, in mesh space. Influences name scene nodes.
struct SceneMesh {
  std::string name;
  std::array<double, 3> color{};
  std::vector<Vec3d> positions, normals;
  std::vector<std::vector<std::pair<int, double>>> influences;  ///< (vertexCount) heaviest first; empty where rigid
  std::vector<std::uint32_t> indices;
};

struct SceneSkin {
  std::vector<int> joints;  ///< node indices
  Affined worldFromMesh;    ///< at bind: file's world from mesh space
};

enum class WeightFormat : std::uint8_t { float32, byte, word };

/// How the same scene is written down.
struct Encoding {
  bool matrixNodes = false;  ///< nodes carry sixteen numbers; nothing can then be animated
  bool inverseBinds = true;
  bool quantised = false;  ///< KHR_mesh_quantization, the scale hidden in the inverse binds
  bool sparse = false;
  bool wordJoints = false;
  WeightFormat weights = WeightFormat::float32;
  std::size_t influences = 4;  ///< 4 or 8
  bool normals = true;
  std::size_t mostTracks = 1000;  ///< a clip keeps the first so many tracks
  int vrm = -1;                   ///< 0 or 1: the humanoid map of that VRM version
};

struct Scene {
  std::vector<SceneNode> nodes;
  std::vector<SceneMesh> meshes;
  std::vector<SceneSkin> skins;
  std::vector<BodyClip> clips;           ///< in metres, +Y up, +Z forward, whatever the file's world is
  Affined fileFromModel;                 ///< similarity: the file's world from the body's model space
  std::vector<Transformd> restFromBind;  ///< (bodyJointCount) displacement of the rest pose; empty where rest is bind
  Encoding encoding;
  std::string generator = "Sinew figure";

  int find(std::string_view key) const;  ///< node with that key, -1 where there is none
  double unitScale() const;              ///< length of the file's world / m
};

/// The plain scene: joints under a root at the floor, end nodes outside the skin, one node that carries mesh and skin.
Scene sceneOf(const Body& body);

/// Takes nodes out and renumbers the rest. What is taken out must move no vertex and have no children.
void removeNodes(Scene& scene, bool (*gone)(const SceneNode&));

/// Local transforms of all nodes, (nodeCount), each body joint displaced from bind by a rigid motion of model space; the bind
/// pose where `displaced` is empty. Rounded like every stored number.
std::vector<Trs> localsOf(const Scene& scene, const std::vector<Transformd>& displaced);

/// The whole scene as a GLB.
std::vector<std::byte> writeGlb(const Scene& scene);

}  // namespace sinew::figure
