#include "physics/conformance.h"

namespace sinew {
namespace {

int failedAssertions = 0;

AngleRange range(float low, float high) { return {radians(low), radians(high)}; }

}  // namespace

BodyDef rod(float mass, float radius, float halfHeight, const Transform& worldFromBody) {
  BodyDef def;
  def.worldFromBody = worldFromBody;
  def.shape = {BodyShape::capsule, radius, halfHeight, {}, {}};
  def.mass = mass;
  const float length = 2 * (halfHeight + radius);
  const float across = mass * (length * length / 12 + radius * radius / 4);
  def.inertia = {across, mass * radius * radius / 2, across};
  def.angularDamping = 0;
  return def;
}

BodyDef ball(float mass, float radius, const Vec3& place) {
  BodyDef def;
  def.worldFromBody.translation = place;
  def.shape = {BodyShape::sphere, radius, 0, {}, {}};
  def.mass = mass;
  const float inertia = 0.4f * mass * radius * radius;
  def.inertia = {inertia, inertia, inertia};
  def.angularDamping = 0;
  return def;
}

BodyDef block(float mass, const Vec3& h, const Vec3& place) {
  BodyDef def;
  def.worldFromBody.translation = place;
  def.shape = {BodyShape::box, 0.05f, 0, h, {}};
  def.mass = mass;
  def.inertia = Vec3{h.y * h.y + h.z * h.z, h.x * h.x + h.z * h.z, h.x * h.x + h.y * h.y} * (mass / 3);
  def.angularDamping = 0;
  return def;
}

ArticulationJointDef jointAt(const ArticulationDef& def, std::int32_t parent, std::int32_t child, ConstraintType type, const Vec3& anchor) {
  ArticulationJointDef part;
  part.parent = parent;
  part.child = child;
  part.joint.type = type;
  const Transform worldFromFrame{{}, anchor};
  part.joint.parentFromFrame = inverse(def.bodies[static_cast<std::size_t>(parent)].worldFromBody) * worldFromFrame;
  part.joint.childFromFrame = inverse(def.bodies[static_cast<std::size_t>(child)].worldFromBody) * worldFromFrame;
  part.joint.limited = false;
  part.joint.damping = 0;
  return part;
}

ArticulationDef arm(ConstraintType type, const Quat& worldFromFrame, float mass) {
  ArticulationDef def;
  def.bodies = {ball(1, 0.05f, {}), rod(mass, 0.04f, 0.16f, {{}, {0, -0.2f, 0}})};
  def.bodies[0].mode = BodyMode::kinematic;
  def.joints = {jointAt(def, 0, 1, type, {})};
  def.joints[0].joint.parentFromFrame.rotation = worldFromFrame;
  def.joints[0].joint.childFromFrame.rotation = worldFromFrame;
  return def;
}

ArticulationDef doll(const Transform& worldFromModel) {
  struct PartDef {
    std::int32_t parent;
    Vec3 head, axis;
    float length, radius, mass;
    ConstraintType type;
    AngleRange twist, swing1, swing2;
  };
  constexpr auto kBall = ConstraintType::ball, kHinge = ConstraintType::hinge;
  std::vector<PartDef> parts = {{-1, {0, 0.95f, 0}, {0, 1, 0}, 0.15f, 0.12f, 11, kBall, {}, {}, {}},
                                {0, {0, 1.08f, 0}, {0, 1, 0}, 0.16f, 0.11f, 10, kBall, range(-30, 30), range(-30, 30), range(-25, 60)},
                                {1, {0, 1.24f, 0}, {0, 1, 0}, 0.24f, 0.13f, 16, kBall, range(-20, 20), range(-20, 20), range(-20, 40)},
                                {2, {0, 1.48f, 0}, {0, 1, 0}, 0.10f, 0.055f, 1.5f, kBall, range(-40, 40), range(-25, 25), range(-30, 30)},
                                {3, {0, 1.56f, 0}, {0, 1, 0}, 0.2f, 0.09f, 5, kBall, range(-30, 30), range(-20, 20), range(-20, 20)}};
  for (const float side : {1.0f, -1.0f}) {
    const auto arm = static_cast<std::int32_t>(parts.size()), leg = arm + 3;
    const Vec3 out{side, 0, 0}, down{0, -1, 0};
    parts.push_back({2, {0.19f * side, 1.42f, 0}, out, 0.28f, 0.045f, 2.1f, kBall, range(-60, 60), range(-90, 60), range(-80, 80)});
    parts.push_back({arm, {0.47f * side, 1.42f, 0}, out, 0.25f, 0.038f, 1.2f, kHinge, range(0, 145), {}, {}});
    parts.push_back({arm + 1, {0.72f * side, 1.42f, 0}, out, 0.16f, 0.035f, 0.45f, kBall, range(-10, 10), range(-30, 20), range(-70, 70)});
    parts.push_back({0, {0.1f * side, 0.92f, 0}, down, 0.42f, 0.075f, 10, kBall, range(-40, 40), range(-30, 45), range(-20, 120)});
    parts.push_back({leg, {0.1f * side, 0.5f, 0}, down, 0.42f, 0.055f, 3.3f, kHinge, range(0, 145), {}, {}});
    parts.push_back({leg + 1, {0.1f * side, 0.08f, 0}, {0, 0, 1}, 0.2f, 0.04f, 1, kBall, range(-20, 20), range(-40, 20), range(-20, 20)});
  }

  ArticulationDef def;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartDef& part = parts[i];
    const Transform modelFromPart{fromTo(Vec3{0, 1, 0}, part.axis), part.head};
    BodyDef body = rod(part.mass, part.radius, std::max(part.length / 2 - part.radius, 0.0f), worldFromModel * modelFromPart);
    body.shape.bodyFromShape.translation = {0, part.length / 2, 0};
    body.centerOfMass = {0, part.length / 2, 0};
    def.bodies.push_back(body);
    if (i == 0) continue;

    // x along the bone; a hinge's x across it, so that elbows bend forward and knees back.
    const float side = part.head.x < 0 ? -1.0f : 1.0f;
    Quat modelFromFrame = fromTo(Vec3{1, 0, 0}, part.axis);
    if (part.type == kHinge) modelFromFrame = part.axis.x != 0 ? fromTo(Vec3{1, 0, 0}, Vec3{0, -side, 0}) : Quat{};
    ArticulationJointDef joint;
    joint.parent = part.parent;
    joint.child = static_cast<std::int32_t>(i);
    joint.joint.type = part.type;
    joint.joint.twist = part.twist;
    joint.joint.swing1 = part.swing1;
    joint.joint.swing2 = part.swing2;
    const PartDef& parent = parts[static_cast<std::size_t>(part.parent)];
    const Transform frame{modelFromFrame, part.head};
    joint.joint.parentFromFrame = inverse(Transform{fromTo(Vec3{0, 1, 0}, parent.axis), parent.head}) * frame;
    joint.joint.childFromFrame = inverse(modelFromPart) * frame;
    def.joints.push_back(joint);
  }
  return def;
}

