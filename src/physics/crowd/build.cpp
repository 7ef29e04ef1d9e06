#include <algorithm>

#include "physics/check.h"
#include "physics/crowd/create.h"
#include "physics/crowd/crowd_world.h"

namespace sinew {

std::unique_ptr<World> createCrowdWorld(const WorldDef& def) { return std::make_unique<crowd::CrowdWorld>(def, crowd::widestKernel()); }

std::unique_ptr<World> createCrowdWorld(const WorldDef& def, int width) {
  const crowd::Kernel& kernel = width == 1   ? crowd::kernel1()
                                : width == 4 ? crowd::kernel4()
                                : width == 8 ? crowd::kernel8()
                                             : crowd::kernel16();
  return std::make_unique<crowd::CrowdWorld>(def, kernel);
}

namespace crowd {
namespace {

SymT<float> symmetric(const Mat3& m) { return {m.x.x, m.y.x, m.z.x, m.y.y, m.z.y, m.z.z}; }

void insert(std::vector<std::uint32_t>& list, std::uint32_t value, bool on) {
  const auto place = std::lower_bound(list.begin(), list.end(), value);
  const bool there = place != list.end() && *place == value;
  if (on && !there) list.insert(place, value);
  if (!on && there) list.erase(place);
}

}  // namespace

WorldTraits CrowdWorld::traits() const { return {.name = "crowd", .limitError = 0, .restoreBitExact = true, .independentOfOthers = true}; }

BodyLanes<float> CrowdWorld::lanesOf(const Body& body) const {
  const BodyDef& def = body.def;
  BodyLanes<float> lanes;
  const Transform worldFromCenter = def.worldFromBody * body.bodyFromCenter;
  lanes.place = worldFromCenter.translation;
  lanes.turn = normalized(worldFromCenter.rotation);
  lanes.dynamic = def.mode == BodyMode::dynamic ? 1.0f : 0.0f;
  lanes.mass = def.mass;
  lanes.inverseMass = 1 / def.mass;
  lanes.inertia = def.inertia;
  lanes.inverseInertia = {1 / def.inertia.x, 1 / def.inertia.y, 1 / def.inertia.z};
  lanes.linearDamping = def.linearDamping;
  lanes.angularDamping = def.angularDamping;
  const Transform centerFromShape = inverse(body.bodyFromCenter) * def.shape.bodyFromShape;
  const float half = def.shape.type == BodyShape::capsule ? def.shape.halfHeight : 0;
  lanes.end0 = centerFromShape * Vec3{0, -half, 0};
  lanes.end1 = centerFromShape * Vec3{0, half, 0};
  lanes.radius = def.shape.type == BodyShape::box ? 0 : def.shape.radius;
  lanes.reach = def.shape.type == BodyShape::box ? length(def.shape.halfExtent) : def.shape.radius;
  lanes.friction = def.material.friction;
  lanes.restitution = def.material.restitution;
  lanes.ground = (def.mask & kGroundGroup) != 0 ? 1.0f : 0.0f;
  return lanes;
}

JointLanes<float> CrowdWorld::lanesOf(const JointDef& def, const CompositeMass& below) const {
  JointLanes<float> lanes;
  const Transform childFrame = inverse(bodies_[def.child.index].bodyFromCenter) * def.childFromFrame;
  const Transform parentFrame = def.parent ? inverse(bodies_[def.parent.index].bodyFromCenter) * def.parentFromFrame : def.parentFromFrame;
  lanes.parentAnchor = parentFrame.translation;
  lanes.parentFrame = normalized(parentFrame.rotation);
  lanes.childAnchor = childFrame.translation;
  lanes.childFrame = normalized(childFrame.rotation);
  lanes.limited = def.limited ? 1.0f : 0.0f;
  lanes.twistLow = def.twist.low;
  lanes.twistHigh = def.twist.high;
  lanes.swing1Low = def.swing1.low;
  lanes.swing1High = def.swing1.high;
  lanes.swing2Low = def.swing2.low;
  lanes.swing2High = def.swing2.high;
  lanes.damping = def.damping;

  // What a motor has to turn: about a hinge's axis, or in the child's principal axes.
  const Mat3 r =
      toMatrix(def.type == ConstraintType::hinge ? def.childFromFrame.rotation : bodies_[def.child.index].bodyFromCenter.rotation);
  lanes.inertia = symmetric(transpose(r) * inertiaAbout(below, def.childFromFrame.translation) * r);
  return lanes;
}

std::uint32_t CrowdWorld::kindOf(const ArticulationDef& def) {
  auto kind = std::make_unique<Kind>();
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    kind->parent.push_back(i == 0 ? -1 : def.joints[i - 1].parent);
    kind->type.push_back(static_cast<std::uint8_t>(i == 0 ? ConstraintType::ball : def.joints[i - 1].joint.type));
    kind->shape.push_back(static_cast<std::uint8_t>(def.bodies[i].shape.type));
  }
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    if (kinds_[k]->same(*kind)) return static_cast<std::uint32_t>(k);
  }
  kind->finish();
  kinds_.push_back(std::move(kind));
  return static_cast<std::uint32_t>(kinds_.size() - 1);
}

