#include <sinew/pose/inertialize.h>

#include <numbers>

namespace sinew {

namespace {

constexpr float kSettled = 1e-5f;  ///< m, rad and their rates: nothing to see

Vec3 difference(const Quat& a, const Quat& b) { return logarithm(a * conjugate(b)); }

/// exponential() by series where the turn is small, as offsets are; the same to rounding.
Quat turnOf(const Vec3& v) {
  const float h2 = lengthSquared(v) * 0.25f;
  if (h2 > 0.2f) return exponential(v);
  const float s = 0.5f * (1 - h2 / 6 * (1 - h2 / 20 * (1 - h2 / 42)));
  return {v.x * s, v.y * s, v.z * s, 1 - h2 / 2 * (1 - h2 / 12 * (1 - h2 / 30 * (1 - h2 / 56)))};
}

/// One step of `decay`, for many offsets alike.
struct DecayStep {
  float y = 0, dt = 0, e = 1;

  DecayStep(float halflife, float step) : dt(step) {
    y = 2 * std::numbers::ln2_v<float> / halflife;
    e = exponentialDecay(y * dt);
  }
  void apply(Vec3& x, Vec3& v) const {
    const Vec3 j = v + x * y;
    x = (x + j * dt) * e;
    v = (v - j * (y * dt)) * e;
  }
};

bool settled(const JointOffset& offset) {
  const float most = std::max({lengthSquared(offset.translation), lengthSquared(offset.translationRate), lengthSquared(offset.rotation),
                               lengthSquared(offset.rotationRate)});
  return most < kSettled * kSettled;
}

}  // namespace

void decay(Vec3& x, Vec3& v, float halflife, float dt) {
  if (!(dt > 0)) return;
  if (!(halflife > 0)) {
    x = v = {};
    return;
  }
  DecayStep(halflife, dt).apply(x, v);
}

void beginTransition(Inertializer& state, std::span<const Transform> shown, std::span<const Transform> shownBefore,
                     std::span<const Transform> next, std::span<const Transform> nextBefore, float dt) {
  state.offsets.resize(shown.size());
  state.active = true;
  const float rate = dt > 0 ? 1 / dt : 0;
  for (std::size_t j = 0; j < shown.size(); ++j) {
    JointOffset& offset = state.offsets[j];
    offset.translation = shown[j].translation - next[j].translation;
    offset.rotation = difference(shown[j].rotation, next[j].rotation);
    offset.translationRate =
        ((shown[j].translation - shownBefore[j].translation) - (next[j].translation - nextBefore[j].translation)) * rate;
    offset.rotationRate =
        (difference(shown[j].rotation, shownBefore[j].rotation) - difference(next[j].rotation, nextBefore[j].rotation)) * rate;
  }
}

void applyTransition(Inertializer& state, std::span<Transform> pose, float halflife, float dt) {
  if (!state.active) return;
  if (!(halflife > 0)) {
    state.active = false;
    return;
  }
  bool over = dt > 0;
  const DecayStep step(halflife, std::max(dt, 0.0f));
  for (std::size_t j = 0; j < pose.size(); ++j) {
    JointOffset& offset = state.offsets[j];
    step.apply(offset.translation, offset.translationRate);
    step.apply(offset.rotation, offset.rotationRate);
    pose[j].translation += offset.translation;
    pose[j].rotation = normalized(turnOf(offset.rotation) * pose[j].rotation);
    over = over && settled(offset);
  }
  state.active = !over;
}

}  // namespace sinew
