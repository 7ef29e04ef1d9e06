#include "actor.h"

#include <algorithm>

#include <sinew/pose/draw.h>
#include <sinew/pose/layers.h>

namespace sinew::view {
namespace {

/// The level under everybody's feet.
class LevelFloor final : public Ground {
 public:
  GroundHit below(const Vec3& point, float reach) const override {
    return point.y < 0 || point.y > reach ? GroundHit{} : GroundHit{.hit = true, .height = 0};
  }
};

/// What a part belongs to, by its role's name: the roles of both body plans are called after limb and side.
std::string_view groupOf(Role role) {
  const std::string_view name = nameOf(role);
  for (const std::string_view limb : {"frontLeft", "frontRight", "hindLeft", "hindRight"})
    if (name.starts_with(limb)) return limb;
  const bool left = name.starts_with("left"), right = name.starts_with("right");
  if (!left && !right) return "trunk";
  const bool leg = name.ends_with("Thigh") || name.ends_with("Shin") || name.ends_with("Foot") || name.ends_with("Toes");
  return leg ? (left ? "left leg" : "right leg") : (left ? "left arm" : "right arm");
}

}  // namespace

std::vector<PartGroup> partGroups(const Manikin& manikin) {
  std::vector<PartGroup> groups{{.name = "all", .parts = {}}};
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    groups.front().parts.push_back(i);
    const std::string_view name = groupOf(manikin.parts[i].role);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const PartGroup& one) { return one.name == name; });
    if (group == groups.end()) group = groups.insert(groups.end(), {.name = std::string(name), .parts = {}});
    group->parts.push_back(i);
  }
  return groups;
}

Result<std::unique_ptr<Actor>> Actor::create(const Asset& asset, const Rig& rig, const Manikin& manikin, const Transform& worldFromModel,
                                             std::string_view worldName) {
  std::unique_ptr<Actor> actor(new Actor());
  Result<std::unique_ptr<World>> world = createWorld(worldName);
  if (!world) return Failure(world.error());
  actor->world_ = std::move(*world);
  if (const auto ground = actor->world_->createPlane({0, 1, 0}, 0, {}); !ground) return Failure(ground.error());
  // Its lowest point at bind stands on the floor, wherever the rig has its origin.
  float lowest = 1e30f;
  for (const Part& part : manikin.parts) {
    const Transform worldFromShape = worldFromModel * part.modelFromPart * partFromShape(part);
    for (const float end : {-part.halfHeight, part.halfHeight})
      lowest = std::min(lowest, (worldFromShape * Vec3{0, end, 0}).y - part.radius);
  }
  Transform start = worldFromModel;
  if (std::abs(lowest) > 0.1f * manikin.stature) start.translation.y -= lowest;

  Findings notes;
  Result<Character> built = Character::build(*actor->world_, characterKindOf(asset, rig, manikin, notes), start);
  if (!built) return Failure(built.error());
  actor->character_.emplace(std::move(*built));
  actor->forward_ = rig.axes.forward;
  actor->trunk_ = std::max(0, manikin.partOf(Role::chest));
  for (const Part& part : manikin.parts) actor->jointOf_.push_back(part.joint);
  const AnimationSet& set = actor->animation();
  actor->goals_.resize(set.limbs.arms.size() + set.limbs.legs.size());
  actor->upperMask_ = maskBelow(set.skeleton, manikin.parts[static_cast<std::size_t>(actor->trunk_)].joint, 2);
  actor->character_->compose();
  return actor;
}

void Actor::step(float dt) {
  static const LevelFloor floor;
  time_ += dt;
  character_->advance(dt);
  character_->compose(&floor);
  character_->drive(dt);
  world_->step(dt);
  character_->read(dt);
  for (const CharacterEvent& event : character_->events()) log_.push_back({time_, event.to});
}

void Actor::play(std::int32_t clip) {
  if (character_->balance() == Balance::standing) character_->animator.play(clip);
}

void Actor::hit(std::size_t part, const Vec3& impulse, const Vec3& pointWorld) {
  character_->hit(static_cast<std::int32_t>(part), impulse, pointWorld);
}

void Actor::stagger() {
  const float speed = 1.05f * character_->options.staggerSpeed;
  const Vec3 back = rotate(character_->worldFromModel.rotation, -forward_);
  const auto trunk = static_cast<std::size_t>(trunk_);
  hit(trunk, back * (speed * character_->kind().mass), parts()[trunk].translation);
}

