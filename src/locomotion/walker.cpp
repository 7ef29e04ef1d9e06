#include <sinew/locomotion/walker.h>

#include <cmath>

#include <sinew/base/log.h>

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

/// The ground as the model's own origin sees it: feet ask for heights over the origin, which may hang over the floor.
class GroundOfModel final : public Ground {
 public:
  GroundOfModel(const Ground& ground, float floor) : ground_(ground), floor_(floor) {}
  GroundHit below(const Vec3& point, float reach) const override {
    GroundHit hit = ground_.below(point, reach);
    hit.height -= floor_;
    return hit;
  }

 private:
  const Ground& ground_;
  float floor_;
};

}  // namespace

Walker::Walker(std::shared_ptr<const WalkerKind> kind, const Transform& worldFromModel)
    : kind_(std::move(kind)), animator_(kind_->animation) {
  equip(animator_);
  stand(worldFromModel * Transform{{}, {0, kind_->floor, 0}});
}

void Walker::equip(Animator& animator) {
  if (kind_->feet) animator.setFeet(*kind_->feet);
  if (kind_->torso < 0) return;
  twistLeft_ = addTwist(animator, *kind_, kind_->mostTwist);
  twistRight_ = addTwist(animator, *kind_, -kind_->mostTwist);
}

void Walker::stand(const Transform& worldFromFeet) {
  worldFromFeet_ = worldFromFeet;
  worldFromModel_ = worldFromFeet;
  worldFromModel_.translation -= rotate(worldFromFeet.rotation, Vec3{0, kind_->floor, 0});
}

WalkerFrame Walker::step(const Place& place, const WalkerInput& input) {
  WalkerFrame frame;
  events_.clear();
  remember();
  const float before = worldFromFeet_.translation.y;
  if (balance() == Balance::standing) {
    walk(place, input, frame);
  } else {
    lead(place, input, frame);
  }

  const bool stands = balance() == Balance::standing;
  twist(stands ? input.demand.torsoTwist : 0, input.dt);
  const GroundOfModel ground(place.ground, kind_->floor);
  if (character_) {
    character_->worldFromModel = worldFromModel_;
    character_->compose(&ground);
  } else {
    animator_.compose(worldFromModel_, &ground);
  }

  frame.shadow = castShadow(
      {.ground = place.ground, .cast = place.level.shadows, .worldFromModel = worldFromFeet_, .torsoTwist = twist_, .dt = input.dt},
      kind_->shadow, shadow_);
  const float now = worldFromFeet_.translation.y;
  const GroundHit drawn =
      place.seen ? place.seen->below(worldFromFeet_.translation + Vec3{0, kind_->snap.lift, 0}, 2 * kind_->snap.lift) : frame.ground;
  frame.drawnLift = easeHeight(drawn_, {.before = before, .after = now, .seen = drawn.hit ? drawn.height : now, .dt = input.dt});
  return frame;
}

/// The gait leads: from the demand to where it stands.
void Walker::walk(const Place& place, const WalkerInput& input, WalkerFrame& frame) {
  // The local channel runs on the demand; the displayed one moves the joints and, by the same advance, the body.
  const GaitInput wanted{.demand = input.demand, .damage = input.damage, .down = input.down, .dt = input.dt};
  stepGait(kind_->gait, *kind_->animation, leg_, wanted, nullptr);
  const GaitStep gait = stepGait(kind_->gait, *kind_->animation, body_, wanted, &animator());
  frame.travel = gait.travel;
  frame.completions = gait.completions;

  carry(place);
  frame.ground = travel(place, input, gait.travel, frame);
  if (frame.crashed) crash();
  if (!character_) return;
  const bool hard = std::any_of(events_.begin(), events_.end(), [&](const WalkEvent& event) {
    return event.type == WalkEventType::crashed && event.impactSquared > kind_->fallSquared;
  });
  const bool broken = input.damage >= kind_->fallDamage && damage_ < kind_->fallDamage;
  damage_ = input.damage;
  thrown_ += frame.ground.velocity;
  frame.fell = falls_ = falls_ || hard || broken;
}

