#include <sinew/ragdoll/character.h>

#include <algorithm>
#include <cmath>

#include <sinew/base/log.h>

namespace sinew {
namespace {

constexpr float kOver = 0.02f;         // a shock below this is gone
constexpr std::size_t kMostHits = 64;  // a frame; more are dropped

float smooth(float t) { return t * t * (3 - 2 * t); }

}  // namespace

Character::Character(std::shared_ptr<const CharacterKind> kind, Ragdoll built)
    : animator(kind->animation), ragdoll(std::move(built)), kind_(std::move(kind)) {
  const std::size_t joints = kind_->animation->skeleton.size(), bodies = ragdoll.bodies.size();
  shock_.assign(bodies, 0);
  contactImpulses_.assign(bodies, 0);
  hits_.reserve(kMostHits);
  events_.reserve(kMostHits);
  happened_.reserve(kMostHits);
  joints_.resize(joints);
  local_.resize(joints);
  model_.resize(joints);
  eased_.resize(joints);
  matrices_.resize(joints);
  weights_.resize(joints);
  const auto byIndex = [](BodyId a, BodyId b) { return a.index < b.index; };
  if (bodies > 0) {
    lowestId_ = std::min_element(ragdoll.bodies.begin(), ragdoll.bodies.end(), byIndex)->index;
    highestId_ = std::max_element(ragdoll.bodies.begin(), ragdoll.bodies.end(), byIndex)->index;
  }
  stance = ragdoll.drives;
  for (PartDrive& drive : stance) {
    drive.mode = PartMode::kinematic;
    drive.mapping = 0;
  }
}

Result<Character> Character::build(World& world, const std::shared_ptr<const CharacterKind>& kind, const Transform& worldFromModel,
                                   const ReactionOptions& options) {
  Result<Ragdoll> ragdoll = buildRagdoll(world, kind->body, worldFromModel);
  if (!ragdoll) return Failure(ragdoll.error());
  Character character(kind, std::move(*ragdoll));
  character.worldFromModel = worldFromModel;
  character.options = options;
  if (kind->idle >= 0) character.animator.play(kind->idle, {.halflife = 0});
  return character;
}

Animator::Advance Character::advance(float dt) {
  const Animator::Advance step = animator.advance(dt);
  // Whoever lies does not walk away from his body.
  const bool down = balance_ == Balance::falling || balance_ == Balance::lying || balance_ == Balance::easing;
  if (!down) worldFromModel = moved(worldFromModel, step.root);
  // What stood up, or caught itself, goes on with what it did before.
  if (step.completions > 0 && (balance_ == Balance::gettingUp || balance_ == Balance::staggering)) enter(Balance::standing);
  return step;
}

void Character::compose(const Ground* ground) {
  if (!atRest()) animator.compose(worldFromModel, balance_ == Balance::standing ? ground : nullptr);
}

void Character::drive(float dt) {
  // Muscles of who lies keep what they were last told: the clip that plays on keeps nobody awake.
  const bool told = balance_ == Balance::lying && time_ > 0;
  if (told) {
    applyHits();
    return;
  }
  // The animation's own pose: the drawn one already holds the bodies' answer. Only an ease leads the bodies along what is drawn.
  const std::span<const Transform> pose = balance_ == Balance::easing ? animator.displayedModel() : animator.animatedModel();
  for (std::size_t j = 0; j < joints_.size(); ++j) joints_[j] = worldFromModel * pose[j];
  setWeights();
  ragdoll.drive(*ragdoll.world, joints_, DriveStep{1, balance_ == Balance::lying ? 0 : dt});
  applyHits();
}

void Character::read(float dt) {
  time_ += dt;
  contactsRead_ = false;
  asleep_ = down() && ragdoll.world->asleep(ragdoll.bodies.front()) ? asleep_ + 1 : 0;
  if (!atRest()) {
    ragdoll.readLoad();
    if (balance_ == Balance::easing) {
      ease();
    } else {
      holdLeash();
      handOver();
    }
  }
  if (balance_ == Balance::falling) {
    fall(dt);
  } else if (balance_ == Balance::lying) {
    lie(dt);
  }
  for (float& shock : shock_) shock *= std::exp2(-dt / options.recovery);
  events_.swap(happened_);
  happened_.clear();
}

/// The node goes after the body where the two have parted further than the leash is long; up and down by the stature more, for the
/// animation stands where the body lies. What is drawn stays on the bodies.
void Character::holdLeash() {
  BodyState pelvis;
  ragdoll.world->getStates({ragdoll.bodies.data(), 1}, {&pelvis, 1});
  const auto joint = static_cast<std::size_t>(kind_->body->headJoint[0]);
  const Vec3 gap = pelvis.worldFromBody.translation - worldFromModel * animator.animatedModel()[joint].translation;
  const Vec3 level{gap.x, 0, gap.z};
  const float far = length(level), high = options.leash + kind_->stature;
  if (far > options.leash) worldFromModel.translation += level * (1 - options.leash / far);
  if (std::abs(gap.y) > high) worldFromModel.translation.y += gap.y - std::copysign(high, gap.y);
}

/// Bodies to drawn pose: each joint by the weight of its part; what stands between two parts goes with the one above.
void Character::handOver() {
  const std::vector<std::int32_t>& parents = kind_->body->parents;
  const std::span<const Transform> animated = animator.animatedModel();
  float most = 0;
  for (const PoseStep& step : kind_->body->map.steps) {
    const auto joint = static_cast<std::size_t>(step.joint);
    const float above = step.parent < 0 ? 0 : weights_[static_cast<std::size_t>(step.parent)];
    const bool follows = step.follow != Follow::keep;
    weights_[joint] = follows ? ragdoll.drives[static_cast<std::size_t>(step.part)].mapping : kind_->between[joint] != 0 ? above : 0;
    most = std::max(most, weights_[joint]);
  }
  if (!(most > 0)) {
    animator.clearPhysicsPose();
    return;
  }
  for (std::size_t j = 0; j < parents.size(); ++j) {
    local_[j] = parents[j] < 0 ? animated[j] : inverse(animated[static_cast<std::size_t>(parents[j])]) * animated[j];
  }
  ragdoll.readModel(worldFromModel, local_, model_);
  for (std::size_t j = 0; j < parents.size(); ++j) matrices_[j] = toMat4(model_[j]);
  animator.setPhysicsPose(matrices_, weights_);
}

/// How each part follows: as its stance says while nothing happens, powered where it was hit, nearly limp in a fall.
void Character::setWeights() {
  const bool stands = balance_ == Balance::standing || balance_ == Balance::staggering;
  for (std::size_t i = 0; i < shock_.size(); ++i) {
    PartDrive& drive = ragdoll.drives[i];
    drive = stance[i];
    if (down()) {
      drive.mode = i == 0 ? PartMode::limp : PartMode::powered;
      drive.muscle = options.limpMuscle;
      drive.pin = 0;
      drive.mapping = 1;
    } else if (shock_[i] > kOver && stance[i].mode != PartMode::limp) {
      drive.mode = PartMode::powered;
      // Stiffness goes with the root of the weight: a blow that is to be seen takes nearly all of it for a moment.
      const float left = 1 - std::min(shock_[i], 1.0f);
      drive.muscle *= std::max(left * left * left, options.limpMuscle);
      drive.mapping = std::max(drive.mapping, smooth(std::min(1.0f, (shock_[i] - kOver) * 5)));
    } else if (!stands) {
      drive.mode = PartMode::kinematic;
      drive.mapping = 0;
    }
  }
}

// ------------------------------------------------------------------------------------------------------------------------ what happens

void Character::hit(std::int32_t part, const Vec3& impulse, const Vec3& pointWorld) {
  SINEW_ASSERT(part >= 0 && static_cast<std::size_t>(part) < shock_.size());
  if (hits_.size() == kMostHits || !isFinite(impulse) || !isFinite(pointWorld)) return;
  hits_.push_back({part, impulse, pointWorld});
  const float speed = length(impulse) / kind_->mass;
  const bool stands = balance_ == Balance::standing || balance_ == Balance::staggering;
  if (speed > options.fallSpeed) {
    knockOut();
  } else if (stands && speed > options.staggerSpeed && kind_->stagger >= 0) {
    enter(Balance::staggering);
  }

  // The part gives way, its neighbours less, theirs less again; what stands, stands.
  for (std::size_t i = 0; i < shock_.size(); ++i) {
    if (kind_->carries[i] != 0) continue;
    auto a = static_cast<std::int32_t>(i), b = part;
    float felt = std::min(1.0f, 0.5f + speed / options.fallSpeed);
    while (a != b) {
      std::int32_t& lower = a > b ? a : b;
      lower = kind_->body->definition.joints[static_cast<std::size_t>(lower) - 1].parent;
      felt *= options.spread;
    }
    shock_[i] = std::max(shock_[i], felt);
  }
}

void Character::knockOut() {
  if (balance_ != Balance::falling) enter(Balance::falling);
}

void Character::enter(Balance next) {
  if (happened_.size() < kMostHits) happened_.push_back({balance_, next});
  const bool stood = balance_ == Balance::standing;
  if (stood) clipBefore_ = animator.clip();
  balance_ = next;
  time_ = slow_ = 0;
  asleep_ = 0;
  if (next == Balance::staggering) animator.play(kind_->stagger);
  if (next == Balance::standing && clipBefore_ >= 0) animator.play(clipBefore_);
}

void Character::applyHits() {
  for (const Hit& one : hits_) {
    const auto part = static_cast<std::size_t>(one.part);
    if (ragdoll.drives[part].mode == PartMode::kinematic) continue;
    ragdoll.world->addImpulses({&ragdoll.bodies[part], 1}, {&one.impulse, 1}, {&one.point, 1});
  }
  hits_.clear();
}

std::span<const float> Character::contactImpulses() const {
  if (!contactsRead_) readContacts();
  contactsRead_ = true;
  return contactImpulses_;
}

void Character::readContacts() const {
  std::fill(contactImpulses_.begin(), contactImpulses_.end(), 0.0f);
  const auto partOf = [&](BodyId body) {
    if (body.index < lowestId_ || body.index > highestId_) return -1;
    const auto found = std::find(ragdoll.bodies.begin(), ragdoll.bodies.end(), body);
    return found == ragdoll.bodies.end() ? -1 : static_cast<std::int32_t>(found - ragdoll.bodies.begin());
  };
  for (const Contact& contact : ragdoll.world->contacts()) {
    const std::int32_t a = partOf(contact.a), b = partOf(contact.b);
    if ((a < 0) == (b < 0)) continue;
    contactImpulses_[static_cast<std::size_t>(std::max(a, b))] += contact.impulse;
  }
}

// ------------------------------------------------------------------------------------------------------------------- down and up again

void Character::fall(float dt) {
  BodyState pelvis;
  ragdoll.world->getStates({ragdoll.bodies.data(), 1}, {&pelvis, 1});
  slow_ = length(pelvis.linearVelocity - groundVelocity) < options.slow ? slow_ + dt : 0;
  if (time_ > options.fallTime && slow_ > options.slowTime) enter(Balance::lying);
}

/// Nothing above the pelvis up to where the head will be.
bool Character::roomAbove(const Vec3& pelvis) const {
  const Vec3 from = pelvis + Vec3{0, 0.25f, 0}, to = pelvis + Vec3{0, std::max(0.9f * kind_->stature, 0.3f), 0};
  return !ragdoll.world->castSphere(from, to, 0.15f, kGroundGroup).hit;
}

void Character::lie(float dt) {
  if (!options.getsUp) return;
  BodyState pelvis;
  ragdoll.world->getStates({ragdoll.bodies.data(), 1}, {&pelvis, 1});
  slow_ = length(pelvis.linearVelocity - groundVelocity) < options.slow ? slow_ + dt : 0;
  const bool rested = time_ > options.restTime && slow_ > options.slowTime;
  if (rested && kind_->getUpFront >= 0 && kind_->getUpBack >= 0 && roomAbove(pelvis.worldFromBody.translation)) startGetUp();
}

/// The node goes under the pelvis, turned as the body lies, and the drawn pose stays where it is; only then does the ease begin.
void Character::startGetUp() {
  BodyState pelvis, trunk;
  ragdoll.world->getStates({ragdoll.bodies.data(), 1}, {&pelvis, 1});
  ragdoll.world->getStates({&ragdoll.bodies[static_cast<std::size_t>(kind_->trunk)], 1}, {&trunk, 1});

  // Which side is down: the front's slope, with a band in which the last answer stays.
  const float slope = rotate(trunk.worldFromBody.rotation, kind_->trunkFront).y;
  if (std::abs(slope) > 0.15f) onFront_ = slope < 0;

  // What is drawn, in the world; then where the clip begins, and which way the body lies in it.
  const std::span<const Transform> drawn = animator.displayedModel();
  for (std::size_t j = 0; j < joints_.size(); ++j) joints_[j] = worldFromModel * drawn[j];
  animator.clearPhysicsPose();
  animator.jump(onFront_ ? kind_->getUpFront : kind_->getUpBack, 0, 0);
  animator.setSpeed(0);
  animator.compose(worldFromModel);
  const auto pelvisJoint = static_cast<std::size_t>(kind_->body->headJoint[0]);
  const auto trunkJoint = static_cast<std::size_t>(kind_->body->headJoint[static_cast<std::size_t>(kind_->trunk)]);
  const std::span<const Transform> first = animator.animatedModel();
  const Vec3 wanted = rotate(trunk.worldFromBody.rotation, kind_->trunkUp);
  const Vec3 given = rotate(worldFromModel.rotation * first[trunkJoint].rotation, kind_->trunkUp);
  const float turn = std::atan2(wanted.x, wanted.z) - std::atan2(given.x, given.z);
  worldFromModel.rotation = normalized(axisAngle(Vec3{0, 1, 0}, turn) * worldFromModel.rotation);

  // On the ground under the pelvis.
  const Vec3 at = pelvis.worldFromBody.translation;
  const Vec3 up = at + Vec3{0, 0.2f, 0};
  const RayHit ground = ragdoll.world->castRay(up, up - Vec3{0, 2 * std::max(kind_->stature, 1.0f), 0}, kGroundGroup);
  const Vec3 offset = rotate(worldFromModel.rotation, first[pelvisJoint].translation);
  worldFromModel.translation = {at.x - offset.x, ground.hit ? ground.point.y - kind_->floor : at.y - offset.y, at.z - offset.z};

  // The drawn pose, fixed in the new frame; all of it is physics until it eases.
  for (float& shock : shock_) shock = 0;
  enter(Balance::easing);
  const std::vector<std::int32_t>& parents = kind_->body->parents;
  std::fill(weights_.begin(), weights_.end(), 1.0f);
  for (std::int32_t above = parents[pelvisJoint]; above >= 0; above = parents[static_cast<std::size_t>(above)])
    weights_[static_cast<std::size_t>(above)] = 0;

  // Each joint against the one above it. What the pelvis hangs from is the clip's at once: the pelvis keeps the place where it lies.
  // The ease lasts as long as the joint with the longest way needs.
  const Transform modelFromWorld = inverse(worldFromModel);
  float most = 0;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const bool root = parents[j] < 0;
    const auto parent = static_cast<std::size_t>(root ? 0 : parents[j]);
    const Transform to = root ? first[j] : inverse(first[parent]) * first[j];
    const Transform above = root ? Transform{} : weights_[parent] > 0 ? modelFromWorld * joints_[parent] : first[parent];
    eased_[j] = weights_[j] > 0 ? inverse(above) * (modelFromWorld * joints_[j]) : to;
    most = std::max(most, angleBetween(eased_[j].rotation, to.rotation));
  }
  easeTime_ = std::max(options.easeTime, most / options.easeRate);
  ease();
}

