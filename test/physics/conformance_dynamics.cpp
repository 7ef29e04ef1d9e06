#include "physics/conformance.h"

// Bodies on their own: what was defined is what moves, as mechanics has it.

namespace sinew {
namespace {

TEST_P(WorldConformance, ShapeMassAndInertiaAreReadBack) {
  make();
  BodyDef def = rod(3, 0.123f, 0.321f, {axisAngle(normalized(Vec3{1, 2, 3}), 0.8f), {1, 2, 3}});
  def.shape.bodyFromShape = {axisAngle(Vec3{0, 0, 1}, 0.3f), {0.1f, 0.2f, -0.1f}};
  def.centerOfMass = {0.05f, 0.25f, -0.1f};
  def.inertia = {0.3f, 0.02f, 0.4f};
  def.bodyFromInertia = axisAngle(Vec3{1, 0, 0}, 0.2f);
  const BodyInfo info = *world_->bodyInfo(body(def));
  EXPECT_EQ(info.type, BodyShape::capsule);
  EXPECT_NEAR(info.radius, 0.123f, 1.2e-6f);
  EXPECT_NEAR(info.halfHeight, 0.321f, 3.2e-6f);
  EXPECT_LT(distance(info.bodyFromShape.translation, def.shape.bodyFromShape.translation), 1e-5f);
  EXPECT_LT(angleBetween(info.bodyFromShape.rotation, def.shape.bodyFromShape.rotation), 1e-3f);
  EXPECT_NEAR(info.mass, 3, 3e-5f);
  EXPECT_LT(distance(info.centerOfMass, def.centerOfMass), 1e-5f);

  // The tensor counts, not the axes it is written in.
  const auto tensor = [](const Quat& q, const Vec3& i, const Vec3& v) { return rotate(q, scaled(i, rotate(conjugate(q), v))); };
  for (const Vec3& v : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    EXPECT_LT(distance(tensor(info.bodyFromInertia, info.inertia, v), tensor(def.bodyFromInertia, def.inertia, v)), 1e-5f);
  }

  EXPECT_NEAR(world_->bodyInfo(body(ball(1, 0.2f, {})))->radius, 0.2f, 2e-6f);
  EXPECT_LT(distance(world_->bodyInfo(body(block(1, {0.1f, 0.02f, 3}, {})))->halfExtent, Vec3{0.1f, 0.02f, 3}), 1e-5f);
}

TEST_P(WorldConformance, StatesAreReadBack) {
  make();
  BodyDef def = rod(3, 0.1f, 0.3f);
  def.centerOfMass = {0.05f, 0.25f, -0.1f};
  def.bodyFromInertia = axisAngle(Vec3{1, 0, 0}, 0.2f);
  const BodyId id = body(def);
  const BodyState wanted{{axisAngle(normalized(Vec3{3, -1, 2}), 2.0f), {4, 5, -6}}, {1, 2, 3}, {-0.5f, 0.2f, 0.7f}};
  put(id, wanted);
  EXPECT_LT(distance(place(id), wanted.worldFromBody.translation), 2e-6f);
  EXPECT_LT(angleBetween(state(id).worldFromBody.rotation, wanted.worldFromBody.rotation), 1e-3f);
  EXPECT_EQ(state(id).linearVelocity, wanted.linearVelocity);
  EXPECT_EQ(state(id).angularVelocity, wanted.angularVelocity);
}

TEST_P(WorldConformance, BodiesFallFreely) {
  make();
  const BodyId light = body(ball(0.01f, 0.1f, {0, 10, 0})), heavy = body(block(500, {0.2f, 0.2f, 0.2f}, {5, 10, 0}));
  run(1);
  EXPECT_NEAR(10 - place(light).y, 0.5f * 9.81f, 0.05f);
  EXPECT_NEAR(place(light).y, place(heavy).y, 1e-4f);
  EXPECT_NEAR(state(light).linearVelocity.y, -9.81f, 1e-3f);
}

TEST_P(WorldConformance, ThrownBodiesFlyTheirParabola) {
  make();
  const BodyId id = body(ball(2, 0.1f, {0, 10, 0}));
  push(id, {6, 8, 0});
  run(1);
  EXPECT_NEAR(place(id).x, 3, 1e-3f);
  EXPECT_NEAR(place(id).y, 10 + 4 - 0.5f * 9.81f, 0.05f);
}

TEST_P(WorldConformance, PendulumKeepsItsPeriod) {
  make();
  const ArticulationDef def = arm(ConstraintType::hinge, fromTo(Vec3{1, 0, 0}, Vec3{0, 0, 1}));
  const ArticulationId id = articulation(def);
  const BodyId bob = world_->bodiesOf(id)[1];
  const Quat aside = axisAngle(Vec3{0, 0, 1}, 0.1f);
  put(bob, {{aside, rotate(aside, Vec3{0, -0.2f, 0})}, {}, {}});

  // Time of ten half swings, from the turning of the angle's sign.
  const float dt = 1.0f / 240;
  float last = 0.1f, first = 0, end = 0;
  int crossings = 0;
  for (int i = 1; i < 2400 && crossings < 11; ++i) {
    world_->step(dt);
    const float now = joint(world_->jointsOf(id)[0]).angles.x;
    if (now * last < 0) {
      const float t = (static_cast<float>(i) - now / (now - last)) * dt;
      (crossings++ == 0 ? first : end) = t;
    }
    last = now;
  }
  ASSERT_EQ(crossings, 11);
  const float inertia = def.bodies[1].inertia.z + 2 * 0.04f;
  const float period = 2 * kPi * std::sqrt(inertia / (2 * 9.81f * 0.2f)) * (1 + 0.01f / 16);
  EXPECT_NEAR((end - first) / 5, period, 0.01f * period);
}

TEST_P(WorldConformance, ATumblingBodyKeepsItsAngularMomentum) {
  make(weightless());
  BodyDef def = block(2, {0.1f, 0.2f, 0.3f}, {});
  const BodyId id = body(def);
  put(id, {{}, {}, {0.2f, 3, 0.1f}});
  const Vec3d start = angularMomentum({&id, 1});
  const double energy = kineticEnergy({&id, 1});
  run(3);
  EXPECT_LT(length(angularMomentum({&id, 1}) - start), 0.02 * length(start));
  EXPECT_NEAR(kineticEnergy({&id, 1}), energy, 0.03 * energy);
}

TEST_P(WorldConformance, AnImpulseAtAPointMovesAndTurns) {
  make(weightless());
  const BodyDef def = rod(2, 0.05f, 0.2f);
  const BodyId id = body(def);
  const Vec3 impulse{0, 0, 1}, point{0, 0.25f, 0};
  world_->addImpulses({&id, 1}, {&impulse, 1}, {&point, 1});
  EXPECT_LT(distance(state(id).linearVelocity, Vec3{0, 0, 0.5f}), 1e-5f);
  EXPECT_LT(distance(state(id).angularVelocity, Vec3{0.25f / def.inertia.x, 0, 0}), 1e-4f);
}

TEST_P(WorldConformance, DampingIsARate) {
  make(weightless());
  BodyDef def = ball(2, 0.1f, {});
  def.linearDamping = 0.5f;
  def.angularDamping = 2;
  const BodyId id = body(def);
  put(id, {{}, {1, 0, 0}, {0, 1, 0}});
  run(1);
  EXPECT_NEAR(state(id).linearVelocity.x, std::exp(-0.5f), 0.01f);
  EXPECT_NEAR(state(id).angularVelocity.y, std::exp(-2.0f), 0.01f);
}

TEST_P(WorldConformance, JointDampingIsARate) {
  make(weightless());
  ArticulationDef def = arm(ConstraintType::ball);
  def.joints[0].joint.damping = 3;
  const ArticulationId id = articulation(def);
  turn(world_->bodiesOf(id)[1], {0.2f, 0, 0});
  const float start = 0.2f / (def.bodies[1].inertia.x + 2 * 0.04f);
  run(0.5f);
  EXPECT_NEAR(state(world_->bodiesOf(id)[1]).angularVelocity.x, start * std::exp(-1.5f), 0.03f * start);
}

TEST_P(WorldConformance, AnIsolatedDollKeepsItsMomenta) {
  make(weightless());
  ArticulationDef def = doll();
  for (ArticulationJointDef& part : def.joints) {
    part.joint.limited = false;
    part.joint.damping = 0;
  }
  def.selfCollision = false;
  const ArticulationId id = articulation(def);
  const auto bodies = world_->bodiesOf(id);
  push(bodies[7], {1, 2, 3});
  push(bodies[10], {-2, 1, 0});
  const Vec3d linear = momentum(bodies);
  world_->step(kStep);
  const Vec3d angular = angularMomentum(bodies);
  run(5);
  EXPECT_LT(length(momentum(bodies) - linear), 1e-3) << "of " << length(linear) << " kg m/s";
  EXPECT_LT(length(angularMomentum(bodies) - angular), 0.05 * length(angular));
}

}  // namespace
}  // namespace sinew
