#include <algorithm>
#include <map>

#include <sinew/base/text.h>
#include <sinew/locomotion/gait.h>

namespace sinew {

namespace {

/// A clip as a state names it: "-walk" is walk played backward.
struct Played {
  std::int32_t clip = -1;
  bool backward = false;
};

Played playedBy(const GaitState& state, const AnimationSet& set) {
  for (const std::string& name : state.clips) {
    const bool backward = name.starts_with('-');
    const std::int32_t clip = set.clipOf(std::string_view(name).substr(backward ? 1 : 0));
    if (clip >= 0) return {clip, backward};
  }
  return {};
}

class Binder {
 public:
  Binder(const GaitTable& table, const AnimationSet& set, const Vec3& forward, Findings& findings)
      : set_(set), forward_(forward), findings_(findings) {
    bound_.table = table;
  }

  Result<GaitSet> bind() {
    bindStates();
    if (const Result<void> usable = check(); !usable) return Failure(usable.error());
    measureCaps();
    bindTransitions();
    return std::move(bound_);
  }

 private:
  void bindStates() {
    for (std::size_t i = 0; i < bound_.table.states.size(); ++i) {
      const GaitState& state = bound_.table.states[i];
      const Played played = playedBy(state, set_);
      if (played.clip < 0 && !state.clips.empty()) {
        leaveOut(state);
        continue;
      }
      indices_[state.name] = static_cast<std::int32_t>(bound_.states.size());
      bound_.states.push_back(stateOf(static_cast<std::int32_t>(i), state, played));
    }
  }

  void leaveOut(const GaitState& state) {
    const std::string names = [&] {
      std::string all;
      for (const std::string& clip : state.clips) all += (all.empty() ? "" : ", ") + clip;
      return all;
    }();
    findings_.push_back({.severity = Severity::note,
                         .rule = "gait.leftOut",
                         .role = "",
                         .measured = std::nullopt,
                         .low = std::nullopt,
                         .high = std::nullopt,
                         .message = "state '" + printable(state.name) + "' has no clip (" + printable(names) + ")" +
                                    (state.instead.empty() ? " and is left out" : "; '" + printable(state.instead) + "' stands in")});
  }

  BoundState stateOf(std::int32_t index, const GaitState& state, const Played& played) const {
    BoundState bound{.state = index};
    if (played.clip < 0) return bound;
    const Clip& clip = set_.clips[static_cast<std::size_t>(played.clip)];
    const double duration = clip.duration;
    const bool steps = state.drive == GaitDrive::pace && clip.loops;
    const double phase = steps ? touchDownOf(clip, set_.skeleton, set_.limbs, forward_) : 0;
    const double from = played.backward ? 1 - state.from : state.from, to = played.backward ? 1 - state.to : state.to;
    bound.stretch = {played.clip, (phase + from) * duration, (phase + to) * duration};
    bound.strideSpeed = strideSpeedOf(clip, forward_) * (played.backward ? -1 : 1);
    bound.clipTurn = duration > 0 ? travelOf(clip, 0, duration).yaw / clip.duration * (played.backward ? -1 : 1) : 0;
    return bound;
  }

  Result<void> check() {
    const auto found = indices_.find(bound_.table.start);
    if (found == indices_.end())
      return fail(ErrorCode::value, "start", "no clip to stand with: state '" + bound_.table.start + "' has none");
    bound_.start = found->second;
    bound_.crash = resolve(bound_.table.crash);
    const bool walks = std::any_of(bound_.states.begin(), bound_.states.end(),
                                   [&](const BoundState& state) { return drive(state) == GaitDrive::pace && state.strideSpeed > 0; });
    if (!walks) return fail(ErrorCode::value, "clips", "no clip to walk with: none that a state wants travels forward");
    return {};
  }

  GaitDrive drive(const BoundState& state) const { return bound_.table.states[static_cast<std::size_t>(state.state)].drive; }

  /// A cap is the stride speed of the clip whose states name it; a limp on the walk's own clip, or a walk played backward, is slower than
  /// it.
  void measureCaps() {
    const auto strideWith = [&](GaitCap cap) {
      float stride = 0;
      for (const BoundState& state : bound_.states) {
        const GaitState& authored = bound_.table.states[static_cast<std::size_t>(state.state)];
        if (authored.drive == GaitDrive::pace && authored.fastest.cap == cap) stride = std::max(stride, std::abs(state.strideSpeed));
      }
      return stride;
    };
    bound_.walkSpeed = strideWith(GaitCap::walk);
    bound_.runSpeed = std::max(strideWith(GaitCap::run), bound_.walkSpeed);
    bound_.reverseSpeed = std::min(strideWith(GaitCap::reverse), 0.7f * bound_.walkSpeed);
    bound_.gimpSpeed = std::min(strideWith(GaitCap::gimp), 0.6f * bound_.walkSpeed);
    for (BoundState& state : bound_.states) {
      const GaitState& authored = bound_.table.states[static_cast<std::size_t>(state.state)];
      state.slowest = valueOf(authored.slowest);
      state.fastest = valueOf(authored.fastest);
      bound_.topSpeed = std::max(bound_.topSpeed, state.fastest);
      bound_.backSpeed = std::max(bound_.backSpeed, -state.slowest);
    }
  }

  float valueOf(const GaitSpeed& speed) const {
    switch (speed.cap) {
      case GaitCap::none:
        return speed.factor;
      case GaitCap::walk:
        return speed.factor * bound_.walkSpeed;
      case GaitCap::run:
        return speed.factor * bound_.runSpeed;
      case GaitCap::reverse:
        return speed.factor * bound_.reverseSpeed;
      case GaitCap::gimp:
        return speed.factor * bound_.gimpSpeed;
    }
    return 0;
  }

  /// The bound state of a name, or of what stands in for it; -1 where there is neither.
  std::int32_t resolve(std::string_view name) const {
    for (std::size_t hops = 0; hops <= bound_.table.states.size(); ++hops) {
      if (const auto found = indices_.find(name); found != indices_.end()) return found->second;
      const auto state =
          std::find_if(bound_.table.states.begin(), bound_.table.states.end(), [&](const GaitState& s) { return s.name == name; });
      if (state == bound_.table.states.end() || state->instead.empty()) return -1;
      name = state->instead;
    }
    return -1;
  }

  void bindTransitions() {
    bound_.transitions.resize(bound_.states.size());
    for (const GaitTransition& transition : bound_.table.transitions) {
      BoundTransition bound{
          .to = resolve(transition.to), .atEnd = transition.atEnd, .when = transition.when, .halflife = transition.halflife};
      if (bound.to < 0) continue;
      for (GaitCondition& condition : bound.when) condition.value = {GaitCap::none, valueOf(condition.value)};
      for (const auto& [name, index] : indices_) {
        const bool named = std::find(transition.from.begin(), transition.from.end(), name) != transition.from.end();
        if ((named || transition.from.empty()) && index != bound.to) bound_.transitions[static_cast<std::size_t>(index)].push_back(bound);
      }
    }
  }

  const AnimationSet& set_;
  Vec3 forward_;
  Findings& findings_;
  GaitSet bound_;
  std::map<std::string, std::int32_t, std::less<>> indices_;
};

}  // namespace

Result<GaitSet> bindGait(const GaitTable& table, const AnimationSet& set, const Vec3& forward, Findings& findings) {
  return Binder(table, set, forward, findings).bind();
}

}  // namespace sinew
