#pragma once

#include <vector>

#include <sinew/record/settle.h>

namespace sinew {

/// Values of one measure, one group a frame: its peak, and its 99th percentile over the last frames.
class Series {
 public:
  /// `perFrame` values are added each frame; the last `frames` frames count as rest.
  Series(std::size_t perFrame, std::size_t frames) : capacity_(perFrame * frames) { window_.reserve(capacity_); }

  void add(float value);
  PeakRest summary() const;

 private:
  std::vector<float> window_;  ///< ring of the last values
  std::size_t capacity_ = 0, next_ = 0;
  float peak_ = 0;
};

/// Watches one body fall: everything from part transforms against authored joints and shapes.
class Observer {
 public:
  Observer(const Manikin& manikin, const ArticulationDef& authored, std::size_t restFrames);

  /// Measures one frame. `states` (partCount).
  void observe(std::span<const BodyState> states, float time);

  /// Writes peaks and rest values into `out`.
  void finish(Settle& out) const;

 private:
  void observeJoints(std::span<const BodyState> states);
  void observeShapes(std::span<const BodyState> states);

  const Manikin& manikin_;
  const ArticulationDef& authored_;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;
  Series separation_, ground_, self_, overshoot_, misalignment_;
  float maxSpeed_ = 0, maxSpeedEarly_ = 0, lowest_ = 0;
  std::uint32_t nonFinite_ = 0;
};

}  // namespace sinew
