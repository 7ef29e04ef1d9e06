#include <sinew/pose/ik.h>
#include <sinew/pose/inertialize.h>

namespace sinew {

namespace {

constexpr float kReach = 0.95f;  ///< of the limb's length: further goals are pulled in, so that no arm snaps straight
constexpr float kGone = 1e-3f;   ///< influence below which a released limb is left alone

void easeScalar(float& x, float& v, float target, float halflife, float dt) {
  Vec3 off{x - target, 0, 0}, rate{v, 0, 0};
  decay(off, rate, halflife, dt);
  x = target + off.x;
  v = rate.x;
}

const Limb& limbAt(const Limbs& limbs, std::size_t index) {
  return index < limbs.arms.size() ? limbs.arms[index] : limbs.legs[index - limbs.arms.size()];
}

}  // namespace

void setReach(ReachState& state, const ReachGoal& goal) {
  state.goal = goal;
  state.wanted = true;
}

void releaseReach(ReachState& state) { state.wanted = false; }

void applyReaches(const Skeleton& skeleton, const Limbs& limbs, std::span<ReachState> states, float dt,
                  std::span<Transform> parentFromJoint, std::span<Transform> modelFromJoint) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    ReachState& state = states[i];
    const Limb& limb = limbAt(limbs, i);
    const bool idle = !state.wanted && state.weight < kGone;
    if (limb.end < 0 || idle) {
      state.weight = state.weightRate = 0;
      state.velocity = {};
      continue;
    }
    const auto place = [&](std::int32_t joint) { return modelFromJoint[static_cast<std::size_t>(joint)].translation; };
    if (state.weight == 0 && state.weightRate == 0) state.position = place(limb.end);  // it starts from where the limb is

    Vec3 off = state.position - state.goal.position;
    decay(off, state.velocity, state.goal.halflife, dt);
    state.position = state.goal.position + off;
    easeScalar(state.weight, state.weightRate, state.wanted ? 1 : 0, state.goal.easeHalflife, dt);

    const Vec3 top = place(limb.upper);
    const float most = kReach * (distance(top, place(limb.lower)) + distance(place(limb.lower), place(limb.end)));
    const Vec3 line = state.position - top;
    const float far = length(line);
    const Vec3 pulled = far > most ? top + line * (most / far) : state.position;
    state.result = solveTwoBone(skeleton, limb, {.position = pulled, .pole = state.goal.pole, .weight = state.weight}, parentFromJoint,
                                modelFromJoint);
  }
}

}  // namespace sinew
