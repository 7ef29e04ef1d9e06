#include <gtest/gtest.h>

#include <sinew/base/random.h>
#include <sinew/pose/skin.h>

#include "pose/chain.h"

// Skin matrices and influences, four and eight wide.

namespace sinew {
namespace {

using test::chainOf;

/// One vertex with as many influences as joints, falling off.
BodyMesh meshOf(std::size_t vertices, std::size_t influences) {
  BodyMesh mesh;
  Random random{21};
  for (std::size_t v = 0; v < vertices; ++v) {
    SkinVertex vertex;
    vertex.position = {random.range(-1, 1), random.range(0, 9), random.range(-1, 1)};
    vertex.influenceStart = static_cast<std::uint32_t>(mesh.influences.size());
    vertex.influenceCount = static_cast<std::uint32_t>(influences);
    float sum = 0;
    for (std::size_t i = 0; i < influences; ++i) {
      mesh.influences.push_back({static_cast<std::int32_t>(i), random.range(0.05f, 1)});
      sum += mesh.influences.back().weight;
    }
    for (std::size_t i = 0; i < influences; ++i) mesh.influences[vertex.influenceStart + i].weight /= sum;
    mesh.vertices.push_back(vertex);
  }
  return mesh;
}

struct Bent {
  Skeleton skeleton = chainOf(10);
  std::vector<Mat4> matrices = std::vector<Mat4>(10);
  Bent() {
    std::vector<Transform> local = skeleton.rest, model(10);
    Random random{4};
    for (Transform& joint : local) joint.rotation = exponential(Vec3{random.range(-0.5f, 0.5f), random.range(-0.5f, 0.5f), 0});
    toModel(skeleton, local, model);
    skinMatrices(skeleton, model, matrices);
  }
};

/// The definition of linear blending, over all influences that are given.
Vec3 blended(const std::vector<Mat4>& matrices, const Vec3& position, std::vector<JointWeight> influences, std::size_t width) {
  std::stable_sort(influences.begin(), influences.end(), [](const JointWeight& a, const JointWeight& b) { return a.weight > b.weight; });
  influences.resize(std::min(width, influences.size()));
  double sum = 0, out[3] = {};
  for (const JointWeight& one : influences) sum += one.weight;
  for (const JointWeight& one : influences) {
    const Mat4& m = matrices[static_cast<std::size_t>(one.joint)];
    for (std::size_t r = 0; r < 3; ++r)
      out[r] += one.weight / sum * (double{m[r]} * position.x + double{m[4 + r]} * position.y + double{m[8 + r]} * position.z + m[12 + r]);
  }
  return {static_cast<float>(out[0]), static_cast<float>(out[1]), static_cast<float>(out[2])};
}

TEST(Skin, FourAndEightInfluencesAgreeWithTheDefinition) {
  const Bent bent;
  for (const std::uint32_t width : {4u, 8u}) {
    for (const std::size_t influences : {1u, 3u, 4u, 7u, 8u, 10u}) {
      const BodyMesh mesh = meshOf(40, influences);
      const SkinTable table = skinTableOf(mesh, width);
      ASSERT_EQ(table.width, width);
      ASSERT_EQ(table.joints.size(), mesh.vertices.size() * width);
      std::vector<Vec3> positions, out(mesh.vertices.size());
      for (const SkinVertex& vertex : mesh.vertices) positions.push_back(vertex.position);
      skinVertices(table, bent.matrices, positions, out);
      for (std::size_t v = 0; v < out.size(); ++v) {
        float sum = 0;
        for (std::size_t i = 0; i < width; ++i) sum += table.weights[v * width + i];
        EXPECT_NEAR(sum, 1, 1e-5f);
        const auto first = mesh.influences.begin() + mesh.vertices[v].influenceStart;
        const std::vector<JointWeight> own(first, first + mesh.vertices[v].influenceCount);
        EXPECT_LT(distance(out[v], blended(bent.matrices, positions[v], own, width)), 1e-5f) << width << ' ' << influences;
      }
    }
  }
}

TEST(Skin, EightAreAllOfEightWhereFourAreNot) {
  const Bent bent;
  const BodyMesh mesh = meshOf(1, 8);
  const std::vector<Vec3> position{mesh.vertices[0].position};
  std::vector<Vec3> four(1), eight(1);
  skinVertices(skinTableOf(mesh, 4), bent.matrices, position, four);
  skinVertices(skinTableOf(mesh, 8), bent.matrices, position, eight);
  EXPECT_LT(distance(eight[0], blended(bent.matrices, position[0], mesh.influences, 8)), 1e-5f);
  EXPECT_GT(distance(eight[0], four[0]), 1e-3f);
}

TEST(Skin, TheBindPoseMovesNoVertex) {
  const Skeleton skeleton = chainOf(10);
  std::vector<Mat4> matrices(10);
  skinMatrices(skeleton, skeleton.modelFromBind, matrices);
  const BodyMesh mesh = meshOf(50, 8);
  std::vector<Vec3> positions, out(50);
  for (const SkinVertex& vertex : mesh.vertices) positions.push_back(vertex.position);
  skinVertices(skinTableOf(mesh, 8), matrices, positions, out);
  for (std::size_t v = 0; v < 50; ++v) EXPECT_LT(distance(out[v], positions[v]), 1e-5f);
}

TEST(Skin, AVertexWithoutInfluenceStays) {
  const Bent bent;
  const BodyMesh mesh = meshOf(1, 0);
  const std::vector<Vec3> position{mesh.vertices[0].position};
  std::vector<Vec3> out(1);
  skinVertices(skinTableOf(mesh, 4), bent.matrices, position, out);
  EXPECT_EQ(out[0], position[0]);
}

}  // namespace
}  // namespace sinew
