#include "toy_world.h"

#include <algorithm>
#include <cstring>

#include <sinew/base/hash.h>
#include <sinew/base/log.h>
#include <sinew/physics/angles.h>

namespace toy {

using namespace sinew;

namespace {

Failure unsupported(const char* what) { return fail(ErrorCode::unsupported, what, "the toy world has planes alone"); }

/// Both ends of a capsule's axis, the corners of a box: where it can stand on a plane. `out` takes up to eight points, m, world.
std::size_t feet(const ShapeDef& shape, const Transform& worldFromBody, std::array<Vec3, 8>& out) {
  const Transform worldFromShape = worldFromBody * shape.bodyFromShape;
  const auto put = [&](std::size_t i, const Vec3& p) { out[i] = worldFromShape * p; };
  if (shape.type != BodyShape::box) {
    const float half = shape.type == BodyShape::capsule ? shape.halfHeight : 0;
    put(0, {0, half, 0});
    put(1, {0, -half, 0});
    return shape.type == BodyShape::capsule ? 2 : 1;
  }
  for (std::size_t i = 0; i < 8; ++i)
    put(i, scaled(shape.halfExtent, Vec3{i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f}));
  return 8;
}

/// m, from a point to the surface of a shape; negative inside.
float distanceTo(const ShapeDef& shape, const Transform& worldFromBody, const Vec3& point) {
  const Vec3 p = inverse(worldFromBody * shape.bodyFromShape) * point;
  if (shape.type != BodyShape::box) {
    const float half = shape.type == BodyShape::capsule ? shape.halfHeight : 0;
    return distance(p, Vec3{0, std::clamp(p.y, -half, half), 0}) - shape.radius;
  }
  const Vec3 q{std::abs(p.x) - shape.halfExtent.x, std::abs(p.y) - shape.halfExtent.y, std::abs(p.z) - shape.halfExtent.z};
  return length(Vec3{std::max(q.x, 0.0f), std::max(q.y, 0.0f), std::max(q.z, 0.0f)}) + std::min(std::max({q.x, q.y, q.z}), 0.0f);
}

}  // namespace

// Ids: one counter for everything, so that no number ever returns.

ToyWorld::Body* ToyWorld::at(BodyId id) {
  const auto found = bodies_.find(id.index);
  return id.generation == 0 && found != bodies_.end() ? &found->second : nullptr;
}

ToyWorld::Joint* ToyWorld::at(JointId id) {
  const auto found = joints_.find(id.index);
  return id.generation == 0 && found != joints_.end() ? &found->second : nullptr;
}

const ToyWorld::Articulation* ToyWorld::at(ArticulationId id) const {
  const auto found = articulations_.find(id.index);
  return id.generation == 0 && found != articulations_.end() ? &found->second : nullptr;
}

// Building.

Result<BodyId> ToyWorld::createBody(const BodyDef& def) {
  if (!(def.mass > 0) || !std::isfinite(def.mass) || !isFinite(def.worldFromBody) || !isFinite(def.inertia)) {
    return fail(ErrorCode::value, "body", "mass must be positive, everything finite");
  }
  const BodyId id{next_++, 0};
  Body& body = bodies_[id.index];
  body.def = def;
  body.state.worldFromBody = body.target = def.worldFromBody;
  order_.push_back(id.index);
  return id;
}

void ToyWorld::destroyBody(BodyId id) {
  SINEW_ASSERT(at(id) != nullptr);
  bodies_.erase(id.index);
  std::erase(order_, id.index);
  const std::vector<std::uint32_t> joints = jointOrder_;
  for (const std::uint32_t joint : joints) {
    if (joints_[joint].def.parent == id || joints_[joint].def.child == id) destroyJoint({joint, 0});
  }
}

Result<JointId> ToyWorld::createJoint(const JointDef& def) {
  if (at(def.child) == nullptr || (def.parent && at(def.parent) == nullptr)) return fail(ErrorCode::reference, "joint", "needs its bodies");
  const JointId id{next_++, 0};
  joints_[id.index] = {def};
  jointOrder_.push_back(id.index);
  return id;
}

void ToyWorld::destroyJoint(JointId id) {
  SINEW_ASSERT(at(id) != nullptr);
  joints_.erase(id.index);
  std::erase(jointOrder_, id.index);
}

Result<ArticulationId> ToyWorld::createArticulation(const ArticulationDef& def) {
  Articulation made;
  const auto undo = [&](const Error& error) {
    for (const BodyId body : made.bodies) destroyBody(body);
    return Failure(error);
  };
  for (const BodyDef& body : def.bodies) {
    const Result<BodyId> id = createBody(body);
    if (!id) return undo(id.error());
    made.bodies.push_back(*id);
  }
  for (const ArticulationJointDef& part : def.joints) {
    if (part.parent < 0 || part.parent >= part.child || part.child >= static_cast<std::int32_t>(made.bodies.size())) {
      return undo({ErrorCode::reference, "joint", "parents first"});
    }
    JointDef joint = part.joint;
    joint.parent = made.bodies[static_cast<std::size_t>(part.parent)];
    joint.child = made.bodies[static_cast<std::size_t>(part.child)];
    made.joints.push_back(*createJoint(joint));
  }
  const ArticulationId id{next_++, 0};
  articulations_[id.index] = std::move(made);
  return id;
}

void ToyWorld::destroyArticulation(ArticulationId id) {
  SINEW_ASSERT(at(id) != nullptr);
  const std::vector<BodyId> bodies = articulations_[id.index].bodies;
  for (const BodyId body : bodies) destroyBody(body);
  articulations_.erase(id.index);
}

std::span<const BodyId> ToyWorld::bodiesOf(ArticulationId id) const {
  return at(id) ? std::span(at(id)->bodies) : std::span<const BodyId>();
}
std::span<const JointId> ToyWorld::jointsOf(ArticulationId id) const {
  return at(id) ? std::span(at(id)->joints) : std::span<const JointId>();
}

void ToyWorld::setEnabled(std::span<const ArticulationId> articulations, std::span<const std::uint8_t> on) {
  for (std::size_t i = 0; i < articulations.size(); ++i) {
    for (const BodyId body : bodiesOf(articulations[i])) at(body)->enabled = on[i] != 0;
  }
}

Result<GroundId> ToyWorld::createPlane(const Vec3& normal, float offset, const MaterialDef& material) {
  const GroundId id{next_++, 0};
  planes_[id.index] = {normalized(normal, {0, 1, 0}), offset, material};
  return id;
}

Result<GroundId> ToyWorld::createBox(const Transform&, const Vec3&, const MaterialDef&) { return unsupported("box"); }
Result<GroundId> ToyWorld::createMesh(std::span<const Vec3>, std::span<const std::uint32_t>, const MaterialDef&) {
  return unsupported("mesh");
}
Result<GroundId> ToyWorld::createHeightField(std::span<const float>, std::uint32_t, float, const Vec3&, const MaterialDef&) {
  return unsupported("height field");
}
void ToyWorld::destroyGround(GroundId ground) { planes_.erase(ground.index); }
void ToyWorld::moveGround(GroundId, const Transform&, float) { ++skipped_; }

// States and inputs.

void ToyWorld::setModes(std::span<const BodyId> bodies, std::span<const BodyMode> modes) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body* body = at(bodies[i]);
    SINEW_ASSERT(body != nullptr);
    if (body == nullptr) continue;
    body->def.mode = modes[i];
    body->remaining = 0;
  }
}

