#include <sinew/pose/inertialize.h>

#include <numbers>

#include "pose/four.h"

namespace sinew {

namespace {

constexpr float kSettled = 1e-5f;  ///< m, rad and their rates: nothing to see

/// The turn from b to a as a rotation vector, as logarithm(), to 1e-6 rad.
SINEW_INLINE FourVec difference(const FourQuat& a, const FourQuat& b) {
  FourQuat q = a * conjugate(b);
  const FourMask long_ = less(q.w, Four(0));
  q = {select(long_, -q.x, q.x), select(long_, -q.y, q.y), select(long_, -q.z, q.z), select(long_, -q.w, q.w)};
  const FourVec u{q.x, q.y, q.z};
  const Four s2 = dot(u, u), s = rootOf(s2), w = minOf(q.w, Four(1));
  // Small turns by the series of the arc sine; others by the arc cosine of whichever is smaller.
  const Four series = Four(2) + s2 * (Four(1.0f / 3) + s2 * (Four(3.0f / 20) + s2 * Four(5.0f / 56)));
  const Four half = select(less(s, w), Four(kPi / 2) - arcCosine(minOf(s, Four(1))), arcCosine(w));
  return u * select(less(s2, Four(0.01f)), series, Four(2) * half / maxOf(s, Four(1e-12f)));
}

/// exponential() by series up to half a turn, where offsets lie; the same to rounding.
constexpr float kSmall = 2.5f;  ///< half angle squared
SINEW_INLINE FourQuat turnOf(const FourVec& v) {
  const Four h2 = dot(v, v) * Four(0.25f);
  Four s = -1.0f / 79833600, c = 1.0f / 479001600;
  for (const float k : {1.0f / 725760, -1.0f / 10080, 1.0f / 240, -1.0f / 12, 0.5f}) s = s * h2 + Four(k);
  for (const float k : {-1.0f / 3628800, 1.0f / 40320, -1.0f / 720, 1.0f / 24, -0.5f, 1.0f}) c = c * h2 + Four(k);
  if (!any(less(Four(kSmall), h2))) return {v.x * s, v.y * s, v.z * s, c};
  const auto whole = [&](int i) { return exponential(Vec3{v.x.v[i], v.y.v[i], v.z.v[i]}); };
  return fourOf(whole(0), whole(1), whole(2), whole(3));
}

/// Offsets of four joints.
struct FourOffset {
  FourVec translation, translationRate, rotation, rotationRate;
};
static_assert(sizeof(JointOffset) == 12 * sizeof(float));

/// Three squares of four: rows to columns and back.
SINEW_INLINE void turnRound(FourOffset& o) {
  transpose(o.translation.x, o.translation.y, o.translation.z, o.translationRate.x);
  transpose(o.translationRate.y, o.translationRate.z, o.rotation.x, o.rotation.y);
  transpose(o.rotation.z, o.rotationRate.x, o.rotationRate.y, o.rotationRate.z);
}

SINEW_INLINE FourOffset load(const JointOffset* offsets, const Quad& q) {
  const float *a = &offsets[q.a].translation.x, *b = &offsets[q.b].translation.x, *c = &offsets[q.c].translation.x,
              *d = &offsets[q.d].translation.x;
  FourOffset o;
  o.translation = {loadFour(a), loadFour(b), loadFour(c)};
  o.translationRate = {loadFour(d), loadFour(a + 4), loadFour(b + 4)};
  o.rotation = {loadFour(c + 4), loadFour(d + 4), loadFour(a + 8)};
  o.rotationRate = {loadFour(b + 8), loadFour(c + 8), loadFour(d + 8)};
  turnRound(o);
  return o;
}

SINEW_INLINE void save(const FourOffset& from, JointOffset* offsets, const Quad& q) {
  FourOffset o = from;
  turnRound(o);
  float *a = &offsets[q.a].translation.x, *b = &offsets[q.b].translation.x, *c = &offsets[q.c].translation.x,
        *d = &offsets[q.d].translation.x;
  storeFour(o.translation.x, a), storeFour(o.translation.y, b), storeFour(o.translation.z, c);
  storeFour(o.translationRate.x, d), storeFour(o.translationRate.y, a + 4), storeFour(o.translationRate.z, b + 4);
  storeFour(o.rotation.x, c + 4), storeFour(o.rotation.y, d + 4), storeFour(o.rotation.z, a + 8);
  storeFour(o.rotationRate.x, b + 8), storeFour(o.rotationRate.y, c + 8), storeFour(o.rotationRate.z, d + 8);
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
  SINEW_INLINE void apply(FourVec& x, FourVec& v) const {
    const FourVec j = v + x * y;
    x = (x + j * dt) * e;
    v = (v - j * (y * dt)) * e;
  }
};

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
  for (std::size_t j = 0; j < shown.size(); j += 4) {
    const Quad q = quadAt(j, shown.size());
    const FourPose now = fourOf(shown.data(), q), before = fourOf(shownBefore.data(), q);
    const FourPose to = fourOf(next.data(), q), toBefore = fourOf(nextBefore.data(), q);
    FourOffset offset;
    offset.translation = now.translation - to.translation;
    offset.rotation = difference(now.rotation, to.rotation);
    offset.translationRate = ((now.translation - before.translation) - (to.translation - toBefore.translation)) * rate;
    offset.rotationRate = (difference(now.rotation, before.rotation) - difference(to.rotation, toBefore.rotation)) * rate;
    save(offset, state.offsets.data(), q);
  }
}

void applyTransition(Inertializer& state, std::span<Transform> pose, float halflife, float dt) {
  if (!state.active) return;
  if (!(halflife > 0)) {
    state.active = false;
    return;
  }
  Four most(0);
  const DecayStep step(halflife, std::max(dt, 0.0f));
  for (std::size_t j = 0; j < pose.size(); j += 4) {
    const Quad q = quadAt(j, pose.size());
    FourOffset offset = load(state.offsets.data(), q);
    step.apply(offset.translation, offset.translationRate);
    step.apply(offset.rotation, offset.rotationRate);
    save(offset, state.offsets.data(), q);
    const FourPose joint = fourOf(pose.data(), q);
    store(FourPose{unitOf(turnOf(offset.rotation) * joint.rotation), joint.translation + offset.translation}, pose.data(), q);
    most = maxOf(most, maxOf(maxOf(dot(offset.translation, offset.translation), dot(offset.translationRate, offset.translationRate)),
                             maxOf(dot(offset.rotation, offset.rotation), dot(offset.rotationRate, offset.rotationRate))));
  }
  const bool settled = !any(less(Four(kSettled * kSettled), most));
  state.active = !(dt > 0 && settled);
}

}  // namespace sinew
