#include <algorithm>
#include <cmath>

#include <sinew/pose/ik.h>
#include <sinew/pose/inertialize.h>

namespace sinew {

namespace {

constexpr Vec3 kUp{0, 1, 0};
constexpr float kStraight = 1e-4f;  ///< of a leg's length, that it stays off straight

Vec3 level(const Vec3& v) { return {v.x, 0, v.z}; }

void ease(Vec3& x, Vec3& v, const Vec3& target, float halflife, float dt) {
  Vec3 off = x - target;
  decay(off, v, halflife, dt);
  x = target + off;
}

class Planter {
 public:
  Planter(const Skeleton& skeleton, const Limbs& limbs, const FootOptions& options, const FeetInput& input, FeetState& state,
          std::span<Transform> parentFromJoint, std::span<Transform> modelFromJoint)
      : skeleton_(skeleton), limbs_(limbs), options_(options), in_(input), state_(state), local_(parentFromJoint), model_(modelFromJoint) {}

  void run() {
    const std::size_t count = limbs_.legs.size();
    state_.feet.resize(count);
    float lowest = 1e30f;
    for (std::size_t i = 0; i < count; ++i) {
      if (limbs_.legs[i].end < 0) continue;
      sense(limbs_.legs[i], state_.feet[i]);
      lowest = std::min(lowest, state_.feet[i].wanted);
    }
    if (lowest > 1e29f) return;
    for (std::size_t i = 0; i < count; ++i)
      if (limbs_.legs[i].end >= 0) settle(state_.feet[i]);
    sink(lowest);
    for (std::size_t i = 0; i < count; ++i)
      if (limbs_.legs[i].end >= 0) reach(limbs_.legs[i], state_.feet[i]);
  }

 private:
  const Transform& joint(std::int32_t index) const { return model_[static_cast<std::size_t>(index)]; }

  /// What is under the foot: how far it should be moved up or down, how the sole should lie, and whether it stands.
  void sense(const Limb& leg, FootState& foot) {
    foot.animated = in_.worldFromModel * joint(leg.end).translation;
    const GroundHit hit = in_.ground.below(foot.animated + kUp * options_.most, 4 * options_.most);
    const float offset = hit.hit ? hit.height - in_.worldFromModel.translation.y : 0;
    foot.refused = std::abs(offset) > options_.most;
    foot.wanted = foot.refused ? 0 : offset;
    foot.normal = hit.hit && !foot.refused ? hit.normal : kUp;

    const float height = joint(leg.end).translation.y - skeleton_.modelFromBind[static_cast<std::size_t>(leg.end)].translation.y;
    foot.planted = 1 - std::clamp((height - options_.standHeight) / (2 * options_.standHeight), 0.0f, 1.0f);
    lock(foot, hit, height);
    foot.ankleBefore = foot.animated;
    foot.known = true;
  }

  /// A foot that stands is held where it stands, on moving ground too; it lets go with hysteresis.
  void lock(FootState& foot, const GroundHit& hit, float height) {
    const float dt = in_.dt;
    const bool canStand = options_.lock && hit.hit && !foot.refused && foot.known && dt > 0;
    if (!canStand) {
      foot.locked = false;
      return;
    }
    const float speed = length(level((foot.animated - foot.ankleBefore) / dt - hit.velocity));
    if (foot.locked) {
      foot.lockWorld += level(hit.velocity) * dt;
      const bool far = length(level(foot.lockWorld - foot.animated)) > options_.releaseDistance;
      foot.locked = speed < options_.releaseAbove && height < 2 * options_.standHeight && !far;
    } else if (speed < options_.lockBelow && height < options_.standHeight) {
      foot.locked = true;
      foot.lockWorld = foot.animated + level(foot.offset);
    }
  }

  /// How far the pelvis may be moved up (less than 0: must go down) so that the leg can reach. A leg that its clip stretches may stay so.
  float room(const Limb& leg, const FootState& foot) const {
    const Vec3 hip = in_.worldFromModel * joint(leg.upper).translation, target = foot.animated + foot.offset;
    const Vec3 knee = in_.worldFromModel * joint(leg.lower).translation;
    const float whole = (distance(hip, knee) + distance(knee, foot.animated)) * (1 - kStraight);
    const float most = std::max(whole, distance(hip, foot.animated)), aside = length(level(target - hip));
    return target.y - hip.y + std::sqrt(std::max(0.0f, most * most - aside * aside));
  }

