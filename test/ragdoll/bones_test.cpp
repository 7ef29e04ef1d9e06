#include <gtest/gtest.h>

#include <limits>

#include "bones.h"

// Ragdolls of bare bones: what gets a body, where it stands, and that the doll stays whole.

namespace sinew {
namespace {

using test::bareBones;
using test::BareBones;

constexpr float kStep = 1.0f / 60;

class FromBones : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { make({0, -9.81f, 0}); }
  void make(const Vec3& gravity) {
    WorldDef def;
    def.gravity = gravity;
    world = std::move(*createWorld(GetParam(), def));
  }
  Ragdoll build(const BareBones& bones, const BoneOptions& options = {}) {
    Result<Ragdoll> built = ragdollFromBones(*world, bones.parents, bones.matrices(), options);
    EXPECT_TRUE(built) << (built ? "" : built.error().message);
    return built ? std::move(*built) : Ragdoll{};
  }
  std::vector<BodyState> states(const Ragdoll& doll) const {
    std::vector<BodyState> all(doll.bodies.size());
    world->getStates(doll.bodies, all);
    return all;
  }
  /// m, largest distance between the two ends that share a joint.
  float gap(const Ragdoll& doll) const {
    std::vector<JointState> all(doll.joints.size());
    world->jointStates(doll.joints, all);
    float worst = 0;
    for (const JointState& state : all) worst = std::max(worst, state.separation);
    return worst;
  }
  std::unique_ptr<World> world;
};

TEST_P(FromBones, OneBodyABoneAboutItsMiddle) {
  const BareBones bones = bareBones(0.3f);
  const Ragdoll doll = build(bones);
  ASSERT_EQ(doll.bodyOf().size(), bones.parents.size());
  int bodies = 0;
  for (std::size_t j = 0; j < bones.parents.size(); ++j) {
    const std::int32_t body = doll.bodyOf()[j];
    const bool isShort = bones.parents[j] >= 0 &&
                         distance(bones.place[j].translation, bones.place[static_cast<std::size_t>(bones.parents[j])].translation) < 0.02f;
    EXPECT_EQ(body < 0, bones.parents[j] < 0 || isShort) << j;
    if (body < 0) continue;
    ++bodies;
    const Vec3 head = bones.place[static_cast<std::size_t>(bones.parents[j])].translation, end = bones.place[j].translation;
    const Transform place = states(doll)[static_cast<std::size_t>(body)].worldFromBody;
    const BodyInfo info = *world->bodyInfo(doll.bodies[static_cast<std::size_t>(body)]);
    EXPECT_LT(distance(place * info.bodyFromShape.translation, lerp(head, end, 0.5f)), 1e-5f) << j;
    if (info.halfHeight > 0) {
      EXPECT_GT(std::abs(dot(rotate(place.rotation * info.bodyFromShape.rotation, {0, 1, 0}), normalized(end - head))), 0.9999f) << j;
    }
  }
  EXPECT_EQ(doll.boneCount(), bodies);
  EXPECT_LT(distance(doll.root(), bones.place[0].translation), 1e-6f);  // the head of the first bone, not its middle
}

TEST_P(FromBones, MassGrowsWithLength) {
  BareBones bones;
  const std::int32_t root = bones.add(-1, {});
  const std::int32_t middle = bones.add(root, {0, 0.3f, 0});
  bones.add(middle, {0, 0.9f, 0});
  const Ragdoll doll = build(bones);
  ASSERT_EQ(doll.boneCount(), 2);
  EXPECT_GT(world->bodyInfo(doll.bodies[1])->mass, 2 * world->bodyInfo(doll.bodies[0])->mass);
}

TEST_P(FromBones, RootsAloneHaveNoBones) {
  BareBones bones;
  bones.add(-1, {0, 1, 0});
  bones.add(-1, {1, 1, 0});
  Ragdoll doll = build(bones);
  EXPECT_EQ(doll.boneCount(), 0);
  std::vector<Transform> pose = bones.locals();
  PoseTarget target{pose};
  doll.drive(*world, target, 1);
  doll.sync(*world, bones.matrices());
  doll.writePose(target);
  EXPECT_EQ(pose, bones.locals());
}

TEST_P(FromBones, TheFirstStepFromRestMovesNothing) {
  make({});
  const Ragdoll doll = build(bareBones(0.3f));
  const std::vector<BodyState> before = states(doll);
  world->step(kStep);
  const std::vector<BodyState> after = states(doll);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_LT(distance(before[i].worldFromBody.translation, after[i].worldFromBody.translation), 1e-4f) << i;
    EXPECT_LT(angleBetween(before[i].worldFromBody.rotation, after[i].worldFromBody.rotation), 1e-3f) << i;
  }
}

