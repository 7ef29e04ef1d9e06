#pragma once

#include <functional>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include <sinew/base/log.h>
#include <sinew/physics/angles.h>
#include <sinew/physics/world.h>

// What every World must do, tested through the seam alone. To check an engine of your own, compile the conformance*.cpp files
// into a test program and name it:
//
//     INSTANTIATE_TEST_SUITE_P(Mine, WorldConformance, testing::Values(sinew::Backend{"mine", makeMine}), sinew::nameOfBackend);

namespace sinew {

struct Backend {
  std::string name;
  std::function<Result<std::unique_ptr<World>>(const WorldDef&)> create;
};

inline void PrintTo(const Backend& backend, std::ostream* out) { *out << backend.name; }
inline std::string nameOfBackend(const testing::TestParamInfo<Backend>& info) { return info.param.name; }

inline constexpr float kStep = 1.0f / 60;

/// A capsule along y about its own origin, of uniform density.
BodyDef rod(float mass, float radius, float halfHeight, const Transform& worldFromBody = {});
BodyDef ball(float mass, float radius, const Vec3& place);
BodyDef block(float mass, const Vec3& halfExtent, const Vec3& place);

/// A joint at the world point `anchor` whose frame has its axes in the world's, for bodies as they stand in the definition.
ArticulationJointDef jointAt(const ArticulationDef& def, std::int32_t parent, std::int32_t child, ConstraintType type, const Vec3& anchor);

/// A kinematic ball at the origin and a rod that hangs from it by a joint at the origin, along -y; the joint's frame is the world's,
/// turned by `worldFromFrame`. Free: no limits, no damping.
ArticulationDef arm(ConstraintType type, const Quat& worldFromFrame = {}, float mass = 2);

/// Seventeen parts with human sizes, masses and limits in a T-pose, feet at y = 0, turned and moved by `worldFromModel`.
ArticulationDef doll(const Transform& worldFromModel = {});

class WorldConformance : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override { make(); }
  void TearDown() override { setAssertions(false); }

  /// A fresh world of the backend under test.
  void make(const WorldDef& def = {});
  std::unique_ptr<World> another(const WorldDef& def = {});
  static WorldDef weightless();

  BodyId body(const BodyDef& def);
  ArticulationId articulation(const ArticulationDef& def);
  GroundId floor(const MaterialDef& material = {});

  StepReport run(float seconds);
  BodyState state(BodyId id) const;
  JointState joint(JointId id) const;
  Vec3 place(BodyId id) const { return state(id).worldFromBody.translation; }
  void put(BodyId id, const BodyState& state);
  void push(BodyId id, const Vec3& impulse);
  /// A pure turn: N m s.
  void turn(BodyId id, const Vec3& angularImpulse);
  void motor(const MotorTarget& target) { world_->setMotors({&target, 1}); }
  void pin(const PinTarget& target) { world_->setPins({&target, 1}); }
  void mode(BodyId id, BodyMode mode) { world_->setModes({&id, 1}, {&mode, 1}); }
  void carry(BodyId id, const Transform& worldFromBody, float dt = kStep) {
    world_->setKinematicTargets({&id, 1}, {&worldFromBody, 1}, dt);
  }
  void enable(ArticulationId id, bool on);

  /// Kinetic energy, J, from states and definitions.
  double kineticEnergy(std::span<const BodyId> ids) const;
  Vec3d momentum(std::span<const BodyId> ids) const;
  Vec3d angularMomentum(std::span<const BodyId> ids) const;  ///< about the world's origin

  /// Counts failed assertions instead of aborting.
  static void setAssertions(bool counted);
  static int assertions();

  std::unique_ptr<World> world_;
};

}  // namespace sinew

using sinew::WorldConformance;
