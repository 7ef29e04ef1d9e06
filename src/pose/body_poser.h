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

/// Makes whole poses of one body: angles, then feet by IK. Built-in clips are made with it, once a kind.
class BodyPoser {
 public:
  BodyPoser(const Manikin& manikin, const Rig& rig, const Skeleton& skeleton);

  /// Local transforms of a pose, (jointCount). Feet that are wanted are reached for.
  void pose(const AnatomicalPose& pose, const std::array<FootTarget, 2>& feet, std::span<Transform> parentFromJoint);

  /// m, height over the ground of the lowest part of the last pose.
  float lowest() const;
  /// Largest stretch of the legs in the last pose: distance asked over length of the leg.
  float stretch() const { return stretch_; }

  const AnatomyFrames& frames() const { return frames_; }
  float legLength() const { return frames_.legLength; }
  bool hasLegs() const;
  Vec3 ankle(std::size_t side) const { return ankle_[side]; }  ///< at bind, as FootTarget has it; 0 left, 1 right
  Vec3 ball(std::size_t side) const { return ball_[side]; }    ///< from the ankle, flat

 private:
  Vec3 toModel(const Vec3& body) const;
  void plant(std::size_t side, const FootTarget& target);

  const Manikin& manikin_;
  const Skeleton& skeleton_;
  AnatomyFrames frames_;
  Limbs limbs_;
  Vec3 origin_;  ///< m, model: on the ground under the pelvis
  std::array<Vec3, 2> ankle_{}, ball_{};
  std::array<std::int32_t, 2> toes_{-1, -1};
  std::vector<Transform> model_, local_;
  float stretch_ = 0;
};

}  // namespace sinew
