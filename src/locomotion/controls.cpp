#include <sinew/locomotion/controls.h>

namespace sinew {

namespace {

float toward(float value, float target, float most) {
  return value < target ? std::min(value + most, target) : std::max(value - most, target);
}

float signOf(bool positive, bool negative) { return static_cast<float>(positive) - static_cast<float>(negative); }

void moveLever(const ControlSettings& settings, ControlState& state, const ControlInput& input, float dt) {
  const float push = signOf(input.throttleUp, input.throttleDown);
  if (input.throttleZero) state.lever = 0;
  if (push == 0) {
    state.caught = false;
    return;
  }
  if (state.caught) return;
  const float before = state.lever;
  state.lever = std::clamp(before + push * settings.leverRate * dt, -1.0f, 1.0f);
  if (before * state.lever < 0 || (before != 0 && state.lever == 0)) {
    state.lever = 0;
    state.caught = true;
  }
}

}  // namespace

Demand readControls(const ControlSettings& settings, ControlState& state, const ControlInput& input, float dt) {
  const ControlInput held = input.focused ? input : ControlInput{};
  moveLever(settings, state, held, dt);

  const float stick = signOf(held.stickLeft, held.stickRight);
  state.stick = toward(state.stick, stick, (stick == 0 ? settings.centreRate : settings.stickRate) * dt);

  const float twist = signOf(held.twistLeft, held.twistRight);
  state.twist = std::clamp(state.twist + twist * settings.twistRate * dt, -settings.mostTwist, settings.mostTwist);
  return {.speed = state.lever, .turn = state.stick, .torsoTwist = state.twist};
}

Demand demandOf(const DirectInput& input, const DirectSettings& settings, float yaw, float dt) {
  const float off = std::remainder(input.facing - yaw, 2 * kPi);
  const float most = settings.turnRate * dt;
  const Vec3 ahead{std::sin(yaw), 0, std::cos(yaw)};
  const float along = dot(input.velocity, ahead);
  return {.speed = std::clamp(along / (along < 0 ? settings.backSpeed : settings.topSpeed), -1.0f, 1.0f),
          .turn = most > 0 ? std::clamp(off / most, -1.0f, 1.0f) : 0};
}

}  // namespace sinew
