#include <limits>

#include "physics/conformance.h"

// Building, sleeping, switching, kinematics, snapshots, trouble.

namespace sinew {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST_P(WorldConformance, BadBodiesAreRefused) {
  make();
  const std::uint64_t empty = world_->stateHash();
  const auto refused = [this](auto&& spoil) {
    BodyDef def = rod(1, 0.1f, 0.2f);
    spoil(def);
    const auto made = world_->createBody(def);
    return !made && !made.error().place.empty() && !made.error().message.empty();
  };
  EXPECT_TRUE(refused([](BodyDef& d) { d.mass = 0; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.mass = -1; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.mass = kNaN; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.inertia.y = 0; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.inertia.z = kInfinity; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.shape.radius = 0; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.shape.halfHeight = -0.1f; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.shape.type = BodyShape::box; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.worldFromBody.translation.x = kNaN; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.worldFromBody.rotation = {0, 0, 0, 0}; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.shape.bodyFromShape.rotation = {1, 1, 1, 1}; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.centerOfMass.y = kNaN; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.bodyFromInertia = {2, 0, 0, 0}; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.angularDamping = -1; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.material.friction = kNaN; }));
  EXPECT_TRUE(refused([](BodyDef& d) { d.group = kGroundGroup; }));
  EXPECT_EQ(world_->stateHash(), empty) << "nothing was built";
}

TEST_P(WorldConformance, BadArticulationsAndJointsAreRefused) {
  make();
  const std::uint64_t empty = world_->stateHash();
  const auto refused = [this](auto&& spoil) {
    ArticulationDef def = doll();
    spoil(def);
    return !world_->createArticulation(def).has_value();
  };
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.bodies.clear(); }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints.pop_back(); }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.bodies[5].mass = 0; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[3].parent = 9; })) << "parent after child";
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[3].parent = -1; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[3].child = 3; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[3].joint.twist = {1, -1}; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[3].joint.twist = {-7, 0}; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[1].joint.swing2 = {0.2f, 1}; })) << "swings hold zero";
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[3].joint.damping = kNaN; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.joints[3].joint.childFromFrame.translation.z = kInfinity; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.filteredPairs = {{0, 17}}; }));
  EXPECT_TRUE(refused([](ArticulationDef& d) { d.filteredPairs = {{4, 4}}; }));
  EXPECT_EQ(world_->stateHash(), empty) << "nothing was built";

  const BodyId id = body(ball(1, 0.1f, {}));
  JointDef loose;
  EXPECT_FALSE(world_->createJoint(loose).has_value()) << "no child";
  loose.child = loose.parent = id;
  EXPECT_FALSE(world_->createJoint(loose).has_value()) << "to itself";
  loose.parent = {7, 3};
  EXPECT_FALSE(world_->createJoint(loose).has_value());
}

TEST_P(WorldConformance, BadGroundAndWorldsAreRefused) {
  make();
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  const std::vector<std::uint32_t> beyond = {0, 1, 3}, odd = {0, 1};
  EXPECT_FALSE(world_->createPlane({0, 2, 0}, 0, {}).has_value());
  EXPECT_FALSE(world_->createPlane({0, 1, 0}, kNaN, {}).has_value());
  EXPECT_FALSE(world_->createBox({}, {1, 0, 1}, {}).has_value());
  EXPECT_FALSE(world_->createMesh(corners, beyond, {}).has_value());
  EXPECT_FALSE(world_->createMesh(corners, odd, {}).has_value());
  EXPECT_FALSE(world_->createMesh(corners, {}, {}).has_value());
  const std::vector<float> heights = {0, 0, 0, kNaN};
  EXPECT_FALSE(world_->createHeightField(heights, 2, 1, {}, {}).has_value());
  EXPECT_FALSE(world_->createHeightField(heights, 3, 1, {}, {}).has_value());
  EXPECT_FALSE(world_->createHeightField({}, 0, 1, {}, {}).has_value());
  WorldDef def;
  def.substeps = 0;
  EXPECT_FALSE(GetParam().create(def).has_value());
  def = {};
  def.gravity.x = kNaN;
  EXPECT_FALSE(GetParam().create(def).has_value());
}

