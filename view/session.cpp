#include "session.h"

#include <algorithm>

#include <sinew/physics/angles.h>
#include <sinew/pose/sample.h>

namespace sinew::view {
namespace {

constexpr float kDragHertz = 4;    ///< of the mouse spring
constexpr float kDragWeights = 6;  ///< largest pull, in body weights
constexpr float kGravity = 9.81f;  ///< m/s2

/// kg, of a part and all that hangs below it.
float massBelow(const Manikin& manikin, std::size_t part) {
  std::vector<float> mass(manikin.parts.size());
  for (std::size_t i = manikin.parts.size(); i-- > part;) {
    mass[i] += manikin.parts[i].mass;
    if (manikin.parts[i].parent >= 0) mass[static_cast<std::size_t>(manikin.parts[i].parent)] += mass[i];
  }
  return mass[part];
}

}  // namespace

Result<std::unique_ptr<Session>> Session::create(Asset asset, Rig rig, std::optional<Manikin> manikin, Findings findings,
                                                 std::string_view worldName) {
  std::unique_ptr<Session> session(new Session());
  session->asset_ = std::move(asset);
  session->rig_ = std::move(rig);
  session->manikin_ = std::move(manikin);
  session->findings_ = std::move(findings);
  session->worldName_ = worldName;
  session->worldFromModel_.rotation = fromTo(session->rig_.axes.up, Vec3{0, 1, 0});
  session->localPose_.resize(session->rig_.joints.size());
  session->modelFromJoint_.resize(session->rig_.joints.size());

  if (session->manikin_) {
    Result<std::unique_ptr<World>> world = createWorld(worldName);
    if (!world) return Failure(world.error());
    session->world_ = std::move(*world);
    if (const auto ground = session->world_->createPlane({0, 1, 0}, 0, {}); !ground) return Failure(ground.error());
    Result<Ragdoll> ragdoll = buildRagdoll(*session->world_, *session->manikin_);
    if (!ragdoll) return Failure(ragdoll.error());
    session->ragdoll_ = std::move(*ragdoll);
    session->map_ = poseMapOf(*session->manikin_, session->rig_);
    session->worldFromPart_.resize(session->manikin_->parts.size());
  }
  session->showPose();
  return session;
}

void Session::advance(float dt) {
  if (!playing) return;
  // One accumulator for both drives, so that slow motion slows whatever is shown.
  accumulator_ += dt * speed;
  accumulator_ = std::min(accumulator_, 0.25f);  // a stalled window must not be made up for
  while (accumulator_ >= kStep) {
    stepOnce();
    accumulator_ -= kStep;
  }
}

void Session::stepOnce() {
  time_ += kStep;
  if (drive_ == Drive::bodies) return stepBodies();
  if (drive_ == Drive::character) {
    actor_->step(kStep);
    return showCharacter();
  }
  if (drive_ == Drive::walk) {
    stroll_->step(controls, kStep);
    return showWalk();
  }
  if (clip >= 0 && static_cast<std::size_t>(clip) < asset_.clips.size()) {
    const float duration = asset_.clips[static_cast<std::size_t>(clip)].duration;
    clipTime = duration > 0 ? std::fmod(clipTime + kStep, duration) : 0;
  }
  showPose();
}

void Session::showPose() {
  worldFromJoint_.resize(rig_.joints.size());
  if (clip >= 0 && static_cast<std::size_t>(clip) < asset_.clips.size()) {
    std::vector<Trs> locals = restLocals(asset_);
    sampleClip(asset_, asset_.clips[static_cast<std::size_t>(clip)], clipTime, locals);
    worldFromJoint_ = modelFromJoints(asset_, rig_, locals);
  } else {
    for (std::size_t j = 0; j < rig_.joints.size(); ++j) worldFromJoint_[j] = rig_.joints[j].modelFromBind;
  }
  for (Transform& joint : worldFromJoint_) joint = worldFromModel_ * joint;
  if (!manikin_) return;
  for (std::size_t i = 0; i < manikin_->parts.size(); ++i) {
    worldFromPart_[i] = worldFromJoint_[static_cast<std::size_t>(manikin_->parts[i].joint)];
  }
}

void Session::toPose() {
  endDrag();
  drive_ = Drive::pose;
  history_.clear();
  showPose();
}

void Session::act() {
  if (!manikin_) return;
  // Made anew: it stands up from whatever happened to the one before.
  Result<std::unique_ptr<Actor>> actor = Actor::create(asset_, rig_, *manikin_, worldFromModel_, worldName_);
  if (!actor) return;
  endDrag();
  actor_ = std::move(*actor);
  drive_ = Drive::character;
  history_.clear();
  showCharacter();
}

Result<void> Session::enter(Level level) {
  if (!manikin_) return fail(ErrorCode::value, rig_.file, "its roles were refused: there is nobody to walk");
  Result<std::unique_ptr<Stroll>> stroll = Stroll::create(asset_, rig_, *manikin_, std::move(level));
  if (!stroll) return Failure(stroll.error());
  stroll_ = std::move(*stroll);
  walk();
  return {};
}

void Session::walk() {
  if (stroll_ == nullptr) return;
  endDrag();
  if (drive_ == Drive::walk) stroll_->restart();
  drive_ = Drive::walk;
  history_.clear();
  showWalk();
}

void Session::showCharacter() {
  worldFromJoint_ = actor_->drawn();
  worldFromPart_ = actor_->parts();
}

void Session::showWalk() {
  worldFromJoint_ = stroll_->joints();
  for (std::size_t i = 0; i < manikin_->parts.size(); ++i) {
    worldFromPart_[i] = worldFromJoint_[static_cast<std::size_t>(manikin_->parts[i].joint)];
  }
}

Transform Session::place() const {
  return drive_ == Drive::character ? actor_->character().worldFromModel : drive_ == Drive::walk ? stroll_->place() : worldFromModel_;
}

void Session::drop(float height) {
  if (!manikin_) return;
  endDrag();
  // The joints stay where the bind pose has them: what the clip bends in between is taken up by the joints in the first steps.
  float lowest = 1e30f;
  for (std::size_t i = 0; i < manikin_->parts.size(); ++i) {
    const Part& part = manikin_->parts[i];
    const Transform worldFromShape = worldFromPart_[i] * partFromShape(part);
    for (const float end : {-part.halfHeight, part.halfHeight})
      lowest = std::min(lowest, (worldFromShape * Vec3{0, end, 0}).y - part.radius);
  }
  const Transform lift{{}, {0, height - lowest, 0}};
  for (Transform& part : worldFromPart_) part = lift * part;
  for (Transform& joint : worldFromJoint_) joint = lift * joint;
  localsFromModel(rig_, worldFromJoint_, localPose_);
  syncParts(*world_, ragdoll_, worldFromPart_);
  drive_ = Drive::bodies;
  history_.clear();
  history_.push_back(measure());
  shown_ = 0;
  showBodies();
}

void Session::push(std::size_t part, const Vec3& pointWorld, const Vec3& impulse) {
  if (!manikin_ || drive_ == Drive::walk) return;
  if (drive_ == Drive::character) return actor_->hit(part, impulse, pointWorld);
  if (drive_ == Drive::pose) drop(0.001f);
  world_->addImpulses(std::span(&ragdoll_.bodies[part], 1), std::span(&impulse, 1), std::span(&pointWorld, 1));
}

void Session::drag(std::size_t part, const Vec3& grabPart, const Vec3& targetWorld) {
  if (!manikin_ || drive_ == Drive::walk) return;
  if (drive_ == Drive::character) {
    if (const std::int32_t limb = actor_->limbOf(part); limb >= 0) actor_->reach(limb, targetWorld);
    return;
  }
  if (drive_ == Drive::pose) drop(0.001f);
  if (dragging_ && dragged_ != part) endDrag();
  dragging_ = true;
  dragged_ = part;
  PinTarget pin;
  pin.body = ragdoll_.bodies[part];
  pin.hertz =
      kDragHertz * std::sqrt(manikin_->mass / massBelow(*manikin_, part));  // a pin counts the limb alone; the mouse carries the whole body
  pin.maxForce = kDragWeights * manikin_->mass * kGravity;
  // The body keeps its own turn: only its place is pulled, so that the grabbed point comes under the mouse.
  const Quat turn = worldFromPart_[part].rotation;
  pin.worldFromBody = {turn, targetWorld - rotate(turn, grabPart)};
  world_->setPins(std::span(&pin, 1));
}

void Session::endDrag() {
  if (!dragging_) return;
  PinTarget pin;
  pin.body = ragdoll_.bodies[dragged_];
  world_->setPins(std::span(&pin, 1));
  dragging_ = false;
}

void Session::tune(const Tuning& tuning) {
  if (!manikin_ || tuning == tuning_) return;
  tuning_ = tuning;
  std::vector<MotorTarget> motors;
  for (std::size_t j = 0; j < ragdoll_.joints.size(); ++j) {
    const Part& part = manikin_->parts[j + 1];
    const Part& parent = manikin_->parts[static_cast<std::size_t>(part.parent)];
    // Where the joint stands in bind pose: the child's frame in the parent's.
    const Quat parentFromPart = conjugate(parent.modelFromPart.rotation) * part.modelFromPart.rotation;
    motors.push_back(
        {.joint = ragdoll_.joints[j],
         .hertz = tuning.hertz,
         .dampingRatio = tuning.dampingRatio,
         .maxTorque = tuning.strength * part.toParent.maxTorque,
         .rotation = conjugate(part.toParent.parentFromFrame.rotation) * parentFromPart * part.toParent.childFromFrame.rotation,
         .velocity = {}});
  }
  world_->setMotors(motors);
  world_->setMaterial(ragdoll_.bodies, {.friction = tuning.friction});
}

std::optional<Session::Pick> Session::pick(const Vec3& from, const Vec3& to) const {
  if (!manikin_) return std::nullopt;
  // Against the shapes as they are drawn: in a clip the bodies stand elsewhere.
  std::optional<Pick> best;
  float nearest = 2;
  const Vec3 ray = to - from;
  const float reach = length(ray);
  for (std::size_t i = 0; i < manikin_->parts.size(); ++i) {
    const Part& part = manikin_->parts[i];
    const Transform worldFromShape = worldFromPart_[i] * partFromShape(part);
    // Sphere tracing along the ray: a capsule's distance is that of its segment less the radius.
    float along = 0;
    for (int step = 0; step < 64 && along < reach; ++step) {
      const Vec3 p = inverse(worldFromShape) * (from + ray * (along / reach));
      const float gap = distance(p, Vec3{0, std::clamp(p.y, -part.halfHeight, part.halfHeight), 0}) - part.radius;
      if (gap < 1e-3f * reach * 0.01f + 1e-5f) {
        if (along / reach < nearest) {
          nearest = along / reach;
          best = Pick{i, from + ray * nearest};
        }
        break;
      }
      along += gap;
    }
  }
  return best;
}

void Session::stepBodies() {
  // Going on from a rewound moment forgets what came after it.
  if (shown_ + 1 < history_.size()) {
    world_->setStates(ragdoll_.bodies, history_[shown_].states);
    history_.resize(shown_ + 1);
  }
  world_->step(kStep);
  history_.push_back(measure());
  while (static_cast<float>(history_.size()) * kStep > kHistory) history_.pop_front();
  shown_ = history_.size() - 1;
  showBodies();
}

void Session::showBodies() {
  const Moment& moment = history_[shown_];
  for (std::size_t i = 0; i < worldFromPart_.size(); ++i) worldFromPart_[i] = moment.states[i].worldFromBody;
  recoverPose(map_, worldFromPart_, localPose_, modelFromJoint_);
  worldFromJoint_ = modelFromJoint_;
}

void Session::rewind(std::size_t moment) {
  if (drive_ != Drive::bodies || history_.empty()) return;
  shown_ = std::min(moment, history_.size() - 1);
  playing = false;
  showBodies();
}

Moment Session::measure() const {
  Moment moment{
      .time = time_, .states = std::vector<BodyState>(ragdoll_.bodies.size()), .angles = std::vector<float>(ragdoll_.bodies.size(), 0.0f)};
  world_->getStates(ragdoll_.bodies, moment.states);
  std::vector<JointState> joints(ragdoll_.joints.size());
  world_->jointStates(ragdoll_.joints, joints);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    moment.angles[j + 1] = joints[j].angles.x;
    moment.separation = std::max(moment.separation, joints[j].separation);
  }
  for (std::size_t i = 0; i < moment.states.size(); ++i) {
    const Part& part = manikin_->parts[i];
    const BodyState& state = moment.states[i];
    const Vec3 spin = rotate(conjugate(state.worldFromBody.rotation * partFromShape(part).rotation), state.angularVelocity);
    moment.kinetic += 0.5f * part.mass * lengthSquared(state.linearVelocity) + 0.5f * dot(scaled(part.inertia, spin), spin);
    moment.potential += part.mass * kGravity * (state.worldFromBody * part.centerOfMass).y;
  }
  return moment;
}

}  // namespace sinew::view
