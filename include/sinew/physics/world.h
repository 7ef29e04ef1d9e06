#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <sinew/base/math.h>
#include <sinew/base/result.h>

// The seam between characters and solvers: about twenty batched calls. A user who brings another engine implements World and
// runs the conformance suite (test/physics/conformance.h) against it. Physics knows no skeletons.
//
// Conventions: metres, kilograms, seconds, radians. A body has its own frame (for a character part: the joint's bind frame);
// shape and centre of mass are placed in that frame, apart from each other. A transform named worldFromBody is of that frame,
// not of the centre of mass. Results are arrays after the step, never callbacks in it.

namespace sinew {

/// Ids are values with a generation: a stale one is detected, never followed.
struct BodyId {
  std::uint32_t index = 0xffffffffu;
  std::uint32_t generation = 0;
  friend bool operator==(const BodyId&, const BodyId&) = default;
  explicit operator bool() const { return index != 0xffffffffu; }
};
struct JointId {
  std::uint32_t index = 0xffffffffu;
  std::uint32_t generation = 0;
  friend bool operator==(const JointId&, const JointId&) = default;
  explicit operator bool() const { return index != 0xffffffffu; }
};
struct ArticulationId {
  std::uint32_t index = 0xffffffffu;
  std::uint32_t generation = 0;
  friend bool operator==(const ArticulationId&, const ArticulationId&) = default;
  explicit operator bool() const { return index != 0xffffffffu; }
};
struct GroundId {
  std::uint32_t index = 0xffffffffu;
  std::uint32_t generation = 0;
  friend bool operator==(const GroundId&, const GroundId&) = default;
  explicit operator bool() const { return index != 0xffffffffu; }
};

/// Bit of all static ground in collision masks: a body touches ground, and a query hits it, where the mask has it.
inline constexpr std::uint32_t kGroundGroup = 0x80000000u;

enum class BodyShape : std::uint8_t { capsule, sphere, box };

struct ShapeDef {
  BodyShape type = BodyShape::capsule;
  float radius = 0.05f;     ///< m, > 0; capsule and sphere
  float halfHeight = 0;     ///< m, of the cylinder; capsule
  Vec3 halfExtent;          ///< m; box
  Transform bodyFromShape;  ///< capsule along the shape's y
};

struct MaterialDef {
  float friction = 0.6f;  ///< Coulomb coefficient, [0, 2]; two materials meet with the geometric mean
  float restitution = 0;  ///< [0, 1]; two materials meet with the larger
};

enum class BodyMode : std::uint8_t { dynamic, kinematic };

struct BodyDef {
  Transform worldFromBody;
  ShapeDef shape;
  float mass = 1;         ///< kg, > 0
  Vec3 centerOfMass;      ///< m, body frame
  Vec3 inertia{1, 1, 1};  ///< kg m2, diagonal about the centre of mass, in the frame `bodyFromInertia`
  Quat bodyFromInertia;
  MaterialDef material;
  float linearDamping = 0;       ///< 1/s
  float angularDamping = 0.05f;  ///< 1/s
  BodyMode mode = BodyMode::dynamic;
  std::uint32_t group = 1;  ///< collision bits but kGroundGroup: two bodies touch where (a.group & b.mask) and (b.group & a.mask)
  std::uint32_t mask = 0xffffffffu;
};

enum class ConstraintType : std::uint8_t { ball, hinge, fixed };

struct AngleRange {
  float low = 0, high = 0;  ///< rad, low <= high
};

/// Joint between two bodies. Frames meet; relative rotation r = inverse(parentFromFrame) * parentFromChild * childFromFrame.
/// Ball: r = swing * twist; twist about x inside `twist`; the swing rotation vector (0, s1, s2) inside the four
/// quarter-ellipses spanned by swing1 (about y) and swing2 (about z). Hinge: angle about x inside `twist`, the rest locked.
/// Every range lies within [-pi, pi] and low <= high; a swing range also holds 0. An angle outside is driven back to the end that
/// is nearer around the circle.
struct JointDef {
  BodyId parent, child;  ///< an invalid parent id means the world
  ConstraintType type = ConstraintType::ball;
  Transform parentFromFrame, childFromFrame;
  AngleRange twist{-kPi, kPi}, swing1{-kPi, kPi}, swing2{-kPi, kPi};
  float damping = 3;     ///< 1/s, at which the joint's own turning dies away, as in soft tissue; refers to inertia as motors do
  bool limited = true;   ///< whether the ranges are enforced
  bool collide = false;  ///< whether the two bodies may touch
};

/// All parts and joints of one character at once; `joints[i].parent/child` are local indices here.
struct ArticulationJointDef {
  std::int32_t parent = -1, child = -1;  ///< indices into ArticulationDef::bodies
  JointDef joint;                        ///< its parent and child ids are ignored
};

struct ArticulationDef {
  std::vector<BodyDef> bodies;                                       ///< (bodyCount) parents first; body 0 is the root
  std::vector<ArticulationJointDef> joints;                          ///< one a body but the root, in body order
  std::vector<std::pair<std::int32_t, std::int32_t>> filteredPairs;  ///< besides the jointed ones
  bool selfCollision = true;
};

/// A damped spring toward a rotation, whatever the masses: stiffness is (2 pi hertz)^2 times the composite inertia, about the
/// joint, of the child and all that hangs below it in the articulation's definition. Stable at any frequency.
struct MotorTarget {
  JointId joint;
  float hertz = 0;  ///< 0 switches the motor off
  float dampingRatio = 1;
  float maxTorque = 0;  ///< N m, of the whole torque vector
  Quat rotation;        ///< target of r at the end of the step; clamped into the limits, counted in StepReport::clampedTargets
  Vec3 velocity;        ///< rad/s, target relative angular velocity, in the parent's joint frame
};

/// A damped spring from a body to a place in the world. Stiffness refers to the composite mass and inertia of the body and all
/// that hangs below it in the articulation's definition.
struct PinTarget {
  BodyId body;
  float hertz = 0;  ///< 0 removes the pin
  float dampingRatio = 1;
  float maxForce = 0;       ///< N
  float maxTorque = 0;      ///< N m
  Transform worldFromBody;  ///< where to pull, at the end of the step
  Vec3 linearVelocity;      ///< m/s, at which the target itself moves (feed-forward), of the body frame's origin
  Vec3 angularVelocity;     ///< rad/s, world
};

/// Whether two bodies may touch, where groups and masks allow it. The last word counts, also over a joint's `collide`.
struct PairFilter {
  BodyId a, b;
  bool collide = true;
};

struct BodyState {
  Transform worldFromBody;
  Vec3 linearVelocity;   ///< m/s, of the centre of mass, world
  Vec3 angularVelocity;  ///< rad/s, world
};

/// What the solver really built: read back, never copied from the definition.
struct BodyInfo {
  BodyShape type = BodyShape::capsule;
  float radius = 0, halfHeight = 0;  ///< m
  Vec3 halfExtent;
  Transform bodyFromShape;  ///< m
  float mass = 0;           ///< kg; 0 for a kinematic body
  Vec3 centerOfMass;        ///< m, body frame
  Vec3 inertia;             ///< kg m2, in the frame bodyFromInertia
  Quat bodyFromInertia;
  BodyMode mode = BodyMode::dynamic;
};

struct JointInfo {
  ConstraintType type = ConstraintType::ball;
  BodyId parent, child;
  Transform parentFromFrame, childFromFrame;
  AngleRange twist, swing1, swing2;  ///< as the solver enforces them
};

/// Measured state of a joint, from the bodies' transforms.
struct JointState {
  Vec3 angles;             ///< rad: (twist, swing1, swing2), (angle, 0, 0) of a hinge, the rotation vector of a fixed joint
  float separation = 0;    ///< m, between the two ends that share the joint
  float misalignment = 0;  ///< rad, rotation outside a hinge's or fixed joint's freedom
  float overshoot = 0;     ///< rad, smallest rotation back inside the limits; 0 inside
  Vec3 motorTorque;        ///< N m, of the last step it was awake in, parent's joint frame
  bool saturated = false;  ///< the motor met its cap in the last step
};

struct Contact {
  BodyId a, b;        ///< b invalid: static ground
  Vec3 point;         ///< m, world
  Vec3 normal;        ///< unit, from b to a
  float depth = 0;    ///< m, positive where they overlap
  float impulse = 0;  ///< N s along the normal, summed over the step
  Vec3 friction;      ///< N s
};

struct StepReport {
  std::uint32_t awakeBodies = 0;  ///< after the step
  std::uint32_t contacts = 0;
  std::uint32_t clampedTargets = 0;  ///< motor targets beyond their limits
  std::uint32_t skippedTargets = 0;  ///< inputs refused since the last step: not finite, or for what cannot take them
  std::uint32_t nonFinite = 0;       ///< bodies put back to their last good state
};

struct RayHit {
  bool hit = false;
  float fraction = 1;  ///< along the ray, [0, 1]
  Vec3 point, normal;
  BodyId body;  ///< invalid: static ground
  GroundId ground;
};

struct WorldDef {
  Vec3 gravity{0, -9.81f, 0};  ///< m/s2
  int substeps = 8;            ///< solver sub-steps a step
  int iterations = 4;          ///< of the iterative solver, a sub-step
  float sleepTime = 0.5f;      ///< s without moving on, before a character sleeps, whole; never sooner after it wakes
  float sleepLinear = 0.05f;   ///< m/s, averaged over sleepTime, that any part may move with
  float sleepAngular = 0.2f;   ///< rad/s, likewise
};

/// Settings of the crowd world (docs/crowd.md has what each costs and is worth): for many characters, and for one to a few.
inline WorldDef crowdSetting() { return {.substeps = 4, .iterations = 1}; }
inline WorldDef exactSetting() { return {.substeps = 8, .iterations = 1}; }

/// Where a backend departs from the seam's definitions, in numbers (for docs and the conformance suite).
struct WorldTraits {
  std::string_view name;             ///< "bullet"
  float limitError = 0;              ///< rad, largest departure of a limit's place from the definition
  bool restoreBitExact = false;      ///< a restored snapshot continues bit by bit
  bool independentOfOthers = false;  ///< a character's motion does not depend on who else is in the world
};

class World {
 public:
  virtual ~World() = default;