TEST_P(WorldConformance, StaleIdsAreWrongCallsAndDoNothing) {
  make();
  setAssertions(true);
  const ArticulationId gone = articulation(arm(ConstraintType::ball));
  const BodyId oldBody = world_->bodiesOf(gone)[1];
  const JointId oldJoint = world_->jointsOf(gone)[0];
  world_->destroyArticulation(gone);
  EXPECT_FALSE(world_->valid(oldBody));
  EXPECT_FALSE(world_->valid(oldJoint));
  const ArticulationId next = articulation(arm(ConstraintType::ball));
  EXPECT_TRUE(world_->valid(world_->bodiesOf(next)[1]));
  EXPECT_FALSE(world_->valid(oldBody)) << "the place may be taken again, the id is not";
  EXPECT_EQ(assertions(), 0);

  const std::uint64_t hash = world_->stateHash();
  int calls = 0;
  const auto counts = [&](auto&& call) {
    call();
    EXPECT_EQ(assertions(), ++calls);
  };
  counts([&] { push(world_->bodiesOf(next)[1], {}), put(oldBody, {}); });
  counts([&] { motor({oldJoint, 1, 1, 1, {}, {}}); });
  counts([&] { pin({oldBody, 1, 1, 1, 1, {}, {}, {}}); });
  counts([&] { mode(oldBody, BodyMode::kinematic); });
  counts([&] { world_->destroyArticulation(gone); });
  counts([&] { world_->destroyBody(oldBody); });
  counts([&] { world_->destroyJoint(oldJoint); });
  counts([&] { world_->destroyGround({5, 1}); });
  counts([&] { enable(gone, false); });
  counts([&] { world_->wake({&oldBody, 1}); });
  counts([&] { EXPECT_TRUE(world_->bodiesOf(gone).empty()); });
  EXPECT_EQ(world_->stateHash(), hash);
  EXPECT_FALSE(world_->bodyInfo(oldBody).has_value());
  EXPECT_FALSE(world_->jointInfo(oldJoint).has_value());
}

TEST_P(WorldConformance, BodiesComeAndGo) {
  make();
  floor();
  for (int round = 0; round < 3; ++round) {
    const ArticulationId a = articulation(doll({{}, {0, 0.2f, 0}})), b = articulation(doll({{}, {0, 1.5f, 0}}));
    run(0.5f);
    world_->destroyArticulation(a);
    run(0.5f);
    for (const BodyId part : world_->bodiesOf(b)) EXPECT_TRUE(isFinite(place(part)));
    world_->destroyArticulation(b);
    EXPECT_EQ(world_->step(kStep).awakeBodies, 0u);
  }
}

TEST_P(WorldConformance, WhatLiesQuietFallsAsleepAndWakesWhole) {
  make();
  floor();
  const ArticulationId id = articulation(doll({axisAngle(Vec3{1, 0, 0}, -kPi / 2), {0, 0.4f, 0}}));
  const auto bodies = world_->bodiesOf(id);
  for (int i = 0; i < 30; ++i) {
    world_->step(kStep);
    EXPECT_FALSE(world_->asleep(bodies[0])) << "in the first half second";
  }
  run(7.5f);
  for (const BodyId part : bodies) EXPECT_TRUE(world_->asleep(part));
  EXPECT_EQ(world_->step(kStep).awakeBodies, 0u);
  const std::uint64_t hash = world_->stateHash();
  run(1);
  EXPECT_EQ(world_->stateHash(), hash) << "asleep is still";

  push(bodies[7], {0, 0.1f, 0});
  for (const BodyId part : bodies) EXPECT_FALSE(world_->asleep(part));
  run(5);
  EXPECT_TRUE(world_->asleep(bodies[0]));

  world_->wake({&bodies[3], 1});
  EXPECT_FALSE(world_->asleep(bodies[12]));
  world_->sleep({&bodies[3], 1});
  EXPECT_TRUE(world_->asleep(bodies[12]));
}

