#include <sinew/pose/ik.h>

namespace sinew {

namespace {

std::vector<std::int32_t> below(const Skeleton& skeleton, std::int32_t top) {
  std::vector<std::int32_t> joints{top};
  std::vector<bool> in(skeleton.size());
  in[static_cast<std::size_t>(top)] = true;
  for (std::size_t j = static_cast<std::size_t>(top) + 1; j < skeleton.size(); ++j) {
    if (skeleton.parents[j] < 0 || !in[static_cast<std::size_t>(skeleton.parents[j])]) continue;
    in[j] = true;
    joints.push_back(static_cast<std::int32_t>(j));
  }
  return joints;
}

bool hangsFrom(const Skeleton& skeleton, std::int32_t joint, std::int32_t above) {
  while (joint > above) joint = skeleton.parents[static_cast<std::size_t>(joint)];
  return joint == above;
}

}  // namespace

Limbs limbsOf(const Manikin& manikin, const Skeleton& skeleton) {
  const auto jointOf = [&](Role role) {
    const auto found = manikin.roles.find(role);
    return found == manikin.roles.end() ? -1 : found->second.joint;
  };
  const auto limbOf = [&](Role upper, Role lower, Role end, const Vec3& bend) {
    Limb limb{.upper = jointOf(upper), .lower = jointOf(lower), .end = jointOf(end), .foot = jointOf(end), .bend = bend};
    const bool chained = limb.upper >= 0 && limb.lower >= 0 && limb.end >= 0 && hangsFrom(skeleton, limb.lower, limb.upper) &&
                         hangsFrom(skeleton, limb.end, limb.lower);
    if (!chained) return Limb{.foot = limb.foot, .bend = bend};
    limb.belowUpper = below(skeleton, limb.upper);
    limb.belowLower = below(skeleton, limb.lower);
    limb.belowEnd = below(skeleton, limb.end);
    return limb;
  };

  const Vec3 ahead = manikin.axes.forward, back = -ahead;
  Limbs limbs;
  if (manikin.creature == Creature::quadruped) {
    limbs.legs = {limbOf(Role::frontLeftUpper, Role::frontLeftLower, Role::frontLeftPaw, back),
                  limbOf(Role::frontRightUpper, Role::frontRightLower, Role::frontRightPaw, back),
                  limbOf(Role::hindLeftUpper, Role::hindLeftLower, Role::hindLeftPaw, ahead),
                  limbOf(Role::hindRightUpper, Role::hindRightLower, Role::hindRightPaw, ahead)};
  } else {
    limbs.arms = {limbOf(Role::leftUpperArm, Role::leftForearm, Role::leftHand, back),
                  limbOf(Role::rightUpperArm, Role::rightForearm, Role::rightHand, back)};
    limbs.legs = {limbOf(Role::leftThigh, Role::leftShin, Role::leftFoot, ahead),
                  limbOf(Role::rightThigh, Role::rightShin, Role::rightFoot, ahead)};
  }
  limbs.pelvis = jointOf(Role::pelvis);
  if (limbs.pelvis >= 0) limbs.belowPelvis = below(skeleton, limbs.pelvis);
  return limbs;
}

}  // namespace sinew