void ToyWorld::setKinematicTargets(std::span<const BodyId> bodies, std::span<const Transform> worldFromBody, float dt) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body* body = at(bodies[i]);
    if (body == nullptr || body->def.mode != BodyMode::kinematic || !isFinite(worldFromBody[i])) {
      ++skipped_;
      continue;
    }
    body->target = worldFromBody[i];
    body->remaining = dt;
  }
}

void ToyWorld::setMaterial(std::span<const BodyId> bodies, const MaterialDef& material) {
  for (const BodyId id : bodies) {
    if (Body* body = at(id)) body->def.material = material;
  }
}

void ToyWorld::getStates(std::span<const BodyId> bodies, std::span<BodyState> out) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body* body = at(bodies[i]);
    SINEW_ASSERT(body != nullptr);
    if (body != nullptr) out[i] = body->state;
  }
}

void ToyWorld::setStates(std::span<const BodyId> bodies, std::span<const BodyState> states) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body* body = at(bodies[i]);
    SINEW_ASSERT(body != nullptr);
    if (body == nullptr) continue;
    if (!isFinite(states[i].worldFromBody) || !isFinite(states[i].linearVelocity) || !isFinite(states[i].angularVelocity)) {
      ++skipped_;
      continue;
    }
    body->state = states[i];
    body->asleep = false;
  }
}

