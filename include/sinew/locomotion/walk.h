#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sinew/base/result.h>
#include <sinew/locomotion/walkers.h>

// A walk written down before it is walked, and what became of it: for the command line, for tests, for benchmarks.

namespace sinew {

/// What is wanted from one moment on, until the next one.
struct WalkKey {
  double time = 0;  ///< s
  Demand demand{};
  float damage = 0;  ///< [0, 1]
};

/// A blow on its way.
struct WalkHit {
  double time = 0;  ///< s
  Role part = Role::chest;
  Vec3 impulse{};  ///< N s, in the walker's own heading: left, up, ahead
};

struct WalkScript {
  std::vector<WalkKey> keys;  ///< times ascending, the first at 0
  std::vector<WalkHit> hits{};
  double duration = 0;  ///< s

  const WalkKey& at(double time) const;
};

/// Stands, walks, turns, runs and stops again.
WalkScript usualWalk();

/// {"schema": 1, "duration_s": 12, "keys": [{"time_s": 0, "speed": 0.4, "turn": 0, "twist_deg": 0, "damage": 0}, ...],
///  "hits": [{"time_s": 2, "part": "chest", "impulse_Ns": [left, up, ahead]}, ...]}
/// `hits` may be missing. Members that are not known here are errors.
Result<WalkScript> readScript(std::string_view json);

struct WalkStep {
  double time = 0;  ///< s, at the end of the frame
  Transform worldFromModel{};
  float pace = 0;     ///< m/s
  std::string state;  ///< of the gait
  Balance balance = Balance::standing;
  bool rejected = false, crashed = false, onGround = false;
};

struct WalkRecord {
  std::vector<WalkStep> steps;
  std::vector<std::pair<double, WalkEvent>> events;  ///< time, s
  std::vector<Transform> worldFromJoint;             ///< (frameCount * jointCount) as displayed, where poses were wanted
  std::uint64_t hash = 0;                            ///< of every frame
  std::vector<std::uint64_t> hashes;                 ///< (frameCount)
  Level level;
  float travelled = 0;  ///< m, along the ground
};

struct WalkOptions {
  float dt = 1.0f / 60;  ///< s, > 0
  bool bodies = true;    ///< who is knocked down hard falls; else everybody only staggers
  bool poses = false;    ///< keep the displayed pose of every frame
};

/// One walker through a level, from the level's start.
WalkRecord walkThrough(std::shared_ptr<const WalkerKind> kind, Level level, const WalkScript& script, const WalkOptions& options = {});

/// The path from above as SVG: solids, the way walked (coloured by gait), contacts, crashes, what was crushed.
std::string walkChart(const WalkRecord& record);

}  // namespace sinew
