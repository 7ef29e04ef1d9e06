#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/rig/rig.h>

#include "gl.h"

namespace sinew::view {

/// Influences a vertex keeps on the graphics card: the strongest ones, made to sum to one.
inline constexpr std::size_t kDrawnInfluences = 8;

struct ModelVertex {
  Vec3 position;  ///< m, model space, bind pose
  Vec3 normal;
  std::array<float, 2> uv{};
  std::array<std::uint16_t, kDrawnInfluences> joints{};
  std::array<float, kDrawnInfluences> weights{};
};

/// A run of triangles of one material.
struct ModelPart {
  std::uint32_t firstIndex = 0, indexCount = 0;
  std::array<float, 4> color{1, 1, 1, 1};
  std::int32_t image = -1;  ///< index into the asset's images
  bool doubleSided = false;
};

/// The body of a rig ready to upload; plain data, so that tests can compare it with CPU skinning.
struct ModelData {
  std::vector<ModelVertex> vertices;
  std::vector<std::uint32_t> indices;
  std::vector<ModelPart> parts;
};
ModelData modelData(const Asset& asset, const Rig& rig);

/// skin[j] = modelFromJoint[j] * inverse(bind[j]), one more identity behind them for vertices that no joint moves: (jointCount + 1).
std::vector<Affine> skinMatrices(const Rig& rig, std::span<const Transform> modelFromJoint);

/// Where a vertex is drawn: the CPU's answer to what the shader computes.
Vec3 skinned(const ModelVertex& vertex, std::span<const Affine> skin);

/// The same on the graphics card, with its textures.
class Model {
 public:
  Model(const Asset& asset, const ModelData& data);
  const std::vector<ModelPart>& parts() const { return parts_; }
  const VertexArray& vertices() const { return array_; }
  /// Texture of a part, or a white one.
  GLuint texture(const ModelPart& part) const;
  std::uint32_t vertexCount() const { return vertexCount_; }

 private:
  std::vector<ModelPart> parts_;
  VertexArray array_;
  Buffer vertexBuffer_, indexBuffer_;
  std::vector<Texture> textures_;  ///< by image
  Texture white_;
  std::uint32_t vertexCount_ = 0;
};

}  // namespace sinew::view