TEST_P(FromBones, EveryBoneHangsOnTheDoll) {
  // Short collars and a root without a bone: a doll, not a torso and loose limbs.
  const Ragdoll doll = build(bareBones());
  EXPECT_EQ(doll.joints.size() + 1, doll.bodies.size());
  ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  float worst = 0;
  for (int i = 0; i < 180; ++i) {
    world->step(kStep);
    worst = std::max(worst, gap(doll));
  }
  std::printf("%s: widest joint in a fall %.2f mm\n", std::string(GetParam()).c_str(), static_cast<double>(worst * 1000));
  EXPECT_LT(worst, GetParam() == "crowd" ? 0.001f : 0.03f);
}

TEST_P(FromBones, ThrownDollsHoldTogether) {
  ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  for (const float speed : {22 / 3.6f, 50 / 3.6f, 90 / 3.6f}) {
    Ragdoll doll = build(bareBones());
    std::vector<BodyState> thrown = states(doll);
    for (BodyState& state : thrown) {
      state.worldFromBody.translation += Vec3{0, 0.5f, 0};
      state.linearVelocity = {speed, 2, 0};
    }
    world->setStates(doll.bodies, thrown);
    float flying = 0;
    for (int i = 0; i < 300; ++i) {
      world->step(kStep);
      flying = std::max(flying, gap(doll));
    }
    std::printf("%s: %.0f km/h: widest joint %.2f mm, at rest %.2f mm\n", std::string(GetParam()).c_str(),
                static_cast<double>(speed * 3.6f), static_cast<double>(flying * 1000), static_cast<double>(gap(doll) * 1000));
    EXPECT_LT(flying, GetParam() == "crowd" ? 0.002f : 0.1f);
    EXPECT_LT(gap(doll), GetParam() == "crowd" ? 0.001f : 0.03f);
    world->destroyArticulation(doll.articulation);
  }
}

TEST_P(FromBones, BonesKeepTheirLengthInAnyFall) {
  ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  const BareBones bones = bareBones(0.3f);
  const Ragdoll doll = build(bones);
  std::vector<Transform> pose = bones.locals();
  PoseTarget target{pose};
  for (int i = 0; i < 600; ++i) world->step(kStep);
  doll.writePose(target);
  const std::vector<Transform> rest = bones.locals();
  for (std::size_t j = 0; j < pose.size(); ++j) {
    ASSERT_TRUE(isFinite(pose[j])) << j;
    if (bones.parents[j] >= 0) {
      EXPECT_NEAR(length(pose[j].translation), length(rest[j].translation), 1e-5f) << j;
    }
  }
}

TEST_P(FromBones, LimitsAreOneAJointAndOddOnesTakeTheDefault) {
  BareBones bones;
  std::int32_t last = bones.add(-1, {});
  for (int i = 1; i < 5; ++i) last = bones.add(last, {0, 0.3f * static_cast<float>(i), 0});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> swings{0, 0, 0, nan};  // joint 4 is missing
  BoneOptions options;
  options.swings = swings;
  options.swing = 0.5f;
  const Ragdoll doll = build(bones, options);
  ASSERT_EQ(doll.joints.size(), 3u);
  EXPECT_NEAR(world->jointInfo(doll.joints[0])->swing1.high, 0.0f, 1e-3f);
  EXPECT_NEAR(world->jointInfo(doll.joints[1])->swing1.high, 0.5f, 1e-3f);
  EXPECT_NEAR(world->jointInfo(doll.joints[2])->swing1.high, 0.5f, 1e-3f);
  EXPECT_NEAR(world->jointInfo(doll.joints[0])->twist.high, radians(45.0f), 1e-3f);
}

TEST_P(FromBones, WrongSkeletonsAreErrors) {
  BareBones bones = bareBones();
  std::vector<Mat4> matrices = bones.matrices();
  bones.parents[3] = 7;
  EXPECT_FALSE(ragdollFromBones(*world, bones.parents, matrices));
  bones.parents[3] = 2;
  EXPECT_FALSE(ragdollFromBones(*world, bones.parents, std::span(matrices).first(4)));
  matrices[5][12] = std::numeric_limits<float>::infinity();
  const Result<Ragdoll> refused = ragdollFromBones(*world, bones.parents, matrices);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().place, "worldMatrices[5]");
}

INSTANTIATE_TEST_SUITE_P(Worlds, FromBones, testing::ValuesIn(worldNames()), [](const auto& world) { return std::string(world.param); });

}  // namespace
}  // namespace sinew
