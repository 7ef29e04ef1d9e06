#include <algorithm>
#include <cmath>
#include <cstdio>

#include <sinew/base/random.h>

#include <tbb/global_control.h>

#include "physics/conformance.h"
#include "src/physics/crowd/create.h"

// What the crowd world promises beyond the seam: the same bits in any lane of any width, whoever else is there and however many
// workers run; and mechanics that keep what they must.

namespace sinew {
namespace {

Transform thrown(std::uint64_t seed) {
  Random random{seed};
  const Quat turned = normalized(Quat{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
  return {turned, Vec3{0, 1.6f, 0} - rotate(turned, Vec3{0, 0.9f, 0})};
}

std::vector<BodyState> statesOf(const World& world, ArticulationId id) {
  std::vector<BodyState> states(world.bodiesOf(id).size());
  world.getStates(world.bodiesOf(id), states);
  return states;
}

bool same(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i].worldFromBody == b[i].worldFromBody) || !(a[i].linearVelocity == b[i].linearVelocity) ||
        !(a[i].angularVelocity == b[i].angularVelocity))
      return false;
  }
  return a.size() == b.size();
}

bool machineHas(int width) {
#if defined(__x86_64__)
  if (width == 8) return __builtin_cpu_supports("avx2") != 0;
  if (width == 16) return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0;
#endif
  return true;
}

/// Five characters fall apart from each other, one with motors, one held by a pin and partly kinematic; hash after two seconds.
std::uint64_t fall(World& world) {
  EXPECT_TRUE(world.createPlane({0, 1, 0}, 0, {}));
  std::vector<ArticulationId> all;
  for (std::uint64_t i = 0; i < 5; ++i) {
    Transform at = thrown(i + 1);
    at.translation.x += 5 * static_cast<float>(i);
    all.push_back(*world.createArticulation(doll(at)));
  }
  for (const JointId joint : world.jointsOf(all[1])) {
    const MotorTarget motor{joint, 3, 1, 40, {}, {}};
    world.setMotors({&motor, 1});
  }
  const BodyId pinned = world.bodiesOf(all[2])[0], still = world.bodiesOf(all[3])[2];
  const PinTarget pin{pinned, 3, 1, 2000, 200, {{}, {10, 1.5f, 0}}, {}, {}};
  world.setPins({&pin, 1});
  const BodyMode kinematic = BodyMode::kinematic;
  world.setModes({&still, 1}, {&kinematic, 1});
  for (int i = 0; i < 120; ++i) world.step(kStep);
  return world.stateHash();
}

TEST(Crowd, EveryWidthGivesTheBitsOfTheScalarReference) {
  const std::uint64_t reference = fall(*createCrowdWorld({}, 1));
  for (const int width : {4, 8, 16}) {
    if (!machineHas(width)) continue;
    EXPECT_EQ(fall(*createCrowdWorld({}, width)), reference) << "lanes " << width;
  }
}

TEST(Crowd, ACharacterMovesAlikeAloneInAnyLaneAndAmongOthers) {
  std::vector<std::vector<BodyState>> runs;
  for (const int before : {0, 1, 3, 9}) {
    const auto world = createCrowdWorld({});
    ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
    for (int i = 0; i < before; ++i) {
      Transform at = thrown(static_cast<std::uint64_t>(100 + i));
      at.translation.z += 20 + 5 * static_cast<float>(i);
      ASSERT_TRUE(world->createArticulation(doll(at)));
    }
    const ArticulationId id = *world->createArticulation(doll(thrown(7)));
    for (int i = 0; i < 90; ++i) world->step(kStep);
    runs.push_back(statesOf(*world, id));
  }
  for (std::size_t i = 1; i < runs.size(); ++i) EXPECT_TRUE(same(runs[i], runs[0])) << "run " << i;
}

/// A child swung almost all the way round, where its twist runs many times faster than it turns; beside it one that stands at its end.
TEST(Crowd, ANeighbourAtItsLimitDoesNotChangeHowALimitIsSeen) {
  std::vector<std::vector<BodyState>> runs;
  for (const bool neighbour : {false, true}) {
    const auto world = createCrowdWorld({.gravity = {}}, 4);
    const auto swung = [&](float z, float swing, float twist, float spin) {
      ArticulationDef def = arm(ConstraintType::ball);
      def.selfCollision = false;
      JointDef& joint = def.joints[0].joint;
      joint.limited = true;
      joint.twist = {-1, 1};
      joint.swing1 = joint.swing2 = {-kPi, kPi};
      const ArticulationId id = *world->createArticulation(def);
      std::vector<BodyState> states = statesOf(*world, id);
      const Transform worldFromFrame = states[0].worldFromBody * joint.parentFromFrame;
      const Quat turn = axisAngle({0, 1, 0}, swing) * axisAngle({1, 0, 0}, twist);
      states[1].worldFromBody = worldFromFrame * Transform{turn, {}} * inverse(joint.childFromFrame);
      states[1].angularVelocity = rotate(worldFromFrame.rotation, {0, 0, -spin});
      for (BodyState& state : states) state.worldFromBody.translation.z += z;
      world->setStates(world->bodiesOf(id), states);
      return id;
    };
    const ArticulationId id = swung(0, 2.9f, 0.8f, 20);
    if (neighbour) swung(50, 0.1f, 1, 1);
    for (int i = 0; i < 10; ++i) world->step(kStep);
    runs.push_back(statesOf(*world, id));
  }
  EXPECT_TRUE(same(runs[0], runs[1]));
}

