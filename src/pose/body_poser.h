#pragma once

#include <array>

#include <sinew/pose/anatomy.h>
#include <sinew/pose/ik.h>

namespace sinew {

/// Where a foot is wanted, in body axes from the point on the ground under the pelvis at bind.
struct FootTarget {
  Vec3 ankle{};     ///< m
  float pitch = 0;  ///< rad, toes down where positive
  float yaw = 0;    ///< rad, to the left
  float toes = 0;   ///< rad, toes up against the foot
  bool wanted = false;
};

/// Of the legs as Limbs counts them: a humanoid has two.
using FootTargets = std::array<FootTarget, 4>;

/// Makes whole poses of one body: angles, then feet by IK. Built-in clips are made with it, once a kind.
class BodyPoser {
 public:
  BodyPoser(const Manikin& manikin, const Rig& rig, const Skeleton& skeleton);

  /// Local transforms of a pose, (jointCount). Feet that are wanted are reached for.
  void pose(const AnatomicalPose& pose, const FootTargets& feet, std::span<Transform> parentFromJoint);

  /// The angles of the bind pose.
  AnatomicalPose bindPose() const { return toAnatomical(frames_, manikin_, skeleton_.modelFromBind); }

  /// m, height over the ground of the lowest part of the last pose; of the whole body, of head, arms and trunk, of pelvis and legs.
  enum class Half : std::uint8_t { whole, upper, lower };
  float lowest(Half half = Half::whole) const;
  /// m, body axes as FootTarget's: where a role's joint stands in the last pose. The origin where the body has no such part.
  Vec3 place(Role role) const;
  /// Largest stretch of the legs in the last pose: distance asked over length of the leg.
  float stretch() const { return stretch_; }

  const AnatomyFrames& frames() const { return frames_; }
  float legLength() const { return frames_.legLength; }
  bool hasLegs() const;
  std::size_t legCount() const { return limbs_.legs.size(); }
  Vec3 ankle(std::size_t leg) const { return ankle_[leg]; }  ///< at bind, as FootTarget has it; left before right
  Vec3 ball(std::size_t leg) const { return ball_[leg]; }    ///< from the ankle, flat

 private:
  Vec3 toModel(const Vec3& body) const;
  void plant(std::size_t leg, const FootTarget& target);

  const Manikin& manikin_;
  const Skeleton& skeleton_;
  AnatomyFrames frames_;
  Limbs limbs_;
  Vec3 origin_;  ///< m, model: on the ground under the pelvis
  std::array<Vec3, 4> ankle_{}, ball_{};
  std::array<std::int32_t, 4> toes_{-1, -1, -1, -1};
  std::vector<Transform> model_, local_;
  float stretch_ = 0;
};

}  // namespace sinew
