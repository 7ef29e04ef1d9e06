#include <algorithm>

#include "physics/bullet/bullet_world.h"
#include "physics/bullet/create.h"
#include "physics/check.h"

namespace sinew {

std::unique_ptr<World> createBulletWorld(const WorldDef& def) { return std::make_unique<bullet::BulletWorld>(def); }

namespace bullet {

BulletWorld::BulletWorld(const WorldDef& def)
    : def_(def), dispatcher_(&configuration_, *this), collision_(&dispatcher_, &broadphase_, &configuration_) {
  dispatcher_.registerCollisionCreateFunc(CAPSULE_SHAPE_PROXYTYPE, STATIC_PLANE_PROXYTYPE, &capsulePlane_);
  dispatcher_.registerCollisionCreateFunc(STATIC_PLANE_PROXYTYPE, CAPSULE_SHAPE_PROXYTYPE, &planeCapsule_);
  configuration_.setPlaneConvexMultipointIterations(4, 4);
  collision_.setForceUpdateAllAabbs(false);

  // Overlaps are pushed apart without leaving speed behind, and two fixed friction directions do not creep.
  info_.m_numIterations = def.iterations;
  info_.m_splitImpulse = 1;
  info_.m_splitImpulsePenetrationThreshold = 0;
  info_.m_splitImpulseTurnErp = 1;
  info_.m_linearSlop = 0.0005f;
  info_.m_solverMode =
      SOLVER_SIMD | SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS | SOLVER_DISABLE_VELOCITY_DEPENDENT_FRICTION_DIRECTION;
}

BulletWorld::~BulletWorld() {
  for (std::uint32_t i = 0; i < bodies_.end(); ++i) {
    if (bodies_.holds(i)) leave(bodies_[i]);
  }
  for (std::uint32_t i = 0; i < grounds_.end(); ++i) {
    if (grounds_.holds(i)) collision_.removeCollisionObject(grounds_[i]->rigid.get());
  }
}

WorldTraits BulletWorld::traits() const {
  return {.name = "bullet", .limitError = 0, .restoreBitExact = false, .independentOfOthers = false};
}

void BulletWorld::enter(Body& body) {
  if (body.rigid->getBroadphaseHandle() != nullptr) return;
  collision_.addCollisionObject(body.rigid.get(), static_cast<int>(body.def.group), static_cast<int>(body.def.mask));
}

void BulletWorld::leave(Body& body) {
  if (body.rigid->getBroadphaseHandle() != nullptr) collision_.removeCollisionObject(body.rigid.get());
}

void BulletWorld::block(std::uint32_t a, std::uint32_t b, bool on) {
  const auto set = [on](std::vector<std::uint32_t>& list, std::uint32_t other) {
    const auto found = std::find(list.begin(), list.end(), other);
    if (on && found == list.end()) list.push_back(other);
    if (!on && found != list.end()) list.erase(found);
  };
  set(bodies_[a].blocked, b);
  set(bodies_[b].blocked, a);
}

BodyId BulletWorld::addBody(const BodyDef& def, ArticulationId actor) {
  const BodyId id = bodies_.add(Body{});
  Body& body = bodies_[id.index];
  body.def = def;
  body.actor = actor.index;
  buildBody(body, id.index);
  body.pin.centerFromBody = inverse(body.bodyFromCenter);
  enter(body);
  actors_[actor.index].bodies.push_back(id);
  return id;
}

JointId BulletWorld::addJoint(const JointDef& def, ArticulationId owner, const CompositeMass& below) {
  Joint joint;
  joint.def = def;
  joint.owner = owner.index;
  joint.child = def.child.index;
  joint.childCenterFromFrame = inverse(bodies_[joint.child].bodyFromCenter) * def.childFromFrame;
  joint.parentCenterFromFrame = def.parentFromFrame;
  if (def.parent) {
    joint.parent = def.parent.index;
    joint.parentCenterFromFrame = inverse(bodies_[joint.parent].bodyFromCenter) * def.parentFromFrame;
    if (!def.collide) block(joint.parent, joint.child, true);
  }

  // What a motor has to turn, in the child's joint frame.
  const Mat3 r = toMatrix(def.childFromFrame.rotation);
  const Mat3 inertia = transpose(r) * inertiaAbout(below, def.childFromFrame.translation) * r;
  joint.softness = inverse(inertia);
  joint.axisSoftness = 1 / inertia.x.x;
  return joints_.add(joint);
}

Result<BodyId> BulletWorld::createBody(const BodyDef& def) {
  if (auto checked = checkBody(def, "body"); !checked) return Failure(checked.error());
  const BodyId id = addBody(def, actors_.add(Actor{}));
  Body& body = bodies_[id.index];
  const CompositeMass own = compositeOf(def);
  body.pin.massSoftness = 1 / own.mass;
  body.pin.turnSoftness = inverse(own.inertia);
  return id;
}

Result<ArticulationId> BulletWorld::createArticulation(const ArticulationDef& def) {
  if (auto checked = checkArticulation(def); !checked) return Failure(checked.error());
  const ArticulationId id = actors_.add(Actor{});
  actors_[id.index].articulated = true;
  actors_[id.index].selfCollision = def.selfCollision;

  const std::vector<CompositeMass> composites = compositesOf(def);
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    Body& body = bodies_[addBody(def.bodies[i], id).index];
    body.pin.massSoftness = 1 / composites[i].mass;
    body.pin.turnSoftness = inverse(composites[i].inertia);
  }
  for (const ArticulationJointDef& part : def.joints) {
    JointDef joint = part.joint;
    joint.parent = actors_[id.index].bodies[static_cast<std::size_t>(part.parent)];
    joint.child = actors_[id.index].bodies[static_cast<std::size_t>(part.child)];
    actors_[id.index].joints.push_back(addJoint(joint, id, composites[static_cast<std::size_t>(part.child)]));
  }
  const std::vector<BodyId>& bodies = actors_[id.index].bodies;
  for (const auto& pair : def.filteredPairs) {
    block(bodies[static_cast<std::size_t>(pair.first)].index, bodies[static_cast<std::size_t>(pair.second)].index, true);
  }
  return id;
}

Result<JointId> BulletWorld::createJoint(const JointDef& def) {
  if (auto checked = checkJoint(def, "joint"); !checked) return Failure(checked.error());
  if (!bodies_.valid(def.child)) return fail(ErrorCode::reference, "joint.child", "names no body");
  if (def.parent && !bodies_.valid(def.parent)) return fail(ErrorCode::reference, "joint.parent", "names no body");
  if (def.parent == def.child) return fail(ErrorCode::reference, "joint.parent", "is the child itself");

  const JointId id = addJoint(def, ArticulationId{}, compositeOf(bodies_[def.child.index].def));
  looseJoints_.insert(std::lower_bound(looseJoints_.begin(), looseJoints_.end(), id.index), id.index);
  bodies_[def.child.index].joints.push_back(id.index);
  wakeActor(bodies_[def.child.index].actor);
  if (def.parent) {
    bodies_[def.parent.index].joints.push_back(id.index);
    wakeActor(bodies_[def.parent.index].actor);
  }
  return id;
}

void BulletWorld::removeJoint(JointId id) {
  const Joint& joint = joints_[id.index];
  for (const std::uint32_t end : {joint.parent, joint.child}) {
    if (end == kNone || !bodies_.holds(end)) continue;
    std::erase(bodies_[end].joints, id.index);
    wakeActor(bodies_[end].actor);
  }
  if (joint.parent != kNone && !joint.def.collide) block(joint.parent, joint.child, false);
  std::erase(looseJoints_, id.index);
  joints_.remove(id.index);
}

void BulletWorld::destroyJoint(JointId joint) {
  if (joints_.find(joint) == nullptr) return;
  const bool jointIsLoose = joints_[joint.index].owner == kNone;
  SINEW_ASSERT(jointIsLoose);
  if (jointIsLoose) removeJoint(joint);
}

void BulletWorld::removeBody(BodyId id) {
  // What rests on it or hangs from it must notice.
  Body& body = bodies_[id.index];
  while (!body.joints.empty()) removeJoint(joints_.idAt(body.joints.back()));
  for (const std::uint32_t other : body.blocked) std::erase(bodies_[other].blocked, id.index);
  for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
    const btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(i);
    const btCollisionObject *a = manifold->getBody0(), *b = manifold->getBody1();
    if (a == body.rigid.get() && !isGround(*b)) wakeActor(bodies_[indexOf(*b)].actor);
    if (b == body.rigid.get() && !isGround(*a)) wakeActor(bodies_[indexOf(*a)].actor);
  }
  leave(body);
  bodies_.remove(id.index);
}