  virtual WorldTraits traits() const = 0;
  virtual const WorldDef& definition() const = 0;

  // Building. Bad definitions (non-finite, zero mass, parent after child) are errors; nothing is built then.
  virtual Result<BodyId> createBody(const BodyDef& def) = 0;
  virtual void destroyBody(BodyId body) = 0;
  virtual Result<JointId> createJoint(const JointDef& def) = 0;
  virtual void destroyJoint(JointId joint) = 0;
  virtual Result<ArticulationId> createArticulation(const ArticulationDef& def) = 0;
  virtual void destroyArticulation(ArticulationId articulation) = 0;
  virtual std::span<const BodyId> bodiesOf(ArticulationId articulation) const = 0;   ///< in definition order
  virtual std::span<const JointId> jointsOf(ArticulationId articulation) const = 0;  ///< in definition order
  /// Off costs nothing and touches nothing; on again continues from where it stood.
  virtual void setEnabled(std::span<const ArticulationId> articulations, std::span<const std::uint8_t> on) = 0;

  // Static ground. Triangles are seen from the side where they run counter-clockwise.
  virtual Result<GroundId> createPlane(const Vec3& normal, float offset, const MaterialDef& material) = 0;  ///< dot(normal, p) = offset
  virtual Result<GroundId> createBox(const Transform& worldFromBox, const Vec3& halfExtent, const MaterialDef& material) = 0;
  virtual Result<GroundId> createMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles,
                                      const MaterialDef& material) = 0;
  /// Heights (rows * columns) over origin.y, m: rows run along +z, columns along +x, `cell` m apart; heights[0] stands at `origin`.
  virtual Result<GroundId> createHeightField(std::span<const float> heights, std::uint32_t columns, float cell, const Vec3& origin,
                                             const MaterialDef& material) = 0;
  virtual void destroyGround(GroundId ground) = 0;
  /// Moves it as a kinematic, in `dt` seconds of steps; bodies on it are dragged along. Ground starts at identity (a box at worldFromBox).
  virtual void moveGround(GroundId ground, const Transform& worldFromGround, float dt) = 0;

