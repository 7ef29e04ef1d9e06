#include <sinew/pose/inertialize.h>

#include <numbers>

namespace sinew {

namespace {

constexpr float kSettled = 1e-5f;  ///< m, rad and their rates: nothing to see

Vec3 difference(const Quat& a, const Quat& b) { return logarithm(a * conjugate(b)); }

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
  const float y = 2 * std::numbers::ln2_v<float> / halflife;
  const Vec3 j = v + x * y;
  const float e = exponentialDecay(y * dt);
  x = (x + j * dt) * e;
  v = (v - j * (y * dt)) * e;
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
  bool over = dt > 0;
  for (std::size_t j = 0; j < pose.size(); ++j) {
    JointOffset& offset = state.offsets[j];
    decay(offset.translation, offset.translationRate, halflife, dt);
    decay(offset.rotation, offset.rotationRate, halflife, dt);
    pose[j].translation += offset.translation;
    pose[j].rotation = normalized(exponential(offset.rotation) * pose[j].rotation);
    over = over && settled(offset);
  }
  state.active = !over;
}

}  // namespace sinew
