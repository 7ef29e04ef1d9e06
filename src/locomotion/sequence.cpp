#include <sinew/locomotion/sequence.h>

#include <cmath>

namespace sinew {

namespace {

constexpr double kSameMoment = 1e-6;  ///< s

const Clip& clipOf(const AnimationSet& set, std::int32_t index) { return set.clips[static_cast<std::size_t>(index)]; }

/// The same moment of the same clip, round the loop as well.
bool goesOn(const AnimationSet& set, const Sequence& sequence, const Stretch& next) {
  if (next.clip != sequence.stretch.clip || next.clip < 0) return false;
  const Clip& clip = clipOf(set, next.clip);
  const double apart = next.from - sequence.time;
  return std::abs(clip.loops ? std::remainder(apart, static_cast<double>(clip.duration)) : apart) < kSameMoment;
}

}  // namespace

void select(const AnimationSet& set, Sequence& sequence, const Stretch& stretch, float halflife, Animator* shown) {
  const bool on = goesOn(set, sequence, stretch);
  sequence.stretch = stretch;
  sequence.time = stretch.from;
  if (shown != nullptr && stretch.clip >= 0 && !on) shown->jump(stretch.clip, stretch.from, halflife);
}

SequenceStep advance(const AnimationSet& set, Sequence& sequence, float dt, Animator* shown) {
  const Stretch& stretch = sequence.stretch;
  const double direction = stretch.to < stretch.from ? -1 : 1;
  const bool held = stretch.clip < 0 || stretch.from == stretch.to;
  const double rate = held ? 0 : sequence.rate;
  if (!(dt > 0)) return {};

  // How much of dt the stretch can take.
  const double left = std::abs(stretch.to - sequence.time);
  const bool finished = rate > 0 && rate * dt >= left - 1e-9;
  const double used = finished ? left / rate : static_cast<double>(dt);
  const double from = sequence.time;
  sequence.time = finished ? stretch.to : from + direction * rate * used;

  SequenceStep step{.root = {}, .finished = finished, .leftover = static_cast<float>(std::max(0.0, dt - used))};
  if (shown != nullptr) {
    shown->setSpeed(static_cast<float>(direction * rate));
    step.root = shown->advance(static_cast<float>(used)).root;
  } else if (stretch.clip >= 0) {
    step.root = travelOf(clipOf(set, stretch.clip), from, sequence.time);
  }
  return step;
}

}  // namespace sinew
