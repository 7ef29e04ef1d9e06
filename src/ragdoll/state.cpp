#include <sinew/ragdoll/state.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include <sinew/base/log.h>

namespace sinew {
namespace {

constexpr std::size_t kPlace = 12, kTurn = 6;  // bytes
constexpr std::uint64_t kSteps = (1u << 15) - 1;
constexpr float kRange = std::numbers::sqrt2_v<float> / 2;  // no component but the largest is larger

void put(std::span<std::byte> out, std::uint64_t bits) {
  for (std::byte& one : out) {
    one = static_cast<std::byte>(bits & 0xff);
    bits >>= 8;
  }
}

std::uint64_t get(std::span<const std::byte> in) {
  std::uint64_t bits = 0;
  for (std::size_t i = in.size(); i-- > 0;) bits = bits << 8 | static_cast<std::uint64_t>(in[i]);
  return bits;
}

std::uint64_t packed(const Quat& turn) {
  const std::array<float, 4> q{turn.x, turn.y, turn.z, turn.w};
  const auto largest = static_cast<std::size_t>(
      std::max_element(q.begin(), q.end(), [](float a, float b) { return std::abs(a) < std::abs(b); }) - q.begin());
  const float sign = q[largest] < 0 ? -1.0f : 1.0f;  // q and -q are the same turn
  std::uint64_t bits = largest;
  for (std::size_t i = 0; i < 4; ++i) {
    if (i == largest) continue;
    const float share = std::clamp(0.5f + 0.5f * sign * q[i] / kRange, 0.0f, 1.0f);
    bits = bits << 15 | static_cast<std::uint64_t>(std::lround(share * static_cast<float>(kSteps)));
  }
  return bits;
}

Quat unpacked(std::uint64_t bits) {
  const auto largest = static_cast<std::size_t>(bits >> 45 & 3);
  std::array<float, 4> q{};
  float rest = 1;
  for (std::size_t i = 4; i-- > 0;) {
    if (i == largest) continue;
    q[i] = (static_cast<float>(bits & kSteps) / static_cast<float>(kSteps) * 2 - 1) * kRange;
    rest -= q[i] * q[i];
    bits >>= 15;
  }
  q[largest] = std::sqrt(std::max(rest, 0.0f));
  return normalized(Quat{q[0], q[1], q[2], q[3]});
}

}  // namespace

std::size_t stateBytes(const Ragdoll& ragdoll) { return ragdoll.bodies.empty() ? 0 : kPlace + kTurn * ragdoll.bodies.size(); }

void writeState(const Ragdoll& ragdoll, std::span<std::byte> out) {
  SINEW_ASSERT(out.size() == stateBytes(ragdoll));
  if (out.size() != stateBytes(ragdoll) || out.empty()) return;
  ragdoll.world->getStates(ragdoll.bodies, ragdoll.work.states);
  const Vec3 root = ragdoll.work.states.front().worldFromBody.translation;
  put(out.subspan(0, 4), std::bit_cast<std::uint32_t>(root.x));
  put(out.subspan(4, 4), std::bit_cast<std::uint32_t>(root.y));
  put(out.subspan(8, 4), std::bit_cast<std::uint32_t>(root.z));
  for (std::size_t i = 0; i < ragdoll.bodies.size(); ++i)
    put(out.subspan(kPlace + kTurn * i, kTurn), packed(ragdoll.work.states[i].worldFromBody.rotation));
}

Result<void> readState(Ragdoll& ragdoll, std::span<const std::byte> bytes) {
  if (bytes.size() != stateBytes(ragdoll)) return fail(ErrorCode::value, "state", "is not as long as this ragdoll's");
  if (bytes.empty()) return {};
  const auto number = [&](std::size_t at) { return std::bit_cast<float>(static_cast<std::uint32_t>(get(bytes.subspan(at, 4)))); };
  const Vec3 root{number(0), number(4), number(8)};
  if (!isFinite(root)) return fail(ErrorCode::value, "state", "puts the root at no place");

  for (std::size_t i = 0; i < ragdoll.bodies.size(); ++i) {
    BodyState& state = ragdoll.work.states[i];
    state = {{unpacked(get(bytes.subspan(kPlace + kTurn * i, kTurn))), root}, {}, {}};
    if (i == 0) continue;
    // Where the joint is that it hangs from.
    const ArticulationJointDef& def = ragdoll.model->definition.joints[i - 1];
    const Transform& above = ragdoll.work.states[static_cast<std::size_t>(def.parent)].worldFromBody;
    state.worldFromBody.translation =
        above * def.joint.parentFromFrame.translation - rotate(state.worldFromBody.rotation, def.joint.childFromFrame.translation);
  }
  ragdoll.world->setStates(ragdoll.bodies, ragdoll.work.states);
  ragdoll.work.driven = false;
  return {};
}

}  // namespace sinew
