#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include <sinew/physics/world.h>

// An engine of your own behind the seam, in the smallest honest form: rigid bodies whose joints and ground contacts are corrected
// in position (Mueller et al. 2020, "Detailed rigid body simulation with extended position based dynamics").
//
// What it does not do it says: motors and pins are counted as skipped, ground other than planes is `unsupported`, joints know no
// limits (WorldTraits::limitError), bodies do not touch each other and sleep only when they are told to.

namespace toy {

class ToyWorld final : public sinew::World {
 public:
  explicit ToyWorld(const sinew::WorldDef& def) : def_(def) {}

  sinew::WorldTraits traits() const override { return {"toy", sinew::kPi, true, true}; }
  const sinew::WorldDef& definition() const override { return def_; }

  sinew::Result<sinew::BodyId> createBody(const sinew::BodyDef& def) override;
  void destroyBody(sinew::BodyId body) override;
  sinew::Result<sinew::JointId> createJoint(const sinew::JointDef& def) override;
  void destroyJoint(sinew::JointId joint) override;
  sinew::Result<sinew::ArticulationId> createArticulation(const sinew::ArticulationDef& def) override;
  void destroyArticulation(sinew::ArticulationId articulation) override;
  std::span<const sinew::BodyId> bodiesOf(sinew::ArticulationId articulation) const override;
  std::span<const sinew::JointId> jointsOf(sinew::ArticulationId articulation) const override;
  void setEnabled(std::span<const sinew::ArticulationId> articulations, std::span<const std::uint8_t> on) override;

  sinew::Result<sinew::GroundId> createPlane(const sinew::Vec3& normal, float offset, const sinew::MaterialDef& material) override;
  sinew::Result<sinew::GroundId> createBox(const sinew::Transform&, const sinew::Vec3&, const sinew::MaterialDef&) override;
  sinew::Result<sinew::GroundId> createMesh(std::span<const sinew::Vec3>, std::span<const std::uint32_t>,
                                            const sinew::MaterialDef&) override;
  sinew::Result<sinew::GroundId> createHeightField(std::span<const float>, std::uint32_t, float, const sinew::Vec3&,
                                                   const sinew::MaterialDef&) override;
  void destroyGround(sinew::GroundId ground) override;
  void moveGround(sinew::GroundId ground, const sinew::Transform& worldFromGround, float dt) override;

  void setModes(std::span<const sinew::BodyId> bodies, std::span<const sinew::BodyMode> modes) override;
  void setKinematicTargets(std::span<const sinew::BodyId> bodies, std::span<const sinew::Transform> worldFromBody, float dt) override;
  void setMotors(std::span<const sinew::MotorTarget> targets) override { skipped_ += static_cast<std::uint32_t>(targets.size()); }
  void setPins(std::span<const sinew::PinTarget> targets) override { skipped_ += static_cast<std::uint32_t>(targets.size()); }
  void setFilters(std::span<const sinew::PairFilter>) override {}  // no two bodies touch
  void setMaterial(std::span<const sinew::BodyId> bodies, const sinew::MaterialDef& material) override;

  void getStates(std::span<const sinew::BodyId> bodies, std::span<sinew::BodyState> out) const override;
  void setStates(std::span<const sinew::BodyId> bodies, std::span<const sinew::BodyState> states) override;
  void addImpulses(std::span<const sinew::BodyId> bodies, std::span<const sinew::Vec3> impulses,
                   std::span<const sinew::Vec3> pointsWorld) override;
  void wake(std::span<const sinew::BodyId> bodies) override { setAsleep(bodies, false); }
  void sleep(std::span<const sinew::BodyId> bodies) override { setAsleep(bodies, true); }
  bool asleep(sinew::BodyId body) const override;
  bool valid(sinew::BodyId body) const override { return at(body) != nullptr; }
  bool valid(sinew::JointId joint) const override { return at(joint) != nullptr; }

  sinew::StepReport step(float dt) override;