TEST(Crowd, WhatABurstLeftBetweenTwoIsForgotten) {
  // A light ball on a heavy one, and a light one jointed to a heavy one: both are hit harder than numbers go.
  const auto world = createCrowdWorld({});
  ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  const BodyId below = *world->createBody(ball(5, 0.2f, {0, 0.2f, 0})), above = *world->createBody(ball(0.05f, 0.2f, {0, 0.595f, 0}));
  const BodyId left = *world->createBody(ball(5, 0.2f, {3, 0.2f, 0})), right = *world->createBody(ball(0.05f, 0.2f, {4, 0.2f, 0}));
  JointDef def;
  def.type = ConstraintType::ball;
  def.parent = left;
  def.child = right;
  def.limited = false;
  def.parentFromFrame.translation = {0.5f, 0, 0};
  def.childFromFrame.translation = {-0.5f, 0, 0};
  ASSERT_TRUE(world->createJoint(def));
  world->step(kStep);
  const BodyId hit[] = {above, right};
  const Vec3 impulses[] = {{0, -3e37f, 0}, {3e37f, 0, 0}}, points[] = {{0, 0.595f, 0}, {4, 0.2f, 0}};
  world->addImpulses(hit, impulses, points);
  EXPECT_GT(world->step(kStep).nonFinite, 0u);
  for (int i = 0; i < 30; ++i) {
    for (const Contact& contact : world->contacts()) EXPECT_TRUE(std::isfinite(contact.impulse) && std::isfinite(contact.depth));
    EXPECT_EQ(world->step(kStep).nonFinite, 0u) << "step " << i;
  }
  const BodyId all[] = {below, above, left, right};
  BodyState states[4];
  world->getStates(all, states);
  for (const BodyState& state : states) EXPECT_LT(length(state.worldFromBody.translation), 10);
}

