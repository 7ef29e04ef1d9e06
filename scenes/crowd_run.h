#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <sinew/manikin/manikin.h>
#include <sinew/physics/world.h>

#include "scenes/crowd.h"

// A crowd stepped, timed and measured. All measures come from the bodies' transforms against the authored joints and shapes.

namespace sinew::scenes {

/// Of one measure: each character's largest value over the run (peak) and over its last half second (rest); of these the 99th
/// percentile over all characters, and the largest of all.
struct CrowdFigure {
  float peak = 0, rest = 0;
  float worstPeak = 0, worstRest = 0;
};

struct CrowdMeasures {
  CrowdFigure separation;         ///< m, of the two ends that share a joint
  CrowdFigure misalignment;       ///< rad, of hinges and fixed joints
  CrowdFigure overshoot;          ///< rad, of limits
  CrowdFigure ground;             ///< m, depth in the ground
  CrowdFigure self;               ///< m, overlap of parts of one character that are neither jointed nor filtered
  CrowdFigure other;              ///< m, overlap of parts of two characters
  std::uint32_t asleep = 0;       ///< characters, at the end
  std::uint32_t nonFinite = 0;    ///< bodies times frames without usable numbers
  std::optional<float> restTime;  ///< s, when the last of all fell asleep for good; none: never
};

/// Failures: bodies that left the numbers (nothing else that was measured counts then), and bodies that came apart: two ends of a joint
/// stand further from each other than a tenth of the stature (m) when all is over.
Findings judgeCrowd(const CrowdMeasures& measures, float stature);

struct CrowdRun {
  double stepMicroseconds = 0;  ///< CPU time of a step of the whole crowd, all threads, the step alone
  CrowdMeasures measures;
  std::optional<std::size_t> builtBytes;  ///< heap that building took, all characters; none where the heap cannot be asked
  std::optional<std::size_t> stepBytes;   ///< heap that the steps took beyond that: contacts, work space
  std::uint64_t hash = 0;                 ///< of the last state
};

struct CrowdRunOptions {
  int steps = 300;
  float dt = 1.0f / 60;  ///< s
  /// Called before the first step and after each one; an error ends the run.
  std::function<Result<void>(const Crowd& crowd, int step)> watch;
};

/// Builds the plan's crowd in an empty world and runs it.
Result<CrowdRun> runCrowd(World& world, const Manikin& manikin, const CrowdPlan& plan, const CrowdRunOptions& options = {});

/// Bytes that the process holds on its heap; none where the C library does not say (or a sanitizer stands in for it).
std::optional<std::size_t> heapInUse();

}  // namespace sinew::scenes
