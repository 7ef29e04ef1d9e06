#include <algorithm>
#include <cmath>

#include <sinew/locomotion/gait.h>

namespace sinew {

namespace {

constexpr int kMostHops = 8;              ///< transitions in a row without time passing
constexpr int kMostCompletions = 100000;  ///< in one step: a table that never takes time must not hang

/// What the conditions see.
struct Sight {
  float demand = 0, turn = 0, damage = 0;
  bool impact = false, down = false;
};

float valueOf(GaitQuantity quantity, const Sight& sight, const Gait& gait) {
  switch (quantity) {
    case GaitQuantity::demand:
      return sight.demand;
    case GaitQuantity::pace:
      return gait.pace;
    case GaitQuantity::turn:
      return sight.turn;
    case GaitQuantity::damage:
      return sight.damage;
    case GaitQuantity::impact:
      return sight.impact ? 1 : 0;
    case GaitQuantity::down:
      return sight.down ? 1 : 0;
    case GaitQuantity::time:
      return gait.time;
  }
  return 0;
}

bool holds(const GaitCondition& condition, const Sight& sight, const Gait& gait) {
  const float left = valueOf(condition.quantity, sight, gait), right = condition.value.factor;
  switch (condition.comparison) {
    case Comparison::less:
      return left < right;
    case Comparison::lessEqual:
      return left <= right;
    case Comparison::greater:
      return left > right;
    case Comparison::greaterEqual:
      return left >= right;
  }
  return false;
}

enum class Moment : std::uint8_t { now, end };

class Stepper {
 public:
  Stepper(const GaitSet& set, const AnimationSet& animation, Gait& gait, const GaitInput& input, Animator* shown)
      : set_(set), animation_(animation), gait_(gait), shown_(shown), turn_(input.demand.turn) {
    const float lever = std::clamp(input.demand.speed, -1.0f, 1.0f);
    sight_ = {.demand = lever * (lever < 0 ? set.backSpeed : set.topSpeed),
              .turn = input.demand.turn,
              .damage = input.damage,
              .impact = input.impact,
              .down = input.down};
  }

  GaitStep run(float dt) {
    if (gait_.state < 0) bindState(set_, animation_, gait_, set_.start, 0, shown_);
    GaitStep step;
    if (!(dt > 0)) return step;
    follow(Moment::now);
    if (stalled() && follow(Moment::end)) follow(Moment::now);
    float left = dt;
    for (int i = 0; i < kMostCompletions && left > 0; ++i) {
      const SequenceStep moved = play(left, step.travel);
      left = moved.leftover;
      if (!moved.finished) break;
      ++step.completions;
      ++gait_.completions;
      if (!follow(Moment::end)) select(animation_, gait_.sequence, bound().stretch, 0, shown_);
      follow(Moment::now);
    }
    return step;
  }

 private:
  const BoundState& bound() const { return set_.states[static_cast<std::size_t>(gait_.state)]; }
  const GaitState& authored() const { return set_.table.states[static_cast<std::size_t>(bound().state)]; }

  /// Held up in a state that walks the way that is no longer wanted: its clip stands, its end would never come.
  bool stalled() const {
    const float slowest = std::min(std::abs(bound().slowest), std::abs(bound().fastest));
    const float way = bound().slowest + bound().fastest < 0 ? -1.0f : 1.0f;
    return authored().drive == GaitDrive::pace && sight_.demand * way <= 0 && gait_.pace * way < slowest / 2;
  }

  /// Takes the transitions of that moment; true where one was taken.
  bool follow(Moment moment) {
    bool taken = false;
    for (int hop = 0; hop < kMostHops; ++hop) {
      const auto& from = set_.transitions[static_cast<std::size_t>(gait_.state)];
      const auto found = std::find_if(from.begin(), from.end(), [&](const BoundTransition& one) {
        return one.atEnd == (moment == Moment::end) &&
               std::all_of(one.when.begin(), one.when.end(), [&](const GaitCondition& c) { return holds(c, sight_, gait_); });
      });
      if (found == from.end()) return taken;
      if (found->to == set_.crash) sight_.impact = false;  // one knockdown an impact
      bindState(set_, animation_, gait_, found->to, found->halflife, shown_);
      taken = true;
      if (moment == Moment::end) return taken;
    }
    return taken;
  }

