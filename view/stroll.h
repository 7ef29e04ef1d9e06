#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <sinew/locomotion/walkers.h>

namespace sinew::view {

/// A character that is steered through a level: what the walking panel reads, and what the keys call. No drawing.
class Stroll {
 public:
  static Result<std::unique_ptr<Stroll>> create(const Asset& asset, const Rig& rig, const Manikin& manikin, Level level);

  /// One frame under what is held down.
  void step(const ControlInput& input, float dt);
  /// At the level's start again, its crates whole.
  void restart();

  const Walker& walker() const { return walkers_->walkers().front(); }
  const WalkerFrame& frame() const { return frame_; }
  const ControlState& controls() const { return controls_; }
  const Level& level() const { return walkers_->level(); }
  const LevelState& levelState() const { return walkers_->levelState(); }
  std::string_view state() const { return stateName(walker().kind().gait, walker().body()); }
  float travelled() const { return travelled_; }  ///< m, along the ground
  float damage = 0;                               ///< [0, 1], limps

  /// Contacts, crashes, what broke; one that goes on is told once. The latest last, a few.
  struct Told {
    float time = 0;  ///< s since it began
    std::string text;
  };
  const std::deque<Told>& log() const { return log_; }
  /// Contacts of the last frame: where it touched what.
  std::span<const WalkEvent> events() const { return walker().events(); }

  std::vector<Transform> joints() const;  ///< (jointCount) in the world, as drawn
  Transform place() const;                ///< of the model, as drawn

 private:
  Stroll() = default;
  void tell(const WalkEvent& event);

  std::shared_ptr<const WalkerKind> kind_;
  Level start_;
  std::unique_ptr<Walkers> walkers_;
  WalkerFrame frame_;
  ControlState controls_;
  std::deque<Told> log_;
  float time_ = 0, travelled_ = 0, lastBlocked_ = -1;
};

}  // namespace sinew::view
