#include <sinew/rig/rig.h>

#include <gtest/gtest.h>

#include "support/hand_asset.h"

// Which nodes become joints, and what rides on them.

namespace sinew {
namespace {

using test::HandAsset;

const std::vector<Vec3> kTriangle{{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}};

std::vector<std::string> names(const Rig& rig) {
  std::vector<std::string> result;
  for (const Joint& joint : rig.joints) result.push_back(joint.name);
  return result;
}

void animate(HandAsset& file, std::int32_t node, const Vec3& by) {
  ClipChannel channel;
  channel.node = node;
  channel.times = {0, 1};
  const Vec3& at = file.asset.nodes[static_cast<std::size_t>(node)].rest.translation;
  channel.values = {at.x, at.y, at.z, at.x + by.x, at.y + by.y, at.z + by.z};
  if (file.asset.clips.empty()) file.asset.clips.push_back({"clip", 1, {}, {}});
  file.asset.clips[0].channels.push_back(channel);
}

TEST(Joints, NodesBetweenAreFoldedAndEndNodesRide) {
  HandAsset file;
  const std::int32_t hip = file.node("hip", -1, Vec3{0, 1, 0});
  const std::int32_t between = file.node("between", hip, Trs{{0.1f, 0, 0}, axisAngle(Vec3{0, 0, 1}, kPi / 2), {1, 1, 1}});
  const std::int32_t knee = file.node("knee", between, Vec3{0.5f, 0, 0});
  const std::int32_t end = file.node("knee_end", knee, Vec3{0.2f, 0, 0});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive(kTriangle, {0, 1, 1}), file.skin({knee, hip}));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(names(*rig), (std::vector<std::string>{"hip", "knee"}));
  EXPECT_LT(distance(rig->joints[1].rest.translation, Vec3{0.1f, 0.5f, 0}), 1e-6f);
  EXPECT_EQ(rig->nodes[static_cast<std::size_t>(end)].joint, -1);
  EXPECT_LT(distance(rig->nodes[static_cast<std::size_t>(end)].positionBind, Vec3{0.1f, 1.7f, 0}), 1e-6f);
}

TEST(Joints, OneNodeInSeveralSkinsIsOneJointAndTwinsStayTwo) {
  HandAsset file;
  const std::int32_t hip = file.node("hip", -1, Vec3{0, 1, 0});
  const std::int32_t twin = file.node("hip", hip, Vec3{});
  const std::int32_t a = file.node("a", -1, Vec3{}), b = file.node("b", -1, Vec3{});
  file.mesh(a, HandAsset::primitive(kTriangle, {0, 0, 0}), file.skin({hip}));
  file.mesh(b, HandAsset::primitive(kTriangle, {0, 1, 1}), file.skin({hip, twin}));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(names(*rig), (std::vector<std::string>{"hip", "hip"}));
  EXPECT_FLOAT_EQ(rig->joints[0].weight, 4);
  EXPECT_EQ(rig->joints[1].parent, 0);
}

TEST(Joints, RigidPartsUnderJointsRideWithWeightOne) {
  HandAsset file;
  const std::int32_t hip = file.node("hip", -1, Vec3{0, 1, 0});
  const std::int32_t hat = file.node("Hat", hip, Vec3{0, 0.5f, 0});
  const std::int32_t scenery = file.node("tree", -1, Vec3{5, 0, 0});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive(kTriangle, {0, 0, 0}), file.skin({hip}));
  file.mesh(hat, HandAsset::primitive(kTriangle), -1, "HatMesh");
  file.mesh(scenery, HandAsset::primitive(kTriangle), -1, "TreeMesh");

  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(rig->joints.size(), 1u);
  ASSERT_EQ(rig->body.parts.size(), 2u);
  const MeshPart& part = rig->body.parts[0];
  EXPECT_TRUE(part.rigid);
  EXPECT_EQ(part.node, "Hat");
  const SkinVertex& vertex = rig->body.vertices[part.firstVertex];
  EXPECT_LT(distance(vertex.position, Vec3{0, 1.5f, 0}), 1e-6f);
  ASSERT_EQ(vertex.influenceCount, 1u);
  EXPECT_EQ(rig->body.influences[vertex.influenceStart].joint, 0);
  EXPECT_EQ(rig->body.influences[vertex.influenceStart].weight, 1);

