#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>

// The only room that knows both parts and bodies. A body's frame is its part's frame, which is the frame of the joint that
// drives it: where a joint stands, its body stands, with no offset between the two.

namespace sinew {

struct RagdollOptions {
  Transform worldFromModel;  ///< where the bind pose is put
  MaterialDef material;
  bool selfCollision = true;
  float angularDamping = 0.05f;  ///< 1/s
};

/// A manikin's bodies in a World: part i is body i. State only; the Manikin is the shared model.
struct Ragdoll {
  ArticulationId articulation;
  std::vector<BodyId> bodies;   ///< (partCount)
  std::vector<JointId> joints;  ///< (partCount - 1): joints[i] hangs part i + 1 from its parent
};

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
