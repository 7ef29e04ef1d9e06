#pragma once

#include <span>
#include <vector>

#include "physics/bullet/body.h"
#include "physics/bullet/capsule_plane.h"
#include "physics/bullet/solver.h"
#include "physics/slots.h"

// The seam over Bullet. Bullet finds contacts (btCollisionWorld) and solves them; the step around it is ours, so that
// characters sleep and wake whole, order never depends on addresses, and none of Bullet's process-wide settings is touched:
// materials and contacts are handled on the manifolds instead of in its global callbacks.
//
//   build.cpp     create and destroy            drive.cpp     modes, targets, motors, pins, filters
//   step.cpp      the step                      contact.cpp   manifolds in, reports out
//   sleep.cpp     islands of characters         state.cpp     states, info, hash
//   ground.cpp    planes, boxes, meshes         query.cpp     rays, spheres
//   snapshot.cpp  snapshot and restore

namespace sinew::bullet {

class BulletWorld;

/// Decides which pairs may touch: asked for every overlapping pair in every sub-step.
class Dispatcher : public btCollisionDispatcher {
 public:
  Dispatcher(btCollisionConfiguration* configuration, const BulletWorld& world) : btCollisionDispatcher(configuration), world_(world) {}
  bool needsCollision(const btCollisionObject* a, const btCollisionObject* b) override;

 private:
  const BulletWorld& world_;
};

/// A manifold with contact points, under a key that orders it: (a, b), ground after bodies.
struct Touch {
  std::uint64_t key = 0;
  btPersistentManifold* manifold = nullptr;
  bool solved = false;  ///< both sides awake: part of this sub-step
};

/// One contact point of one sub-step.
struct RawContact {
  std::uint64_t key = 0;
  std::uint32_t sequence = 0;
  Contact contact;
};

class BulletWorld final : public World {
 public:
  explicit BulletWorld(const WorldDef& def);
  ~BulletWorld() override;
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  WorldTraits traits() const override;
  const WorldDef& definition() const override { return def_; }

  Result<BodyId> createBody(const BodyDef& def) override;
  void destroyBody(BodyId body) override;
  Result<JointId> createJoint(const JointDef& def) override;
  void destroyJoint(JointId joint) override;
  Result<ArticulationId> createArticulation(const ArticulationDef& def) override;
  void destroyArticulation(ArticulationId articulation) override;
  std::span<const BodyId> bodiesOf(ArticulationId articulation) const override;
  std::span<const JointId> jointsOf(ArticulationId articulation) const override;
  void setEnabled(std::span<const ArticulationId> articulations, std::span<const std::uint8_t> on) override;

  Result<GroundId> createPlane(const Vec3& normal, float offset, const MaterialDef& material) override;
  Result<GroundId> createBox(const Transform& worldFromBox, const Vec3& halfExtent, const MaterialDef& material) override;
  Result<GroundId> createMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles,
                              const MaterialDef& material) override;
  Result<GroundId> createHeightField(std::span<const float> heights, std::uint32_t columns, float cell, const Vec3& origin,
                                     const MaterialDef& material) override;
  void destroyGround(GroundId ground) override;
  void moveGround(GroundId ground, const Transform& worldFromGround, float dt) override;

  void setModes(std::span<const BodyId> bodies, std::span<const BodyMode> modes) override;
  void setKinematicTargets(std::span<const BodyId> bodies, std::span<const Transform> worldFromBody, float dt) override;
  void setMotors(std::span<const MotorTarget> targets) override;
  void setPins(std::span<const PinTarget> targets) override;
  void setFilters(std::span<const PairFilter> pairs) override;
  void setMaterial(std::span<const BodyId> bodies, const MaterialDef& material) override;

  void getStates(std::span<const BodyId> bodies, std::span<BodyState> out) const override;
  void setStates(std::span<const BodyId> bodies, std::span<const BodyState> states) override;
  void addImpulses(std::span<const BodyId> bodies, std::span<const Vec3> impulses, std::span<const Vec3> pointsWorld) override;
  void wake(std::span<const BodyId> bodies) override;
  void sleep(std::span<const BodyId> bodies) override;
  bool asleep(BodyId body) const override;
  bool valid(BodyId body) const override { return bodies_.valid(body); }
  bool valid(JointId joint) const override { return joints_.valid(joint); }

