#include <algorithm>
#include <cmath>

#include <sinew/base/log.h>
#include <sinew/locomotion/walker.h>

// A walker's body: asleep outside the world while the gait leads, thrown into it when it falls, out again when it stands.

namespace sinew {

namespace {

constexpr float kQuiet = 2;  ///< s after a hit until the body has recovered and may leave the world

}  // namespace

Result<void> Walker::embody(World& world) {
  if (!kind_->character) return fail(ErrorCode::usage, "walker", "this kind has no body: it brings no clips to get up with");
  Result<Character> built = Character::build(world, kind_->character, worldFromModel_);
  if (!built) return Failure(built.error());
  character_.emplace(std::move(*built));
  equip(character_->animator);
  before_.assign(kind_->animation->skeleton.size(), Transform{});
  now_ = before_;
  sleep();
  return {};
}

void Walker::sleep() {
  constexpr std::uint8_t kOff = 0;
  character_->ragdoll.world->setEnabled({&character_->ragdoll.articulation, 1}, {&kOff, 1});
  character_->animator.clearPhysicsPose();
  awake_ = false;
}

/// Puts the body into the world as it is shown, moving as it did.
void Walker::wake(float dt) {
  quiet_ = 0;
  if (awake_) return;
  constexpr std::uint8_t kOn = 1;
  Ragdoll& ragdoll = character_->ragdoll;
  ragdoll.world->setEnabled({&ragdoll.articulation, 1}, {&kOn, 1});
  const std::span<const Transform> shown = character_->animator.displayedModel();
  const Transform was{worldBefore_.rotation, worldFromModel_.translation - thrown_ * dt};
  for (std::size_t j = 0; j < shown.size(); ++j) {
    now_[j] = worldFromModel_ * shown[j];
    before_[j] = was * before_[j];
  }
  ragdoll.sync(*ragdoll.world, now_, before_, dt);
  awake_ = true;
}

void Walker::remember() {
  if (!character_) return;
  // While the body leads, its last `read` has moved the node.
  if (awake_) stand(character_->worldFromModel * Transform{{}, {0, kind_->floor, 0}});
  worldBefore_ = worldFromModel_;
  const std::span<const Transform> shown = character_->animator.displayedModel();
  std::copy(shown.begin(), shown.end(), before_.begin());
}

/// The body or its get-up clip leads: both channels are down, nothing is demanded.
void Walker::lead(const Place& place, const WalkerInput& input, WalkerFrame& frame) {
  const Balance was = balance();
  const bool lies = was == Balance::falling || was == Balance::lying;
  velocity_ = thrown_ = residue_ = {};
  damage_ = input.damage;
  if (!lies) carry(place);
  frame.travel = character_->advance(input.dt).root;
  if (lies) {
    frame.ground = rest(place, input);
  } else {
    frame.ground = travel(place, input, was == Balance::easing ? RootDelta{} : frame.travel, frame);
    frame.crashed = false;
  }

  // Whoever stands again takes up the gait at once, and both channels do.
  const bool down = balance() != Balance::standing;
  if (!down) events_.push_back({.type = WalkEventType::rose});
  const GaitInput wanted{.demand = {}, .damage = input.damage, .down = down, .dt = down ? input.dt : 0};
  leg_.pace = body_.pace = 0;
  stepGait(kind_->gait, *kind_->animation, leg_, wanted, nullptr);
  stepGait(kind_->gait, *kind_->animation, body_, wanted, down ? nullptr : &character_->animator);
}

/// What a body that lies touches: the contact goes on, and nothing moves.
GroundHit Walker::rest(const Place& place, const WalkerInput& input) {
  const CollisionInput meeting{.level = place.level,
                               .state = place.state,
                               .tree = place.tree,
                               .others = input.others,
                               .volume = kind_->volume,
                               .before = worldFromFeet_,
                               .after = worldFromFeet_,
                               .velocity = {},
                               .dt = input.dt};
  collide(meeting, kind_->collision, collision_, scratch_, events_);
  const Vec3& at = worldFromFeet_.translation;
  const GroundHit under = place.ground.below(at + Vec3{0, kind_->snap.lift, 0}, 2 * kind_->height);
  below_ = under.velocity;
  return under;
}

void Walker::hit(std::int32_t part, const Vec3& impulse) {
  if (!character_ || part < 0 || part >= character_->ragdoll.boneCount() || !isFinite(impulse)) return;
  hits_.push_back({part, impulse});
}

void Walker::knockDown() { falls_ = character_.has_value(); }

void Walker::drive(float dt) {
  if (!character_ || !(dt > 0)) return;
  const bool stood = balance() == Balance::standing;
  if (falls_ || !hits_.empty()) wake(dt);
  if (!awake_) return;
  if (falls_) character_->knockOut();
  World& world = *character_->ragdoll.world;
  for (const Hit& one : hits_) {
    const auto part = static_cast<std::size_t>(one.part);
    BodyState state;
    world.getStates({&character_->ragdoll.bodies[part], 1}, {&state, 1});
    character_->hit(one.part, one.impulse, state.worldFromBody * kind_->character->body->definition.bodies[part].centerOfMass);
  }
  falls_ = false;
  hits_.clear();
  character_->worldFromModel = worldFromModel_;
  if (stood && balance() == Balance::falling) {
    BodyState pelvis;
    world.getStates({character_->ragdoll.bodies.data(), 1}, {&pelvis, 1});
    lag_ = pelvis.worldFromBody.translation - worldFromModel_.translation;
    events_.push_back({.type = WalkEventType::fell});
  }
  // A gait that staggers hands over: both channels, or neither.
  if (stood && balance() != Balance::standing) body_.pace = leg_.pace = 0;
  character_->drive(dt);
}

void Walker::read(const Place& place, float dt) {
  if (!awake_) return;
  if (balance() == Balance::falling) follow(place);
  character_->groundVelocity = below_;
  character_->read(dt);
  quiet_ = balance() == Balance::standing ? quiet_ + dt : 0;
  if (quiet_ > kQuiet) sleep();
}

/// The node goes on the ground under the pelvis as the body falls.
void Walker::follow(const Place& place) {
  BodyState pelvis;
  character_->ragdoll.world->getStates({character_->ragdoll.bodies.data(), 1}, {&pelvis, 1});
  const Vec3 at = pelvis.worldFromBody.translation;
  Vec3& node = character_->worldFromModel.translation;
  node.x = at.x - lag_.x;
  node.z = at.z - lag_.z;
  const GroundHit under = place.ground.below(at, 2 * kind_->height);
  if (under.hit) node.y = under.height - kind_->floor;
}

}  // namespace sinew