void ToyWorld::addImpulses(std::span<const BodyId> bodies, std::span<const Vec3> impulses, std::span<const Vec3> pointsWorld) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body* body = at(bodies[i]);
    if (body == nullptr || body->def.mode != BodyMode::dynamic || !isFinite(impulses[i]) || !isFinite(pointsWorld[i])) {
      ++skipped_;
      continue;
    }
    body->asleep = false;
    body->state.linearVelocity += impulses[i] / body->def.mass;
    body->state.angularVelocity += inverseInertia(*body, cross(pointsWorld[i] - body->center(), impulses[i]));
  }
}

void ToyWorld::setAsleep(std::span<const BodyId> bodies, bool asleep) {
  for (const BodyId id : bodies) {
    if (Body* body = at(id)) body->asleep = asleep;
  }
}

bool ToyWorld::asleep(BodyId body) const { return at(body) != nullptr && at(body)->asleep; }

// The step: predict, correct in position, and take the velocity from where the body came to be.

StepReport ToyWorld::step(float dt) {
  StepReport report;
  report.skippedTargets = std::exchange(skipped_, 0);
  contacts_.clear();
  const int substeps = def_.substeps * def_.iterations;
  const float h = dt / static_cast<float>(substeps);
  for (int i = 0; i < substeps; ++i) {
    for (const std::uint32_t index : order_) {
      Body& body = bodies_[index];
      body.before = body.state;
      if (body.moves()) integrate(body, h);
      if (body.enabled && body.def.mode == BodyMode::kinematic) carry(body, h);
      body.predicted = body.state;
    }
    for (const std::uint32_t index : jointOrder_) hold(joints_[index]);
    for (const std::uint32_t index : order_) stand({index, 0}, bodies_[index], h);
    for (const std::uint32_t index : order_) derive(bodies_[index], h);
  }
  for (const std::uint32_t index : order_) report.awakeBodies += bodies_[index].moves() ? 1 : 0;
  report.contacts = static_cast<std::uint32_t>(contacts_.size());
  return report;
}

void ToyWorld::integrate(Body& body, float h) const {
  BodyState& state = body.state;
  state.linearVelocity += def_.gravity * h;
  state.linearVelocity *= std::exp(-h * body.def.linearDamping);
  state.angularVelocity *= std::exp(-h * body.def.angularDamping);
  const Vec3 center = body.center() + state.linearVelocity * h;
  state.worldFromBody.rotation = normalized(exponential(state.angularVelocity * h) * state.worldFromBody.rotation);
  state.worldFromBody.translation = center - rotate(state.worldFromBody.rotation, body.def.centerOfMass);
}

void ToyWorld::carry(Body& body, float h) const {
  if (!(body.remaining > 0)) return;
  const float share = std::min(h / body.remaining, 1.0f);
  Transform& place = body.state.worldFromBody;
  place = {slerp(place.rotation, body.target.rotation, share), lerp(place.translation, body.target.translation, share)};
  body.remaining -= h;
}

