#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>
#include <sinew/record/start.h>
#include <sinew/record/trajectory.h>

namespace sinew {

struct SettleOptions {
  std::string world{kDefaultWorld};
  /// One body can afford what a crowd cannot: it meets the ground and its limits less deep, and comes to rest sooner.
  WorldDef worldDef{.substeps = 12, .iterations = 8};
  float dt = 1.0f / 60;             ///< s
  float duration = 10;              ///< s
  float height = 0.1f;              ///< m, of the lowest point over the ground
  std::uint64_t seed = 0;           ///< 0: upright as authored; else a random start orientation
  std::optional<Quat> orientation;  ///< worldFromModel; instead of what the seed says
  StartPose start;                  ///< empty: bind pose
  bool record = false;              ///< keep every frame
};

/// Largest over the fall, and at rest (99th percentile over joints or pairs and the frames of the last half second).
struct PeakRest {
  float peak = 0, rest = 0;
};

struct Settle {
  PeakRest jointSeparation;       ///< m, of the two ends that share a joint
  PeakRest groundPenetration;     ///< m
  PeakRest selfPenetration;       ///< m, of parts that are neither jointed nor filtered
  PeakRest limitOvershoot;        ///< rad
  PeakRest hingeMisalignment;     ///< rad
  float maxSpeed = 0;             ///< m/s, any part
  float maxSpeedEarly = 0;        ///< m/s, in the first 0.25 s
  std::optional<float> restTime;  ///< s, when all parts fell asleep for good; none: never
  float firstAsleep = 0;          ///< s, when any part first slept; the time watched where none did
  std::uint32_t nonFinite = 0;    ///< bodies times frames without usable numbers
  float lowestPoint = 0;          ///< m over the ground, at rest
  std::uint64_t hash = 0;         ///< of the last state; of all runs together in `worstOf`
  Trajectory trajectory;          ///< where `record` was set
};

/// Drops the body on level ground with no impulse and watches it to rest; stops half a second after it fell asleep. Everything is
/// measured on the bodies' transforms against the authored joints and shapes, not taken from the solver's word.
Result<Settle> settle(const Manikin& manikin, const SettleOptions& options = {});

/// Worst of each over several seeds; without a rest time where one of them has none, and without a trajectory.
Settle worstOf(std::span<const Settle> runs);

}  // namespace sinew