  /// The pelvis goes down (or up) with the lowest foot, and further down where a foot that is held could not reach.
  void sink(float lowest) {
    if (limbs_.pelvis < 0) return;
    Vec3 now{0, state_.pelvis, 0}, rate{0, state_.pelvisRate, 0};
    ease(now, rate, {0, lowest, 0}, options_.halflife, in_.dt);
    state_.pelvis = now.y;
    state_.pelvisRate = rate.y;
    float up = state_.pelvis;
    for (std::size_t i = 0; i < limbs_.legs.size(); ++i)
      if (limbs_.legs[i].end >= 0 && !state_.feet[i].refused) up = std::min(up, room(limbs_.legs[i], state_.feet[i]));
    up = std::max(up, state_.pelvis - options_.most);
    const Vec3 shift = rotate(conjugate(in_.worldFromModel.rotation), Vec3{0, up, 0});
    for (const std::int32_t j : limbs_.belowPelvis) model_[static_cast<std::size_t>(j)].translation += shift;
    const auto pelvis = static_cast<std::size_t>(limbs_.pelvis);
    const std::int32_t parent = skeleton_.parents[pelvis];
    const Transform above = parent < 0 ? Transform{} : joint(parent);
    const Vec3 place = inverse(above) * model_[pelvis].translation, scale = skeleton_.scaleAbove[pelvis];
    local_[pelvis].translation = {place.x / scale.x, place.y / scale.y, place.z / scale.z};
  }

  /// Where the foot should be, and how it should lie.
  void settle(FootState& foot) const {
    // Up and down it eases; sideways it is held exactly while locked, and eases back when let go.
    const Vec3 held = foot.locked ? level(foot.lockWorld - foot.animated) : Vec3{};
    ease(foot.offset, foot.offsetRate, held + kUp * foot.wanted, options_.halflife, in_.dt);
    if (foot.locked) {
      foot.offset = {held.x, foot.offset.y, held.z};
      foot.offsetRate = {0, foot.offsetRate.y, 0};
    }

    Vec3 tilt = logarithm(fromTo(kUp, foot.normal)) * foot.planted;
    if (const float angle = length(tilt); angle > options_.steepest) tilt = tilt * (options_.steepest / angle);
    ease(foot.tilt, foot.tiltRate, tilt, options_.halflife, in_.dt);
  }

  void reach(const Limb& leg, const FootState& foot) {
    const Transform modelFromWorld = inverse(in_.worldFromModel);
    const Vec3 target = modelFromWorld * (foot.animated + foot.offset);
    if (distance(target, joint(leg.end).translation) > 1e-6f) solveTwoBone(skeleton_, leg, {.position = target}, local_, model_);
    if (lengthSquared(foot.tilt) > 1e-10f) turnSole(leg, exponential(rotate(modelFromWorld.rotation, foot.tilt)));
  }

  void turnSole(const Limb& leg, const Quat& turn) {
    const Vec3 ankle = joint(leg.end).translation;
    for (const std::int32_t j : leg.belowEnd) {
      Transform& one = model_[static_cast<std::size_t>(j)];
      one = {normalized(turn * one.rotation), ankle + rotate(turn, one.translation - ankle)};
    }
    const auto end = static_cast<std::size_t>(leg.end);
    local_[end].rotation = normalized(conjugate(joint(skeleton_.parents[end]).rotation) * model_[end].rotation);
  }

  const Skeleton& skeleton_;
  const Limbs& limbs_;
  const FootOptions& options_;
  const FeetInput& in_;
  FeetState& state_;
  std::span<Transform> local_, model_;
};

}  // namespace

void plantFeet(const Skeleton& skeleton, const Limbs& limbs, const FootOptions& options, const FeetInput& input, FeetState& state,
               std::span<Transform> parentFromJoint, std::span<Transform> modelFromJoint) {
  Planter(skeleton, limbs, options, input, state, parentFromJoint, modelFromJoint).run();
}

}  // namespace sinew
