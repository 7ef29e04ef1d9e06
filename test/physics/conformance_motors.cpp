#include "physics/conformance.h"

// Motors and pins speak of hertz: what they do must not depend on masses.

namespace sinew {
namespace {

const Quat kAcross = fromTo(Vec3{1, 0, 0}, Vec3{0, 0, 1});

/// Share of the way that a damped spring (damping ratio 1) still has to go after t seconds.
float missing(float hertz, float t) {
  const float w = 2 * kPi * hertz;
  return (1 + w * t) * std::exp(-w * t);
}

TEST_P(WorldConformance, MotorReachesItsTargetInItsOwnTimeWhateverTheMass) {
  for (const ConstraintType type : {ConstraintType::hinge, ConstraintType::ball}) {
    for (const float mass : {0.2f, 2.0f, 50.0f}) {
      for (const float hertz : {1.0f, 3.0f}) {
        make(weightless());
        const ArticulationId id = articulation(arm(type, kAcross, mass));
        const JointId hung = world_->jointsOf(id)[0];
        motor({hung, hertz, 1, 1e6f, axisAngle(Vec3{1, 0, 0}, 1.0f), {}});
        for (int i = 1; i <= 60; ++i) {
          world_->step(kStep);
          if (i % 6 != 0) continue;
          EXPECT_NEAR(1 - joint(hung).angles.x, missing(hertz, static_cast<float>(i) * kStep), 0.05f)
              << "kg " << mass << " hertz " << hertz;
        }
      }
    }
  }
}

TEST_P(WorldConformance, MotorCarriesItsWholeSubtree) {
  make(weightless());
  ArticulationDef def = arm(ConstraintType::hinge, kAcross);
  def.bodies.push_back(rod(5, 0.04f, 0.16f, {{}, {0, -0.6f, 0}}));
  def.joints.push_back(jointAt(def, 1, 2, ConstraintType::fixed, {0, -0.4f, 0}));
  const ArticulationId id = articulation(def);
  const JointId hung = world_->jointsOf(id)[0];
  motor({hung, 2, 1, 1e6f, axisAngle(Vec3{1, 0, 0}, 1.0f), {}});
  for (int i = 1; i <= 48; ++i) {
    world_->step(kStep);
    if (i % 6 != 0) continue;
    EXPECT_NEAR(1 - joint(hung).angles.x, missing(2, static_cast<float>(i) * kStep), 0.06f);
  }
}

TEST_P(WorldConformance, BallMotorTurnsToAnyRotation) {
  make(weightless());
  const ArticulationId id = articulation(arm(ConstraintType::ball));
  const JointId hung = world_->jointsOf(id)[0];
  const Vec3 wanted{0.4f, -0.7f, 0.3f};
  motor({hung, 3, 1, 1e6f, fromBallAngles(wanted), {}});
  run(1.5f);
  EXPECT_LT(distance(joint(hung).angles, wanted), 0.01f);
  EXPECT_LT(joint(hung).separation, 1e-4f);
}

TEST_P(WorldConformance, MotorTorqueIsCappedAndReported) {
  make(weightless());
  const ArticulationDef def = arm(ConstraintType::hinge, kAcross);
  const ArticulationId id = articulation(def);
  const JointId hung = world_->jointsOf(id)[0];
  motor({hung, 10, 1, 0.5f, axisAngle(Vec3{1, 0, 0}, 3.0f), {}});
  run(0.4f);
  const float inertia = def.bodies[1].inertia.z + 2 * 0.2f * 0.2f;
  EXPECT_NEAR(joint(hung).angles.x, 0.5f * 0.5f / inertia * 0.16f, 0.03f * joint(hung).angles.x);
  EXPECT_NEAR(joint(hung).motorTorque.x, 0.5f, 1e-3f);
  EXPECT_TRUE(joint(hung).saturated);
}

TEST_P(WorldConformance, MotorTorqueOfAHeldWeightIsThatOfTheWeight) {
  make();
  const ArticulationDef def = arm(ConstraintType::hinge, kAcross);
  const ArticulationId id = articulation(def);
  const JointId hung = world_->jointsOf(id)[0];
  motor({hung, 8, 1, 100, axisAngle(Vec3{1, 0, 0}, kPi / 2), {}});
  run(2);
  const float angle = joint(hung).angles.x;
  EXPECT_NEAR(joint(hung).motorTorque.x, 2 * 9.81f * 0.2f * std::sin(angle), 0.02f);
  EXPECT_FALSE(joint(hung).saturated);
  EXPECT_LT(degrees(kPi / 2 - angle), 2) << "sags under its weight by g / (r w^2)";
}

TEST_P(WorldConformance, MotorFollowsAMovingTargetWithoutLag) {
  make(weightless());
  const ArticulationId id = articulation(arm(ConstraintType::hinge, kAcross));
  const JointId hung = world_->jointsOf(id)[0];
  const float speed = 1.5f;
  for (int i = 1; i <= 120; ++i) {
    const float t = static_cast<float>(i) * kStep;
    motor({hung, 4, 1, 1e6f, axisAngle(Vec3{1, 0, 0}, speed * t), {speed, 0, 0}});
    world_->step(kStep);
  }
  EXPECT_NEAR(joint(hung).angles.x, hingeAngle(axisAngle(Vec3{1, 0, 0}, speed * 2)), 0.03f);
}

TEST_P(WorldConformance, MotorTargetBeyondTheLimitIsClampedAndCounted) {
  for (const ConstraintType type : {ConstraintType::hinge, ConstraintType::ball}) {
    make();
    ArticulationDef def = arm(type, kAcross);
    def.joints[0].joint.limited = true;
    def.joints[0].joint.twist = {radians(-10), radians(60)};
    const ArticulationId id = articulation(def);
    const JointId hung = world_->jointsOf(id)[0];
    motor({hung, 4, 1, 200, axisAngle(Vec3{1, 0, 0}, radians(120)), {}});
    EXPECT_EQ(world_->step(kStep).clampedTargets, 1u);
    EXPECT_EQ(world_->step(kStep).clampedTargets, 0u);
    run(2);
    float low = 1e9f, high = -1e9f;
    for (int i = 0; i < 120; ++i) {
      world_->step(kStep);
      low = std::min(low, joint(hung).angles.x);
      high = std::max(high, joint(hung).angles.x);
    }
    EXPECT_LT(degrees(high - low), 1) << "trembles";
    EXPECT_LT(degrees(high), 61);
    EXPECT_GT(degrees(low), 55);
  }
}

TEST_P(WorldConformance, MotorSwitchedOffLeavesTheJointFree) {
  make();
  const ArticulationId id = articulation(arm(ConstraintType::hinge, kAcross));
  const JointId hung = world_->jointsOf(id)[0];
  motor({hung, 8, 1, 100, axisAngle(Vec3{1, 0, 0}, kPi / 2), {}});
  run(1);
  motor({hung, 0, 1, 0, {}, {}});
  run(0.25f);
  EXPECT_LT(degrees(joint(hung).angles.x), 80);
  EXPECT_EQ(joint(hung).motorTorque, Vec3{});
}

TEST_P(WorldConformance, MotorsAreInternal) {
  // Three rods adrift, bent hard by their motors: what the body does to itself changes neither momentum.
  make(weightless());
  ArticulationDef def;
  for (int i = 0; i < 3; ++i)
    def.bodies.push_back(rod(1 + static_cast<float>(i), 0.04f, 0.16f, {{}, {0, -0.4f * static_cast<float>(i), 0}}));
  def.joints = {jointAt(def, 0, 1, ConstraintType::ball, {0, -0.2f, 0}), jointAt(def, 1, 2, ConstraintType::hinge, {0, -0.6f, 0})};
  def.selfCollision = false;
  const ArticulationId id = articulation(def);
  const auto bodies = world_->bodiesOf(id);
  push(bodies[0], {0.3f, 0.1f, -0.2f});
  world_->step(kStep);
  const Vec3d linear = momentum(bodies), angular = angularMomentum(bodies);
  motor({world_->jointsOf(id)[0], 3, 0.5f, 50, axisAngle(normalized(Vec3{1, 1, 0}), 1.2f), {}});
  motor({world_->jointsOf(id)[1], 3, 0.5f, 50, axisAngle(Vec3{1, 0, 0}, -1.2f), {}});
  double moving = 0;
  for (int i = 0; i < 120; ++i) {
    world_->step(kStep);
    moving = std::max(moving, kineticEnergy(bodies));
  }
  EXPECT_GT(moving, 0.5) << "J, the motors do something";
  EXPECT_LT(length(momentum(bodies) - linear), 1e-4);
  EXPECT_LT(length(angularMomentum(bodies) - angular), 3e-3) << "N m s";
}

TEST_P(WorldConformance, MotorsOnWhatCannotTurnAreSkippedAndCounted) {
  make();
  const ArticulationId id = articulation(arm(ConstraintType::fixed));
  motor({world_->jointsOf(id)[0], 4, 1, 100, axisAngle(Vec3{1, 0, 0}, 1.0f), {}});
  EXPECT_EQ(world_->step(kStep).skippedTargets, 1u);
}

TEST_P(WorldConformance, PinPullsInItsOwnTimeWhateverTheMass) {
  for (const float mass : {0.1f, 80.0f}) {
    make(weightless());
    const BodyId id = body(ball(mass, 0.1f, {}));
    const Quat turned = axisAngle(normalized(Vec3{1, 2, 3}), 1.0f);
    pin({id, 2, 1, 1e7f, 1e7f, {turned, {1, 0, 0}}, {}, {}});
    for (int i = 1; i <= 60; ++i) {
      world_->step(kStep);
      if (i % 6 != 0) continue;
      const float left = missing(2, static_cast<float>(i) * kStep);
      EXPECT_NEAR(1 - place(id).x, left, 0.05f) << "kg " << mass;
      EXPECT_NEAR(angleBetween(state(id).worldFromBody.rotation, turned), left, 0.05f) << "kg " << mass;
    }
  }
}

TEST_P(WorldConformance, PinOfARootCarriesTheWholeBody) {
  make();
  const ArticulationDef def = doll({{}, {0, 1, 0}});
  const ArticulationId id = articulation(def);
  const BodyId pelvis = world_->bodiesOf(id)[0];
  pin({pelvis, 5, 1, 1e5f, 1e5f, def.bodies[0].worldFromBody, {}, {}});
  run(3);
  const float sag = def.bodies[0].worldFromBody.translation.y - place(pelvis).y;
  EXPECT_NEAR(sag, 9.81f / std::pow(2 * kPi * 5, 2.0f), 0.003f) << "m: g / w^2, whatever hangs on it";

  // Removed, it lets go.
  pin({pelvis, 0, 1, 0, 0, {}, {}, {}});
  run(0.5f);
  EXPECT_LT(place(pelvis).y, 1.5f);
}

TEST_P(WorldConformance, PinForceIsCapped) {
  make();
  const BodyId id = body(ball(10, 0.1f, {}));
  pin({id, 5, 1, 49.05f, 10, {}, {}, {}});
  run(0.5f);
  EXPECT_NEAR(state(id).linearVelocity.y, -9.81f / 2 * 0.5f, 0.1f) << "half the weight is held";
}

TEST_P(WorldConformance, PinFollowsAMovingTargetWithoutLag) {
  make();
  const BodyId id = body(ball(3, 0.1f, {}));
  for (int i = 1; i <= 120; ++i) {
    const float t = static_cast<float>(i) * kStep;
    pin({id, 6, 1, 1e5f, 1e5f, {axisAngle(Vec3{0, 1, 0}, 0.5f * t), {t, 0, 0}}, {1, 0, 0}, {0, 0.5f, 0}});
    world_->step(kStep);
  }
  EXPECT_NEAR(place(id).x, 2, 0.02f);
  EXPECT_NEAR(state(id).angularVelocity.y, 0.5f, 0.01f);
}

TEST_P(WorldConformance, APinnedDollHoldsItsPose) {
  make();
  const ArticulationDef def = doll({{}, {0, 1, 0}});
  const ArticulationId id = articulation(def);
  pin({world_->bodiesOf(id)[0], 20, 1, 1e6f, 1e6f, def.bodies[0].worldFromBody, {}, {}});
  for (const JointId hung : world_->jointsOf(id)) motor({hung, 10, 1, 1000, {}, {}});
  run(2);
  float worst = 0;
  for (const JointId hung : world_->jointsOf(id)) {
    const Vec3 angles = joint(hung).angles;
    worst = std::max(worst, degrees(length(angles)));
  }
  EXPECT_LT(worst, 5);
}

}  // namespace
}  // namespace sinew
