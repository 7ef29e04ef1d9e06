#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sinew/asset/figure.h>

#include "asset/figure_math.h"

// The figure before it becomes a file: joints, meshes and clips in metres, +Y up, facing +Z, every joint frame parallel to
// the world's at bind. Variants turn this plain body into the many shapes that real files have.

namespace sinew::figure {

inline constexpr int kMaxJoints = 32;

/// A joint of the body. Its end node marks where a chain stops (crown, finger tips, toe tips) and moves no vertices.
struct BodyJoint {
  std::string key;    ///< role name ("leftThigh", "tail.2"), or "root"
  int parent = -1;    ///< parents come first
  int mirror = -1;    ///< the same joint on the other side; itself for the trunk
  Vec3d head;         ///< m, model space
  Vec3d tail;         ///< m, where the bone ends
  bool leaf = false;  ///< the chain stops here: an end node goes to `tail`
};

/// Pull of every joint on one vertex; sums to 1.
struct Weights {
  std::array<double, kMaxJoints> of{};
};

struct BodyMesh {
  std::string name;
  std::array<double, 3> color{};       ///< linear RGB
  std::vector<Vec3d> positions;        ///< (vertexCount) m
  std::vector<Vec3d> normals;          ///< (vertexCount) unit
  std::vector<Weights> weights;        ///< (vertexCount)
  std::vector<std::uint32_t> indices;  ///< triangles, counter-clockwise from outside
};

/// Motion as rigid displacement from bind: worldFromModel of what each joint carries. Frame f is at t = f * duration / (frameCount - 1).
struct BodyClip {
  std::string name;
  double duration = 0;                          ///< s
  double speed = 0;                             ///< m/s along +Z
  std::vector<std::vector<Transformd>> frames;  ///< (frameCount) of (jointCount)
};

struct Body {
  std::vector<BodyJoint> joints;
  std::vector<BodyMesh> meshes;
  std::vector<BodyClip> clips;
  bool quadruped = false;
};

/// Index of the joint with that key; -1 where there is none.
int jointByKey(const std::vector<BodyJoint>& joints, std::string_view key);

/// Local rotations and offsets of one moment, (jointCount) each; the offset is added to the joint's place at bind.
struct LocalMotion {
  std::vector<Quatd> rotations;
  std::vector<Vec3d> offsets;
};

/// Multiplies the chain out: displacement from bind of every joint, (jointCount).
std::vector<Transformd> displacements(const std::vector<BodyJoint>& joints, const LocalMotion& motion);

}  // namespace sinew::figure
