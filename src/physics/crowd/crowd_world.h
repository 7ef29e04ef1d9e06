#pragma once

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "physics/composite.h"
#include "physics/crowd/block.h"
#include "physics/crowd/cells.h"
#include "physics/crowd/ground.h"
#include "physics/crowd/meeting.h"
#include "physics/slots.h"

// Crowds: characters of one kind are solved side by side, one per SIMD lane.
//
//   memory   kind (topology) ---> blocks of W characters ---> fields of W floats             (fields.h)
//   step     measure     bounds of every awake character                          lanes      (kernel.h)
//            meet        characters near each other: contacts, wakes              pairs      (meet.cpp)
//            islands     blocks whose characters meet or are jointed run together
//            run         find -> [prepare -> sweeps -> advance -> relax] x sub-steps -> bounce -> keep    lanes, threads over islands
//            report      contacts, sleep, what burst                                         (report.cpp, sleep.cpp)
//
// A loose body is a character of one part. Everything is ordered by arrival, so that results do not depend on the number of
// workers, the lane, or who else is there.
//
//   build.cpp     create and destroy            drive.cpp    modes, targets, motors, pins, filters
//   step.cpp      the step                      couple.cpp   contacts and joints between characters
//   stand.cpp     contacts with the ground      mesh.cpp     triangles against shapes
//   state.cpp     states, info, hash            query.cpp    rays, spheres
//   snapshot.cpp  snapshot and restore

namespace sinew::crowd {

struct Actor {
  std::vector<BodyId> bodies;
  std::vector<JointId> joints;
  bool articulated = false, enabled = true, asleep = false;
  float quietTime = 0;       ///< s
  std::uint64_t serial = 0;  ///< order of arrival
  std::uint32_t kind = 0, block = 0;
  int lane = 0;
  bool boxes = false;  ///< has parts that do not come in lanes
  bool selfCollision = true;
};

struct Body {
  BodyDef def;
  Transform bodyFromCenter;  ///< centre of mass, principal axes
  std::uint32_t actor = 0;
  int index = 0;  ///< in its character
  Transform target;
  float remaining = 0;  ///< s, to the kinematic target
  Travel travel;
  Transform quietFrom;                 ///< world from centre, since when it has been quiet
  std::vector<std::uint32_t> blocked;  ///< bodies it does not touch, ascending
  PinTarget pin;
  float compositeMass = 1;
  SymT<float> compositeInertia;  ///< principal axes of the body
};

struct Joint {
  JointDef def;
  std::uint32_t actor = kNone;
  int index = 0;  ///< of the child in its character
  MotorTarget motor;
  std::unique_ptr<LooseJoint> loose;
};

/// A part on its way through a step, above the ground.
struct Standing {
  const Body* body = nullptr;
  Shape shape;
  Approach approach;
  unsigned used = 0;  ///< slots taken, a bit each
};

/// What one worker needs while it runs an island.
struct Worker {
  std::vector<LaneMemory> spaces;  ///< of the island's blocks, one each
  std::vector<Standing> parts;
  NearPackets packets;
};

class CrowdWorld final : public World {
 public:
  CrowdWorld(const WorldDef& def, const Kernel& kernel) : def_(def), kernel_(kernel) {}

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

 private:
  // build.cpp
  ArticulationId addActor(const ArticulationDef& def, bool articulated);
  std::uint32_t kindOf(const ArticulationDef& def);
  void settle(Actor& actor, std::uint32_t index);
  JointLanes<float> lanesOf(const JointDef& def, const CompositeMass& below) const;
  BodyLanes<float> lanesOf(const Body& body) const;
  void removeActor(std::uint32_t index);
  void block(std::uint32_t a, std::uint32_t b, bool on);
  void updatePair(std::uint32_t a, std::uint32_t b);
  GroundId addGround(Ground ground);

  // state.cpp
  Block& blockOf(const Body& body) { return blocks_[actors_[body.actor].block]; }
  const Block& blockOf(const Body& body) const { return blocks_[actors_[body.actor].block]; }
  Motion motionOf(const Body& body) const { return blockOf(body).body<Motion>(body.index, actors_[body.actor].lane); }
  void setMotion(const Body& body, const Motion& motion) { blockOf(body).setBody(body.index, actors_[body.actor].lane, motion); }
  Transform placeOf(const Body& body) const;
  Shape shapeOf(const Body& body) const { return shapeOf(body, motionOf(body)); }
  Shape shapeOf(const Body& body, const Motion& motion) const;
  void forget(std::uint32_t actor);
  std::vector<std::uint8_t> moved_{};  ///< (bodies of a character) whose kept impulses `forget` drops