void WorldConformance::make(const WorldDef& def) { world_ = another(def); }

std::unique_ptr<World> WorldConformance::another(const WorldDef& def) {
  auto made = GetParam().create(def);
  if (!made) ADD_FAILURE() << made.error().place << " " << made.error().message;
  return made ? std::move(*made) : nullptr;
}

WorldDef WorldConformance::weightless() {
  WorldDef def;
  def.gravity = {};
  return def;
}

BodyId WorldConformance::body(const BodyDef& def) {
  const auto made = world_->createBody(def);
  EXPECT_TRUE(made.has_value());
  return made.value_or(BodyId{});
}

ArticulationId WorldConformance::articulation(const ArticulationDef& def) {
  const auto made = world_->createArticulation(def);
  EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().place + " " + made.error().message);
  return made.value_or(ArticulationId{});
}

GroundId WorldConformance::floor(const MaterialDef& material) {
  const auto made = world_->createPlane({0, 1, 0}, 0, material);
  EXPECT_TRUE(made.has_value());
  return made.value_or(GroundId{});
}

StepReport WorldConformance::run(float seconds) {
  StepReport last;
  for (int i = 0; i < static_cast<int>(std::lround(seconds / kStep)); ++i) last = world_->step(kStep);
  return last;
}

BodyState WorldConformance::state(BodyId id) const {
  BodyState state;
  world_->getStates({&id, 1}, {&state, 1});
  return state;
}

