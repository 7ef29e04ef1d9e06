#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>
#include <sinew/record/trajectory.h>

namespace sinew {

struct SettleOptions {
  std::string world = "bullet";
  WorldDef worldDef;
  float dt = 1.0f / 60;            ///< s
  float duration = 10;             ///< s
  float height = 0.1f;             ///< m, of the lowest point over the ground
  std::uint64_t seed = 0;          ///< 0: upright as authored; else a random start orientation
  std::vector<Transform> startPose;  ///< (partCount) modelFromPart; empty: bind pose
  bool record = false;             ///< keep every frame
};

/// Largest over the fall, and at rest (99th percentile over the last half second).
struct PeakRest {
  float peak = 0, rest = 0;
};

struct Settle {
  PeakRest jointSeparation;     ///< m
  PeakRest groundPenetration;   ///< m
  PeakRest selfPenetration;     ///< m, non-adjacent parts
  PeakRest limitOvershoot;      ///< rad
  PeakRest hingeMisalignment;   ///< rad
  float maxSpeed = 0;           ///< m/s, any part
  float maxSpeedEarly = 0;      ///< m/s, in the first 0.25 s
  std::optional<float> restTime;  ///< s; none: never slept
  float firstAsleep = 0;        ///< s
  std::uint32_t nonFinite = 0;
  float lowestPoint = 0;        ///< m over the ground, at rest
  std::uint64_t hash = 0;
  Trajectory trajectory;        ///< where `record` was set
};

/// Drops the body with no impulse and watches it to rest.
Result<Settle> settle(const Manikin& manikin, const SettleOptions& options = {});

/// Worst of each over several seeds.
Settle worstOf(std::span<const Settle> runs);

}  // namespace sinew
