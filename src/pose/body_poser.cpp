#include "pose/body_poser.h"

#include <algorithm>

namespace sinew {

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
  for (std::size_t side = 0; side < 2 && side < limbs_.legs.size(); ++side) {
    const Limb& leg = limbs_.legs[side];
    if (leg.end < 0) continue;
    const Vec3 ankle = skeleton.modelFromBind[static_cast<std::size_t>(leg.end)].translation;
    ankle_[side] = rotate(bodyFromModel, ankle - origin_);
    const auto toes = manikin.roles.find(kToes[side]);
    if (toes != manikin.roles.end()) toes_[side] = toes->second.joint;
    // The ball is where the toes begin; without toes two thirds of the way to the tip of the foot.
    const std::int32_t foot = manikin.partOf(kFeet[side]);
    const float reach = foot >= 0 ? 0.66f * manikin.parts[static_cast<std::size_t>(foot)].length() : 0.12f * frames_.legLength;
    const Vec3 ball = toes_[side] >= 0
                          ? rotate(bodyFromModel, skeleton.modelFromBind[static_cast<std::size_t>(toes_[side])].translation - ankle)
                          : Vec3{0, 0, reach};
    ball_[side] = {0, -ankle_[side].y, std::max(ball.z, 0.3f * ankle_[side].y)};
  }
}

bool BodyPoser::hasLegs() const { return limbs_.legs.size() >= 2 && limbs_.legs[0].end >= 0 && limbs_.legs[1].end >= 0; }

Vec3 BodyPoser::toModel(const Vec3& body) const { return origin_ + rotate(frames_.modelFromBody, body); }

void BodyPoser::pose(const AnatomicalPose& pose, const std::array<FootTarget, 2>& feet, std::span<Transform> parentFromJoint) {
  sinew::toModel(pose, frames_, manikin_, skeleton_, model_);
  toLocal(skeleton_, model_, local_);
  stretch_ = 0;
  for (std::size_t side = 0; side < 2; ++side)
    if (feet[side].wanted && side < limbs_.legs.size() && limbs_.legs[side].end >= 0) plant(side, feet[side]);
  std::copy(local_.begin(), local_.end(), parentFromJoint.begin());
}

void BodyPoser::plant(std::size_t side, const FootTarget& target) {
  const Limb& leg = limbs_.legs[side];
  const auto place = [&](std::int32_t joint) -> Transform& { return model_[static_cast<std::size_t>(joint)]; };
  const Vec3 goal = toModel(target.ankle), hip = place(leg.upper).translation;
  const float whole = distance(hip, place(leg.lower).translation) + distance(place(leg.lower).translation, place(leg.end).translation);
  stretch_ = std::max(stretch_, distance(hip, goal) / whole);

  const Quat body = frames_.modelFromBody;
  const Quat turn = axisAngle(Vec3{0, 1, 0}, target.yaw);
  const Vec3 ahead = rotate(body, rotate(turn, Vec3{0, 0, 1}));
  solveTwoBone(skeleton_, leg, {.position = goal, .pole = ahead}, local_, model_);

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
  if (toes_[side] < 0 || target.toes == 0) return;
  setRotation(toes_[side], turn * axisAngle(Vec3{1, 0, 0}, target.pitch - target.toes));
  sinew::toModel(skeleton_, local_, model_);
}

float BodyPoser::lowest() const {
  const Vec3 up = manikin_.axes.up;
  float lowest = 1e30f;
  for (const Part& part : manikin_.parts) {
    const Transform shape = model_[static_cast<std::size_t>(part.joint)] * partFromShape(part);
    for (const float end : {-part.halfHeight, part.halfHeight}) lowest = std::min(lowest, dot(shape * Vec3{0, end, 0}, up) - part.radius);
  }
  return lowest - frames_.floor;
}

}  // namespace sinew
