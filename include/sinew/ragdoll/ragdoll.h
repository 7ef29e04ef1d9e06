#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>
#include <sinew/ragdoll/pose_map.h>

// The only room that knows both parts and bodies. A body's frame is its part's frame, which is the frame of the joint that
// drives it: where a joint stands, its body stands, with no offset between the two.

namespace sinew {

struct RagdollOptions {
  Transform worldFromModel;  ///< where the bind pose is put
  MaterialDef material;
  bool selfCollision = true;
  float angularDamping = 0.05f;  ///< 1/s
};

/// A whole pose with its place. Transforms are rigid, metres (rest scale applied).
struct PoseTarget {
  std::span<Transform> parentFromJoint;  ///< (jointCount); of a root: in the frame of the node
  Transform worldFromModel{};            ///< the character's node
};

/// How a part follows its target.
enum class PartMode : std::uint8_t {
  powered,    ///< muscles and pin, by weight
  limp,       ///< neither
  kinematic,  ///< moves with the animation whatever pushes it; needs the form of `drive` that knows the time step
};

/// One part's drive. Weights scale stiffness and caps alike.
struct PartDrive {
  PartMode mode = PartMode::powered;
  float muscle = 1;        ///< [0, 1], of the motor in the part's joint
  float pin = 0;           ///< [0, 1], of the pull toward the animated place in the world
  float mapping = 1;       ///< [0, 1], how much of the body is drawn
  float hertz = 15;        ///< of the motor, and of the root's turning
  float dampingRatio = 1;  ///< of motor and pin
  float maxTorque = 0;     ///< N m, of the motor; of the root: of its turning
  float pinHertz = 10;     ///< of the pull
  float pinMaxForce = 0;   ///< N
};

/// What all ragdolls of a kind share. Immutable.
struct RagdollModel {
  std::vector<std::int32_t> parents;    ///< (jointCount) smaller than its own index; -1 for a root
  std::vector<std::int32_t> bodyOf;     ///< (jointCount) body, or -1
  std::vector<std::int32_t> headJoint;  ///< (bodyCount) the joint whose frame the body's frame is
  PoseMap map;
  ArticulationDef definition;     ///< at rest, model space
  std::vector<PartDrive> drives;  ///< (bodyCount) what a new ragdoll starts with
};

/// Of a fitted rig: `bodyOf` is the body that turns the joint. Caps hold a hundred times the weight of what hangs on a joint, and at
/// least what the manikin authored.
std::shared_ptr<const RagdollModel> ragdollModelOf(const Manikin& manikin, const Rig& rig, const RagdollOptions& options = {});

/// How far apart in time the poses are that `drive` and `sync` are given.
struct DriveStep {
  float weight = 1;  ///< [0, 1]
  float dt = 0;      ///< s since the pose driven before; > 0: targets carry velocities, kinematic parts move
};

/// A character's bodies in a World: body i is part i. `model` is there where a pose can be read and driven.
struct Ragdoll {
  ArticulationId articulation;
  std::vector<BodyId> bodies;   ///< (bodyCount)
  std::vector<JointId> joints;  ///< (bodyCount - 1): joints[i] hangs body i + 1 from its parent
  std::shared_ptr<const RagdollModel> model{};
  World* world = nullptr;
  std::vector<PartDrive> drives{};        ///< (bodyCount) free to change between calls
  std::vector<std::uint8_t> saturated{};  ///< (bodyCount) filled by `readLoad`: the motor met its cap
  std::vector<float> torque{};            ///< (bodyCount) N m, of the motor, likewise

  /// Body per joint, (jointCount), or -1. From bones: the bone that ends at the joint; from a manikin: the part that turns it.
  std::span<const std::int32_t> bodyOf() const { return model->bodyOf; }
  std::int32_t boneCount() const { return static_cast<std::int32_t>(bodies.size()); }

  /// The shape it has now. Each joint is turned by the bone that starts at it; one without a bone below rides on the one it hangs
  /// off. Translations are the rig's own. The node is put at `root()` without a rotation; a joint that no bone reaches keeps what
  /// the pose had. Without bodies nothing is written. Allocates nothing, as all calls below.
  void writePose(PoseTarget& out) const;

  /// The same in the frame of a given node, as model transforms. `local` is read and written, `modelFromJoint` is filled, (jointCount).
  void readModel(const Transform& worldFromModel, std::span<Transform> local, std::span<Transform> modelFromJoint) const;

  /// Steers the bodies toward a pose: weight 1 tracks it, 0 leaves them alone, NaN counts as 0. Joints pull equal and opposite;
  /// the root is turned from the world with the same weight, and drawn to its place only as far as its `pin` asks.
  void drive(World& in, const PoseTarget& pose, float weight);
  void drive(World& in, const PoseTarget& pose, const DriveStep& step);
  /// The same, (jointCount) transforms in world space.
  void drive(World& in, std::span<const Transform> worldFromJoint, const DriveStep& step);