void BulletWorld::destroyBody(BodyId body) {
  if (bodies_.find(body) == nullptr) return;
  const std::uint32_t actor = bodies_[body.index].actor;
  const bool bodyIsLoose = !actors_[actor].articulated;
  SINEW_ASSERT(bodyIsLoose);
  if (!bodyIsLoose) return;
  removeBody(body);
  actors_.remove(actor);
}

void BulletWorld::destroyArticulation(ArticulationId articulation) {
  Actor* actor = actors_.find(articulation);
  if (actor == nullptr) return;
  for (const JointId joint : actor->joints) removeJoint(joint);
  for (const BodyId body : actor->bodies) removeBody(body);
  actors_.remove(articulation.index);
}

std::span<const BodyId> BulletWorld::bodiesOf(ArticulationId articulation) const {
  const Actor* actor = actors_.find(articulation);
  return actor != nullptr ? std::span<const BodyId>(actor->bodies) : std::span<const BodyId>();
}

std::span<const JointId> BulletWorld::jointsOf(ArticulationId articulation) const {
  const Actor* actor = actors_.find(articulation);
  return actor != nullptr ? std::span<const JointId>(actor->joints) : std::span<const JointId>();
}

void BulletWorld::setEnabled(std::span<const ArticulationId> articulations, std::span<const std::uint8_t> on) {
  SINEW_ASSERT(articulations.size() == on.size());
  for (std::size_t i = 0; i < std::min(articulations.size(), on.size()); ++i) {
    Actor* actor = actors_.find(articulations[i]);
    if (actor == nullptr || actor->enabled == (on[i] != 0)) continue;
    actor->enabled = on[i] != 0;
    for (const BodyId body : actor->bodies) actor->enabled ? enter(bodies_[body.index]) : leave(bodies_[body.index]);
  }
}

}  // namespace bullet
}  // namespace sinew