/// The first free lane of the kind.
void CrowdWorld::settle(Actor& actor, std::uint32_t index) {
  Kind& kind = *kinds_[actor.kind];
  const auto take = [&](std::uint32_t place) {
    std::vector<std::uint32_t>& lanes = blocks_[place].actors;
    const auto free = std::find(lanes.begin(), lanes.end(), kNone);
    if (free == lanes.end()) return false;
    *free = index;
    actor.block = place;
    actor.lane = static_cast<int>(free - lanes.begin());
    return true;
  };
  for (const std::uint32_t place : kind.blocks) {
    if (take(place)) return;
  }
  blocks_.emplace_back(kind, actor.kind, kernel_.width);
  kind.blocks.push_back(static_cast<std::uint32_t>(blocks_.size() - 1));
  take(kind.blocks.back());
}

ArticulationId CrowdWorld::addActor(const ArticulationDef& def, bool articulated) {
  const ArticulationId id = actors_.add(Actor{});
  {
    Actor& actor = actors_[id.index];
    actor.articulated = articulated;
    actor.serial = nextSerial_++;
    actor.kind = kindOf(def);
    actor.selfCollision = def.selfCollision;
    settle(actor, id.index);
  }
  Actor& actor = actors_[id.index];
  Block& block = blocks_[actor.block];
  const std::vector<CompositeMass> composites = compositesOf(def);
  float heft = 0;
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    Body body;
    body.def = def.bodies[i];
    body.bodyFromCenter = {normalized(body.def.bodyFromInertia), body.def.centerOfMass};
    body.actor = id.index;
    body.index = static_cast<int>(i);
    body.compositeMass = composites[i].mass;
    const Mat3 r = toMatrix(body.bodyFromCenter.rotation);
    body.compositeInertia = symmetric(transpose(r) * composites[i].inertia * r);
    block.setBody(body.index, actor.lane, lanesOf(body));
    actor.boxes = actor.boxes || body.def.shape.type == BodyShape::box;
    heft += body.def.mass;
    actor.bodies.push_back(bodies_.add(std::move(body)));
  }
  for (const ArticulationJointDef& part : def.joints) {
    Joint joint;
    joint.def = part.joint;
    joint.def.parent = actor.bodies[static_cast<std::size_t>(part.parent)];
    joint.def.child = actor.bodies[static_cast<std::size_t>(part.child)];
    joint.actor = id.index;
    joint.index = part.child;
    block.setJoint(part.child, actor.lane, lanesOf(joint.def, composites[static_cast<std::size_t>(part.child)]));
    actor.joints.push_back(joints_.add(std::move(joint)));
  }

  // Who may touch whom.
  const Topology& topology = kinds_[actor.kind]->topology;
  for (int k = 0; k < topology.pairs; ++k) block.setPair(k, actor.lane, {def.selfCollision ? 1.0f : 0.0f, {}});
  const auto index = [&actor](std::int32_t i) { return actor.bodies[static_cast<std::size_t>(i)].index; };
  for (const ArticulationJointDef& part : def.joints) {
    if (!part.joint.collide) this->block(index(part.parent), index(part.child), true);
  }
  for (const auto& pair : def.filteredPairs) this->block(index(pair.first), index(pair.second), true);
  for (std::size_t a = 0; a < def.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < def.bodies.size(); ++b) updatePair(actor.bodies[a].index, actor.bodies[b].index);
  }
  WholeLanes<float> whole;
  whole.live = 1;
  whole.heft = heft;
  block.setWhole(actor.lane, whole);
  return id;
}

/// Brings the lane's switch of a pair in line with filters, groups and masks.
void CrowdWorld::updatePair(std::uint32_t a, std::uint32_t b) {
  const Body &one = bodies_[a], &other = bodies_[b];
  if (one.actor != other.actor) return;
  const Actor& actor = actors_[one.actor];
  const int pair = kinds_[actor.kind]->pairOf(one.index, other.index);
  if (pair < 0) return;
  Block& place = blocks_[actor.block];
  PairLanes<float> lanes = place.pair(pair, actor.lane);
  lanes.on = actor.selfCollision && mayTouch(one, b, other) ? 1.0f : 0.0f;
  place.setPair(pair, actor.lane, lanes);
}