  /// Puts every body on its bone, at rest: no velocity, no cached impulse, awake. Joints are left alone. (jointCount)
  void sync(World& in, std::span<const Mat4> worldMatrices);
  void sync(World& in, std::span<const Transform> worldFromJoint);
  /// The same with the velocities that lead from the pose of `dt` seconds ago to this one.
  void sync(World& in, std::span<const Transform> worldFromJoint, std::span<const Transform> before, float dt);

  /// m, where the first bone starts: its head, not the body's middle. The origin where there are no bones.
  Vec3 root() const;

  /// Fills `saturated` and `torque` with what the motors did in the last step.
  void readLoad();

  /// Work space of the calls above, sized once; nothing to read.
  struct Work {
    std::vector<BodyState> states;
    std::vector<Transform> parts, joints, targets, before;
    std::vector<MotorTarget> motors;
    std::vector<PinTarget> pins;
    std::vector<JointState> loads;
    std::vector<PartMode> modes;
    bool driven = false;  ///< `before` holds the targets of the last drive
  };
  mutable Work work{};
};

/// Builds a ragdoll that can be driven and read. Errors as below.
Result<Ragdoll> buildRagdoll(World& world, std::shared_ptr<const RagdollModel> model, const Transform& worldFromModel = {});

/// Of any skeleton, without roles or mesh. Spans are (jointCount), indexed like the parents; what is missing or not finite takes
/// the default.
struct BoneOptions {
  float radiusRatio = 0.22f;        ///< of the bone's length
  float minRadius = 0.03f;          ///< m
  float density = 1000;             ///< kg/m3
  float swing = radians(45.0f);     ///< rad, half angle, [0, pi]
  float twist = radians(45.0f);     ///< rad, to either side, [0, pi]
  std::span<const float> swings{};  ///< rad, a joint at the bone's head, by the joint the bone ends at
  std::span<const float> twists{};  ///< rad, likewise
  float minLength = 0.02f;          ///< m; shorter bones have no body, and what hangs below is jointed through them
  bool selfCollision = true;        ///< jointed neighbours, and what overlaps at rest, never collide
};

/// A bone runs from a joint's parent to the joint and is named by the latter. Parents first; a cycle, a later parent, unequal counts or
/// matrices that are not finite are errors. A rig of roots alone gives a ragdoll without bodies. Bones that leave a root without a
/// bone are jointed to each other there.
Result<Ragdoll> ragdollFromBones(World& world, std::span<const std::int32_t> parents, std::span<const Mat4> worldMatrices,
                                 const BoneOptions& options = {});

/// Builds all bodies and joints at once, in bind pose. A manikin that the world cannot take (no parts, a second root, zero
/// mass, non-finite numbers) is an error and builds nothing.
Result<Ragdoll> buildRagdoll(World& world, const Manikin& manikin, const RagdollOptions& options = {});

/// The definition alone, for exporters and tests: body i is part i, joint i hangs part i + 1. Jointed parts never touch, nor do
/// the pairs of Manikin::overlapping.
ArticulationDef articulationOf(const Manikin& manikin, const RagdollOptions& options = {});

/// Takes the bodies out of the world and empties the struct.
void destroyRagdoll(World& world, Ragdoll& ragdoll);

/// Puts every body on its joint and clears velocities and warm-start impulses. `worldFromJoint` (jointCount) are rigid joint
/// transforms in world space. The physics joints are left alone.
void syncBodies(World& world, const Ragdoll& ragdoll, const Manikin& manikin, std::span<const Transform> worldFromJoint);

/// The same from part transforms, (partCount).
void syncParts(World& world, const Ragdoll& ragdoll, std::span<const Transform> worldFromPart);

/// Where the parts are now: `worldFromPart` (partCount) is filled.
void readParts(const World& world, const Ragdoll& ragdoll, std::span<Transform> worldFromPart);

/// The manikin with its physics joints moved to where the parts meet in the given pose, (partCount) transforms in any common
/// space. A clip may bend what lies between two parts (a clavicle, a second spine joint) or slide a foot that hangs from no
/// bone; anchored so, a body that starts in that pose starts without a gap. Limits and shapes stay as they are.
Manikin anchoredAt(const Manikin& manikin, std::span<const Transform> fromPart);

/// Local poses from the bodies, by `recoverPose` (pose_map.h): each mapped joint turns with its part, translations are the rig's
/// own (no stretch), the root's place follows its body. `localPose` (jointCount) is read and written: parentJointFromJoint, rigid,
/// metres. Derives the pose map anew; a caller with a frame to keep does that once and uses `readParts` and `recoverPose`.
void writePose(const World& world, const Ragdoll& ragdoll, const Manikin& manikin, const Rig& rig, std::span<Transform> localPose,
               const Transform& worldFromModel = {});

}  // namespace sinew