TEST_P(WorldConformance, NothingSleepsInTheAir) {
  make();
  const BodyId dropped = body(ball(1, 0.1f, {0, 100, 0}));
  const BodyId thrown = body(ball(1, 0.1f, {5, 100, 0}));
  push(thrown, {0, 9.81f * 0.7f, 0});
  for (int i = 0; i < 120; ++i) {
    world_->step(kStep);
    EXPECT_FALSE(world_->asleep(dropped) || world_->asleep(thrown));
  }
}

TEST_P(WorldConformance, ATouchWakes) {
  make();
  floor();
  const BodyId low = body(block(1, {0.2f, 0.1f, 0.2f}, {0, 0.1f, 0})), high = body(block(1, {0.2f, 0.1f, 0.2f}, {0, 0.3f, 0}));
  const BodyId far = body(block(1, {0.2f, 0.1f, 0.2f}, {5, 0.1f, 0}));
  run(2);
  ASSERT_TRUE(world_->asleep(low) && world_->asleep(high) && world_->asleep(far));
  const BodyId stone = body(ball(1, 0.1f, {0.1f, 1.5f, 0}));
  bool woke = false;
  for (int i = 0; i < 60; ++i) {
    world_->step(kStep);
    woke = woke || (!world_->asleep(low) && !world_->asleep(high));
    EXPECT_TRUE(world_->asleep(far));
  }
  EXPECT_TRUE(woke);
  world_->destroyBody(stone);

  // What loses its support wakes.
  run(2);
  ASSERT_TRUE(world_->asleep(high));
  world_->destroyBody(low);
  run(0.5f);
  EXPECT_NEAR(place(high).y, 0.1f, 0.02f);
}

TEST_P(WorldConformance, OnlyAChangedMotorWakes) {
  make(weightless());
  const ArticulationId id = articulation(arm(ConstraintType::hinge));
  const JointId hung = world_->jointsOf(id)[0];
  const BodyId part = world_->bodiesOf(id)[1];
  motor({hung, 3, 1, 10, axisAngle(Vec3{1, 0, 0}, 0.3f), {}});
  run(4);
  ASSERT_TRUE(world_->asleep(part));
  motor({hung, 3, 1, 10, axisAngle(Vec3{1, 0, 0}, 0.3f), {}});
  EXPECT_TRUE(world_->asleep(part));
  motor({hung, 3, 1, 10, axisAngle(Vec3{1, 0, 0}, 0.5f), {}});
  EXPECT_FALSE(world_->asleep(part));
  run(2);
  EXPECT_NEAR(joint(hung).angles.x, 0.5f, 0.02f);
}

TEST_P(WorldConformance, SwitchedOffIsNotThereAndGoesOnWhereItStood) {
  make();
  floor();
  const ArticulationId id = articulation(doll({{}, {0, 2, 0}}));
  const BodyId part = world_->bodiesOf(id)[0];
  run(0.3f);
  const BodyState before = state(part);
  const std::uint64_t hash = world_->stateHash();
  enable(id, false);
  EXPECT_EQ(run(1).awakeBodies, 0u);
  EXPECT_EQ(world_->stateHash(), hash);
  EXPECT_FALSE(world_->castRay(before.worldFromBody.translation + Vec3{0, 0, 3}, before.worldFromBody.translation, ~0u).hit);
  EXPECT_TRUE(world_->overlapSphere(before.worldFromBody.translation, 1, ~0u).empty());
  const BodyId stone = body(ball(5, 0.1f, {0, 3, 0}));
  run(1);
  EXPECT_LT(place(stone).y, 0.2f) << "falls through what is switched off";
  world_->destroyBody(stone);

  enable(id, true);
  EXPECT_EQ(state(part).linearVelocity, before.linearVelocity);
  run(0.1f);
  EXPECT_LT(state(part).linearVelocity.y, before.linearVelocity.y - 0.8f);
}