  StepReport step(float dt) override;

  std::span<const Contact> contacts() const override { return contacts_; }
  void jointStates(std::span<const JointId> joints, std::span<JointState> out) const override;
  Result<BodyInfo> bodyInfo(BodyId body) const override;
  Result<JointInfo> jointInfo(JointId joint) const override;

  RayHit castRay(const Vec3& from, const Vec3& to, std::uint32_t mask) const override;
  RayHit castSphere(const Vec3& from, const Vec3& to, float radius, std::uint32_t mask) const override;
  std::vector<BodyId> overlapSphere(const Vec3& center, float radius, std::uint32_t mask) const override;

  std::vector<std::byte> snapshot() const override;
  Result<void> restore(std::span<const std::byte> bytes) override;
  std::vector<std::byte> snapshot(ArticulationId articulation) const override;
  Result<void> restore(ArticulationId articulation, std::span<const std::byte> bytes) override;
  std::uint64_t stateHash() const override;

  /// Whether a pair may touch, beyond groups and masks.
  bool mayTouch(const btCollisionObject& a, const btCollisionObject& b) const;

 private:
  // build.cpp
  BodyId addBody(const BodyDef& def, ArticulationId actor);
  JointId addJoint(const JointDef& def, ArticulationId owner, const CompositeMass& below);
  void removeBody(BodyId id);
  void removeJoint(JointId id);
  void enter(Body& body);
  void leave(Body& body);
  void block(std::uint32_t a, std::uint32_t b, bool on);
  GroundId addMesh(std::vector<btVector3> vertices, std::vector<int> triangles, const MaterialDef& material);
  GroundId addGround(std::unique_ptr<Ground> ground, const Transform& worldFromGround);

  // step.cpp
  void beginStep();
  void subStep(float dt, float ahead);
  void startMotions();
  void gatherActive();
  void activate(Joint& joint);
  void applyForces(float dt);
  void solve(float dt, float ahead);
  void integrate(float dt);
  void guard();

  // query.cpp
  RayHit hitOf(const btCollisionObject& object, float fraction, const btVector3& point, const btVector3& normal) const;

  // snapshot.cpp
  struct Snapshot;

  // contact.cpp
  void gatherContacts();
  void correctEdges(btPersistentManifold& manifold) const;
  void collectContacts();
  void finishContacts();
  MaterialDef materialOf(const btCollisionObject& object) const;
  void forgetContacts(std::span<const std::uint32_t> bodies);
  void forgetAllContacts();

  // sleep.cpp
  void wakeActor(std::uint32_t actor);
  void sleepActor(std::uint32_t actor);
  bool wakeTouched(float dt);
  void updateSleep(float dt);
  bool asleep(const btCollisionObject& object) const;
  bool moving(const btCollisionObject& object) const;
  bool staysQuiet(const Body& body) const;
  std::uint32_t island(std::uint32_t actor);

  WorldDef def_;
  btDefaultCollisionConfiguration configuration_;
  Dispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  CapsulePlaneCreate capsulePlane_{false}, planeCapsule_{true};
  btCollisionWorld collision_;
  Solver solver_;
  btContactSolverInfo info_;

  Slots<BodyId, Body> bodies_;
  Slots<JointId, Joint> joints_;
  std::vector<std::uint32_t> looseJoints_;  ///< joints of no articulation, in ascending order
  Slots<ArticulationId, Actor> actors_;
  Slots<GroundId, std::unique_ptr<Ground>> grounds_;

  StepReport pending_;  ///< counted by the calls since the last step
  std::vector<Contact> contacts_;
  float lastDt_ = 0;  ///< s

  // Work space of a step, kept to save allocations.
  std::vector<std::uint32_t> awake_;  ///< bodies in the solver
  std::vector<btCollisionObject*> solverBodies_;
  std::vector<btPersistentManifold*> manifolds_;
  std::vector<Touch> touches_;
  std::vector<RawContact> raw_;
  std::vector<std::uint32_t> placed_;
  std::vector<ActiveJoint> activeJoints_;
  std::vector<ActivePin> activePins_;
  std::vector<std::uint32_t> islands_;  ///< (actor slots) union-find
  std::vector<float> islandQuiet_;      ///< (actor slots) s
};

}  // namespace sinew::bullet
