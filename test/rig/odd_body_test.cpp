#include <cmath>

#include <gtest/gtest.h>
#include <sinew/rig/rig.h>

#include "support/several.h"

// Bodies that an exporter has broken: inverse binds lost, vertices in one point or far away, a figure at the end of the world.

namespace sinew::test {
namespace {

const Finding* findingOf(const Rig& rig, std::string_view rule) {
  for (const Finding& finding : rig.findings)
    if (finding.rule == rule) return &finding;
  return nullptr;
}

template <class Move>
Asset withVertices(Asset asset, const Move& move) {
  for (AssetMesh& mesh : asset.meshes)
    for (Primitive& primitive : mesh.primitives)
      for (Vec3& position : primitive.positions) position = move(position);
  return asset;
}

/// The whole scene under a node that stands at `offset`.
Asset farAway(Asset asset, const Vec3& offset) {
  AssetNode world;
  world.rest.translation = offset;
  world.parentFromNode.translation = offset;
  world.children = asset.sceneRoots;
  const auto top = static_cast<std::int32_t>(asset.nodes.size());
  for (const std::int32_t root : asset.sceneRoots) asset.nodes[static_cast<std::size_t>(root)].parent = top;
  asset.nodes.push_back(world);
  asset.sceneRoots = {top};
  return asset;
}

// All inverse binds the identity although the joints stand apart: a viewer tears such a mesh to pieces. Where the mesh stands about
// its joints at rest, that is how it was made.
TEST(OddBody, LostInverseBindsAreIgnoredWhereTheRestPoseFitsTheMesh) {
  for (const char* spec : {"@figure", "@figure:child+armature", "@figure:zup", "@quadruped"}) {
    Asset asset = assetOf(spec);
    const Result<Rig> whole = buildRig(asset);
    for (AssetSkin& skin : asset.skins)
      for (Affine& bind : skin.inverseBinds) bind = Affine{};
    const Result<Rig> lost = buildRig(asset);
    ASSERT_TRUE(whole && lost) << spec;
    EXPECT_EQ(findingOf(*whole, "bind.lost"), nullptr) << spec;
    ASSERT_NE(findingOf(*lost, "bind.lost"), nullptr) << spec;
    EXPECT_EQ(findingOf(*lost, "bind.lost")->severity, Severity::warning);
    EXPECT_NEAR(lost->stature, whole->stature, 1e-3f * whole->stature) << spec;
    float worst = 0;
    for (std::size_t v = 0; v < whole->body.vertices.size(); ++v)
      worst = std::max(worst, distance(lost->body.vertices[v].position, whole->body.vertices[v].position));
    for (std::size_t j = 0; j < whole->joints.size(); ++j)
      worst = std::max(worst, distance(lost->joints[j].modelFromBind.translation, whole->joints[j].modelFromBind.translation));
    EXPECT_LT(worst, 1e-3f * whole->stature) << spec;
  }
  // Vertices that do lie in the frames of their joints are as the format says, and stay so.
  const Result<Rig> stored = buildRig(assetOf("@figure:noinversebinds"));
  ASSERT_TRUE(stored);
  EXPECT_EQ(findingOf(*stored, "bind.lost"), nullptr);
  EXPECT_NE(findingOf(*stored, "bind.none"), nullptr);
}

TEST(OddBody, VerticesInOnePointAreRefused) {
  const Asset man = assetOf("@figure");
  const Vec3 points[] = {{0, 0, 0}, {0.3f, 1, 0.1f}};
  for (const Vec3& point : points) {
    const Result<Rig> rig = buildRig(withVertices(man, [&](const Vec3&) { return point; }));
    ASSERT_FALSE(rig);
    EXPECT_EQ(rig.error().code, ErrorCode::value);
    EXPECT_NE(rig.error().message.find("one point"), std::string::npos) << rig.error().message;
  }
}

TEST(OddBody, VerticesFarFromTheirJointsAreRefused) {
  const Asset man = assetOf("@figure");
  for (const float far : {1e6f, 10.0f}) {
    const Result<Rig> rig = buildRig(withVertices(man, [&](const Vec3& p) { return p + Vec3{far, 0, 0}; }));
    ASSERT_FALSE(rig) << far;
    EXPECT_NE(rig.error().message.find("do not belong together"), std::string::npos) << rig.error().message;
  }
  // Clothes that stand off the body by a little belong to it.
  EXPECT_TRUE(buildRig(withVertices(man, [](const Vec3& p) { return p + Vec3{0.3f, 0, 0}; })));
}

TEST(OddBody, AFigureAtTheEndOfTheWorldIsWarnedOfAndThenRefused) {
  const Asset man = assetOf("@figure");
  const Result<Rig> near = buildRig(farAway(man, {500, 0, 0}));
  ASSERT_TRUE(near);
  EXPECT_EQ(findingOf(*near, "units.far"), nullptr);
  const Result<Rig> far = buildRig(farAway(man, {0, 0, 20000}));
  ASSERT_TRUE(far);
  EXPECT_NE(findingOf(*far, "units.far"), nullptr);
  const Result<Rig> beyond = buildRig(farAway(man, {1e6f, 0, 0}));
  ASSERT_FALSE(beyond);
  EXPECT_NE(beyond.error().message.find("single precision"), std::string::npos) << beyond.error().message;
}

}  // namespace
}  // namespace sinew::test