void ToyWorld::hold(const Joint& joint) {
  Body *parent = joint.def.parent ? at(joint.def.parent) : nullptr, &child = *at(joint.def.child);
  if (!child.moves() && (parent == nullptr || !parent->moves())) return;

  // Rotation first: a hinge keeps its axes together, a fixed joint everything.
  const Quat worldFromParent = (parent ? parent->state.worldFromBody.rotation : Quat{}) * joint.def.parentFromFrame.rotation;
  const Quat worldFromChild = child.state.worldFromBody.rotation * joint.def.childFromFrame.rotation;
  if (joint.def.type == ConstraintType::hinge)
    align(parent, child, cross(rotate(worldFromChild, {1, 0, 0}), rotate(worldFromParent, {1, 0, 0})));
  if (joint.def.type == ConstraintType::fixed)
    align(parent, child, rotate(worldFromChild, logarithm(conjugate(worldFromChild) * worldFromParent)));

  // Then the two ends meet.
  const Transform world;
  const Vec3 onParent = (parent ? parent->state.worldFromBody : world) * joint.def.parentFromFrame.translation;
  const Vec3 onChild = child.state.worldFromBody * joint.def.childFromFrame.translation;
  const float gap = distance(onParent, onChild);
  if (gap < 1e-9f) return;
  const Vec3 direction = (onParent - onChild) / gap, childArm = onChild - child.center();
  const Vec3 parentArm = parent ? onParent - parent->center() : Vec3{};
  const float weight = inverseMass(child, childArm, direction) + (parent ? inverseMass(*parent, parentArm, direction) : 0);
  push(child, childArm, direction * (gap / weight));
  if (parent) push(*parent, parentArm, direction * (-gap / weight));
}

void ToyWorld::align(Body* parent, Body& child, const Vec3& by) {
  const float angle = length(by);
  if (angle < 1e-9f) return;
  const Vec3 axis = by / angle;
  const auto ease = [&](const Body* body) { return body != nullptr && body->moves() ? dot(axis, inverseInertia(*body, axis)) : 0; };
  const Vec3 impulse = by / (ease(&child) + ease(parent));
  turn(child, impulse);
  if (parent != nullptr) turn(*parent, -impulse);
}

void ToyWorld::stand(BodyId id, Body& body, float h) {
  if (!body.moves() || (body.def.mask & kGroundGroup) == 0) return;
  const float radius = body.def.shape.type == BodyShape::box ? 0 : body.def.shape.radius;
  std::array<Vec3, 8> points;
  for (const auto& [unused, plane] : planes_) {
    const std::size_t count = feet(body.def.shape, body.state.worldFromBody, points);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 foot = points[i] - plane.normal * radius, arm = foot - body.center();
      const float depth = plane.offset - dot(plane.normal, foot);
      if (depth <= 0) continue;
      const float impulse = depth / inverseMass(body, arm, plane.normal);
      push(body, arm, plane.normal * impulse);

      // Friction takes back what slid, as far as the pressure allows.
      const Vec3 was = body.before.worldFromBody * (inverse(body.state.worldFromBody) * foot);
      const Vec3 slid = (foot - was) - plane.normal * dot(plane.normal, foot - was);
      const Vec3 direction = normalized(slid);
      const float limit = std::sqrt(plane.material.friction * body.def.material.friction) * impulse;
      const float back = std::min(length(slid) / inverseMass(body, arm, normalized(slid, {1, 0, 0})), limit);
      push(body, arm, direction * -back);
      contacts_.push_back({id, {}, foot, plane.normal, depth, impulse / h, direction * (-back / h)});
    }
  }
}