void CrowdWorld::block(std::uint32_t a, std::uint32_t b, bool on) {
  insert(bodies_[a].blocked, b, on);
  insert(bodies_[b].blocked, a, on);
}

Result<BodyId> CrowdWorld::createBody(const BodyDef& def) {
  if (auto checked = checkBody(def, "body"); !checked) return Failure(checked.error());
  ArticulationDef one;
  one.bodies = {def};
  return actors_[addActor(one, false).index].bodies.front();
}

Result<ArticulationId> CrowdWorld::createArticulation(const ArticulationDef& def) {
  if (auto checked = checkArticulation(def); !checked) return Failure(checked.error());
  return addActor(def, true);
}

Result<JointId> CrowdWorld::createJoint(const JointDef& def) {
  if (auto checked = checkJoint(def, "joint"); !checked) return Failure(checked.error());
  if (!bodies_.valid(def.child)) return fail(ErrorCode::reference, "joint.child", "names no body");
  if (def.parent && !bodies_.valid(def.parent)) return fail(ErrorCode::reference, "joint.parent", "names no body");
  if (def.parent == def.child) return fail(ErrorCode::reference, "joint.parent", "is the child itself");
  Joint joint;
  joint.def = def;
  joint.loose = std::make_unique<LooseJoint>();
  joint.loose->lanes = lanesOf(def, compositeOf(bodies_[def.child.index].def));
  if (def.parent && !def.collide) {
    block(def.parent.index, def.child.index, true);
    updatePair(def.parent.index, def.child.index);
  }
  const JointId id = joints_.add(std::move(joint));
  looseJoints_.push_back(id.index);
  wakeActor(bodies_[def.child.index].actor);
  if (def.parent) wakeActor(bodies_[def.parent.index].actor);
  return id;
}

void CrowdWorld::destroyJoint(JointId id) {
  if (joints_.find(id) == nullptr) return;
  Joint& joint = joints_[id.index];
  const JointDef def = joint.def;
  for (const BodyId end : {def.parent, def.child}) {
    if (end && bodies_.valid(end)) wakeActor(bodies_[end.index].actor);
  }
  if (joint.loose) {
    std::erase(looseJoints_, id.index);
  } else {
    // A joint of the tree is switched off in its lane.
    Actor& actor = actors_[joint.actor];
    JointLanes<float> lanes = blocks_[actor.block].joint(joint.index, actor.lane);
    lanes.enabled = 0;
    blocks_[actor.block].setJoint(joint.index, actor.lane, lanes);
    std::erase(actor.joints, id);
  }
  if (def.parent && !def.collide && bodies_.valid(def.parent) && bodies_.valid(def.child)) {
    block(def.parent.index, def.child.index, false);
    updatePair(def.parent.index, def.child.index);
  }
  joints_.remove(id.index);
}

void CrowdWorld::removeActor(std::uint32_t index) {
  const WholeLanes<float> whole = blocks_[actors_[index].block].whole(actors_[index].lane);
  if (actors_[index].enabled) wakeAround(whole.lowest, whole.highest);
  for (const BodyId id : actors_[index].bodies) {
    for (std::size_t k = looseJoints_.size(); k-- > 0;) {
      const std::uint32_t loose = looseJoints_[k];
      if (joints_[loose].def.child == id || joints_[loose].def.parent == id) destroyJoint(joints_.idAt(loose));
    }
    for (const std::uint32_t other : std::vector<std::uint32_t>(bodies_[id.index].blocked)) block(id.index, other, false);
    std::erase_if(before_, [&](const Meeting& m) { return m.bodyA == id.index || m.bodyB == id.index; });
    std::erase_if(meetings_, [&](const Meeting& m) { return m.bodyA == id.index || m.bodyB == id.index; });
  }
  Actor& actor = actors_[index];
  for (const JointId id : actor.joints) joints_.remove(id.index);
  for (const BodyId id : actor.bodies) bodies_.remove(id.index);
  blocks_[actor.block].clear(actor.lane);
  std::erase_if(contacts_, [this](const Contact& c) { return !bodies_.valid(c.a) || (c.b && !bodies_.valid(c.b)); });
  actors_.remove(index);
  sleepersChanged_ = true;
}

void CrowdWorld::destroyBody(BodyId id) {
  const Body* body = bodies_.find(id);
  if (body == nullptr) return;
  const bool isLoose = !actors_[body->actor].articulated;
  SINEW_ASSERT(isLoose);
  if (isLoose) removeActor(body->actor);
}

void CrowdWorld::destroyArticulation(ArticulationId id) {
  if (actors_.find(id) != nullptr) removeActor(id.index);
}