  // step.cpp
  StepNumbers numbersOf(float dt) const;
  void startMotions(float dt);
  void finishMotions(float dt);
  void gatherAwake();
  void runIsland(std::size_t index, const StepNumbers& step, float dt);
  void lendSpace(const Island& island);
  void beginBlock(Block& block, const StepNumbers& step);
  void endBlock(std::uint32_t self, const StepNumbers& step);
  void forgetBurst(Island& island);

  // stand.cpp
  void standOnGround(Block& block, const StepNumbers& step);
  void standActor(Block& block, int lane, const Actor& actor, float dt);
  void noteTravel(const Block& block);
  void fillSlots(Block& block, int lane, Standing& part, const Ground& ground, const GroundTouch* touches, int count);

  // meet.cpp
  void meet(float dt);
  void measureAwake(float dt);
  void findPairs();
  void meetPairs(float dt);
  bool wakeTouched(float dt);
  bool moving(const Body& body) const;

  // touching.cpp
  void placeParts(std::uint32_t actor, float dt);
  void meetActors(std::uint32_t a, std::uint32_t b, float dt, std::vector<Meeting>& found) const;
  void meetParts(const Placed& a, const Placed& b, std::span<const Meeting> kept, float dt, std::vector<Meeting>& found) const;
  std::span<const Meeting> keptOf(std::uint64_t serialA, std::uint64_t serialB) const;
  bool mayTouch(const Body& a, std::uint32_t indexB, const Body& b) const;

  // islands.cpp
  void makeIslands();
  std::uint32_t coupledOf(Island& island, std::uint32_t body);

  // couple.cpp
  void beginCoupled(Island& island);
  void loadCoupled(Island& island);
  void storeCoupled(Island& island);
  void prepareCoupled(Island& island, const StepNumbers& step);
  void solveCoupled(Island& island, const StepNumbers& step, bool push);
  void bounceCoupled(Island& island);

  // loose.cpp
  void prepareLoose(Joint& joint, const StepNumbers& step);
  void solveLoose(Joint& joint, const StepNumbers& step, bool push);

  // report.cpp
  void reportBlock(Block& block, std::vector<Contact>& out) const;
  void reportContacts();

  // query.cpp
  RayHit castBall(const Vec3& from, const Vec3& to, float radius, std::uint32_t mask) const;

  // sleep.cpp
  void wakeActor(std::uint32_t actor);
  void sleepActor(std::uint32_t actor);
  void wakeAround(const Vec3& low, const Vec3& high);
  void updateSleep(float dt);
  bool staysQuiet(const Body& body) const;
  std::uint32_t rootOf(std::vector<std::uint32_t>& joined, std::uint32_t i) const;
  void setLive(const Actor& actor) { blocks_[actor.block].setLive(actor.lane, actor.enabled && !actor.asleep); }

  // snapshot.cpp
  void writeActor(std::uint32_t index, std::vector<std::byte>& out) const;
  std::size_t actorBytes(std::uint32_t index) const;
  void readActor(std::uint32_t index, const std::byte* in);
  std::uint64_t population() const;

  WorldDef def_;
  const Kernel& kernel_;
  Slots<BodyId, Body> bodies_;
  Slots<JointId, Joint> joints_;
  Slots<ArticulationId, Actor> actors_;
  Slots<GroundId, Ground> grounds_;
  std::vector<std::unique_ptr<Kind>> kinds_;
  std::deque<Block> blocks_;
  std::vector<std::uint32_t> looseJoints_;  ///< in order of arrival
  std::uint64_t nextSerial_ = 1;

  StepReport pending_;
  std::vector<Contact> contacts_;
  float lastDt_ = 0;

  // Of a step.
  std::vector<CellBox> boxes_;
  CellGrid awakeCells_, asleepCells_;
  bool sleepersChanged_ = true;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::vector<Placed> placed_;
  std::vector<std::uint32_t> placedFrom_;    ///< (actor slots) first of its parts among the placed, or kNone
  std::vector<std::vector<Meeting>> found_;  ///< by runs of pairs
  std::vector<Meeting> meetings_, before_;
  std::vector<ContactRows> rows_;  ///< (meetings)
  std::vector<Coupled> coupled_;
  std::vector<std::uint32_t> coupledAt_;  ///< (body slots) among the coupled, or kNone
  std::vector<std::uint32_t> awakeBlocks_, joined_;
  std::vector<Island> islands_;
  std::size_t islandCount_ = 0;
  std::vector<std::uint32_t> islandOf_;  ///< (blocks) by the root of a block's island
  std::vector<float> quiet_;             ///< (actor slots) s
  std::vector<LaneMemory> scratch_;      ///< (blocks)
  tbb::enumerable_thread_specific<Worker> workers_;
  std::vector<std::vector<Contact>> blockContacts_;  ///< (blocks)
  std::vector<std::uint32_t> blockBursts_;           ///< (blocks)
};

}  // namespace sinew::crowd
