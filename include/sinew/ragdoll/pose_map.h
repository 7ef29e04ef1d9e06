#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <sinew/manikin/manikin.h>

// From bodies back to bones. A joint is turned by the part that STARTS at it (the forearm's body turns the elbow), and bones
// keep their length: only the root, and what hangs from no bone, takes a position.
//
//     hips ----------- placed on the pelvis body
//      |- spine ------ turned by the spine's body
//      |   |- spine2   no part: keeps its local pose, rides on the spine
//      |   |   |- chest   turned by the chest's body
//      |- thigh - shin    turned
//     foot ------------ a root of its own: turned by its body, held on the ankle that it shares with the shin

namespace sinew {

/// How a joint follows the bodies.
enum class Follow : std::uint8_t {
  keep,    ///< keeps its local pose: rides on the joint above it
  turn,    ///< rotation from its part, translation from the rig
  place,   ///< rotation and position from its part: the root of the character
  anchor,  ///< rotation from its part, position from the anchor it shares with the part above: a part that hangs from no bone of that part
  ride,    ///< rotation rigid with a part whose frame is another joint's: the last joint of a bone
  carry,   ///< moves rigidly with a part that it does not hang from: a weighted root joint above the pelvis
};

struct PoseStep {
  std::int32_t joint = -1;
  std::int32_t parent = -1;  ///< joint above; -1 for a root
  Follow follow = Follow::keep;
  std::int32_t part = -1;         ///< the part it follows; -1 where it keeps its pose
  std::int32_t anchorJoint = -1;  ///< anchor, carry: the recovered joint that it is held to; -1: straight to the part
  Vec3 anchorFromJoint;           ///< anchor: m, the shared point in the frame of `anchorJoint`
  Vec3 anchorFromSelf;            ///< anchor: m, the same point in this joint's frame
  Transform partFromJoint;        ///< ride, carry: where it stands in the part's frame at bind, m
};

/// Which joint follows which body, in an order in which a pose can be recovered. Immutable; shared by every character of the kind.
struct PoseMap {
  std::vector<PoseStep> steps;  ///< (jointCount) every joint once, behind all that it needs
};

/// A part's joint is turned where the nearest mapped joint above it belongs to the part above; any other one is anchored.
PoseMap poseMapOf(const Manikin& manikin, const Rig& rig);

/// Recovers a pose. `modelFromPart` (partCount) are the bodies in model space; `localPose` (jointCount, parentJointFromJoint, rigid,
/// metres) is read and written; `modelFromJoint` (jointCount) is filled with the whole recovered pose. Allocates nothing.
void recoverPose(const PoseMap& map, std::span<const Transform> modelFromPart, std::span<Transform> localPose,
                 std::span<Transform> modelFromJoint);

/// Local poses of given model poses, (jointCount) each: what `recoverPose` starts from.
void localsFromModel(const Rig& rig, std::span<const Transform> modelFromJoint, std::span<Transform> localPose);

}  // namespace sinew