  const Result<Rig> bare = buildRig(file.asset, {.metersPerUnit = {}, .stature = {}, .exclude = {"HAT*"}});
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->body.parts.size(), 1u);
  EXPECT_EQ(bare->body.vertices.size(), 3u);

  // The same hat is a bone of its own once it moves by itself.
  animate(file, hat, {0, 0.1f, 0});
  const Result<Rig> moving = buildRig(file.asset);
  ASSERT_TRUE(moving);
  EXPECT_EQ(names(*moving), (std::vector<std::string>{"hip", "Hat"}));
}

TEST(Joints, SkinlessFileTakesMovingNodesAndRigidParts) {
  HandAsset file;
  const std::int32_t scene = file.node("scene", -1, Vec3{});
  const std::int32_t torso = file.node("torso", scene, Vec3{0, 1, 0});
  const std::int32_t head = file.node("head", torso, Vec3{0, 0.5f, 0});
  file.mesh(torso, HandAsset::primitive(kTriangle));
  file.mesh(head, HandAsset::primitive(kTriangle));
  animate(file, torso, {0, 0.1f, 0});
  animate(file, head, {0, 0.1f, 0});
  animate(file, scene, {0, 0, 0});
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(names(*rig), (std::vector<std::string>{"torso", "head"}));
  EXPECT_EQ(rig->body.vertices.size(), 6u);
  EXPECT_NEAR(rig->stature, 0.6, 1e-6);
}

TEST(Joints, StillSkinlessFileTakesTheNodesThatHoldParts) {
  // Bones as bare nodes, each with its shape as a child.
  HandAsset file;
  const std::int32_t scene = file.node("scene", -1, Vec3{});
  const std::int32_t hips = file.node("hips", scene, Vec3{0, 1, 0});
  const std::int32_t hipsShape = file.node("hipsShape", hips, Vec3{});
  const std::int32_t leg = file.node("leg", hips, Vec3{0, -0.1f, 0});
  const std::int32_t legShape = file.node("legShape", leg, Vec3{});
  file.mesh(hipsShape, HandAsset::primitive(kTriangle));
  file.mesh(legShape, HandAsset::primitive(kTriangle));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(names(*rig), (std::vector<std::string>{"hips", "leg"}));
  EXPECT_EQ(rig->joints[1].parent, 0);
}

TEST(Joints, VrmBonesAreJointsWithoutASkin) {
  HandAsset file;
  const std::int32_t root = file.node("root", -1, Vec3{});
  const std::int32_t hips = file.node("h", root, Vec3{0, 1, 0});
  const std::int32_t spine = file.node("s", hips, Vec3{0, 0.2f, 0});
  file.asset.vrm = VrmVersion::vrm0;
  file.asset.vrmBones = {{"hips", hips}, {"spine", spine}};
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(names(*rig), (std::vector<std::string>{"h", "s"}));
  EXPECT_EQ(rig->axes.forward, (Vec3{0, 0, -1}));
  EXPECT_EQ(rig->axes.left, (Vec3{-1, 0, 0}));
  EXPECT_EQ(rig->joints[1].bindSource, BindSource::rest);
}

TEST(Joints, AFileWithoutSkeletonIsAnError) {
  HandAsset file;
  file.node("empty", -1, Vec3{});
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_FALSE(rig);
  EXPECT_EQ(rig.error().code, ErrorCode::value);
}

TEST(Joints, HostileNamesArePrintable) {
  HandAsset file;
  const std::int32_t hip = file.node("hip\x1b[31m", -1, Vec3{});
  const std::int32_t mesh = file.node("m\x07", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive(kTriangle, {0, 0, 0}), file.skin({hip}));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(rig->joints[0].name.find('\x1b'), std::string::npos);
  EXPECT_EQ(rig->body.parts[0].node.find('\x07'), std::string::npos);
}

}  // namespace
}  // namespace sinew
