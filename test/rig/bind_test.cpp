#include <sinew/rig/rig.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/hand_asset.h"

// Bind pose, scale and units on skeletons small enough to work out by hand.

namespace sinew {
namespace {

using test::HandAsset;

constexpr float kSin45 = 0.70710678f;

Quat turn(const Vec3& axis, float angle) { return axisAngle(axis, angle); }

/// A leg of two bones below an armature: hip at 1.0 over the floor, knee half way, a column of vertices along it.
struct Leg {
  HandAsset file;
  std::int32_t armature, hip, knee, meshNode;
};

Leg makeLeg(const Trs& armature, float unit = 1, const Affined& worldFromMesh = {}) {
  Leg leg;
  leg.armature = leg.file.node("Armature", -1, armature);
  leg.hip = leg.file.node("hip", leg.armature, Vec3{0, 1.0f * unit, 0});
  leg.knee = leg.file.node("knee", leg.hip, Vec3{0, -0.5f * unit, 0});
  leg.meshNode = leg.file.node("LegMesh", -1, Vec3{});
  const std::int32_t skin = leg.file.skin({leg.knee, leg.hip}, worldFromMesh);

  // Vertices are placed in the scene and taken back to mesh space, as an exporter does.
  const Affined meshFromWorld = inverse(worldFromMesh);
  const Affined top = leg.file.world(leg.armature);
  std::vector<Vec3> positions;
  std::vector<std::uint16_t> slots;
  for (int i = 0; i <= 10; ++i) {
    for (const float side : {-0.05f, 0.05f}) {
      const float height = 0.1f * static_cast<float>(i);
      const Vec3d mesh = meshFromWorld * (top * Vec3d{static_cast<double>(side * unit), static_cast<double>(height * unit), 0});
      positions.push_back({static_cast<float>(mesh.x), static_cast<float>(mesh.y), static_cast<float>(mesh.z)});
      slots.push_back(height > 0.55f ? std::uint16_t{1} : std::uint16_t{0});
    }
  }
  leg.file.mesh(leg.meshNode, HandAsset::primitive(std::move(positions), slots), skin);
  return leg;
}

const Joint& jointNamed(const Rig& rig, const std::string& name) {
  for (const Joint& joint : rig.joints) {
    if (joint.name == name) return joint;
  }
  ADD_FAILURE() << "no joint " << name;
  return rig.joints.front();
}

void expectNear(const Vec3& got, const Vec3& expected, float tolerance = 1e-5f) {
  EXPECT_LT(distance(got, expected), tolerance)
      << got.x << " " << got.y << " " << got.z << " instead of " << expected.x << " " << expected.y << " " << expected.z;
}

float height(const Rig& rig) {
  float low = 1e30f, high = -1e30f;
  for (const SkinVertex& vertex : rig.body.vertices) {
    low = std::min(low, vertex.position.y);
    high = std::max(high, vertex.position.y);
  }
  return high - low;
}

TEST(Bind, PlainLeg) {
  const Leg leg = makeLeg({});
  const Result<Rig> rig = buildRig(leg.file.asset);
  ASSERT_TRUE(rig) << rig.error().message;
  ASSERT_EQ(rig->joints.size(), 2u);
  EXPECT_EQ(rig->joints[0].name, "hip");
  EXPECT_EQ(rig->joints[1].parent, 0);
  EXPECT_EQ(rig->joints[1].bindSource, BindSource::skin);
  EXPECT_FLOAT_EQ(rig->joints[1].weight, 12);
  expectNear(rig->joints[0].modelFromBind.translation, {0, 1, 0});
  expectNear(rig->joints[1].modelFromBind.translation, {0, 0.5f, 0});
  expectNear(rig->joints[1].rest.translation, {0, -0.5f, 0});
  EXPECT_NEAR(rig->stature, 1, 1e-5);
  EXPECT_EQ(rig->jointOfNode(leg.knee), 1);
  EXPECT_EQ(rig->jointOfNode(leg.armature), -1);
  EXPECT_EQ(rig->childrenOf(0), std::vector<std::int32_t>{1});
}

TEST(Bind, CentimetresUnderAScaledAndTurnedArmature) {
  // Data in centimetres, Z up, made right by the armature: rotated -90 degrees about X and scaled 0.01.
  Leg leg;
  leg.armature = leg.file.node("Armature", -1, Trs{{}, turn({1, 0, 0}, -kPi / 2), {0.01f, 0.01f, 0.01f}});
  leg.hip = leg.file.node("hip", leg.armature, Vec3{0, 0, 100});
  leg.knee = leg.file.node("knee", leg.hip, Vec3{0, 0, -50});
  leg.meshNode = leg.file.node("mesh", leg.armature, Vec3{});
  const std::int32_t skin = leg.file.skin({leg.hip, leg.knee}, leg.file.world(leg.armature));
  leg.file.mesh(leg.meshNode, HandAsset::primitive({{5, 0, 0}, {-5, 0, 0}, {0, 5, 100}}, {1, 1, 0}), skin);

  const Result<Rig> rig = buildRig(leg.file.asset);
  ASSERT_TRUE(rig);
  expectNear(rig->joints[0].modelFromBind.translation, {0, 1, 0});
  expectNear(rig->joints[1].modelFromBind.translation, {0, 0.5f, 0});
  expectNear(rig->body.vertices[2].position, {0, 1, -0.05f});
  expectNear(rig->joints[1].rest.translation, {0, 0, -0.5f});
  EXPECT_NEAR(rig->stature, 1, 1e-5);
}

TEST(Bind, RestInAnotherPoseLeavesTheBindPoseAlone) {
  const Leg straight = makeLeg({});
  Leg bent = straight;
  bent.file.setRest(bent.knee, Trs{{0, -0.5f, 0}, turn({1, 0, 0}, 0.9f), {1, 1, 1}});
  const Result<Rig> a = buildRig(straight.file.asset), b = buildRig(bent.file.asset);
  ASSERT_TRUE(a && b);
  for (std::size_t j = 0; j < 2; ++j) {
    expectNear(b->joints[j].modelFromBind.translation, a->joints[j].modelFromBind.translation);
    EXPECT_LT(angleBetween(b->joints[j].modelFromBind.rotation, a->joints[j].modelFromBind.rotation), 1e-4f);
  }
  for (std::size_t v = 0; v < a->body.vertices.size(); ++v) expectNear(b->body.vertices[v].position, a->body.vertices[v].position);
  EXPECT_GT(angleBetween(b->joints[1].rest.rotation, a->joints[1].rest.rotation), 0.8f);
  const auto differs = [](const Rig& rig) {
    return std::count_if(rig.findings.begin(), rig.findings.end(), [](const Finding& finding) { return finding.rule == "bind.differs"; });
  };
  EXPECT_EQ(differs(*a), 0);
  EXPECT_EQ(differs(*b), 1);
}

TEST(Bind, AnActionPoseDoesNotTiltTheBody) {
  // Every joint rests turned: no two agree, and the hip leans by 17 degrees. The mesh was made upright.
  Leg leg = makeLeg({});
  leg.file.setRest(leg.hip, Trs{{0, 0.9f, 0.05f}, turn({1, 0, 0}, 0.3f), {1, 1, 1}});
  leg.file.setRest(leg.knee, Trs{{0, -0.5f, 0}, turn({1, 0, 0}, -0.5f), {1, 1, 1}});
  const Result<Rig> rig = buildRig(leg.file.asset);
  ASSERT_TRUE(rig);
  EXPECT_LT(angleBetween(rig->joints[0].modelFromBind.rotation, Quat{}), 1e-4f);
  EXPECT_NEAR(rig->stature, 1, 1e-4);
}

TEST(Bind, ScaleInTheInverseBindsBelongsToTheMesh) {
  // Quantised: mesh space counts in 1/16384 of 2 m and is shifted; the inverse binds undo it.
  const Affined worldFromMesh{{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, {-1, 0.25, 0}};
  const Result<Rig> rig = buildRig(makeLeg({}, 1, worldFromMesh).file.asset);
  ASSERT_TRUE(rig);
  expectNear(jointNamed(*rig, "knee").modelFromBind.translation, {0, 0.5f, 0});
  EXPECT_NEAR(height(*rig), 1, 1e-5);
}

TEST(Bind, TheMeshNodesOwnTransformIsIgnored) {
  Leg leg = makeLeg({});
  const Result<Rig> before = buildRig(leg.file.asset);
  leg.file.setRest(leg.meshNode, Trs{{7, 8, 9}, turn({0, 0, 1}, 1), {3, 3, 3}});
  const Result<Rig> after = buildRig(leg.file.asset);
  ASSERT_TRUE(before && after);
  for (std::size_t v = 0; v < before->body.vertices.size(); ++v) {
    EXPECT_EQ(before->body.vertices[v].position, after->body.vertices[v].position);
  }
}

TEST(Bind, ScaleAboveTheSkeleton) {
  for (const float scale : {0.25f, 10.0f, 100.0f, 0.01f}) {
    const Result<Rig> rig = buildRig(makeLeg({{0.1f, 0, 0}, turn({0, 1, 0}, 0.4f), {scale, scale, scale}}).file.asset);
    ASSERT_TRUE(rig);
    EXPECT_NEAR(rig->stature / scale, 1, 1e-5) << scale;
    EXPECT_NEAR(rig->referenceLength / scale, 0.5, 1e-5) << scale;
    EXPECT_NEAR(jointNamed(*rig, "knee").rest.translation.y / scale, -0.5f, 1e-5f) << scale;
  }
}

TEST(Bind, MirroredArmatureGivesProperFrames) {
  const Result<Rig> rig = buildRig(makeLeg({{}, {}, {-1, 1, 1}}).file.asset);
  ASSERT_TRUE(rig);
  for (const Joint& joint : rig->joints) {
    EXPECT_NEAR(determinant(toMatrix(joint.modelFromBind.rotation)), 1, 1e-5);
    EXPECT_TRUE(isFinite(joint.rest.translation));
  }
  expectNear(jointNamed(*rig, "knee").modelFromBind.translation, {0, 0.5f, 0});
}

TEST(Bind, NonUniformScaleIsApproximatedWithItsError) {
  // The knee turns by 45 degrees under a stretch of 2 along y: its axes are no longer at right angles.
  HandAsset file;
  const std::int32_t armature = file.node("Armature", -1, Trs{{}, {}, {1, 2, 1}});
  const std::int32_t hip = file.node("hip", armature, Vec3{0, 1, 0});
  const std::int32_t knee = file.node("knee", hip, Trs{{0, -0.5f, 0}, {0, 0, std::sin(kPi / 8), std::cos(kPi / 8)}, {1, 1, 1}});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive({{0, 0, 0}, {0.1f, 0, 0}, {0, 2, 0}}, {1, 1, 0}), file.skin({hip, knee}));

  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  const Finding* found = nullptr;
  for (const Finding& finding : rig->findings) {
    if (finding.rule == "scale.nonuniform") found = &finding;
  }
  ASSERT_NE(found, nullptr);
  EXPECT_GT(*found->measured, 0.3);
  EXPECT_LT(*found->measured, 2.0);
  EXPECT_NEAR(length(toMatrix(rig->joints[1].modelFromBind.rotation).x), 1, 1e-5);
  expectNear(rig->joints[1].modelFromBind.translation, {0, 1, 0});
  EXPECT_NEAR(toMatrix(rig->joints[1].modelFromBind.rotation).x.y / toMatrix(rig->joints[1].modelFromBind.rotation).x.x,
              2 * kSin45 / kSin45, 1e-4);
}

TEST(Bind, ZeroScaleIsNeverNaN) {
  Leg leg = makeLeg({});
  leg.file.setRest(leg.knee, Trs{{0, -0.5f, 0}, {}, {0, 0, 0}});
  leg.file.setRest(leg.armature, Trs{{0, 0, 0}, {}, {1, 0, 1}});
  const Result<Rig> rig = buildRig(leg.file.asset);
  ASSERT_TRUE(rig) << rig.error().message;
  expectNear(jointNamed(*rig, "knee").modelFromBind.translation, {0, 0.5f, 0});
  EXPECT_NEAR(rig->stature, 1, 1e-5);
}

TEST(Bind, UnweightedJointsKeepTheirRestOffset) {
  // hip (weight) > knee (no weight, junk inverse bind) > ankle (weight), below an unweighted root.
  HandAsset file;
  const std::int32_t root = file.node("root", -1, Vec3{});
  const std::int32_t hip = file.node("hip", root, Vec3{0, 1, 0});
  const std::int32_t knee = file.node("knee", hip, Vec3{0, -0.5f, 0.02f});
  const std::int32_t ankle = file.node("ankle", knee, Vec3{0, -0.4f, 0});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  const std::int32_t skin = file.skin({root, hip, knee, ankle});
  file.asset.skins[0].inverseBinds[0] = Affine{};
  file.asset.skins[0].inverseBinds[2] = Affine{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {5, 5, 5}};
  file.mesh(mesh, HandAsset::primitive({{0, 1, 0}, {0.1f, 0.9f, 0}, {0, 0, 0}, {0, 0, 0.1f}}, {1, 1, 3, 3}), skin);

  // At rest the hip has dropped by 0.2: the bind pose of the weighted joints holds.
  file.setRest(hip, Trs{{0, 0.8f, 0}, {}, {1, 1, 1}});
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_EQ(jointNamed(*rig, "knee").bindSource, BindSource::rest);
  EXPECT_EQ(jointNamed(*rig, "ankle").bindSource, BindSource::skin);
  const Vec3 hipAt = jointNamed(*rig, "hip").modelFromBind.translation;
  expectNear(jointNamed(*rig, "knee").modelFromBind.translation, hipAt + Vec3{0, -0.5f, 0.02f});
  expectNear(jointNamed(*rig, "ankle").modelFromBind.translation, hipAt + Vec3{0, -0.9f, 0.02f});
  expectNear(jointNamed(*rig, "root").modelFromBind.translation, hipAt - Vec3{0, 0.8f, 0});
  EXPECT_EQ(jointNamed(*rig, "root").weight, 0);
}

TEST(Bind, NoInverseBindsMeansVerticesInJointFrames) {
  HandAsset file;
  const std::int32_t hip = file.node("hip", -1, Vec3{0, 1, 0});
  const std::int32_t knee = file.node("knee", hip, Vec3{0, -0.5f, 0});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  const std::int32_t skin = file.skin({hip, knee});
  for (Affine& inverseBind : file.asset.skins[0].inverseBinds) inverseBind = Affine{};
  file.asset.skins[0].hasInverseBinds = false;
  file.mesh(mesh, HandAsset::primitive({{0, 0, 0}, {0.1f, 0, 0}, {0, -0.5f, 0}}, {0, 1, 1}), skin);
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  expectNear(rig->joints[1].modelFromBind.translation, {0, 0.5f, 0});
  expectNear(rig->body.vertices[0].position, {0, 1, 0});
  expectNear(rig->body.vertices[1].position, {0.1f, 0.5f, 0});
  expectNear(rig->body.vertices[2].position, {0, 0, 0});
}

TEST(Bind, SecondSkinFollowsTheFirst) {
  // A boot in a skin of its own, below a knee that rests bent: it must sit on the straight leg.
  Leg leg = makeLeg({});
  const std::int32_t boot = leg.file.node("boot", leg.knee, Vec3{0, -0.4f, 0});
  const std::int32_t bootMesh = leg.file.node("BootMesh", -1, Vec3{});
  const std::int32_t skin = leg.file.skin({boot});
  leg.file.mesh(bootMesh, HandAsset::primitive({{0, 0.1f, 0}, {0, 0.05f, 0.1f}, {0, 0, 0.1f}}, {0, 0, 0}), skin, "boot");
  leg.file.setRest(leg.knee, Trs{{0, -0.5f, 0}, turn({1, 0, 0}, 1.2f), {1, 1, 1}});
  const Result<Rig> rig = buildRig(leg.file.asset);
  ASSERT_TRUE(rig);
  expectNear(jointNamed(*rig, "boot").modelFromBind.translation, {0, 0.1f, 0});
  EXPECT_EQ(rig->body.parts.back().mesh, "boot");
  expectNear(rig->body.vertices[rig->body.parts.back().firstVertex + 2].position, {0, 0, 0.1f});
}

TEST(Bind, StatureAndMetersPerUnitSetTheScale) {
  const Leg leg = makeLeg({}, 100);
  const Result<Rig> plain = buildRig(leg.file.asset);
  const Result<Rig> metric = buildRig(leg.file.asset, {.metersPerUnit = 0.01f, .stature = {}, .exclude = {}});
  const Result<Rig> tall = buildRig(leg.file.asset, {.metersPerUnit = {}, .stature = 1.8f, .exclude = {}});
  ASSERT_TRUE(plain && metric && tall);
  EXPECT_NEAR(plain->stature, 100, 1e-3);
  EXPECT_NEAR(metric->stature, 1, 1e-5);
  EXPECT_NEAR(tall->stature, 1.8, 1e-5);
  EXPECT_NEAR(tall->metersPerUnit, 0.018, 1e-6);
  expectNear(jointNamed(*tall, "knee").modelFromBind.translation, {0, 0.9f, 0});
  ASSERT_FALSE(plain->findings.empty());
  EXPECT_EQ(plain->findings.back().rule, "units.scale");
  EXPECT_NE(plain->findings.back().message.find("0.01"), std::string::npos) << plain->findings.back().message;
  EXPECT_FALSE(buildRig(leg.file.asset, {.metersPerUnit = 1.0f, .stature = 1.0f, .exclude = {}}));
  EXPECT_FALSE(buildRig(leg.file.asset, {.metersPerUnit = 0.0f, .stature = {}, .exclude = {}}));
}

TEST(Bind, CoincidentJointsAreMeasuredByTheirMesh) {
  HandAsset file;
  std::vector<std::int32_t> joints;
  for (int i = 0; i < 6; ++i) joints.push_back(file.node("j", i % 3 - 1, Vec3{}));
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive({{0, 0, 0}, {0.2f, 0, 0}, {0, 0.5f, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 1, 2, 3, 4, 5}),
            file.skin(joints));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_TRUE(rig);
  EXPECT_NEAR(rig->referenceLength, 0.5, 1e-6);
  EXPECT_EQ(rig->axes.confidence, 0);
  EXPECT_TRUE(isFinite(rig->axes.forward) && isFinite(rig->axes.left));
}

TEST(Bind, ABodyWithoutExtentIsAnError) {
  HandAsset file;
  const std::int32_t joint = file.node("j", -1, Vec3{});
  const std::int32_t mesh = file.node("mesh", -1, Vec3{});
  file.mesh(mesh, HandAsset::primitive({{}, {}, {}}, {0, 0, 0}), file.skin({joint}));
  const Result<Rig> rig = buildRig(file.asset);
  ASSERT_FALSE(rig);
  EXPECT_EQ(rig.error().code, ErrorCode::value);
}

TEST(Bind, NumbersTooLargeAreAnError) {
  Leg leg = makeLeg({});
  leg.file.setRest(leg.hip, Trs{{0, 3e38f, 0}, {}, {1, 1, 1}});
  leg.file.setRest(leg.armature, Trs{{}, {}, {1e3f, 1e3f, 1e3f}});
  const Result<Rig> rig = buildRig(leg.file.asset);
  ASSERT_FALSE(rig);
  EXPECT_EQ(rig.error().code, ErrorCode::value);
}

}  // namespace
}  // namespace sinew
