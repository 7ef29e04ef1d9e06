#include "record/observe.h"

#include <algorithm>
#include <limits>

#include <sinew/physics/angles.h>
#include <sinew/ragdoll/penetration.h>

namespace sinew {

void Series::add(float value) {
  peak_ = std::max(peak_, value);
  if (capacity_ == 0) return;
  if (window_.size() < capacity_) {
    window_.push_back(value);
  } else {
    window_[next_] = value;
  }
  next_ = (next_ + 1) % capacity_;
}

PeakRest Series::summary() const {
  if (window_.empty()) return {peak_, 0};
  std::vector<float> values = window_;
  const auto rank = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * 0.99);
  std::nth_element(values.begin(), rank, values.end());
  return {peak_, *rank};
}

Observer::Observer(const Manikin& manikin, const ArticulationDef& authored, std::size_t restFrames)
    : manikin_(manikin),
      authored_(authored),
      pairs_(touchingPairs(manikin)),
      separation_(authored.joints.size(), restFrames),
      ground_(manikin.parts.size(), restFrames),
      self_(pairs_.size(), restFrames),
      overshoot_(authored.joints.size(), restFrames),
      misalignment_(authored.joints.size(), restFrames) {}

void Observer::observe(std::span<const BodyState> states, float time) {
  // A body without usable numbers is counted; the measures of such a frame would mean nothing.
  std::uint32_t broken = 0;
  for (const BodyState& state : states) {
    if (!isFinite(state.worldFromBody) || !isFinite(state.linearVelocity) || !isFinite(state.angularVelocity)) ++broken;
  }
  nonFinite_ += broken;
  if (broken > 0) return;

  constexpr float kEarly = 0.25f;  // s
  for (const BodyState& state : states) {
    const float speed = length(state.linearVelocity);
    maxSpeed_ = std::max(maxSpeed_, speed);
    if (time <= kEarly) maxSpeedEarly_ = std::max(maxSpeedEarly_, speed);
  }
  observeJoints(states);
  observeShapes(states);
}

void Observer::observeJoints(std::span<const BodyState> states) {
  for (const ArticulationJointDef& joint : authored_.joints) {
    const JointState measured = measureJoint(joint.joint, states[static_cast<std::size_t>(joint.parent)].worldFromBody,
                                             states[static_cast<std::size_t>(joint.child)].worldFromBody);
    separation_.add(measured.separation);
    overshoot_.add(measured.overshoot);
    misalignment_.add(measured.misalignment);
  }
}

void Observer::observeShapes(std::span<const BodyState> states) {
  lowest_ = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const float lowest = lowestPoint(manikin_.parts[i], states[i].worldFromBody);
    lowest_ = std::min(lowest_, lowest);
    ground_.add(std::max(-lowest, 0.0f));
  }
  for (const auto& [a, b] : pairs_) {
    const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
    self_.add(std::max(overlapOf(manikin_.parts[first], states[first].worldFromBody, manikin_.parts[second], states[second].worldFromBody),
                       0.0f));
  }
}

void Observer::finish(Settle& out) const {
  out.jointSeparation = separation_.summary();
  out.groundPenetration = ground_.summary();
  out.selfPenetration = self_.summary();
  out.limitOvershoot = overshoot_.summary();
  out.hingeMisalignment = misalignment_.summary();
  out.maxSpeed = maxSpeed_;
  out.maxSpeedEarly = maxSpeedEarly_;
  out.lowestPoint = lowest_;
  out.nonFinite += nonFinite_;
}

}  // namespace sinew
