#include <sinew/rig/rig.h>

#include <gtest/gtest.h>

#include "support/hand_asset.h"

// Several skins over one skeleton, as dressed characters have them.

namespace sinew {
namespace {

using test::HandAsset;

struct Chain {
  HandAsset file;
  std::vector<std::int32_t> joints;
};

/// Hip, knee and ankle, one below the other, half a metre apart.
Chain makeChain() {
  Chain chain;
  for (int i = 0; i < 3; ++i)
    chain.joints.push_back(
        chain.file.node("joint" + std::to_string(i), i == 0 ? -1 : chain.joints.back(), Vec3{0, i == 0 ? 1.0f : -0.5f, 0}));
  return chain;
}

const std::vector<Vec3> kTriangle{{0, 1, 0}, {0.1f, 1, 0}, {0, 0.9f, 0.1f}};

void expectChain(const Rig& rig) {
  ASSERT_EQ(rig.joints.size(), 3u);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(rig.joints[j].parent, static_cast<std::int32_t>(j) - 1);
    EXPECT_LT(distance(rig.joints[j].modelFromBind.translation, Vec3{0, 1 - 0.5f * static_cast<float>(j), 0}), 1e-5f);
  }
}

TEST(Skins, OneMeshMayHangInTwoSkins) {
  // The same triangle, once on the hip and once, by the other skin's joint list, on the ankle.
  Chain chain = makeChain();
  const std::int32_t upper = chain.file.node("upper", -1, Vec3{}), lower = chain.file.node("lower", -1, Vec3{});
  const std::int32_t first = chain.file.skin({chain.joints[0], chain.joints[1]}), second = chain.file.skin({chain.joints[2]});
  const std::int32_t mesh = chain.file.mesh(upper, HandAsset::primitive(kTriangle, {0, 0, 0}), first);
  chain.file.asset.nodes[static_cast<std::size_t>(lower)].mesh = mesh;
  chain.file.asset.nodes[static_cast<std::size_t>(lower)].skin = second;
  const Result<Rig> rig = buildRig(chain.file.asset);
  ASSERT_TRUE(rig) << rig.error().message;
  expectChain(*rig);
  ASSERT_EQ(rig->body.parts.size(), 2u);
  ASSERT_EQ(rig->body.vertices.size(), 6u);
  for (const MeshPart& part : rig->body.parts) {
    const std::int32_t expected = part.node == "upper" ? 0 : 2;
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      const SkinVertex& vertex = rig->body.vertices[v];
      ASSERT_EQ(vertex.influenceCount, 1u);
      EXPECT_EQ(rig->body.influences[vertex.influenceStart].joint, expected) << part.node;
    }
  }
}

TEST(Skins, ManySkinsOverOneSkeletonStayOneSkeleton) {
  // 84 pieces of clothing, each with a joint list of its own in an order of its own.
  Chain chain = makeChain();
  constexpr int kSkins = 84;
  for (int i = 0; i < kSkins; ++i) {
    std::vector<std::int32_t> order = chain.joints;
    std::rotate(order.begin(), order.begin() + i % 3, order.end());
    const std::int32_t node = chain.file.node("piece" + std::to_string(i), -1, Vec3{});
    chain.file.mesh(node, HandAsset::primitive(kTriangle, {0, 0, 0}), chain.file.skin(order));
  }
  const Result<Rig> rig = buildRig(chain.file.asset);
  ASSERT_TRUE(rig) << rig.error().message;
  expectChain(*rig);
  EXPECT_EQ(rig->body.parts.size(), static_cast<std::size_t>(kSkins));
  EXPECT_FLOAT_EQ(rig->joints[0].weight + rig->joints[1].weight + rig->joints[2].weight, 3 * kSkins);
  for (const Joint& joint : rig->joints) EXPECT_FLOAT_EQ(joint.weight, kSkins) << joint.name;
}

TEST(Skins, TheCommonRootNeedBeNoJoint) {
  // Two legs whose only common ancestor is a node that no skin lists.
  HandAsset file;
  const std::int32_t top = file.node("scene", -1, Trs{{0, 0, 0}, {}, {0.5f, 0.5f, 0.5f}});
  std::vector<std::int32_t> hips;
  for (const float side : {1.0f, -1.0f}) hips.push_back(file.node(side > 0 ? "left" : "right", top, Vec3{0.2f * side, 2, 0}));
  const std::int32_t node = file.node("mesh", -1, Vec3{});
  file.mesh(node, HandAsset::primitive({{0.1f, 1, 0}, {0.1f, 0, 0}, {-0.1f, 0.5f, 0.1f}}, {0, 0, 1}), file.skin(hips));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig) << rig.error().message;
  ASSERT_EQ(rig->joints.size(), 2u);
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(rig->joints[j].parent, -1);
    EXPECT_LT(distance(rig->joints[j].modelFromBind.translation, Vec3{j == 0 ? 0.1f : -0.1f, 1, 0}), 1e-5f);
  }
  EXPECT_EQ(rig->jointOfNode(top), -1);
}

}  // namespace
}  // namespace sinew
