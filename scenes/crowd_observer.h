#pragma once

#include <vector>

#include <sinew/ragdoll/ragdoll.h>

#include "scenes/crowd_run.h"

namespace sinew::scenes {

/// Watches all characters of a crowd. What sleeps is not measured again.
class CrowdObserver {
 public:
  CrowdObserver(const World& world, const Manikin& manikin, const Crowd& crowd);

  enum class Phase : std::uint8_t { early, late };  ///< late: the half second that counts as rest
  void observe(Phase phase, float time);
  CrowdMeasures finish() const;

 private:
  /// Measures of one character in one frame.
  struct Sample {
    float separation = 0, misalignment = 0, overshoot = 0, ground = 0, self = 0, other = 0;
    std::uint32_t nonFinite = 0;
  };
  struct Character {
    bool asleep = false;
    Vec3 low, high;  ///< m, of its shapes
    Sample now, peak, rest;
  };
  /// Two characters whose boxes overlap.
  struct Meeting {
    std::size_t a = 0, b = 0;
    float depth = 0;  ///< m
  };

  void readStates();
  void measure(std::size_t character);
  void findMeetings();
  float depthOf(const Meeting& meeting) const;
  std::span<const BodyState> statesOf(std::size_t character) const;
  CrowdFigure figureOf(float Sample::*value) const;

  const World& world_;
  const Manikin& manikin_;
  const Crowd& crowd_;
  ArticulationDef authored_;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;
  std::vector<BodyState> states_;      ///< (count * partCount)
  std::vector<Character> characters_;  ///< (count)
  std::vector<Meeting> meetings_;
  std::vector<std::size_t> order_;  ///< characters along x
  std::optional<float> restTime_;
};

}  // namespace sinew::scenes