  /// Plays the state for up to `dt` and adds its travel and the turn.
  SequenceStep play(float dt, RootDelta& travel) {
    const float pace = slew(dt);
    gait_.sequence.rate = rateAt(pace);
    const float before = gait_.pace;
    SequenceStep step = advance(animation_, gait_.sequence, dt, shown_);
    const float used = dt - step.leftover;
    gait_.pace = paceAfter(before, used);
    gait_.time += used;

    // Half of the turn before the step and half after it: an arc, whatever dt.
    const float yaw = turns() ? turn_ * set_.table.turnRate * used : 0;
    const RootDelta half{.translation = {}, .yaw = yaw / 2};
    travel = combined(travel, combined(half, combined(step.root, half)));
    return step;
  }

  float target() const { return authored().drive == GaitDrive::pace ? std::clamp(sight_.demand, bound().slowest, bound().fastest) : 0; }
  float paceAfter(float pace, float dt) const {
    const float most = set_.table.acceleration * dt;
    return pace + std::clamp(target() - pace, -most, most);
  }
  /// Mean pace over dt: a ramp, then level. Exact, so that travel does not depend on dt.
  float slew(float dt) const {
    const float to = target(), ramp = std::abs(to - gait_.pace) / set_.table.acceleration;
    if (!(dt > 0)) return gait_.pace;
    if (ramp >= dt) return (gait_.pace + paceAfter(gait_.pace, dt)) / 2;
    return ((gait_.pace + to) / 2 * ramp + to * (dt - ramp)) / dt;
  }

  float rateAt(float pace) const {
    const BoundState& state = bound();
    switch (authored().drive) {
      case GaitDrive::clock:
        return 1;
      case GaitDrive::pace:
        return state.strideSpeed != 0 ? std::max(0.0f, pace / state.strideSpeed) : 1;
      case GaitDrive::turn:
        return state.clipTurn != 0 ? std::max(0.0f, turn_ * set_.table.turnRate / state.clipTurn) : 1;
    }
    return 1;
  }

  /// A clip that turns by itself is not turned, nor is who lies or staggers.
  bool turns() const {
    if (gait_.state == set_.crash || bound().stretch.clip < 0) return false;
    return authored().drive != GaitDrive::turn || bound().clipTurn == 0;
  }

  const GaitSet& set_;
  const AnimationSet& animation_;
  Gait& gait_;
  Animator* shown_;
  float turn_;
  Sight sight_;
};

}  // namespace

GaitStep stepGait(const GaitSet& set, const AnimationSet& animation, Gait& gait, const GaitInput& input, Animator* shown) {
  return Stepper(set, animation, gait, input, shown).run(input.dt);
}

void bindState(const GaitSet& set, const AnimationSet& animation, Gait& gait, std::int32_t state, float halflife, Animator* shown) {
  gait.state = state;
  gait.time = 0;
  select(animation, gait.sequence, set.states[static_cast<std::size_t>(state)].stretch, halflife, shown);
}

std::int32_t stateOf(const GaitSet& set, std::string_view name) {
  for (std::size_t i = 0; i < set.states.size(); ++i)
    if (set.table.states[static_cast<std::size_t>(set.states[i].state)].name == name) return static_cast<std::int32_t>(i);
  return -1;
}

std::string_view stateName(const GaitSet& set, const Gait& gait) {
  if (gait.state < 0) return set.table.start;
  return set.table.states[static_cast<std::size_t>(set.states[static_cast<std::size_t>(gait.state)].state)].name;
}

}  // namespace sinew
