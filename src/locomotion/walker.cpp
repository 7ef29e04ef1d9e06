#include <sinew/locomotion/walker.h>

#include <cmath>

namespace sinew {

namespace {

/// A layer that turns the torso all the way to one side; how far it is turned is its weight.
std::int32_t addTwist(Animator& animator, const WalkerKind& kind, float angle) {
  const Skeleton& skeleton = kind.animation->skeleton;
  const auto torso = static_cast<std::size_t>(kind.torso);
  const Quat modelFromParent =
      skeleton.parents[torso] < 0 ? Quat{} : skeleton.modelFromBind[static_cast<std::size_t>(skeleton.parents[torso])].rotation;
  const Vec3 up = rotate(conjugate(modelFromParent * skeleton.rest[torso].rotation), Vec3{0, 1, 0});
  std::vector<Transform> turned = skeleton.rest;
  turned[torso].rotation = turned[torso].rotation * axisAngle(up, angle);
  return animator.addPoseLayer(turned, {.mode = LayerMode::additive, .weight = 0, .speed = 1, .mask = {}});
}

/// Pieces short enough that what is climbed does not depend on dt, and that no wall is stepped over.
int piecesOf(const WalkerKind& kind, const Vec3& step) {
  const Vec3 size = kind.volume.high - kind.volume.low;
  const float most = std::min({kind.snap.lift / 4, size.x / 4, size.z / 4});
  return std::max(1, static_cast<int>(std::ceil(length(step) / most)));
}

}  // namespace

Walker::Walker(std::shared_ptr<const WalkerKind> kind, const Transform& worldFromModel)
    : kind_(std::move(kind)), animator_(kind_->animation), worldFromModel_(worldFromModel) {
  if (kind_->feet) animator_.setFeet(*kind_->feet);
  if (kind_->torso >= 0) {
    twistLeft_ = addTwist(animator_, *kind_, kind_->mostTwist);
    twistRight_ = addTwist(animator_, *kind_, -kind_->mostTwist);
  }
}

WalkerFrame Walker::step(const Place& place, const WalkerInput& input) {
  WalkerFrame frame;
  events_.clear();
  const GaitInput wanted{.demand = input.demand, .damage = input.damage, .down = input.down, .dt = input.dt};

  // The local channel runs on the demand; the displayed one moves the joints and, by the same advance, the body.
  stepGait(kind_->gait, *kind_->animation, leg_, wanted, nullptr);
  const GaitStep gait = stepGait(kind_->gait, *kind_->animation, body_, wanted, &animator_);
  frame.travel = gait.travel;
  frame.completions = gait.completions;

  carry(place);
  const float before = worldFromModel_.translation.y;
  frame.ground = travel(place, input, gait.travel, frame);
  if (frame.crashed) crash();

  twist(input.demand.torsoTwist, input.dt);
  animator_.compose(worldFromModel_, &place.ground);

  frame.shadow = castShadow(
      {.ground = place.ground, .cast = place.level.shadows, .worldFromModel = worldFromModel_, .torsoTwist = twist_, .dt = input.dt},
      kind_->shadow, shadow_);
  const float now = worldFromModel_.translation.y;
  frame.drawnLift =
      easeHeight(drawn_, {.before = before, .after = now, .seen = frame.ground.hit ? frame.ground.height : now, .dt = input.dt});
  return frame;
}

/// Whoever stands on a platform goes where it went.
void Walker::carry(const Place& place) {
  const Vec3& origin = worldFromModel_.translation;
  const ColumnHit under = place.tree.column(origin.x, origin.y + kind_->snap.lift, origin.z);
  if (!under.hit || origin.y - under.height > kind_->snap.lift) return;
  const std::int32_t mover = place.level.solids[static_cast<std::size_t>(under.solid)].mover;
  if (mover < 0) return;
  const Transform& nowFromBefore = place.state.movers[static_cast<std::size_t>(mover)].nowFromBefore;
  const Quat turned = twistAbout(nowFromBefore.rotation, Vec3{0, 1, 0});
  worldFromModel_ = {normalized(turned * worldFromModel_.rotation), nowFromBefore * origin};
}

/// Moves by `delta` in short pieces, each put on the ground, and lets what is in the way reject the frame.
GroundHit Walker::travel(const Place& place, const WalkerInput& input, const RootDelta& delta, WalkerFrame& frame) {
  const Transform start = worldFromModel_;
  const Quat heading = normalized(start.rotation * toTransform(delta).rotation);
  const Vec3 step = rotate(start.rotation, delta.translation) + residue_;
  const Transform goal{heading, start.translation + step};
  residue_ = step - (goal.translation - start.translation);
  const int pieces = piecesOf(*kind_, step);
  velocity_ = input.dt > 0 ? step / input.dt : Vec3{};

  GroundHit ground;
  for (int i = 1; i <= pieces; ++i) {
    const Transform before = worldFromModel_;
    Transform after{goal.rotation,
                    i == pieces ? goal.translation : start.translation + step * (static_cast<float>(i) / static_cast<float>(pieces))};
    after.translation.y = before.translation.y;
    ground = snapToGround(place.ground, kind_->snap, after.translation);
    const CollisionInput meeting{.level = place.level,
                                 .state = place.state,
                                 .tree = place.tree,
                                 .others = input.others,
                                 .volume = kind_->volume,
                                 .before = before,
                                 .after = after,
                                 .velocity = velocity_,
                                 .dt = input.dt / static_cast<float>(pieces)};
    const CollisionResult result = collide(meeting, kind_->collision, collision_, scratch_, events_);
    worldFromModel_ = result.worldFromModel;
    frame.crashed = frame.crashed || result.crashed;
    if (!result.rejected) continue;
    // The whole frame's move is rejected; the pace is what is left of it after the bounce.
    frame.rejected = true;
    worldFromModel_ = {goal.rotation, start.translation};
    const float along = std::abs(dot(result.velocity, rotate(goal.rotation, kind_->forward)));
    body_.pace = std::copysign(std::min(std::abs(body_.pace), along), body_.pace);
    leg_.pace = body_.pace;
    velocity_ = residue_ = {};
    break;
  }
  if (kind_->collision.walls == WallRule::slide) ground = snapToGround(place.ground, kind_->snap, worldFromModel_.translation);
  return ground;
}

void Walker::twist(float torso, float dt) {
  constexpr float kHalflife = 0.05f;
  Vec3 off{twist_ - std::clamp(torso, -kind_->mostTwist, kind_->mostTwist), 0, 0}, still{};
  const float wanted = twist_ - off.x;
  decay(off, still, kHalflife, dt);
  twist_ = wanted + off.x;
  if (twistLeft_ < 0) return;
  animator_.setLayerWeight(twistLeft_, std::max(0.0f, twist_ / kind_->mostTwist));
  animator_.setLayerWeight(twistRight_, std::max(0.0f, -twist_ / kind_->mostTwist));
}

void Walker::crash() {
  for (Gait* channel : {&body_, &leg_}) {
    channel->pace = 0;
    if (kind_->gait.crash >= 0)
      bindState(kind_->gait, *kind_->animation, *channel, kind_->gait.crash, 0.06f, channel == &body_ ? &animator_ : nullptr);
  }
  velocity_ = {};
}

void Walker::place(const Transform& worldFromModel) {
  worldFromModel_ = worldFromModel;
  velocity_ = residue_ = {};
  body_.pace = leg_.pace = 0;
}

float Walker::heading() const {
  const Vec3 ahead = rotate(worldFromModel_.rotation, kind_->forward);
  return std::atan2(ahead.x, ahead.z);
}

Bystander Walker::bystander(std::int32_t index) const {
  const Hull hull = hullOf(kind_->volume, worldFromModel_);
  return {.hull = hull, .bounds = boundsOf(hull), .velocity = velocity_, .walker = index};
}

}  // namespace sinew
