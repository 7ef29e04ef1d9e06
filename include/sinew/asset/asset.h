#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/base/finding.h>
#include <sinew/base/math.h>

// What a file holds, decoded and checked, in the file's own units and axes. Immutable once read. Every index stored here was
// checked: -1 means "none", anything else is in range.

namespace sinew {

struct AssetNode {
  std::string name;          ///< as in the file, UTF-8, untrusted: print through `printable`
  std::int32_t parent = -1;  ///< index into Asset::nodes
  std::vector<std::int32_t> children;
  Trs rest;                ///< rest pose; decomposed where the file gives a matrix
  Affine parentFromNode;   ///< the same, exact also for a matrix with shear
  bool hasMatrix = false;  ///< the file gave sixteen numbers instead of TRS
  std::int32_t mesh = -1;  ///< index into Asset::meshes
  std::int32_t skin = -1;  ///< index into Asset::skins
  std::string extras;      ///< JSON text of the node's `extras`, untrusted; "" where there are none or they are longer than 64 KiB
};

/// One joint's pull on one vertex. `joint` indexes the SKIN's joint list, not the nodes.
struct Influence {
  std::uint16_t joint = 0;
  float weight = 0;  ///< (0, 1]; larger ones in the file are cut to 1
};

enum class Topology : std::uint8_t { points, lines, triangles };

/// Vertices that share a material. Attribute arrays are empty where the file has none. Vertices that no index names are left
/// out, so primitives that share one vertex buffer in the file each hold their own.
struct Primitive {
  Topology topology = Topology::triangles;    ///< strips and fans arrive as plain triangles
  std::vector<Vec3> positions;                ///< (vertexCount) in mesh space, de-quantised
  std::vector<Vec3> normals;                  ///< (vertexCount) or empty
  std::vector<std::array<float, 2>> uvs;      ///< (vertexCount) or empty, TEXCOORD_0
  std::vector<std::uint32_t> indices;         ///< (3 * triangleCount) for triangles; always present
  std::vector<std::uint32_t> influenceStart;  ///< (vertexCount + 1) offsets into `influences`, or empty where unskinned
  std::vector<Influence> influences;          ///< positive weights only; one entry a joint a vertex; as authored, not renormalised
  std::int32_t material = -1;                 ///< index into Asset::materials
};

struct AssetMesh {
  std::string name;
  std::vector<Primitive> primitives;
};

struct AssetSkin {
  std::string name;
  std::vector<std::int32_t> joints;  ///< (jointCount) node indices, in the order that `Influence::joint` counts
  std::vector<Affine> inverseBinds;  ///< (jointCount) jointFromMesh at bind; identity where the file has no accessor
  bool hasInverseBinds = false;
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend };

struct AssetMaterial {
  std::string name;
  std::array<float, 4> baseColor{1, 1, 1, 1};  ///< linear RGBA
  std::int32_t baseColorImage = -1;            ///< index into Asset::images
  AlphaMode alphaMode = AlphaMode::opaque;
  float alphaCutoff = 0.5f;
  bool doubleSided = false;
};

/// An encoded image (PNG, JPEG ...), not decoded. Empty where an external file could not be found (a finding says so).
struct AssetImage {
  std::string name;
  std::string mimeType;
  std::vector<std::byte> bytes;
};

enum class ChannelPath : std::uint8_t { translation, rotation, scale };
enum class Interpolation : std::uint8_t { linear, step, cubicSpline };

/// Keys of one node property. Values are flat: 3 floats (4 for rotation) a key, three times as many for cubic splines
/// (in-tangent, value, out-tangent).
struct ClipChannel {
  std::int32_t node = -1;
  ChannelPath path = ChannelPath::translation;
  Interpolation interpolation = Interpolation::linear;
  std::vector<float> times;   ///< (keyCount) s, each above the one before; at least one
  std::vector<float> values;  ///< (keyCount * width) or (keyCount * 3 * width)
};

struct AssetClip {
  std::string name;
  float duration = 0;                     ///< s; clips start at t = 0 even where the first key is later
  std::optional<float> rootTranslationZ;  ///< units/s, `extras.RootTranslation.z` of the animation, where present
  std::vector<ClipChannel> channels;      ///< channels without a target node and of unknown paths are left out
};

enum class VrmVersion : std::uint8_t { none, vrm0, vrm1 };

/// The humanoid map of a VRM file: its own bone names, in the file's order (VRM 0) or sorted by name (VRM 1). Each bone and
/// each node occurs once.
struct VrmBone {
  std::string bone;  ///< "leftUpperArm", as spelled in the file
  std::int32_t node = -1;
};

struct AssetSource;  ///< the file's own bytes, kept so that an animation can be added without losing anything

struct Asset {
  std::string file;    ///< path as given, or "@figure"; printable
  std::string sha256;  ///< of the main file's bytes
  std::uint64_t bytes = 0;
  std::string generator;

  std::vector<AssetNode> nodes;          ///< (nodeCount) in file order: indices are glTF node indices
  std::vector<std::int32_t> sceneRoots;  ///< nodes of the default scene; all roots where there is no scene
  std::vector<AssetMesh> meshes;
  std::vector<AssetSkin> skins;
  std::vector<AssetMaterial> materials;
  std::vector<AssetImage> images;
  std::vector<AssetClip> clips;

  VrmVersion vrm = VrmVersion::none;
  std::vector<VrmBone> vrmBones;

  Findings findings;  ///< notes and warnings of the reader
  std::shared_ptr<const AssetSource> source;
};

/// worldFromNode of every node at rest, (nodeCount), in the file's units: the whole chain of ancestors multiplied out.
std::vector<Affine> restWorldTransforms(const Asset& asset);

/// Node indices ordered so that parents come before children, (nodeCount).
std::vector<std::int32_t> parentsFirst(const Asset& asset);

}  // namespace sinew