  std::span<const sinew::Contact> contacts() const override { return contacts_; }
  void jointStates(std::span<const sinew::JointId> joints, std::span<sinew::JointState> out) const override;
  sinew::Result<sinew::BodyInfo> bodyInfo(sinew::BodyId body) const override;
  sinew::Result<sinew::JointInfo> jointInfo(sinew::JointId joint) const override;

  sinew::RayHit castRay(const sinew::Vec3& from, const sinew::Vec3& to, std::uint32_t mask) const override;
  sinew::RayHit castSphere(const sinew::Vec3& from, const sinew::Vec3& to, float radius, std::uint32_t mask) const override;
  std::vector<sinew::BodyId> overlapSphere(const sinew::Vec3& center, float radius, std::uint32_t mask) const override;

  std::vector<std::byte> snapshot() const override;
  sinew::Result<void> restore(std::span<const std::byte> bytes) override;
  std::vector<std::byte> snapshot(sinew::ArticulationId articulation) const override;
  sinew::Result<void> restore(sinew::ArticulationId articulation, std::span<const std::byte> bytes) override;
  std::uint64_t stateHash() const override;

 private:
  struct Body {
    sinew::BodyDef def;
    sinew::BodyState state;
    sinew::Transform target;
    float remaining = 0;  ///< s, to the kinematic target
    bool enabled = true, asleep = false;
    sinew::BodyState before, predicted;  ///< at the start of the sub-step, and where it would go alone

    bool moves() const { return enabled && !asleep && def.mode == sinew::BodyMode::dynamic; }
    sinew::Vec3 center() const { return state.worldFromBody * def.centerOfMass; }
  };
  struct Joint {
    sinew::JointDef def;
  };
  /// What a snapshot keeps of a body.
  struct Entry {
    std::uint32_t index = 0;
    sinew::BodyState state;
    sinew::Transform target;
    float remaining = 0;
    sinew::BodyMode mode = sinew::BodyMode::dynamic;
    bool enabled = true, asleep = false;
  };
  struct Articulation {
    std::vector<sinew::BodyId> bodies;
    std::vector<sinew::JointId> joints;
  };
  struct Plane {
    sinew::Vec3 normal;
    float offset = 0;
    sinew::MaterialDef material;
  };
  /// Things by the index of their id; a number is never given twice, so an id without an entry is stale.
  template <class T>
  using Table = std::unordered_map<std::uint32_t, T>;

  Body* at(sinew::BodyId id);
  const Body* at(sinew::BodyId id) const { return const_cast<ToyWorld*>(this)->at(id); }
  Joint* at(sinew::JointId id);
  const Joint* at(sinew::JointId id) const { return const_cast<ToyWorld*>(this)->at(id); }
  const Articulation* at(sinew::ArticulationId id) const;
  void setAsleep(std::span<const sinew::BodyId> bodies, bool asleep);

  void integrate(Body& body, float h) const;
  void carry(Body& body, float h) const;
  void hold(const Joint& joint);
  void stand(sinew::BodyId id, Body& body, float h);
  void derive(Body& body, float h) const;
  float inverseMass(const Body& body, const sinew::Vec3& arm, const sinew::Vec3& direction) const;
  void push(Body& body, const sinew::Vec3& arm, const sinew::Vec3& impulse) const;
  void turn(Body& body, const sinew::Vec3& angularImpulse) const;
  sinew::Vec3 inverseInertia(const Body& body, const sinew::Vec3& v) const;
  void align(Body* parent, Body& child, const sinew::Vec3& by);

  std::vector<sinew::BodyId> all() const;
  std::vector<std::byte> save(std::span<const sinew::BodyId> bodies) const;
  sinew::Result<void> load(std::span<const sinew::BodyId> bodies, std::span<const std::byte> bytes);

  sinew::WorldDef def_;
  Table<Body> bodies_;
  Table<Joint> joints_;
  Table<Articulation> articulations_;
  Table<Plane> planes_;
  std::vector<std::uint32_t> order_, jointOrder_;  ///< by age
  std::uint32_t next_ = 0, skipped_ = 0;
  std::vector<sinew::Contact> contacts_;
};

}  // namespace toy
