#include "pose/body_poser.h"

#include <algorithm>

namespace sinew {

namespace {

/// Pelvis and legs.
bool isLower(Role role) {
  switch (sideOf(role) < 0 ? mirrored(role) : role) {
    case Role::pelvis:
    case Role::leftThigh:
    case Role::leftShin:
    case Role::leftFoot:
    case Role::leftToes:
      return true;
    default:
      return false;
  }
}

}  // namespace

BodyPoser::BodyPoser(const Manikin& manikin, const Rig& rig, const Skeleton& skeleton)
    : manikin_(manikin),
      skeleton_(skeleton),
      frames_(anatomyOf(manikin, rig)),
      limbs_(limbsOf(manikin, skeleton)),
      model_(skeleton.size()),
      local_(skeleton.rest) {
  const Vec3 up = manikin.axes.up;
  const Vec3 pelvis = manikin.parts.front().modelFromPart.translation;
  origin_ = pelvis - up * (dot(pelvis, up) - frames_.floor);
  const Quat bodyFromModel = conjugate(frames_.modelFromBody);
  constexpr std::array kFeet{Role::leftFoot, Role::rightFoot}, kToes{Role::leftToes, Role::rightToes};
  constexpr std::array kPaws{Role::frontLeftPaw, Role::frontRightPaw, Role::hindLeftPaw, Role::hindRightPaw};
  const bool four = manikin.creature == Creature::quadruped;
  for (std::size_t i = 0; i < limbs_.legs.size(); ++i) {
    const Limb& leg = limbs_.legs[i];
    if (leg.end < 0) continue;
    const Vec3 ankle = skeleton.modelFromBind[static_cast<std::size_t>(leg.end)].translation;
    ankle_[i] = rotate(bodyFromModel, ankle - origin_);
    const auto toes = four ? manikin.roles.end() : manikin.roles.find(kToes[i]);
    if (toes != manikin.roles.end()) toes_[i] = toes->second.joint;
    // The ball is where the toes begin; without toes two thirds of the way to the tip of the foot.
    const std::int32_t foot = manikin.partOf(four ? kPaws[i] : kFeet[i]);
    const float reach = foot >= 0 ? 0.66f * manikin.parts[static_cast<std::size_t>(foot)].length() : 0.12f * frames_.legLength;
    const Vec3 ball = toes_[i] >= 0 ? rotate(bodyFromModel, skeleton.modelFromBind[static_cast<std::size_t>(toes_[i])].translation - ankle)
                                    : Vec3{0, 0, four ? 0.3f * reach : reach};
    ball_[i] = {0, -ankle_[i].y, std::max(ball.z, 0.3f * ankle_[i].y)};
  }
}

bool BodyPoser::hasLegs() const {
  return !limbs_.legs.empty() && std::all_of(limbs_.legs.begin(), limbs_.legs.end(), [](const Limb& leg) { return leg.end >= 0; });
}

Vec3 BodyPoser::toModel(const Vec3& body) const { return origin_ + rotate(frames_.modelFromBody, body); }

void BodyPoser::pose(const AnatomicalPose& pose, const FootTargets& feet, std::span<Transform> parentFromJoint) {
  sinew::toModel(pose, frames_, manikin_, skeleton_, model_);
  toLocal(skeleton_, model_, local_);
  stretch_ = 0;
  for (std::size_t leg = 0; leg < limbs_.legs.size(); ++leg)
    if (feet[leg].wanted && limbs_.legs[leg].end >= 0) plant(leg, feet[leg]);
  std::copy(local_.begin(), local_.end(), parentFromJoint.begin());
}

void BodyPoser::plant(std::size_t index, const FootTarget& target) {
  const Limb& leg = limbs_.legs[index];
  const auto place = [&](std::int32_t joint) -> Transform& { return model_[static_cast<std::size_t>(joint)]; };
  const Vec3 goal = toModel(target.ankle), hip = place(leg.upper).translation;
  const float whole = distance(hip, place(leg.lower).translation) + distance(place(leg.lower).translation, place(leg.end).translation);
  stretch_ = std::max(stretch_, distance(hip, goal) / whole);

  const Quat body = frames_.modelFromBody;
  const Quat turn = axisAngle(Vec3{0, 1, 0}, target.yaw);
  // Knees go ahead of the foot; four-footed legs bend as they are modelled.
  const bool four = manikin_.creature == Creature::quadruped;
  const Vec3 pole = four ? Vec3{} : rotate(body, rotate(turn, Vec3{0, 0, 1}));
  solveTwoBone(skeleton_, leg, {.position = goal, .pole = pole}, local_, model_);

  // The sole as it lies at bind, turned and pitched; the toes give way.
  const auto setRotation = [&](std::int32_t joint, const Quat& inBody) {
    const auto j = static_cast<std::size_t>(joint);
    const Quat wanted = normalized(body * inBody * conjugate(body) * skeleton_.modelFromBind[j].rotation);
    const std::int32_t parent = skeleton_.parents[j];
    local_[j].rotation = normalized(conjugate(place(parent).rotation) * wanted);
    place(joint).rotation = wanted;
  };
  setRotation(leg.end, turn * axisAngle(Vec3{1, 0, 0}, target.pitch));
  sinew::toModel(skeleton_, local_, model_);
  if (toes_[index] < 0 || target.toes == 0) return;
  setRotation(toes_[index], turn * axisAngle(Vec3{1, 0, 0}, target.pitch - target.toes));
  sinew::toModel(skeleton_, local_, model_);
}

Vec3 BodyPoser::place(Role role) const {
  const std::int32_t part = manikin_.partOf(role);
  if (part < 0) return {};
  const auto joint = static_cast<std::size_t>(manikin_.parts[static_cast<std::size_t>(part)].joint);
  return rotate(conjugate(frames_.modelFromBody), model_[joint].translation - origin_);
}

float BodyPoser::lowest(Half half) const {
  const Vec3 up = manikin_.axes.up;
  float lowest = 1e30f;
  for (const Part& part : manikin_.parts) {
    if (half != Half::whole && isLower(part.role) != (half == Half::lower)) continue;
    const Transform shape = model_[static_cast<std::size_t>(part.joint)] * partFromShape(part);
    for (const float end : {-part.halfHeight, part.halfHeight}) lowest = std::min(lowest, dot(shape * Vec3{0, end, 0}, up) - part.radius);
  }
  return lowest - frames_.floor;
}

}  // namespace sinew
