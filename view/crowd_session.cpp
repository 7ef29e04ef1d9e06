#include "crowd_session.h"

#include <algorithm>
#include <chrono>

namespace sinew::view {

Result<std::unique_ptr<CrowdSession>> CrowdSession::create(Asset asset, Rig rig, Manikin manikin, const scenes::CrowdPlan& plan,
                                                           std::string_view world) {
  std::unique_ptr<CrowdSession> session(new CrowdSession());
  session->asset_ = std::move(asset);
  session->rig_ = std::move(rig);
  session->manikin_ = std::move(manikin);
  session->worldName_ = world;
  if (const Result<void> started = session->restart(plan); !started) return Failure(started.error());
  return session;
}

Result<void> CrowdSession::restart(const scenes::CrowdPlan& plan) {
  Result<std::unique_ptr<World>> world = createWorld(worldName_);
  if (!world) return Failure(world.error());
  Result<scenes::Crowd> crowd = scenes::buildCrowd(**world, manikin_, plan);
  if (!crowd) return Failure(crowd.error());
  plan_ = plan;
  crowd_ = std::move(*crowd);
  world_ = std::move(*world);
  worldFromModel_.clear();
  for (const scenes::CrowdStart& start : crowd_.starts) worldFromModel_.push_back(start.worldFromModel);
  time_ = accumulator_ = milliseconds_ = 0;
  read();
  return {};
}

void CrowdSession::advance(float dt) {
  if (!playing) return;
  accumulator_ = std::min(accumulator_ + dt, 2 * kStep);
  for (; accumulator_ >= kStep; accumulator_ -= kStep) stepOnce();
}

void CrowdSession::stepOnce() {
  const auto start = std::chrono::steady_clock::now();
  world_->step(kStep);
  milliseconds_ = std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
  time_ += kStep;
  read();
}

void CrowdSession::shoot(const Vec3& from, const Vec3& to, float impulse) {
  const RayHit hit = world_->castRay(from, to, ~kGroundGroup);
  if (!hit.hit || !hit.body) return;
  const Vec3 push = normalized(to - from) * impulse;
  world_->addImpulses({&hit.body, 1}, {&push, 1}, {&hit.point, 1});
}

std::size_t CrowdSession::asleep() const {
  return static_cast<std::size_t>(std::count_if(crowd_.characters.begin(), crowd_.characters.end(),
                                                [this](ArticulationId id) { return world_->asleep(world_->bodiesOf(id)[0]); }));
}

void CrowdSession::read() {
  worldFromPart_.clear();
  states_.resize(manikin_.parts.size());
  for (const ArticulationId character : crowd_.characters) {
    world_->getStates(world_->bodiesOf(character), states_);
    for (const BodyState& state : states_) worldFromPart_.push_back(state.worldFromBody);
  }
}

}  // namespace sinew::view