TEST(Crowd, WorkersDoNotChangeTheHash) {
  std::uint64_t hashes[2] = {};
  for (const std::size_t workers : {1u, 2u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
    const auto world = createCrowdWorld({}, 4);
    ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
    for (std::uint64_t i = 0; i < 24; ++i) {
      Transform at = thrown(i);
      at.translation += Vec3{3 * static_cast<float>(i / 4), 0.5f * static_cast<float>(i % 4), 0};
      ASSERT_TRUE(world->createArticulation(doll(at)));
    }
    for (int i = 0; i < 60; ++i) world->step(kStep);
    hashes[workers - 1] = world->stateHash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Crowd, SnapshotsGoOnBitByBitAlsoInAPile) {
  const auto world = createCrowdWorld({});
  ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  for (std::uint64_t i = 0; i < 3; ++i) {
    Transform at = thrown(i);
    at.translation.y += 0.6f * static_cast<float>(i);
    ASSERT_TRUE(world->createArticulation(doll(at)));
  }
  for (int i = 0; i < 60; ++i) world->step(kStep);
  const std::vector<std::byte> saved = world->snapshot();
  for (int i = 0; i < 60; ++i) world->step(kStep);
  const std::uint64_t end = world->stateHash();
  ASSERT_TRUE(world->restore(saved).has_value());
  for (int i = 0; i < 60; ++i) world->step(kStep);
  EXPECT_EQ(world->stateHash(), end);
}

TEST(Crowd, NothingTurnsFasterThanJointsCanFollow) {
  WorldDef def;
  def.gravity = {};
  const auto world = createCrowdWorld(def);
  BodyDef ball;
  ball.shape.type = BodyShape::sphere;
  ball.shape.radius = 0.1f;
  ball.angularDamping = 0;
  ball.mass = 1;
  ball.inertia = {0.004f, 0.004f, 0.004f};
  const BodyId id = *world->createBody(ball);
  BodyState state;
  state.angularVelocity = {0, 2000, 0};
  world->setStates({&id, 1}, {&state, 1});
  world->step(kStep);
  world->getStates({&id, 1}, {&state, 1});
  EXPECT_NEAR(state.angularVelocity.y, 0.6f * 60 * static_cast<float>(def.substeps), 0.5f) << "rad/s: 0.6 rad a sub-step";
}

/// What a hundred spread falls come to in the last third of five seconds: the 99th of them.
struct Rest {
  float separation = 0, misalignment = 0, overshoot = 0, ground = 0, self = 0;
};

Rest restOf(const WorldDef& setting) {
  WorldDef def = setting;
  def.sleepTime = 1e6f;
  const auto world = createCrowdWorld(def);
  EXPECT_TRUE(world->createPlane({0, 1, 0}, 0, {0.5f, 0}));
  constexpr std::size_t kCount = 100;
  std::vector<ArticulationId> all;
  std::vector<std::size_t> characterOf;
  for (std::size_t i = 0; i < kCount; ++i) {
    Transform at = thrown(i + 1);
    at.translation += Vec3{4 * static_cast<float>(i % 10), 0.4f, 4 * static_cast<float>(i / 10)};
    all.push_back(*world->createArticulation(doll(at)));
    for (const BodyId body : world->bodiesOf(all.back())) {
      characterOf.resize(std::max<std::size_t>(characterOf.size(), body.index + 1));
      characterOf[body.index] = i;
    }
  }
  std::vector<Rest> each(kCount);
  std::vector<JointState> joints;
  for (int step = 0; step < 300; ++step) {
    world->step(kStep);
    if (step < 200) continue;
    for (std::size_t i = 0; i < kCount; ++i) {
      joints.resize(world->jointsOf(all[i]).size());
      world->jointStates(world->jointsOf(all[i]), joints);
      for (const JointState& now : joints) {
        each[i].separation = std::max(each[i].separation, 1000 * now.separation);
        each[i].misalignment = std::max(each[i].misalignment, degrees(now.misalignment));
        each[i].overshoot = std::max(each[i].overshoot, degrees(now.overshoot));
      }
    }
    for (const Contact& contact : world->contacts()) {
      Rest& own = each[characterOf[contact.a.index]];
      float& depth = contact.b ? own.self : own.ground;
      depth = std::max(depth, 1000 * contact.depth);
    }
  }
  Rest rest;
  for (float Rest::*figure : {&Rest::separation, &Rest::misalignment, &Rest::overshoot, &Rest::ground, &Rest::self}) {
    std::vector<float> values;
    for (const Rest& one : each) values.push_back(one.*figure);
    std::sort(values.begin(), values.end());
    rest.*figure = values[kCount - 2];
  }
  return rest;
}

TEST(Crowd, WhatLiesIsClosedInsideItsLimitsAndOnTheGround) {
  for (const bool exact : {true, false}) {
    const Rest rest = restOf(exact ? exactSetting() : crowdSetting());
    const auto number = [](float value) { return static_cast<double>(value); };
    std::printf("%s: separation %.3f mm, misaligned %.3f, overshoot %.2f degrees, ground %.2f, self %.2f mm\n", exact ? "exact" : "crowd",
                number(rest.separation), number(rest.misalignment), number(rest.overshoot), number(rest.ground), number(rest.self));
    EXPECT_LT(rest.separation, 0.5f);
    EXPECT_LT(rest.misalignment, exact ? 0.5f : 3.0f);
    EXPECT_LT(rest.overshoot, exact ? 0.5f : 3.0f);
    EXPECT_LT(rest.ground, 5);
    EXPECT_LT(rest.self, 5);
  }
}

class CrowdConservation : public WorldConformance {};

TEST_P(CrowdConservation, AFreeCharacterKeepsMomentaAndEnergyForTenSeconds) {
  double most[3] = {};
  for (const Vec3& blow : {Vec3{1, 2, 3}, Vec3{1.9f, 1.4f, 3.3f}, Vec3{2.5f, 1, 3.5f}}) {
    for (const bool hinges : {false, true}) {
      WorldDef setting = exactSetting();
      setting.gravity = {};
      make(setting);
      ArticulationDef def = doll();
      for (ArticulationJointDef& part : def.joints) {
        part.joint.limited = false;
        part.joint.damping = 0;
        if (!hinges) part.joint.type = ConstraintType::ball;
      }
      def.selfCollision = false;
      const ArticulationId id = articulation(def);
      const auto bodies = world_->bodiesOf(id);
      push(bodies[7], blow);
      push(bodies[10], {-2, 1, 0});
      world_->step(kStep);
      const Vec3d linear = momentum(bodies), angular = angularMomentum(bodies);
      const double energy = kineticEnergy(bodies);
      run(10);
      const double change[3] = {length(momentum(bodies) - linear) / length(linear),
                                length(angularMomentum(bodies) - angular) / length(angular), std::abs(kineticEnergy(bodies) / energy - 1)};
      for (int i = 0; i < 3; ++i) most[i] = std::max(most[i], change[i]);
    }
  }
  std::printf("linear %.1e, angular %.1e, energy %.2f %%\n", most[0], most[1], 100 * most[2]);
  EXPECT_LT(most[0], 1e-5);
  EXPECT_LT(most[1], 1e-3);
  EXPECT_LT(most[2], 0.01);
}

INSTANTIATE_TEST_SUITE_P(Widest, CrowdConservation,
                         testing::Values(Backend{"crowd", [](const WorldDef& def) { return createWorld("crowd", def); }}), nameOfBackend);

}  // namespace
}  // namespace sinew