/// From the pose that lay to the clip's first one, joint by joint at a steady rate, handed in as a physics pose.
void Character::ease() {
  const float left = 1 - time_ / easeTime_;
  if (!(left > 0)) {
    animator.clearPhysicsPose();
    animator.setSpeed(1);
    enter(Balance::gettingUp);
    return;
  }
  const std::vector<std::int32_t>& parents = kind_->body->parents;
  const std::span<const Transform> first = animator.animatedModel();
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const bool root = parents[j] < 0;
    const auto parent = static_cast<std::size_t>(root ? 0 : parents[j]);
    const Transform to = root ? first[j] : inverse(first[parent]) * first[j];
    const Transform local{slerp(to.rotation, eased_[j].rotation, left), lerp(to.translation, eased_[j].translation, left)};
    model_[j] = root ? local : model_[parent] * local;
    matrices_[j] = toMat4(model_[j]);
  }
  animator.setPhysicsPose(matrices_, weights_);
}

// -------------------------------------------------------------------------------------------------------------------------- snapshots

CharacterSnapshot Character::snapshot() const {
  CharacterSnapshot out{*this, ragdoll.world->snapshot(ragdoll.articulation), 0};
  const auto sizeOf = [](const auto&... all) { return (std::as_bytes(std::span(all)).size() + ...); };
  out.bytes = out.bodies.size() + sizeof *this + animator.bytes() + sizeOf(stance, shock_, hits_, events_, happened_, contactImpulses_) +
              sizeOf(joints_, local_, model_, eased_, matrices_, weights_) + sizeOf(ragdoll.drives, ragdoll.saturated, ragdoll.torque);
  return out;
}

Result<void> Character::restore(const CharacterSnapshot& snapshot) {
  const Ragdoll& theirs = snapshot.character.ragdoll;
  if (snapshot.character.kind_ != kind_ || theirs.world != ragdoll.world || theirs.articulation != ragdoll.articulation)
    return fail(ErrorCode::reference, "snapshot", "was taken from another character");
  const Result<void> bodies = ragdoll.world->restore(ragdoll.articulation, snapshot.bodies);
  if (!bodies) return Failure(bodies.error());
  *this = snapshot.character;
  return {};
}

std::string_view nameOf(Balance balance) {
  constexpr std::string_view kNames[] = {"standing", "staggering", "falling", "lying", "easing", "gettingUp"};
  return kNames[static_cast<std::size_t>(balance)];
}

}  // namespace sinew