  // Per part and per joint, batched. A stale id is a wrong call: asserted, then ignored.
  /// A kinematic body keeps the velocity of its last motion when it becomes dynamic.
  virtual void setModes(std::span<const BodyId> bodies, std::span<const BodyMode> modes) = 0;
  /// Reached after `dt` seconds of steps; a kinematic body without a target stands still.
  virtual void setKinematicTargets(std::span<const BodyId> bodies, std::span<const Transform> worldFromBody, float dt) = 0;
  /// Motors and pins stay as set until set again. Only a change wakes.
  virtual void setMotors(std::span<const MotorTarget> targets) = 0;
  virtual void setPins(std::span<const PinTarget> targets) = 0;
  virtual void setFilters(std::span<const PairFilter> pairs) = 0;
  virtual void setMaterial(std::span<const BodyId> bodies, const MaterialDef& material) = 0;

  // State. Setting clears cached (warm-start) impulses and wakes; bodies sleep and wake as whole articulations.
  virtual void getStates(std::span<const BodyId> bodies, std::span<BodyState> out) const = 0;
  virtual void setStates(std::span<const BodyId> bodies, std::span<const BodyState> states) = 0;
  virtual void addImpulses(std::span<const BodyId> bodies, std::span<const Vec3> impulses, std::span<const Vec3> pointsWorld) = 0;  ///< N s
  virtual void wake(std::span<const BodyId> bodies) = 0;
  virtual void sleep(std::span<const BodyId> bodies) = 0;
  virtual bool asleep(BodyId body) const = 0;
  virtual bool valid(BodyId body) const = 0;
  virtual bool valid(JointId joint) const = 0;

