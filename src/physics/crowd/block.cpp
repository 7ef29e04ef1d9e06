#include "physics/crowd/block.h"

#include <algorithm>

#include <sinew/physics/world.h>

namespace sinew::crowd {

void Kind::finish() {
  const auto count = static_cast<std::int32_t>(parent.size());
  const auto isBox = [this](std::int32_t i) { return shape[static_cast<std::size_t>(i)] == static_cast<std::uint8_t>(BodyShape::box); };
  for (std::int32_t a = 0; a < count; ++a) {
    for (std::int32_t b = a + 1; b < count; ++b) {
      if (isBox(a) || isBox(b)) continue;
      pairA.push_back(a);
      pairB.push_back(b);
    }
  }

  // Where a part may touch ground: both ends of a capsule in two layers (two slopes, or a slope and an edge), four corners of a box.
  for (std::int32_t i = 0; i < count; ++i) {
    firstSlot.push_back(static_cast<std::int32_t>(slotBody.size()));
    const std::int32_t ends = shape[static_cast<std::size_t>(i)] == static_cast<std::uint8_t>(BodyShape::sphere) ? 1 : 2;
    for (std::int32_t k = 0; k < ends * 2; ++k) {
      slotBody.push_back(i);
      slotEnd.push_back(k % ends);
      slotLayer.push_back(k / ends);
    }
  }
  firstSlot.push_back(static_cast<std::int32_t>(slotBody.size()));
  topology = {.bodies = count,
              .pairs = static_cast<int>(pairA.size()),
              .slots = static_cast<int>(slotBody.size()),
              .parent = parent.data(),
              .type = type.data(),
              .pairA = pairA.data(),
              .pairB = pairB.data(),
              .slotBody = slotBody.data(),
              .slotEnd = slotEnd.data(),
              .slotLayer = slotLayer.data()};
}

int Kind::pairOf(int a, int b) const {
  if (a > b) std::swap(a, b);
  for (std::size_t k = 0; k < pairA.size(); ++k) {
    if (pairA[k] == a && pairB[k] == b) return static_cast<int>(k);
  }
  return -1;
}

Block::Block(const Kind& source, std::uint32_t kindIndex, int width) : kind(kindIndex), width_(width), bodies_(source.topology.bodies) {
  const Topology& t = source.topology;
  const auto floats = [](int count, std::size_t bytes) { return static_cast<std::size_t>(count) * bytes / sizeof(float); };
  jointRow_ = floats(t.bodies, sizeof(BodyLanes<float>));
  pairRow_ = jointRow_ + floats(t.bodies, sizeof(JointLanes<float>));
  slotRow_ = pairRow_ + floats(t.pairs, sizeof(PairLanes<float>));
  wholeRow_ = slotRow_ + floats(t.slots, sizeof(SlotLanes<float>));
  rows_ = rowsOf(t);
  memory_.resize(rows_ * static_cast<std::size_t>(width));
  actors.assign(static_cast<std::size_t>(width), kNone);
  for (int lane = 0; lane < width; ++lane) clear(lane);
  view.kind = &t;
  view.memory = memory_.data();
}

void Block::clear(int lane) {
  for (int i = 0; i < bodies_; ++i) {
    setBody(i, lane, BodyLanes<float>{});
    JointLanes<float> joint;
    joint.inertia = SymT<float>::diagonal(1);
    setJoint(i, lane, joint);
    if (pins_.data() != nullptr) setPin(i, lane, {});
  }
  for (std::size_t row = pairRow_; row < rows_; ++row) at(row)[lane] = 0;
  setWhole(lane, {});
  actors[static_cast<std::size_t>(lane)] = kNone;
}

PinLanes<float> Block::pin(int i, int lane) const {
  if (pins_.data() == nullptr) return {};
  return loadLane<PinLanes<float>>(pins_.data() + static_cast<std::size_t>(i * width_) * sizeof(PinLanes<float>) / 4, width_, lane);
}

void Block::setPin(int i, int lane, const PinLanes<float>& s) {
  if (pins_.data() == nullptr) {
    pins_.resize(static_cast<std::size_t>(bodies_ * width_) * sizeof(PinLanes<float>) / 4);
    view.pins = pins_.data();
    for (int k = 0; k < bodies_; ++k) {
      for (int l = 0; l < width_; ++l) setPin(k, l, {});
    }
  }
  storeLane(pins_.data() + static_cast<std::size_t>(i * width_) * sizeof(PinLanes<float>) / 4, width_, lane, s);
}

std::vector<float> Block::column(int lane) const {
  std::vector<float> values;
  values.reserve(rows_);
  for (std::size_t row = 0; row < rows_; ++row) values.push_back(at(row)[lane]);
  return values;
}

void Block::setColumn(int lane, const float* values) {
  for (std::size_t row = 0; row < rows_; ++row) at(row)[lane] = values[row];
}

}  // namespace sinew::crowd