void ToyWorld::derive(Body& body, float h) const {
  if (!body.enabled || body.asleep) return;
  // What corrections moved adds to the velocity; what stood free keeps its own to the last bit.
  const bool moved = body.def.mode == BodyMode::dynamic;
  const BodyState& from = moved ? body.predicted : body.before;
  const Vec3 linear = (body.center() - from.worldFromBody * body.def.centerOfMass) / h;
  const Vec3 angular = logarithm(body.state.worldFromBody.rotation * conjugate(from.worldFromBody.rotation)) / h;
  body.state.linearVelocity = moved ? body.state.linearVelocity + linear : linear;
  body.state.angularVelocity = moved ? body.state.angularVelocity + angular : angular;
}

Vec3 ToyWorld::inverseInertia(const Body& body, const Vec3& v) const {
  const Quat worldFromInertia = body.state.worldFromBody.rotation * body.def.bodyFromInertia;
  const Vec3 own = rotate(conjugate(worldFromInertia), v);
  return rotate(worldFromInertia, {own.x / body.def.inertia.x, own.y / body.def.inertia.y, own.z / body.def.inertia.z});
}

float ToyWorld::inverseMass(const Body& body, const Vec3& arm, const Vec3& direction) const {
  if (!body.moves()) return 0;
  const Vec3 lever = cross(arm, direction);
  return 1 / body.def.mass + dot(lever, inverseInertia(body, lever));
}

void ToyWorld::push(Body& body, const Vec3& arm, const Vec3& impulse) const {
  if (!body.moves()) return;
  body.state.worldFromBody.translation += impulse / body.def.mass;
  turn(body, cross(arm, impulse));
}

void ToyWorld::turn(Body& body, const Vec3& angularImpulse) const {
  if (!body.moves()) return;
  const Vec3 center = body.center();
  Transform& place = body.state.worldFromBody;
  place.rotation = normalized(exponential(inverseInertia(body, angularImpulse)) * place.rotation);
  place.translation = center - rotate(place.rotation, body.def.centerOfMass);
}

// Reading back.

void ToyWorld::jointStates(std::span<const JointId> joints, std::span<JointState> out) const {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint* joint = at(joints[i]);
    SINEW_ASSERT(joint != nullptr);
    if (joint == nullptr) continue;
    const Body* parent = at(joint->def.parent);
    out[i] = measureJoint(joint->def, parent ? parent->state.worldFromBody : Transform{}, at(joint->def.child)->state.worldFromBody);
  }
}

Result<BodyInfo> ToyWorld::bodyInfo(BodyId id) const {
  const Body* body = at(id);
  if (body == nullptr) return fail(ErrorCode::reference, "body", "is not there");
  const BodyDef& def = body->def;
  return BodyInfo{def.shape.type,          def.shape.radius,
                  def.shape.halfHeight,    def.shape.halfExtent,
                  def.shape.bodyFromShape, def.mode == BodyMode::dynamic ? def.mass : 0,
                  def.centerOfMass,        def.inertia,
                  def.bodyFromInertia,     def.mode};
}

Result<JointInfo> ToyWorld::jointInfo(JointId id) const {
  const Joint* joint = at(id);
  if (joint == nullptr) return fail(ErrorCode::reference, "joint", "is not there");
  const AngleRange free{-kPi, kPi};  // no limit is enforced
  return JointInfo{
      joint->def.type, joint->def.parent, joint->def.child, joint->def.parentFromFrame, joint->def.childFromFrame, free, free, free};
}

RayHit ToyWorld::castRay(const Vec3& from, const Vec3& to, std::uint32_t mask) const { return castSphere(from, to, 0, mask); }