JointState WorldConformance::joint(JointId id) const {
  JointState state;
  world_->jointStates({&id, 1}, {&state, 1});
  return state;
}

void WorldConformance::put(BodyId id, const BodyState& state) { world_->setStates({&id, 1}, {&state, 1}); }

void WorldConformance::push(BodyId id, const Vec3& impulse) {
  const BodyInfo info = *world_->bodyInfo(id);
  const Vec3 center = state(id).worldFromBody * info.centerOfMass;
  world_->addImpulses({&id, 1}, {&impulse, 1}, {&center, 1});
}

void WorldConformance::turn(BodyId id, const Vec3& angularImpulse) {
  // A couple: two opposite impulses a metre apart.
  if (length(angularImpulse) == 0) return;
  const Vec3 center = state(id).worldFromBody * world_->bodyInfo(id)->centerOfMass;
  const Vec3 arm = perpendicular(normalized(angularImpulse));
  const Vec3 impulse = cross(angularImpulse, arm);
  const BodyId ids[] = {id, id};
  const Vec3 impulses[] = {impulse, -impulse}, points[] = {center + arm * 0.5f, center - arm * 0.5f};
  world_->addImpulses(ids, impulses, points);
}

void WorldConformance::enable(ArticulationId id, bool on) {
  const std::uint8_t flag = on ? 1 : 0;
  world_->setEnabled({&id, 1}, {&flag, 1});
}

double WorldConformance::kineticEnergy(std::span<const BodyId> ids) const {
  double energy = 0;
  for (const BodyId id : ids) {
    const BodyInfo info = *world_->bodyInfo(id);
    const BodyState now = state(id);
    const Vec3 spin = rotate(conjugate(now.worldFromBody.rotation * info.bodyFromInertia), now.angularVelocity);
    energy += 0.5 * (info.mass * lengthSquared(now.linearVelocity) + dot(scaled(info.inertia, spin), spin));
  }
  return energy;
}

Vec3d WorldConformance::momentum(std::span<const BodyId> ids) const {
  Vec3d sum;
  for (const BodyId id : ids) {
    const Vec3 p = state(id).linearVelocity * world_->bodyInfo(id)->mass;
    sum += Vec3d{p.x, p.y, p.z};
  }
  return sum;
}

Vec3d WorldConformance::angularMomentum(std::span<const BodyId> ids) const {
  Vec3d sum;
  for (const BodyId id : ids) {
    const BodyInfo info = *world_->bodyInfo(id);
    const BodyState now = state(id);
    const Quat worldFromInertia = now.worldFromBody.rotation * info.bodyFromInertia;
    const Vec3 own = rotate(worldFromInertia, scaled(info.inertia, rotate(conjugate(worldFromInertia), now.angularVelocity)));
    const Vec3 l = own + cross(now.worldFromBody * info.centerOfMass, now.linearVelocity * info.mass);
    sum += Vec3d{l.x, l.y, l.z};
  }
  return sum;
}

void WorldConformance::setAssertions(bool counted) {
  failedAssertions = 0;
  if (!counted) return setAssertHook(nullptr);
  setAssertHook([](const char*, const char*, int) { ++failedAssertions; });
}

int WorldConformance::assertions() { return failedAssertions; }

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WorldConformance);

}  // namespace sinew