/// Whoever stands on a platform goes where it went.
void Walker::carry(const Place& place) {
  const Vec3& origin = worldFromFeet_.translation;
  const ColumnHit under = place.tree.column(origin.x, origin.y + kind_->snap.lift, origin.z);
  if (!under.hit || origin.y - under.height > kind_->snap.lift) return;
  const std::int32_t mover = place.level.solids[static_cast<std::size_t>(under.solid)].mover;
  if (mover < 0) return;
  const Transform& nowFromBefore = place.state.movers[static_cast<std::size_t>(mover)].nowFromBefore;
  const Quat turned = twistAbout(nowFromBefore.rotation, Vec3{0, 1, 0});
  stand({normalized(turned * worldFromFeet_.rotation), nowFromBefore * origin});
}

/// Moves by `delta` in short pieces, each put on the ground, and lets what is in the way reject the frame.
GroundHit Walker::travel(const Place& place, const WalkerInput& input, const RootDelta& delta, WalkerFrame& frame) {
  const Transform start = worldFromFeet_;
  const Quat heading = normalized(start.rotation * toTransform(delta).rotation);
  const Vec3 step = rotate(start.rotation, delta.translation) + residue_;
  const Transform goal{heading, start.translation + step};
  residue_ = step - (goal.translation - start.translation);
  const int pieces = piecesOf(*kind_, step);
  velocity_ = thrown_ = input.dt > 0 ? step / input.dt : Vec3{};

  GroundHit ground;
  for (int i = 1; i <= pieces; ++i) {
    const Transform before = worldFromFeet_;
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
    stand(result.worldFromModel);
    frame.crashed = frame.crashed || result.crashed;
    if (!result.rejected) continue;
    // The whole frame's move is rejected; the pace is what is left of it after the bounce.
    frame.rejected = true;
    stand({goal.rotation, start.translation});
    const float along = std::abs(dot(result.velocity, rotate(goal.rotation, kind_->forward)));
    body_.pace = std::copysign(std::min(std::abs(body_.pace), along), body_.pace);
    leg_.pace = body_.pace;
    velocity_ = residue_ = {};
    break;
  }
  if (kind_->collision.walls == WallRule::slide) {
    Transform slid = worldFromFeet_;
    ground = snapToGround(place.ground, kind_->snap, slid.translation);
    stand(slid);
  }
  return ground;
}

void Walker::twist(float torso, float dt) {
  constexpr float kHalflife = 0.05f;
  Vec3 off{twist_ - std::clamp(torso, -kind_->mostTwist, kind_->mostTwist), 0, 0}, still{};
  const float wanted = twist_ - off.x;
  decay(off, still, kHalflife, dt);
  twist_ = wanted + off.x;
  if (twistLeft_ < 0) return;
  animator().setLayerWeight(twistLeft_, std::max(0.0f, twist_ / kind_->mostTwist));
  animator().setLayerWeight(twistRight_, std::max(0.0f, -twist_ / kind_->mostTwist));
}

void Walker::crash() {
  for (Gait* channel : {&body_, &leg_}) {
    channel->pace = 0;
    if (kind_->gait.crash >= 0)
      bindState(kind_->gait, *kind_->animation, *channel, kind_->gait.crash, 0.06f, channel == &body_ ? &animator() : nullptr);
  }
  velocity_ = {};
}

void Walker::place(const Transform& worldFromModel) {
  SINEW_ASSERT(balance() == Balance::standing);
  stand(worldFromModel * Transform{{}, {0, kind_->floor, 0}});
  velocity_ = residue_ = {};
  body_.pace = leg_.pace = 0;
}

float Walker::heading() const {
  const Vec3 ahead = rotate(worldFromFeet_.rotation, kind_->forward);
  return std::atan2(ahead.x, ahead.z);
}

Bystander Walker::bystander(std::int32_t index) const {
  const Hull hull = hullOf(kind_->volume, worldFromFeet_);
  return {.hull = hull, .bounds = boundsOf(hull), .velocity = velocity_, .walker = index};
}

}  // namespace sinew