RayHit ToyWorld::castSphere(const Vec3& from, const Vec3& to, float radius, std::uint32_t mask) const {
  RayHit hit;
  const Vec3 ray = to - from;
  for (const auto& [index, plane] : planes_) {
    const float start = dot(plane.normal, from) - plane.offset - radius, end = dot(plane.normal, to) - plane.offset - radius;
    if ((mask & kGroundGroup) == 0 || start < 0 || end >= start || end > 0 || start / (start - end) > hit.fraction) continue;
    hit = {true, start / (start - end), {}, plane.normal, {}, {index, 0}};
    hit.point = from + ray * hit.fraction - plane.normal * radius;
  }
  for (const std::uint32_t index : order_) {
    const Body& body = bodies_.at(index);
    if (!body.enabled || (body.def.group & mask) == 0) continue;
    // Sphere tracing: the distance to the shape is how far the ball may safely go on.
    float along = 0;
    const float reach = length(ray);
    for (int i = 0; i < 128 && along <= reach * hit.fraction; ++i) {
      const Vec3 at = reach > 0 ? from + ray * (along / reach) : from;
      const float gap = distanceTo(body.def.shape, body.state.worldFromBody, at) - radius;
      if (gap < 1e-5f) {
        const auto slope = [&](const Vec3& d) { return distanceTo(body.def.shape, body.state.worldFromBody, at + d) - gap - radius; };
        constexpr float kStep = 1e-3f;
        const Vec3 normal = normalized(Vec3{slope({kStep, 0, 0}), slope({0, kStep, 0}), slope({0, 0, kStep})}, {0, 1, 0});
        hit = {true, reach > 0 ? along / reach : 0, at - normal * radius, normal, {index, 0}, {}};
        break;
      }
      along += gap;
    }
  }
  return hit;
}

std::vector<BodyId> ToyWorld::overlapSphere(const Vec3& center, float radius, std::uint32_t mask) const {
  std::vector<BodyId> found;
  for (const std::uint32_t index : order_) {
    const Body& body = bodies_.at(index);
    if (!body.enabled || (body.def.group & mask) == 0) continue;
    if (distanceTo(body.def.shape, body.state.worldFromBody, center) <= radius) found.push_back({index, 0});
  }
  return found;
}

// Snapshots: the bodies' changing numbers one after the other, each behind the number of its id.

std::vector<BodyId> ToyWorld::all() const {
  std::vector<BodyId> bodies;
  for (const std::uint32_t index : order_) bodies.push_back({index, 0});
  return bodies;
}

std::vector<std::byte> ToyWorld::save(std::span<const BodyId> bodies) const {
  std::vector<std::byte> bytes(bodies.size() * sizeof(Entry));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = *at(bodies[i]);
    const Entry entry{bodies[i].index, body.state, body.target, body.remaining, body.def.mode, body.enabled, body.asleep};
    std::memcpy(bytes.data() + i * sizeof(Entry), &entry, sizeof(Entry));
  }
  return bytes;
}

Result<void> ToyWorld::load(std::span<const BodyId> bodies, std::span<const std::byte> bytes) {
  std::vector<Entry> entries(bodies.size());
  bool fits = bytes.size() == entries.size() * sizeof(Entry);
  if (fits && !entries.empty()) std::memcpy(entries.data(), bytes.data(), bytes.size());
  for (std::size_t i = 0; fits && i < entries.size(); ++i) fits = entries[i].index == bodies[i].index;
  if (!fits) return fail(ErrorCode::value, "snapshot", "was taken of another population");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body& body = *at(bodies[i]);
    const Entry& entry = entries[i];
    body.state = entry.state;
    body.target = entry.target;
    body.remaining = entry.remaining;
    body.def.mode = entry.mode;
    body.enabled = entry.enabled;
    body.asleep = entry.asleep;
  }
  return {};
}

std::vector<std::byte> ToyWorld::snapshot() const { return save(all()); }
Result<void> ToyWorld::restore(std::span<const std::byte> bytes) { return load(all(), bytes); }
std::vector<std::byte> ToyWorld::snapshot(ArticulationId articulation) const { return save(bodiesOf(articulation)); }
Result<void> ToyWorld::restore(ArticulationId articulation, std::span<const std::byte> bytes) {
  return load(bodiesOf(articulation), bytes);
}

std::uint64_t ToyWorld::stateHash() const {
  std::uint64_t hash = 0;
  for (const std::uint32_t index : order_) hash = hashOf(std::span(&bodies_.at(index).state, 1), hash);
  return hash;
}

}  // namespace toy