  virtual StepReport step(float dt) = 0;

  // After the step. Contacts are ordered by (a, b) and stand until the next step.
  virtual std::span<const Contact> contacts() const = 0;
  virtual void jointStates(std::span<const JointId> joints, std::span<JointState> out) const = 0;
  virtual Result<BodyInfo> bodyInfo(BodyId body) const = 0;
  virtual Result<JointInfo> jointInfo(JointId joint) const = 0;

  // Queries: bodies whose group meets the mask, and ground where the mask has kGroundGroup. Disabled bodies are not there.
  virtual RayHit castRay(const Vec3& from, const Vec3& to, std::uint32_t mask) const = 0;
  virtual RayHit castSphere(const Vec3& from, const Vec3& to, float radius, std::uint32_t mask) const = 0;
  virtual std::vector<BodyId> overlapSphere(const Vec3& center, float radius, std::uint32_t mask) const = 0;

  // Snapshots: everything needed to go on: states, sleep, modes, targets, warm-start impulses where the backend can. They fit the
  // world (the articulation) they were taken from, with the same population; anything else is an error and changes nothing.
  virtual std::vector<std::byte> snapshot() const = 0;
  virtual Result<void> restore(std::span<const std::byte> bytes) = 0;
  virtual std::vector<std::byte> snapshot(ArticulationId articulation) const = 0;
  virtual Result<void> restore(ArticulationId articulation, std::span<const std::byte> bytes) = 0;
  /// Of all body states, bit by bit, in the order of ids.
  virtual std::uint64_t stateHash() const = 0;
};

/// What is used where nobody asks for another: characters side by side in SIMD lanes, joints solved exactly as a tree.
inline constexpr std::string_view kDefaultWorld = "crowd";

/// A world of the named backend ("crowd", "bullet"); an unknown name is a usage error that lists what there is.
Result<std::unique_ptr<World>> createWorld(std::string_view name, const WorldDef& def = {});
std::vector<std::string_view> worldNames();

}  // namespace sinew