TEST_P(WorldConformance, KinematicBodiesGoWhereTheyAreTold) {
  make();
  BodyDef def = block(1, {0.2f, 0.2f, 0.2f}, {});
  def.mode = BodyMode::kinematic;
  const BodyId mover = body(def);
  const BodyId pushed = body(ball(1, 0.1f, {0.6f, 0.1f, 0}));
  floor();
  run(0.5f);
  EXPECT_LT(distance(place(mover), Vec3{}), 1e-6f) << "neither falls nor drifts";
  for (int i = 1; i <= 60; ++i) {
    const Transform wanted{axisAngle(Vec3{0, 1, 0}, 0.01f * static_cast<float>(i)), {0.02f * static_cast<float>(i), 0, 0}};
    carry(mover, wanted);
    world_->step(kStep);
    ASSERT_LT(distance(place(mover), wanted.translation), 1e-5f);
    ASSERT_LT(angleBetween(state(mover).worldFromBody.rotation, wanted.rotation), 1e-3f);
  }
  EXPECT_NEAR(state(mover).linearVelocity.x, 1.2f, 1e-3f);
  EXPECT_GT(place(pushed).x, 1.4f);

  // Made dynamic, it keeps the speed it was carried with.
  mode(mover, BodyMode::dynamic);
  EXPECT_NEAR(state(mover).linearVelocity.x, 1.2f, 1e-3f);
  EXPECT_NEAR(world_->bodyInfo(mover)->mass, 1, 1e-5f);
  mode(mover, BodyMode::kinematic);
  EXPECT_EQ(world_->bodyInfo(mover)->mass, 0);
  const Vec3 stop = place(mover);
  run(0.2f);
  EXPECT_LT(distance(place(mover), stop), 1e-5f) << "without a target it stands still";
}

TEST_P(WorldConformance, APartMayBeKinematicAmongLimpOnes) {
  make();
  const ArticulationDef def = doll({{}, {0, 1, 0}});
  const ArticulationId id = articulation(def);
  const BodyId chest = world_->bodiesOf(id)[2], foot = world_->bodiesOf(id)[10];
  mode(chest, BodyMode::kinematic);
  std::vector<JointState> joints(world_->jointsOf(id).size());
  float worst = 0;
  for (int i = 1; i <= 120; ++i) {
    Transform wanted = def.bodies[2].worldFromBody;
    wanted.translation.x += 0.3f * std::sin(3 * static_cast<float>(i) * kStep);
    carry(chest, wanted);
    world_->step(kStep);
    ASSERT_LT(distance(place(chest), wanted.translation), 1e-5f);
    world_->jointStates(world_->jointsOf(id), joints);
    for (const JointState& now : joints) worst = std::max(worst, now.separation);
  }
  EXPECT_LT(worst, 0.01f);
  EXPECT_GT(place(foot).y, 0.8f) << "hangs from the chest";

  // Let go as a runner is: the whole body keeps the speed.
  for (int i = 1; i <= 30; ++i) {
    Transform wanted = def.bodies[2].worldFromBody;
    wanted.translation.x = 0.05f * static_cast<float>(i);
    carry(chest, wanted);
    world_->step(kStep);
  }
  mode(chest, BodyMode::dynamic);
  world_->step(kStep);
  EXPECT_GT(state(chest).linearVelocity.x, 0.8f * 3);
}

