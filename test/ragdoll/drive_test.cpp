#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "bones.h"
#include "support/corpus.h"
#include "support/fitted.h"
#include "support/handmade.h"

// Driving, syncing and reading back.

namespace sinew {
namespace {

using test::bareBones;
using test::BareBones;

constexpr float kStep = 1.0f / 60;

bool same(const BodyState& a, const BodyState& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

std::vector<Transform> placed(std::span<const std::int32_t> parents, std::span<const Transform> local, const Transform& node) {
  std::vector<Transform> world(local.size());
  for (std::size_t j = 0; j < local.size(); ++j) {
    world[j] = (parents[j] < 0 ? node : world[static_cast<std::size_t>(parents[j])]) * local[j];
  }
  return world;
}

class Driven : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { make({0, -9.81f, 0}); }
  void make(const Vec3& gravity) {
    WorldDef def;
    def.gravity = gravity;
    world = std::move(*createWorld(GetParam(), def));
  }
  Ragdoll build(const BareBones& bones) {
    Ragdoll doll = std::move(*ragdollFromBones(*world, bones.parents, bones.matrices()));
    // Bones by length alone put a light pelvis between heavy legs: an iterative solver hunts there with stiff springs.
    if (GetParam() == "bullet")
      for (PartDrive& drive : doll.drives) drive.hertz = 2;
    return doll;
  }
  std::vector<BodyState> states(const Ragdoll& doll) const {
    std::vector<BodyState> all(doll.bodies.size());
    world->getStates(doll.bodies, all);
    return all;
  }
  std::unique_ptr<World> world;
};

/// m, largest distance between joints of two poses in the world.
float apart(std::span<const Transform> a, std::span<const Transform> b) {
  float worst = 0;
  for (std::size_t j = 0; j < a.size(); ++j) worst = std::max(worst, distance(a[j].translation, b[j].translation));
  return worst;
}

TEST_P(Driven, ASyncedPoseIsWrittenBack) {
  for (const float turn : {0.0f, 0.3f}) {
    const BareBones bones = bareBones(turn);
    Ragdoll doll = build(bones);
    // Every joint bent, the whole turned and moved.
    std::vector<Transform> pose = bones.locals();
    for (std::size_t j = 1; j < pose.size(); ++j) pose[j].rotation = pose[j].rotation * exponential(Vec3{0.2f, -0.1f, 0.15f});
    const std::vector<Transform> shown = placed(bones.parents, pose, {exponential(Vec3{0.5f, 1, 0}), {3, 1, -2}});
    doll.sync(*world, shown);
    PoseTarget out{pose};
    doll.writePose(out);
    EXPECT_EQ(out.worldFromModel.rotation, Quat{});
    EXPECT_LT(distance(out.worldFromModel.translation, shown[0].translation), 1e-6f);
    const float error = apart(placed(bones.parents, pose, out.worldFromModel), shown);
    EXPECT_LT(error, 1e-4f) << "turn " << turn;
    for (const BodyState& state : states(doll)) EXPECT_EQ(state.linearVelocity, Vec3{});
  }
}

TEST_P(Driven, TheRestPoseComesBackUnchanged) {
  const BareBones bones = bareBones(0.3f);
  const Ragdoll doll = build(bones);
  std::vector<Transform> pose = bones.locals();
  PoseTarget out{pose};
  doll.writePose(out);
  for (std::size_t j = 1; j < pose.size(); ++j) EXPECT_GT(std::abs(dot(pose[j].rotation, bones.locals()[j].rotation)), 0.9995f) << j;
}

TEST_P(Driven, WeightZeroChangesNoBitAndNaNIsZero) {
  const BareBones bones = bareBones();
  std::vector<std::vector<BodyState>> ends;
  for (const float weight : {-1.0f, 0.0f, std::numeric_limits<float>::quiet_NaN()}) {
    make({0, -9.81f, 0});
    Ragdoll doll = build(bones);
    std::vector<Transform> pose = bones.locals();
    for (int i = 0; i < 30; ++i) {
      const std::vector<BodyState> before = states(doll);
      if (weight != -1.0f) doll.drive(*world, PoseTarget{pose}, weight);
      const std::vector<BodyState> after = states(doll);
      for (std::size_t k = 0; k < before.size(); ++k) EXPECT_TRUE(same(before[k], after[k]));
      world->step(kStep);
    }
    ends.push_back(states(doll));
  }
  for (std::size_t k = 0; k < ends[0].size(); ++k) {
    EXPECT_TRUE(same(ends[0][k], ends[1][k])) << k;
    EXPECT_TRUE(same(ends[0][k], ends[2][k])) << k;
  }
}

TEST_P(Driven, WeightsAboveOneAreOne) {
  const BareBones bones = bareBones();
  std::vector<BodyState> ends[2];
  for (const int which : {0, 1}) {
    make({0, -9.81f, 0});
    Ragdoll doll = build(bones);
    std::vector<Transform> pose = bones.locals();
    for (int i = 0; i < 10; ++i) {
      doll.drive(*world, PoseTarget{pose}, which == 0 ? 1.0f : 7.0f);
      world->step(kStep);
    }
    ends[which] = states(doll);
  }
  for (std::size_t k = 0; k < ends[0].size(); ++k) EXPECT_TRUE(same(ends[0][k], ends[1][k])) << k;
}

TEST_P(Driven, MusclesKeepTheMomentumAndTurnTheRoot) {
  make({});
  const BareBones bones = bareBones();
  Ragdoll doll = build(bones);
  // The whole turned, one joint bent: muscles bend, the root is turned from the world, nothing is pushed.
  std::vector<Transform> pose = bones.locals();
  pose[7].rotation = exponential(Vec3{0, 0, 0.5f});
  const Transform node{exponential(Vec3{0, 0.4f, 0}), {}};
  float mass = 0;
  for (const BodyId body : doll.bodies) mass += world->bodyInfo(body)->mass;
  Vec3 worst;
  for (int i = 0; i < 60; ++i) {
    doll.drive(*world, PoseTarget{pose, node}, 1);
    world->step(kStep);
    Vec3 momentum;
    const std::vector<BodyState> now = states(doll);
    for (std::size_t k = 0; k < now.size(); ++k) momentum += now[k].linearVelocity * world->bodyInfo(doll.bodies[k])->mass;
    if (lengthSquared(momentum) > lengthSquared(worst)) worst = momentum;
  }
  std::printf("%s: drift of the momentum %.2g m/s\n", std::string(GetParam()).c_str(), static_cast<double>(length(worst) / mass));
  EXPECT_LT(length(worst) / mass, GetParam() == "crowd" ? 1e-5f : 1e-3f);
  EXPECT_LT(angleBetween(states(doll)[0].worldFromBody.rotation, node.rotation * bones.place[0].rotation), radians(2.0f));
}

TEST_P(Driven, OtherCharactersDoNotNotice) {
  const BareBones bones = bareBones();
  std::vector<BodyState> ends[2];
  for (const int which : {0, 1}) {
    make({0, -9.81f, 0});
    Ragdoll doll = build(bones);
    BareBones aside = bones;
    for (Transform& joint : aside.place) joint.translation += Vec3{5, 0, 0};
    const Ragdoll other = build(aside);
    std::vector<Transform> pose = bones.locals();
    pose[7].rotation = exponential(Vec3{0, 0, 0.5f});
    for (int i = 0; i < 30; ++i) {
      if (which == 1) doll.drive(*world, PoseTarget{pose}, 1);
      world->step(kStep);
    }
    ends[which] = states(other);
  }
  for (std::size_t k = 0; k < ends[0].size(); ++k) EXPECT_TRUE(same(ends[0][k], ends[1][k])) << k;
}

TEST_P(Driven, DoesNotDependOnTheStep) {
  const BareBones bones = bareBones();
  std::vector<Transform> ends[2];
  for (const int rate : {60, 120}) {
    make({0, -9.81f, 0});
    Ragdoll doll = build(bones);
    doll.drives[0].pin = 1;
    std::vector<Transform> pose = bones.locals();
    pose[7].rotation = exponential(Vec3{0, 0, 0.5f});
    for (int i = 0; i < rate; ++i) {
      doll.drive(*world, PoseTarget{pose}, 1);
      world->step(1.0f / static_cast<float>(rate));
    }
    PoseTarget out{pose};
    doll.writePose(out);
    ends[rate == 60 ? 0 : 1] = placed(bones.parents, pose, out.worldFromModel);
  }
  const float error = apart(ends[0], ends[1]);
  std::printf("%s: 60 and 120 Hz differ by %.2f mm after 1 s\n", std::string(GetParam()).c_str(), static_cast<double>(error * 1000));
  EXPECT_LT(error, GetParam() == "crowd" ? 0.001f : 0.1f);
}

TEST_P(Driven, FullWeightHoldsATipThatLimpLets) {
  BareBones bones;
  std::int32_t last = bones.add(-1, {0, 2, 0});
  for (int i = 1; i < 6; ++i) last = bones.add(last, {0.25f * static_cast<float>(i), 2, 0});
  float height[2] = {};
  for (const int which : {0, 1}) {
    make({0, -9.81f, 0});
    Ragdoll doll = build(bones);
    const BodyMode still = BodyMode::kinematic;
    world->setModes({doll.bodies.data(), 1}, {&still, 1});
    std::vector<Transform> pose = bones.locals();
    for (int i = 0; i < 60; ++i) {
      doll.drive(*world, PoseTarget{pose}, static_cast<float>(which));
      world->step(kStep);
    }
    PoseTarget out{pose};
    doll.writePose(out);
    height[which] = placed(bones.parents, pose, out.worldFromModel)[static_cast<std::size_t>(last)].translation.y;
  }
  EXPECT_GT(height[1], height[0] + 0.12f);
}

/// rad, largest difference between local rotations after one second of holding the bind pose with a pinned pelvis.
float heldOff(World& world, const Manikin& manikin, const Rig& rig) {
  Result<Ragdoll> doll = buildRagdoll(world, ragdollModelOf(manikin, rig));
  EXPECT_TRUE(doll);
  if (!doll) return kPi;
  doll->drives[0].pin = 1;
  std::vector<Transform> bind, local(rig.joints.size());
  for (const Joint& joint : rig.joints) bind.push_back(joint.modelFromBind);
  for (int i = 0; i < 120; ++i) {
    doll->drive(world, bind, DriveStep{});
    world.step(kStep);
  }
  localsFromModel(rig, bind, local);
  std::vector<Transform> now = local, model(local.size());
  doll->readModel({}, now, model);
  float worst = 0;
  for (std::size_t j = 0; j < local.size(); ++j) worst = std::max(worst, angleBetween(local[j].rotation, now[j].rotation));
  return worst;
}

TEST_P(Driven, ThePoseIsHeldUnderGravity) {
  const test::Fitted figure = test::fitFigure("@figure");
  const float off = heldOff(*world, figure.manikin, figure.rig);
  std::printf("%s: worst joint %.2f degrees off\n", std::string(GetParam()).c_str(), static_cast<double>(degrees(off)));
  EXPECT_LT(degrees(off), GetParam() == "crowd" ? 2.0f : 5.0f);
}

/// m, how far the joints that a body reaches stand from where they stood when the bodies were put on them.
float writtenOff(World& world, const Manikin& manikin, const Rig& rig, float bend) {
  Ragdoll doll = std::move(*buildRagdoll(world, ragdollModelOf(manikin, rig)));
  std::vector<Transform> bind, local(rig.joints.size());
  for (const Joint& joint : rig.joints) bind.push_back(joint.modelFromBind);
  localsFromModel(rig, bind, local);
  std::vector<std::uint8_t> reached(local.size(), 0);
  bool hung = false;
  for (const PoseStep& step : doll.model->map.steps) hung = hung || step.follow == Follow::anchor;
  for (const PoseStep& step : doll.model->map.steps) {
    const auto joint = static_cast<std::size_t>(step.joint);
    reached[joint] = step.follow != Follow::keep || (step.parent >= 0 && reached[static_cast<std::size_t>(step.parent)] != 0);
    // A part that hangs from no bone does not follow a bend: such a rig is read back in its bind pose.
    if (step.follow == Follow::turn && !hung) local[joint].rotation = local[joint].rotation * exponential(Vec3{bend, -bend / 2, bend});
  }
  const std::vector<Transform> shown = placed(doll.model->parents, local, {exponential(Vec3{0.2f, 2, 0}), {4, 0, 1}});
  doll.sync(world, shown);
  PoseTarget out{local};
  doll.writePose(out);
  const std::vector<Transform> back = placed(doll.model->parents, local, out.worldFromModel);
  float worst = 0;
  for (std::size_t j = 0; j < back.size(); ++j) {
    if (reached[j]) worst = std::max(worst, distance(back[j].translation, shown[j].translation));
  }
  return worst;
}

TEST_P(Driven, AManikinsPoseIsWrittenBack) {
  const test::Handmade made = test::makeHandmade();
  Ragdoll doll = std::move(*buildRagdoll(*world, ragdollModelOf(made.manikin, made.rig)));
  EXPECT_LT(writtenOff(*world, made.manikin, made.rig, 0.1f), 1e-4f);
  EXPECT_EQ(doll.boneCount(), static_cast<std::int32_t>(made.manikin.parts.size()));
  EXPECT_EQ(doll.bodyOf()[static_cast<std::size_t>(made.manikin.parts[3].joint)], 3);
}

TEST_P(Driven, ALimpArmOnAHeldBody) {
  const test::Handmade made = test::makeHandmade();
  Ragdoll doll = std::move(*buildRagdoll(*world, ragdollModelOf(made.manikin, made.rig)));
  std::vector<Transform> bind;
  for (const Joint& joint : made.rig.joints) bind.push_back(joint.modelFromBind);
  const auto arm = static_cast<std::size_t>(made.manikin.partOf(Role::leftUpperArm));
  const auto fore = static_cast<std::size_t>(made.manikin.partOf(Role::leftForearm));
  for (PartDrive& drive : doll.drives) drive.mode = PartMode::kinematic;
  doll.drives[arm].mode = doll.drives[fore].mode = doll.drives[fore + 1].mode = PartMode::limp;
  for (int i = 0; i < 30; ++i) {
    for (Transform& joint : bind) joint.translation += Vec3{0, 0, 2 * kStep};  // the body runs
    doll.drive(*world, bind, DriveStep{1, kStep});
    world->step(kStep);
  }
  const std::vector<BodyState> now = states(doll);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Transform& wanted = bind[static_cast<std::size_t>(doll.model->headJoint[i])];
    const float turned = angleBetween(now[i].worldFromBody.rotation, wanted.rotation);
    if (doll.drives[i].mode == PartMode::kinematic) {
      EXPECT_LT(distance(now[i].worldFromBody.translation, wanted.translation), 1e-3f) << i;
    } else {
      EXPECT_GT(turned, 0.05f) << i;  // it trails
    }
  }
}

TEST_P(Driven, ARunnerWhoGoesLimpKeepsHisSpeed) {
  const test::Handmade made = test::makeHandmade();
  Ragdoll doll = std::move(*buildRagdoll(*world, ragdollModelOf(made.manikin, made.rig)));
  std::vector<Transform> before, now;
  for (const Joint& joint : made.rig.joints) {
    before.push_back(joint.modelFromBind);
    now.push_back({joint.modelFromBind.rotation, joint.modelFromBind.translation + Vec3{0, 0, 5 * kStep}});
  }
  doll.sync(*world, now, before, kStep);
  world->step(kStep);
  EXPECT_GT(states(doll)[0].linearVelocity.z, 0.9f * 5);
}

TEST_P(Driven, AMotorAtItsCapSaysSo) {
  const test::Handmade made = test::makeHandmade();
  Ragdoll doll = std::move(*buildRagdoll(*world, ragdollModelOf(made.manikin, made.rig)));
  const auto arm = static_cast<std::size_t>(made.manikin.partOf(Role::leftUpperArm));
  doll.drives[0].pin = 1;
  doll.drives[arm].maxTorque = 0.1f;
  std::vector<Transform> level;
  for (const Joint& joint : made.rig.joints) level.push_back(Transform{axisAngle(Vec3{0, 0, 1}, kPi / 2), {}} * joint.modelFromBind);
  doll.sync(*world, level);
  for (int i = 0; i < 10; ++i) {
    doll.drive(*world, level, DriveStep{});
    world->step(kStep);
  }
  doll.readLoad();
  EXPECT_TRUE(doll.saturated[arm]);
  EXPECT_LE(doll.torque[arm], 0.11f);
  EXPECT_FALSE(doll.saturated[static_cast<std::size_t>(made.manikin.partOf(Role::rightForearm))]);
}

INSTANTIATE_TEST_SUITE_P(Worlds, Driven, testing::ValuesIn(worldNames()), [](const auto& world) { return std::string(world.param); });

TEST(DrivenCorpus, EveryHumanoidIsWrittenBackAndHeld) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  float worstWritten = 0, worstHeld = 0;
  int count = 0;
  for (const test::KnownRig& known : rigs) {
    std::string why;
    const std::optional<test::Fitted> fitted = test::fitFile(known.file.string(), why);
    if (!fitted || fitted->manikin.creature != Creature::humanoid) continue;
    ++count;
    const std::unique_ptr<World> world = std::move(*createWorld("crowd"));
    const float written = writtenOff(*world, fitted->manikin, fitted->rig, 0.1f);
    EXPECT_LT(written, 1e-4f) << known.slug;
    worstWritten = std::max(worstWritten, written);

    const std::unique_ptr<World> fresh = std::move(*createWorld("crowd"));
    const float off = heldOff(*fresh, fitted->manikin, fitted->rig);
    EXPECT_LT(degrees(off), 2.0f) << known.slug;
    worstHeld = std::max(worstHeld, off);
  }
  std::printf("%d humanoids: written back to %.2g m, held to %.2f degrees\n", count, static_cast<double>(worstWritten),
              static_cast<double>(degrees(worstHeld)));
}

}  // namespace
}  // namespace sinew
