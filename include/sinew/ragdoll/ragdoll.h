#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>

// The only room that knows both parts and bodies.

namespace sinew {

struct RagdollOptions {
  Transform worldFromModel;       ///< where the bind pose is put
  MaterialDef material;
  bool selfCollision = true;
  float angularDamping = 0.05f;   ///< 1/s
};

/// A manikin's bodies in a World: part i is body i. State only; the Manikin is the shared model.
struct Ragdoll {
  ArticulationId articulation;
  std::vector<BodyId> bodies;   ///< (partCount)
  std::vector<JointId> joints;  ///< (partCount - 1): joints[i] hangs part i + 1 from its parent
};

/// Builds all bodies and joints at once, in bind pose.
Result<Ragdoll> buildRagdoll(World& world, const Manikin& manikin, const RagdollOptions& options = {});
/// The definition alone, for exporters and tests.
ArticulationDef articulationOf(const Manikin& manikin, const RagdollOptions& options = {});

void destroyRagdoll(World& world, Ragdoll& ragdoll);

/// Puts every body on its joint and clears velocities and warm-start impulses. `worldFromJoint` (jointCount) are rigid joint
/// transforms in world space.
void syncBodies(World& world, const Ragdoll& ragdoll, const Manikin& manikin, std::span<const Transform> worldFromJoint);

/// Local poses from the bodies: each mapped joint turns with its part, every other joint keeps `pose`; translations below the
/// root are the rig's own (no stretch); the root's place follows its body.
/// `localPose` (jointCount) is read and written: parentJointFromJoint, metres.
void writePose(const World& world, const Ragdoll& ragdoll, const Manikin& manikin, const Rig& rig, std::span<Transform> localPose,
               const Transform& worldFromModel = {});

}  // namespace sinew
