#pragma once

#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include <sinew/locomotion/levels.h>
#include <sinew/locomotion/walker.h>

// Many walkers in one level. Each sees the others as they stood at the start of the frame, so that neither their order nor the number of
// workers matters; what they break, breaks after the frame.

namespace sinew {

class Walkers {
 public:
  explicit Walkers(Level level);

  /// Gives everyone who can fall a body, and the level a world of that name; before anyone is added. Errors are the world's.
  Result<void> addBodies(std::string_view world = kDefaultWorld);

  /// Returns its index.
  std::int32_t add(std::shared_ptr<const WalkerKind> kind, const Transform& worldFromModel);

  /// One frame: the level moves, then every walker by its own demand, (walkerCount). Results stand until the next step.
  void step(std::span<const WalkerInput> inputs, float dt);

  /// The terrain that is drawn, finer than what is walked on: frames' `drawnLift` follows it, nothing that is simulated does.
  void showGround(std::shared_ptr<const Ground> seen) { seen_ = std::move(seen); }

  std::span<Walker> walkers() { return walkers_; }
  std::span<const Walker> walkers() const { return walkers_; }
  std::span<const WalkerFrame> frames() const { return frames_; }  ///< (walkerCount) of the last step
  const Level& level() const { return level_; }
  const LevelState& levelState() const { return state_; }
  const BoxTree& tree() const { return tree_; }

  const World* world() const { return world_.get(); }  ///< none without bodies
  World* world() { return world_.get(); }

  /// Of all places, gaits, displayed poses and bodies, bit by bit.
  std::uint64_t stateHash() const;

 private:
  void gather();
  void stepBodies(const Place& place, float dt);
  void neighboursOf(std::size_t walker, std::vector<Bystander>& near) const;

  Level level_;
  LevelState state_;
  BoxTree tree_;
  std::shared_ptr<const Ground> seen_;  ///< none: what is walked on
  std::unique_ptr<World> world_;
  std::vector<LevelGround> grounds_;
  std::vector<Walker> walkers_;
  std::vector<WalkerFrame> frames_;
  std::vector<Bystander> bystanders_;  ///< (walkerCount) at the start of the frame
  struct Cell {
    std::int32_t x = 0, z = 0, walker = 0;
    friend bool operator<(const Cell& a, const Cell& b) { return std::tie(a.x, a.z, a.walker) < std::tie(b.x, b.z, b.walker); }
  };
  std::vector<Cell> cells_;  ///< (walkerCount) sorted
  float cellSize_ = 1;       ///< m: no walker is larger
};

}  // namespace sinew
