#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "physics/crowd/fields.h"

namespace sinew::crowd {

inline constexpr std::uint32_t kNone = 0xffffffffu;

/// Floats on the boundary that the widest lanes need.
class LaneMemory {
 public:
  void resize(std::size_t floats) {
    if (floats <= capacity_) return;
    memory_.reset(static_cast<float*>(::operator new (floats * sizeof(float), std::align_val_t{64})));
    std::memset(memory_.get(), 0, floats * sizeof(float));
    capacity_ = floats;
  }
  float* data() const { return memory_.get(); }
  std::size_t size() const { return capacity_; }

 private:
  struct Free {
    void operator()(float* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  std::unique_ptr<float, Free> memory_;
  std::size_t capacity_ = 0;
};

/// A struct of floats from one lane, and back.
template <class S>
S loadLane(const float* rows, int width, int lane) {
  S s;
  float out[sizeof(S) / sizeof(float)];
  for (std::size_t k = 0; k < sizeof(S) / sizeof(float); ++k)
    out[k] = rows[k * static_cast<std::size_t>(width) + static_cast<std::size_t>(lane)];
  std::memcpy(static_cast<void*>(&s), out, sizeof(S));
  return s;
}
template <class S>
void storeLane(float* rows, int width, int lane, const S& s) {
  float in[sizeof(S) / sizeof(float)];
  std::memcpy(in, static_cast<const void*>(&s), sizeof(S));
  for (std::size_t k = 0; k < sizeof(S) / sizeof(float); ++k)
    rows[k * static_cast<std::size_t>(width) + static_cast<std::size_t>(lane)] = in[k];
}

/// The head of BodyLanes: what moves.
struct Motion {
  Vec3 place;
  Quat turn;
  Vec3 velocity, spin;
};

/// Of BodyLanes: where its shape is.
struct Outline {
  Vec3 end0, end1;
  float radius, reach;
};

/// Everything that characters of one topology share.
struct Kind {
  std::vector<std::int32_t> parent;
  std::vector<std::uint8_t> type;   ///< ConstraintType of the joint to the parent
  std::vector<std::uint8_t> shape;  ///< BodyShape
  std::vector<std::int32_t> pairA, pairB, slotBody, slotEnd, slotLayer;
  std::vector<std::int32_t> firstSlot;  ///< (bodies + 1)
  Topology topology;
  std::vector<std::uint32_t> blocks;  ///< in order of arrival

  bool same(const Kind& other) const { return parent == other.parent && type == other.type && shape == other.shape; }
  void finish();
  /// Index of a pair, or -1: jointed parts are not pairs, nor is what holds a box.
  int pairOf(int a, int b) const;
};

/// Characters side by side (fields.h).
class Block {
 public:
  Block(const Kind& kind, std::uint32_t kindIndex, int width);

  template <class S>
  S body(int i, int lane) const {
    return loadLane<S>(bodyRows(i), width_, lane);
  }
  template <class S>
  void setBody(int i, int lane, const S& s) {
    storeLane(bodyRows(i), width_, lane, s);
  }
  /// A run of fields of BodyLanes that begins `offset` bytes into it.
  template <class S>
  S bodyPart(int i, int lane, std::size_t offset) const {
    return loadLane<S>(bodyRows(i) + offset / sizeof(float) * static_cast<std::size_t>(width_), width_, lane);
  }
  template <class S>
  void setBodyPart(int i, int lane, std::size_t offset, const S& s) {
    storeLane(bodyRows(i) + offset / sizeof(float) * static_cast<std::size_t>(width_), width_, lane, s);
  }
  JointLanes<float> joint(int i, int lane) const { return loadLane<JointLanes<float>>(jointRows(i), width_, lane); }
  void setJoint(int i, int lane, const JointLanes<float>& s) { storeLane(jointRows(i), width_, lane, s); }
  PairLanes<float> pair(int i, int lane) const { return loadLane<PairLanes<float>>(pairRows(i), width_, lane); }
  void setPair(int i, int lane, const PairLanes<float>& s) { storeLane(pairRows(i), width_, lane, s); }
  /// Impulses that were kept for the next step: of a joint's limits, of a pair.
  void forgetJoint(int i, int lane) {
    float* rows = jointRows(i) + lane;
    for (const std::size_t field : {offsetof(JointLanes<float>, twistLoad), offsetof(JointLanes<float>, swingLoad)})
      rows[field / sizeof(float) * static_cast<std::size_t>(width_)] = 0;
  }
  void forgetPair(int i, int lane) {
    float* rows = pairRows(i) + lane;
    for (std::size_t k = 0; k < 3; ++k)
      rows[(offsetof(PairLanes<float>, impulse) / sizeof(float) + k) * static_cast<std::size_t>(width_)] = 0;
  }
  SlotLanes<float> slot(int i, int lane) const { return loadLane<SlotLanes<float>>(slotRows(i), width_, lane); }
  void setSlot(int i, int lane, const SlotLanes<float>& s) { storeLane(slotRows(i), width_, lane, s); }
  WholeLanes<float> whole(int lane) const { return loadLane<WholeLanes<float>>(wholeRows(), width_, lane); }
  void setWhole(int lane, const WholeLanes<float>& s) { storeLane(wholeRows(), width_, lane, s); }
  void setLive(int lane, bool live) { wholeRows()[lane] = live ? 1.0f : 0.0f; }
  PinLanes<float> pin(int i, int lane) const;
  void setPin(int i, int lane, const PinLanes<float>& s);

  /// One character as plain floats: the column of its lane.
  std::vector<float> column(int lane) const;
  void setColumn(int lane, const float* values);
  void clear(int lane);

  std::size_t bytes() const { return (memory_.size() + pins_.size()) * sizeof(float); }
  float* memory() const { return memory_.data(); }
  float* pins() const { return pins_.data(); }

  std::vector<std::uint32_t> actors;  ///< (width) index of the character, or kNone
  std::uint32_t kind = 0;
  BlockView view;  ///< scratch is set for a step
  bool awake = false;

 private:
  float* at(std::size_t row) const { return memory_.data() + row * static_cast<std::size_t>(width_); }
  float* bodyRows(int i) const { return at(static_cast<std::size_t>(i) * sizeof(BodyLanes<float>) / 4); }
  float* jointRows(int i) const { return at(jointRow_ + static_cast<std::size_t>(i) * sizeof(JointLanes<float>) / 4); }
  float* pairRows(int i) const { return at(pairRow_ + static_cast<std::size_t>(i) * sizeof(PairLanes<float>) / 4); }
  float* slotRows(int i) const { return at(slotRow_ + static_cast<std::size_t>(i) * sizeof(SlotLanes<float>) / 4); }
  float* wholeRows() const { return at(wholeRow_); }

  int width_ = 1, bodies_ = 0;
  std::size_t rows_ = 0, jointRow_ = 0, pairRow_ = 0, slotRow_ = 0, wholeRow_ = 0;
  LaneMemory memory_, pins_;
};

}  // namespace sinew::crowd