void Actor::follow(std::span<const std::size_t> parts, PartMode mode, float muscle, float pin, float mapping) {
  for (const std::size_t part : parts) {
    PartDrive& drive = character_->stance[part];
    drive.mode = mode;
    drive.muscle = muscle;
    drive.pin = pin;
    drive.mapping = mapping;
  }
}

void Actor::goLimp() {
  for (PartDrive& drive : character_->stance) {
    drive.mode = PartMode::powered;
    drive.muscle = drive.pin = 0;
    drive.mapping = 1;
  }
}

void Actor::followAll() {
  for (PartDrive& drive : character_->stance) {
    drive.mode = PartMode::kinematic;
    drive.muscle = 1;
    drive.pin = drive.mapping = 0;
  }
}

void Actor::addLayer(std::int32_t clip, LayerMode mode, bool upperBody) {
  LayerOptions options;
  options.mode = mode;
  if (upperBody) options.mask = upperMask_;
  layers_.push_back({character_->animator.addLayer(clip, options), clip, 1, mode, upperBody});
}

void Actor::setLayerWeight(std::size_t layer, float weight) {
  layers_[layer].weight = weight;
  character_->animator.setLayerWeight(layers_[layer].id, weight);
}

void Actor::removeLayer(std::size_t layer) {
  character_->animator.removeLayer(layers_[layer].id);
  layers_.erase(layers_.begin() + static_cast<std::ptrdiff_t>(layer));
}

// ------------------------------------------------------------------------------------------------------------------------------- limbs

std::int32_t Actor::limbCount() const { return static_cast<std::int32_t>(goals_.size()); }

const Limb& Actor::limb(std::int32_t index) const {
  const Limbs& limbs = animation().limbs;
  const auto i = static_cast<std::size_t>(index);
  return i < limbs.arms.size() ? limbs.arms[i] : limbs.legs[i - limbs.arms.size()];
}

std::int32_t Actor::limbOf(std::size_t part) const {
  const std::int32_t joint = jointOf_[part];
  for (std::int32_t i = 0; i < limbCount(); ++i) {
    const Limb& one = limb(i);
    if (one.upper < 0) continue;
    if (std::find(one.belowEnd.begin(), one.belowEnd.end(), joint) != one.belowEnd.end()) return i;
  }
  return -1;
}

std::string Actor::limbName(std::int32_t limb) const {
  const std::size_t arms = animation().limbs.arms.size(), legs = animation().limbs.legs.size();
  const auto i = static_cast<std::size_t>(limb);
  const std::string side = (i < arms ? i : i - arms) % 2 == 0 ? "left" : "right";
  if (i < arms) return side + " hand";
  return legs <= 2 ? side + " foot" : (i - arms < 2 ? "front " : "hind ") + side;
}

void Actor::reach(std::int32_t limb, const Vec3& targetWorld) {
  if (this->limb(limb).upper < 0) return;
  Goal& goal = goals_[static_cast<std::size_t>(limb)];
  goal = {.on = true, .modelTarget = inverse(character_->worldFromModel) * targetWorld};
  character_->animator.reach(limb, {.position = goal.modelTarget});
}

void Actor::release(std::int32_t limb) {
  goals_[static_cast<std::size_t>(limb)].on = false;
  character_->animator.release(limb);
}

Vec3 Actor::target(std::int32_t limb) const { return character_->worldFromModel * goals_[static_cast<std::size_t>(limb)].modelTarget; }

void Actor::drawReaches(DebugDraw& draw) const {
  const std::vector<Transform> joints = drawn();
  for (std::int32_t i = 0; i < limbCount(); ++i)
    if (reaches(i)) drawReach(draw, limb(i), joints, target(i), 0.03f * character_->kind().stature);
}

// ------------------------------------------------------------------------------------------------------------------------------- poses

std::vector<Transform> Actor::drawn() const {
  std::vector<Transform> joints;
  for (const Transform& joint : character_->animator.displayedModel()) joints.push_back(character_->worldFromModel * joint);
  return joints;
}

std::vector<Transform> Actor::animated() const {
  std::vector<Transform> joints;
  for (const Transform& joint : character_->animator.animatedModel()) joints.push_back(character_->worldFromModel * joint);
  return joints;
}

std::vector<BodyState> Actor::bodyStates() const {
  std::vector<BodyState> states(character_->ragdoll.bodies.size());
  world_->getStates(character_->ragdoll.bodies, states);
  return states;
}

std::vector<Transform> Actor::parts() const {
  std::vector<Transform> out;
  for (const BodyState& state : bodyStates()) out.push_back(state.worldFromBody);
  return out;
}

}  // namespace sinew::view