TEST_P(WorldConformance, SameInputsSameHash) {
  std::uint64_t hashes[2] = {};
  for (std::uint64_t& hash : hashes) {
    make();
    floor();
    for (int i = 0; i < 3; ++i)
      articulation(doll(
          {axisAngle(normalized(Vec3{1, 2, 1}), static_cast<float>(i)), {0.2f * static_cast<float>(i), 1 + static_cast<float>(i), 0}}));
    run(2);
    hash = world_->stateHash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_P(WorldConformance, TwoRestoresRunAlike) {
  make();
  floor();
  const ArticulationId id = articulation(doll({axisAngle(Vec3{1, 0, 0}, 0.5f), {0, 0.5f, 0}}));
  motor({world_->jointsOf(id)[3], 3, 1, 50, axisAngle(Vec3{0, 1, 0}, 0.2f), {}});
  run(0.5f);
  const std::vector<std::byte> saved = world_->snapshot();
  const std::uint64_t savedHash = world_->stateHash();
  run(0.5f);
  const std::uint64_t original = world_->stateHash();
  motor({world_->jointsOf(id)[3], 0, 1, 0, {}, {}});
  run(1);

  std::uint64_t ends[2] = {};
  for (std::uint64_t& end : ends) {
    ASSERT_TRUE(world_->restore(saved).has_value());
    EXPECT_EQ(world_->stateHash(), savedHash);
    run(0.5f);
    end = world_->stateHash();
    run(0.7f);
  }
  EXPECT_EQ(ends[0], ends[1]);
  if (world_->traits().restoreBitExact) {
    EXPECT_EQ(ends[0], original);
  }
}

TEST_P(WorldConformance, AnArticulationIsRestoredAlone) {
  make();
  floor();
  const ArticulationId one = articulation(doll({{}, {0, 0.5f, 0}})), other = articulation(doll({{}, {5, 0.5f, 0}}));
  const std::vector<std::byte> saved = world_->snapshot(one);
  const Vec3 start = place(world_->bodiesOf(one)[0]);
  run(1);
  const Vec3 elsewhere = place(world_->bodiesOf(other)[0]);
  ASSERT_TRUE(world_->restore(one, saved).has_value());
  EXPECT_EQ(place(world_->bodiesOf(one)[0]), start);
  EXPECT_EQ(place(world_->bodiesOf(other)[0]), elsewhere);
}

TEST_P(WorldConformance, ForeignSnapshotsChangeNothing) {
  make();
  const ArticulationId id = articulation(doll());
  const std::vector<std::byte> saved = world_->snapshot();
  body(ball(1, 0.1f, {3, 3, 3}));
  const std::uint64_t hash = world_->stateHash();
  EXPECT_FALSE(world_->restore(saved).has_value()) << "another population";
  EXPECT_FALSE(world_->restore(std::span<const std::byte>(saved).first(saved.size() / 2)).has_value());
  EXPECT_FALSE(world_->restore({}).has_value());
  EXPECT_FALSE(world_->restore(id, {}).has_value());
  const std::vector<std::byte> noise(saved.size(), std::byte{0x5a});
  EXPECT_FALSE(world_->restore(noise).has_value());
  EXPECT_EQ(world_->stateHash(), hash);
}

TEST_P(WorldConformance, NonFiniteInputsAreRefusedAndCounted) {
  make();
  const ArticulationId id = articulation(arm(ConstraintType::ball));
  const BodyId part = world_->bodiesOf(id)[1];
  const std::uint64_t hash = world_->stateHash();
  const Vec3 bad{kNaN, 0, 0}, good{};
  put(part, {{{}, bad}, {}, {}});
  put(part, {{}, {kInfinity, 0, 0}, {}});
  world_->addImpulses({&part, 1}, {&bad, 1}, {&good, 1});
  world_->addImpulses({&part, 1}, {&good, 1}, {&bad, 1});
  motor({world_->jointsOf(id)[0], kNaN, 1, 1, {}, {}});
  motor({world_->jointsOf(id)[0], 1, 1, 1, {0, 0, 0, 0}, {}});
  pin({part, 1, 1, kNaN, 1, {}, {}, {}});
  EXPECT_EQ(world_->stateHash(), hash);
  EXPECT_EQ(world_->step(kStep).skippedTargets, 7u);
  EXPECT_EQ(world_->step(kStep).skippedTargets, 0u);
  EXPECT_TRUE(isFinite(place(part)));
}

TEST_P(WorldConformance, NumbersThatBurstAreTakenBackAndCounted) {
  make();
  floor();
  const ArticulationId id = articulation(doll({{}, {0, 0.5f, 0}})), other = articulation(doll({{}, {5, 0.5f, 0}}));
  run(0.1f);
  push(world_->bodiesOf(id)[7], {3e37f, 0, 0});
  const StepReport report = world_->step(kStep);
  EXPECT_GT(report.nonFinite, 0u);
  run(1);
  for (const BodyId part : world_->bodiesOf(id)) {
    EXPECT_TRUE(isFinite(place(part)));
    EXPECT_LT(length(place(part)), 10);
  }
  EXPECT_LT(std::abs(place(world_->bodiesOf(other)[0]).x - 5), 1) << "the neighbour is untouched";
}

TEST_P(WorldConformance, UnknownWorldsAreRefusedByName) {
  const auto made = createWorld("no such engine");
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, ErrorCode::usage);
  EXPECT_NE(made.error().message.find(worldNames().front()), std::string::npos);
}

}  // namespace
}  // namespace sinew
