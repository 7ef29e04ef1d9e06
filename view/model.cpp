#include "model.h"

#include <algorithm>
#include <cstddef>

#include <stb_image.h>

namespace sinew::view {
namespace {

/// Normals from the triangles themselves, weighted by area. Files split vertices along hard edges, so those stay hard.
void addNormals(ModelData& data) {
  for (std::size_t i = 0; i + 2 < data.indices.size(); i += 3) {
    ModelVertex& a = data.vertices[data.indices[i]];
    ModelVertex& b = data.vertices[data.indices[i + 1]];
    ModelVertex& c = data.vertices[data.indices[i + 2]];
    const Vec3 normal = cross(b.position - a.position, c.position - a.position);
    for (ModelVertex* vertex : {&a, &b, &c}) vertex->normal += normal;
  }
  for (ModelVertex& vertex : data.vertices) vertex.normal = normalized(vertex.normal, Vec3{0, 1, 0});
}

/// The strongest influences, summing to one; a vertex that nothing pulls rides on the identity behind the joints.
void setInfluences(ModelVertex& vertex, std::span<const JointWeight> influences, std::size_t jointCount) {
  std::vector<JointWeight> sorted(influences.begin(), influences.end());
  std::sort(sorted.begin(), sorted.end(), [](const JointWeight& a, const JointWeight& b) { return a.weight > b.weight; });
  sorted.resize(std::min(sorted.size(), kDrawnInfluences));
  float sum = 0;
  for (const JointWeight& one : sorted) sum += one.weight;
  if (!(sum > 0)) {
    vertex.joints[0] = static_cast<std::uint16_t>(jointCount);
    vertex.weights[0] = 1;
    return;
  }
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    vertex.joints[i] = static_cast<std::uint16_t>(sorted[i].joint);
    vertex.weights[i] = sorted[i].weight / sum;
  }
}

Texture upload(int width, int height, const unsigned char* rgba) {
  Texture texture = makeTexture();
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  return texture;
}

constexpr unsigned char kWhite[] = {255, 255, 255, 255};

}  // namespace

ModelData modelData(const Asset& asset, const Rig& rig) {
  ModelData data;
  const BodyMesh& body = rig.body;
  data.vertices.resize(body.vertices.size());
  data.indices = body.indices;
  for (std::size_t v = 0; v < body.vertices.size(); ++v) {
    const SkinVertex& from = body.vertices[v];
    data.vertices[v].position = from.position;
    setInfluences(data.vertices[v], std::span(body.influences).subspan(from.influenceStart, from.influenceCount), rig.joints.size());
  }
  addNormals(data);

  // Texture coordinates and materials come from the primitive that a run of vertices was taken from.
  for (const MeshPart& run : body.parts) {
    ModelPart part{.firstIndex = run.firstIndex, .indexCount = run.indexCount};
    const AssetMesh& mesh = asset.meshes[static_cast<std::size_t>(asset.nodes[static_cast<std::size_t>(run.nodeIndex)].mesh)];
    const Primitive& primitive = mesh.primitives[static_cast<std::size_t>(run.primitive)];
    if (primitive.uvs.size() == run.vertexCount) {
      for (std::uint32_t v = 0; v < run.vertexCount; ++v) data.vertices[run.firstVertex + v].uv = primitive.uvs[v];
    }
    if (primitive.material >= 0) {
      const AssetMaterial& material = asset.materials[static_cast<std::size_t>(primitive.material)];
      part.color = material.baseColor;
      part.image = material.baseColorImage;
      part.doubleSided = material.doubleSided;
    }
    data.parts.push_back(part);
  }
  return data;
}

std::vector<Affine> skinMatrices(const Rig& rig, std::span<const Transform> modelFromJoint) {
  std::vector<Affine> skin(rig.joints.size() + 1);
  for (std::size_t j = 0; j < rig.joints.size() && j < modelFromJoint.size(); ++j) {
    skin[j] = toAffine(modelFromJoint[j] * inverse(rig.joints[j].modelFromBind));
  }
  return skin;
}

Vec3 skinned(const ModelVertex& vertex, std::span<const Affine> skin) {
  Vec3 sum;
  for (std::size_t i = 0; i < kDrawnInfluences; ++i) {
    if (vertex.weights[i] > 0) sum += (skin[vertex.joints[i]] * vertex.position) * vertex.weights[i];
  }
  return sum;
}

Model::Model(const Asset& asset, const ModelData& data)
    : parts_(data.parts),
      array_(makeVertexArray()),
      vertexBuffer_(makeBuffer()),
      indexBuffer_(makeBuffer()),
      white_(upload(1, 1, kWhite)),
      vertexCount_(static_cast<std::uint32_t>(data.vertices.size())) {
  glBindVertexArray(array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, vertexBuffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.vertices.size() * sizeof(ModelVertex)), data.vertices.data(), GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indexBuffer_.get());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.indices.size() * 4), data.indices.data(), GL_STATIC_DRAW);

  const auto floats = [](GLuint location, int count, std::size_t offset) {
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, count, GL_FLOAT, GL_FALSE, sizeof(ModelVertex), reinterpret_cast<const void*>(offset));
  };
  const auto shorts = [](GLuint location, std::size_t offset) {
    glEnableVertexAttribArray(location);
    glVertexAttribIPointer(location, 4, GL_UNSIGNED_SHORT, sizeof(ModelVertex), reinterpret_cast<const void*>(offset));
  };
  floats(0, 3, offsetof(ModelVertex, position));
  floats(1, 3, offsetof(ModelVertex, normal));
  floats(2, 2, offsetof(ModelVertex, uv));
  shorts(3, offsetof(ModelVertex, joints));
  shorts(4, offsetof(ModelVertex, joints) + 8);
  floats(5, 4, offsetof(ModelVertex, weights));
  floats(6, 4, offsetof(ModelVertex, weights) + 16);

  // An image that cannot be decoded leaves its part white: a picture is no place to fail.
  textures_.resize(asset.images.size());
  for (const ModelPart& part : parts_) {
    if (part.image < 0 || textures_[static_cast<std::size_t>(part.image)].get() != 0) continue;
    const AssetImage& image = asset.images[static_cast<std::size_t>(part.image)];
    int width = 0, height = 0, channels = 0;
    unsigned char* rgba = stbi_load_from_memory(reinterpret_cast<const unsigned char*>(image.bytes.data()),
                                                static_cast<int>(image.bytes.size()), &width, &height, &channels, 4);
    if (rgba == nullptr) continue;
    textures_[static_cast<std::size_t>(part.image)] = upload(width, height, rgba);
    stbi_image_free(rgba);
  }
}

GLuint Model::texture(const ModelPart& part) const {
  if (part.image < 0) return white_.get();
  const GLuint name = textures_[static_cast<std::size_t>(part.image)].get();
  return name != 0 ? name : white_.get();
}

}  // namespace sinew::view
