#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <sinew/base/ground.h>
#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>
#include <sinew/pose/skeleton.h>

namespace sinew {

/// Two bones: upper (thigh, upper arm), lower (shin, forearm), end (foot, hand). Joints between them may exist (twist bones): they ride.
struct Limb {
  std::int32_t upper = -1, lower = -1, end = -1;                     ///< joints; -1: there is none to move
  std::int32_t foot = -1;                                            ///< the foot or hand, also where it hangs from elsewhere
  Vec3 bend{0, 0, 1};                                                ///< unit, model space at bind: where knee or elbow goes
  std::vector<std::int32_t> belowUpper{}, belowLower{}, belowEnd{};  ///< each with its top, parents first
};

/// Arms (left, right) and legs (left, right) of a humanoid; legs of a quadruped (front left, front right, hind left, hind right). A limb
/// that the manikin has not, or whose foot hangs from elsewhere, stands with -1.
struct Limbs {
  std::vector<Limb> arms{}, legs{};
  std::int32_t pelvis = -1;
  std::vector<std::int32_t> belowPelvis{};  ///< with the pelvis
};
Limbs limbsOf(const Manikin& manikin, const Skeleton& skeleton);

struct TwoBoneTarget {
  Vec3 position{};   ///< m, model space, of the end joint
  Vec3 pole{};       ///< unit or zero: where the middle joint should go; zero keeps the pose's own bend plane
  float soften = 0;  ///< share of the chain's length, [0, 0.2], in which the reach slows down before it is straight
  float weight = 1;  ///< [0, 1]
};
struct TwoBoneResult {
  bool reached = false;  ///< end within 1e-4 of the chain's length of the target
  float error = 0;       ///< m
};
/// Turns upper and lower joint so that the end joint reaches the target, by the law of cosines, its length clamped a hair inside reach. The
/// end joint keeps its model rotation. `parentFromJoint` and `modelFromJoint` (jointCount) are read and kept in step below the limb's top.
TwoBoneResult solveTwoBone(const Skeleton& skeleton, const Limb& limb, const TwoBoneTarget& target, std::span<Transform> parentFromJoint,
                           std::span<Transform> modelFromJoint);

/// An eased reach: the target moves with a halflife, the influence comes and goes with another; goals are pulled in to 95 % of reach.
struct ReachGoal {
  Vec3 position{};  ///< m, model space
  Vec3 pole{};
  float halflife = 0.08f, easeHalflife = 0.25f;  ///< s
};
struct ReachState {
  ReachGoal goal{};
  Vec3 position{}, velocity{};       ///< m, m/s, of the eased target
  float weight = 0, weightRate = 0;  ///< influence, eased
  bool wanted = false;
  TwoBoneResult result{};  ///< of the last frame
};
void setReach(ReachState& state, const ReachGoal& goal);
void releaseReach(ReachState& state);

/// Feet on the ground: each ankle keeps its authored height over the ground, the pelvis sinks so that the lowest foot reaches, soles
/// turn to the slope, a standing foot is locked to what it stands on.
struct FootState {
  bool locked = false;
  Vec3 lockWorld{};             ///< m, where the ankle is held; moves with the ground under it
  Vec3 offset{}, offsetRate{};  ///< m, eased
  Vec3 tilt{}, tiltRate{};      ///< rotation vector, eased
  Vec3 ankleBefore{};           ///< m, world, of the animated pose
  bool known = false;
  bool refused = false;  ///< the correction was larger than FootOptions::most and was left out

  // Of this frame.
  Vec3 animated{};       ///< m, world, the ankle as the clip has it
  Vec3 normal{0, 1, 0};  ///< of the ground under it
  float wanted = 0;      ///< m, up: ground under the foot over the ground under the model
  float planted = 0;     ///< [0, 1], how near it is to standing
};
struct FeetState {
  std::vector<FootState> feet;  ///< (legCount)
  float pelvis = 0, pelvisRate = 0;
};
struct FootOptions {
  float halflife = 0.08f;        ///< s
  float lockBelow = 0.25f;       ///< m/s of the animated ankle over its ground: locks below ...
  float releaseAbove = 0.6f;     ///< ... and lets go above
  float releaseDistance = 0.2f;  ///< m between the lock and the animated ankle
  float most = 0.5f;             ///< m, of correction; what asks for more is refused
  float steepest = 0.7f;         ///< rad, of sole tilt
  float standHeight = 0.03f;     ///< m over its height at bind below which an ankle counts as standing
  bool lock = true;
};

struct FeetInput {
  const Ground& ground;
  Transform worldFromModel{};
  float dt = 0;  ///< s
};

/// Plants the feet of a pose, (jointCount) each, kept in step. The ground under the model's own origin is where the clip was authored.
void plantFeet(const Skeleton& skeleton, const Limbs& limbs, const FootOptions& options, const FeetInput& input, FeetState& state,
               std::span<Transform> parentFromJoint, std::span<Transform> modelFromJoint);

/// Eases all reaches by dt and solves those that are wanted or still easing out; states are (limbCount), arms first.
void applyReaches(const Skeleton& skeleton, const Limbs& limbs, std::span<ReachState> states, float dt,
                  std::span<Transform> parentFromJoint, std::span<Transform> modelFromJoint);

}  // namespace sinew
