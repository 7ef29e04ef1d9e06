#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/finding.h>
#include <sinew/base/math.h>
#include <sinew/base/result.h>

// The skeleton of a file, in metres, in model space. Model space is the file's scene space times metresPerUnit: the whole
// chain of nodes above the joints is applied, once.

namespace sinew {

enum class BindSource : std::uint8_t {
  skin,  ///< inverse bind matrix of a skin that gives this joint weight
  rest,  ///< no usable inverse bind: placed by its rest offset from the nearest joint above that has one
};

/// A bone: something that a pose can turn and that may carry vertices.
struct Joint {
  std::string name;          ///< printable; "" where nameless
  std::int32_t node = -1;    ///< glTF node index
  std::int32_t parent = -1;  ///< index into Rig::joints, always smaller than this joint's own; -1 for a root
  Trs rest;                  ///< local rest, parentJointFromJoint: rotation and translation are the rigid step, m, with the scale
                             ///< of the chain already in the translation (compose them as Transforms) and non-joint nodes in
                             ///< between included; `scale` is what the joint adds to the scale that it inherits
  Affine modelFromRest;      ///< rest pose, m, with whatever scale the chain carries
  Transform modelFromBind;   ///< bind pose made rigid: THE part frame (DESIGN section 3), m
  BindSource bindSource = BindSource::rest;
  float weight = 0;  ///< sum of skin weights over vertices: 0 means it moves no vertex
};

/// A node of the file, joint or not. Read-only positions: tails, anchors.
struct RigNode {
  std::string name;          ///< printable
  std::int32_t parent = -1;  ///< glTF node index
  std::int32_t joint = -1;   ///< index into Rig::joints or -1
  Vec3 positionBind;         ///< m, model space; nodes that are no joints ride on the joint above them
  Affine modelFromRest;
};

/// One vertex of the body in bind pose, already in metres and model space.
struct SkinVertex {
  Vec3 position;                     ///< m, model space, bind pose
  std::uint32_t influenceStart = 0;  ///< into BodyMesh::influences
  std::uint32_t influenceCount = 0;
};

struct JointWeight {
  std::int32_t joint = -1;  ///< index into Rig::joints
  float weight = 0;         ///< (0, 1]; as authored
};

/// Where a run of vertices comes from: what accessory filters go by.
struct MeshPart {
  std::string node;  ///< printable names
  std::string mesh;
  std::string material;
  std::uint32_t firstVertex = 0, vertexCount = 0;
  std::uint32_t firstIndex = 0, indexCount = 0;  ///< into BodyMesh::indices
  std::int32_t nodeIndex = -1, primitive = -1;   ///< glTF node, and the primitive of its mesh
  bool rigid = false;                            ///< unskinned mesh under a joint: weight 1 to that joint
};

/// All meshes that belong to the skeleton, skinned or rigid, welded into one list.
struct BodyMesh {
  std::vector<SkinVertex> vertices;
  std::vector<JointWeight> influences;
  std::vector<std::uint32_t> indices;  ///< triangles, into `vertices`
  std::vector<MeshPart> parts;
};

/// The rig's own directions in model space, unit vectors, with how they were found.
struct RigAxes {
  Vec3 up{0, 1, 0}, forward{0, 0, 1}, left{1, 0, 0};
  std::string upFrom, forwardFrom, leftFrom;  ///< one phrase each: "root chain", "feet", "VRM 0 file convention" ...
  float confidence = 0;                       ///< [0, 1] of the facing
};

struct RigOptions {
  std::optional<float> metersPerUnit;  ///< of the file's units; default 1 (glTF)
  std::optional<float> stature;        ///< m; sets the unit so that the bind-pose body is this tall
  std::vector<std::string> exclude;    ///< node, mesh or material names (case-folded, '*' wildcard) left out of BodyMesh
};

struct Rig {
  std::string file, sha256;
  std::vector<Joint> joints;     ///< (jointCount) parents first
  std::vector<RigNode> nodes;    ///< (nodeCount) glTF order
  std::vector<AssetClip> clips;  ///< as in the file
  BodyMesh body;
  float metersPerUnit = 1;
  float stature = 0;          ///< m, extent of the bind-pose body along its up axis (joints where it has no mesh)
  float referenceLength = 0;  ///< m: the one length everything is a factor of, see `referenceFrom`
  std::string referenceFrom;
  RigAxes axes;
  VrmVersion vrm = VrmVersion::none;
  std::vector<VrmBone> vrmBones;
  Findings findings;

  /// First joint of that glTF node, or -1.
  std::int32_t jointOfNode(std::int32_t node) const;
  /// Children of a joint, in joint order.
  std::vector<std::int32_t> childrenOf(std::int32_t joint) const;
};

/// Indexes bones and nodes apart, finds the bind pose, gathers the body mesh and derives the axes. A file without any joint
/// and without rigid parts is an error (`value`); everything odd but usable is a finding.
Result<Rig> buildRig(const Asset& asset, const RigOptions& options = {});

}  // namespace sinew
