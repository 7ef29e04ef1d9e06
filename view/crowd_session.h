#pragma once

#include <memory>
#include <string>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/rig/rig.h>

#include "crowd_draw.h"
#include "scenes/crowd.h"

namespace sinew::view {

/// A crowd being watched and shot at, without any drawing. Time moves in `advance` alone.
class CrowdSession {
 public:
  static constexpr float kStep = 1.0f / 60;  ///< s, of physics

  /// Takes the character over. A count out of its range and an unknown world are `usage` errors.
  static Result<std::unique_ptr<CrowdSession>> create(Asset asset, Rig rig, Manikin manikin, const scenes::CrowdPlan& plan,
                                                      std::string_view world);

  const Asset& asset() const { return asset_; }
  const Rig& rig() const { return rig_; }
  const Manikin& manikin() const { return manikin_; }
  const scenes::CrowdPlan& plan() const { return plan_; }

  bool playing = true;
  /// Moves time on by `dt` real seconds where it plays; at most two steps, so that a slow machine shows slow motion.
  void advance(float dt);
  void stepOnce();
  /// Everybody back to the start, by another plan.
  Result<void> restart(const scenes::CrowdPlan& plan);
  /// Pushes the first body that the ray meets along it, N s.
  void shoot(const Vec3& from, const Vec3& to, float impulse);

  CrowdView view() const { return {worldFromPart_, worldFromModel_, crowd_.terrain ? &*crowd_.terrain : nullptr}; }
  float time() const { return time_; }                      ///< s, since the start
  float stepMilliseconds() const { return milliseconds_; }  ///< of the last step
  std::size_t asleep() const;                               ///< characters
  std::uint64_t stateHash() const { return world_->stateHash(); }

 private:
  CrowdSession() = default;
  void read();

  Asset asset_;
  Rig rig_;
  Manikin manikin_;
  scenes::CrowdPlan plan_;
  std::string worldName_;
  std::unique_ptr<World> world_;
  scenes::Crowd crowd_;
  std::vector<Transform> worldFromPart_, worldFromModel_;
  std::vector<BodyState> states_;
  float time_ = 0, accumulator_ = 0, milliseconds_ = 0;
};

}  // namespace sinew::view