std::span<const BodyId> CrowdWorld::bodiesOf(ArticulationId id) const {
  const Actor* actor = actors_.find(id);
  return actor == nullptr ? std::span<const BodyId>{} : std::span<const BodyId>(actor->bodies);
}

std::span<const JointId> CrowdWorld::jointsOf(ArticulationId id) const {
  const Actor* actor = actors_.find(id);
  return actor == nullptr ? std::span<const JointId>{} : std::span<const JointId>(actor->joints);
}

void CrowdWorld::setEnabled(std::span<const ArticulationId> articulations, std::span<const std::uint8_t> on) {
  SINEW_ASSERT(articulations.size() == on.size());
  for (std::size_t i = 0; i < std::min(articulations.size(), on.size()); ++i) {
    Actor* actor = actors_.find(articulations[i]);
    if (actor == nullptr || actor->enabled == (on[i] != 0)) continue;
    const WholeLanes<float> whole = blocks_[actor->block].whole(actor->lane);
    actor->enabled = on[i] != 0;
    sleepersChanged_ = true;
    setLive(*actor);
    if (!actor->enabled) wakeAround(whole.lowest, whole.highest);
  }
}

GroundId CrowdWorld::addGround(Ground ground) { return grounds_.add(std::move(ground)); }

Result<GroundId> CrowdWorld::createPlane(const Vec3& normal, float offset, const MaterialDef& material) {
  if (auto checked = checkPlane(normal, offset); !checked) return Failure(checked.error());
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());
  Ground ground;
  ground.material = material;
  ground.normal = normalized(normal);
  ground.offset = offset;
  return addGround(std::move(ground));
}

Result<GroundId> CrowdWorld::createBox(const Transform& worldFromBox, const Vec3& halfExtent, const MaterialDef& material) {
  if (!isRigid(worldFromBox)) return fail(ErrorCode::value, "worldFromBox", "is not a finite rigid transform");
  if (!isFinite(halfExtent) || !(std::min({halfExtent.x, halfExtent.y, halfExtent.z}) > 0)) {
    return fail(ErrorCode::value, "halfExtent", "must be finite and positive");
  }
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());
  Ground ground;
  ground.type = GroundType::box;
  ground.material = material;
  ground.halfExtent = halfExtent;
  ground.worldFromGround = worldFromBox;
  return addGround(std::move(ground));
}

Result<GroundId> CrowdWorld::createMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles,
                                        const MaterialDef& material) {
  if (auto checked = checkMesh(vertices, triangles); !checked) return Failure(checked.error());
  if (auto checked = checkMaterial(material, "material"); !checked) return Failure(checked.error());
  Ground ground;
  ground.type = GroundType::mesh;
  ground.material = material;
  ground.tree.build({vertices.begin(), vertices.end()}, {triangles.begin(), triangles.end()});
  return addGround(std::move(ground));
}

Result<GroundId> CrowdWorld::createHeightField(std::span<const float> heights, std::uint32_t columns, float cell, const Vec3& origin,
                                               const MaterialDef& material) {
  if (auto checked = checkHeightField(heights, columns, cell, origin); !checked) return Failure(checked.error());
  std::vector<Vec3> points;
  std::vector<std::uint32_t> triangles;
  const auto rows = static_cast<std::uint32_t>(heights.size() / columns);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint32_t i = row * columns + column;
      points.push_back(origin + Vec3{cell * static_cast<float>(column), heights[i], cell * static_cast<float>(row)});
      if (row + 1 < rows && column + 1 < columns)
        triangles.insert(triangles.end(), {i, i + columns, i + 1, i + 1, i + columns, i + columns + 1});
    }
  }
  return createMesh(points, triangles, material);
}

void CrowdWorld::destroyGround(GroundId id) {
  if (grounds_.find(id) == nullptr) return;
  // What rests on it has lost its support.
  for (std::uint32_t i = 0; i < bodies_.end(); ++i) {
    if (!bodies_.holds(i) || !actors_[bodies_[i].actor].asleep) continue;
    GroundTouch touched;
    if (grounds_[id.index].meet(shapeOf(bodies_[i]), {0.005f, {}, {}}, &touched, 1) > 0) wakeActor(bodies_[i].actor);
  }
  grounds_.remove(id.index);
}

void CrowdWorld::moveGround(GroundId id, const Transform& worldFromGround, float dt) {
  Ground* ground = grounds_.find(id);
  SINEW_ASSERT(dt > 0);
  if (ground == nullptr || !(dt > 0)) return;
  if (!isRigid(worldFromGround)) {
    ++pending_.skippedTargets;
    return;
  }
  ground->target = worldFromGround;
  ground->remaining = dt;
  ground->moved = true;
}

}  // namespace crowd
}  // namespace sinew
