#include "stroll.h"

#include <cmath>

namespace sinew::view {
namespace {

constexpr std::size_t kLines = 8;  // of the log

}  // namespace

Result<std::unique_ptr<Stroll>> Stroll::create(const Asset& asset, const Rig& rig, const Manikin& manikin, Level level) {
  Findings notes;
  Result<std::shared_ptr<const WalkerKind>> kind = walkerKindOf(asset, rig, manikin, {}, notes);
  if (!kind) return Failure(kind.error());
  std::unique_ptr<Stroll> stroll(new Stroll());
  stroll->kind_ = std::move(*kind);
  stroll->start_ = std::move(level);
  stroll->restart();
  return stroll;
}

void Stroll::restart() {
  // It begins where the level says, with its forward to the level's heading.
  const float facing = std::atan2(kind_->forward.x, kind_->forward.z);
  walkers_ = std::make_unique<Walkers>(start_);
  walkers_->add(kind_, {axisAngle(Vec3{0, 1, 0}, start_.startYaw - facing), start_.start - Vec3{0, kind_->floor, 0}});
  controls_ = {};
  log_.clear();
  time_ = travelled_ = 0;
  lastBlocked_ = -1;
  step({.focused = false}, 1e-3f);
}

void Stroll::step(const ControlInput& input, float dt) {
  const Vec3 before = walker().worldFromModel().translation;
  const WalkerInput wanted{.demand = readControls({}, controls_, input, dt), .damage = damage};
  walkers_->step(std::span(&wanted, 1), dt);
  time_ += dt;
  frame_ = walkers_->frames().front();
  const Vec3 moved = walker().worldFromModel().translation - before;
  travelled_ += length(Vec3{moved.x, 0, moved.z});
  for (const WalkEvent& event : events()) tell(event);
}

void Stroll::tell(const WalkEvent& event) {
  constexpr float kGoesOn = 0.1f;  // s
  const bool blocked = event.type == WalkEventType::blocked, goesOn = blocked && time_ - lastBlocked_ < kGoesOn;
  if (blocked) lastBlocked_ = time_;
  if (goesOn) return;
  std::string text(nameOf(event.type));
  const Solid* solid = event.solid < 0 ? nullptr : &level().solids[static_cast<std::size_t>(event.solid)];
  if (solid != nullptr && solid->name >= 0) text += " " + level().names[static_cast<std::size_t>(solid->name)];
  log_.push_back({time_, text});
  if (log_.size() > kLines) log_.pop_front();
}

Transform Stroll::place() const {
  Transform place = walker().worldFromModel();
  place.translation.y += frame_.drawnLift;
  return place;
}

std::vector<Transform> Stroll::joints() const {
  std::vector<Transform> out;
  const Transform worldFromModel = place();
  for (const Transform& joint : walker().animator().displayedModel()) out.push_back(worldFromModel * joint);
  return out;
}

}  // namespace sinew::view
