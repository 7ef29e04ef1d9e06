#include <sinew/locomotion/collision.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr float kNoDeeper = 1e-5f;  ///< m; less is rounding
constexpr float kUnder = 0.7f;      ///< of a normal: it points down

/// What the walker meets: a solid or another walker.
struct Met {
  std::int32_t solid = -1, walker = -1;
  Vec3 velocity{};  ///< m/s
  Overlap overlap{};
};

Aabb around(const Hull& hull, float margin) {
  const Aabb box = boundsOf(hull);
  const Vec3 more{margin, margin, margin};
  return {box.low - more, box.high + more};
}

bool meet(const Aabb& a, const Aabb& b) {
  return a.low.x <= b.high.x && a.high.x >= b.low.x && a.low.y <= b.high.y && a.high.y >= b.low.y && a.low.z <= b.high.z &&
         a.high.z >= b.low.z;
}

Volume grown(Volume volume, float margin) {
  volume.low -= {margin, 0, margin};
  volume.high += {margin, 0, margin};
  return volume;
}

class Stage {
 public:
  Stage(const CollisionInput& input, CollisionScratch& scratch) : in_(input), scratch_(scratch) {}

  /// The deepest thing that blocks the step from `before` to `after`, and that the step sinks into.
  Met blocking(const Transform& after) {
    const Hull now = hullOf(in_.volume, after), then = hullOf(in_.volume, in_.before);
    Met deepest;
    const auto weigh = [&](const Hull& other, Met met) {
      met.overlap = overlapOf(now, other);
      if (!met.overlap.hit || met.overlap.depth <= deepest.overlap.depth) return;
      if (leaves(then, now, other, met.overlap) || walkedOff(after, other, met.solid) || climbs(after, other, met.solid)) return;
      deepest = met;
    };
    forSolids(around(now, 0), [&](std::int32_t index, const Solid& solid) {
      if (solid.role == SolidRole::blocking) weigh(hullOf(solid), {.solid = index, .velocity = velocityOf(solid, after.translation)});
    });
    const Aabb box = boundsOf(now);
    for (const Bystander& other : in_.others)
      if (meet(box, other.bounds)) weigh(other.hull, {.walker = other.walker, .velocity = other.velocity});
    return deepest;
  }

  /// Whether anything that blocks is within the margin.
  bool touching(const Transform& at, float margin) {
    const Hull hull = hullOf(grown(in_.volume, margin), at);
    bool touches = false;
    forSolids(around(hull, 0), [&](std::int32_t, const Solid& solid) {
      touches = touches || (solid.role == SolidRole::blocking && overlapOf(hull, hullOf(solid)).hit);
    });
    const Aabb box = boundsOf(hull);
    for (const Bystander& other : in_.others) touches = touches || (meet(box, other.bounds) && overlapOf(hull, other.hull).hit);
    return touches;
  }

  void crush(const Transform& at, const CollisionSettings& settings, std::vector<WalkEvent>& events) {
    const Hull hull = hullOf(in_.volume, at);
    forSolids(around(hull, 0), [&](std::int32_t index, const Solid& solid) {
      if (solid.role != SolidRole::crushable) return;
      const Overlap overlap = overlapOf(hull, hullOf(solid));
      if (overlap.hit)
        events.push_back({.type = WalkEventType::crushed, .solid = index, .normal = overlap.normal, .damage = settings.crushDamage});
    });
  }

  void notice(const Transform& at, CollisionState& state, std::vector<WalkEvent>& events) {
    const Hull hull = hullOf(in_.volume, at);
    scratch_.triggers.clear();
    forSolids(around(hull, 0), [&](std::int32_t index, const Solid& solid) {
      if (solid.role == SolidRole::trigger && overlapOf(hull, hullOf(solid)).hit) scratch_.triggers.push_back(index);
    });
    const auto tell = [&](const std::vector<std::int32_t>& these, const std::vector<std::int32_t>& those, WalkEventType type) {
      for (const std::int32_t solid : these)
        if (!std::binary_search(those.begin(), those.end(), solid)) events.push_back({.type = type, .solid = solid});
    };
    tell(scratch_.triggers, state.inside, WalkEventType::entered);
    tell(state.inside, scratch_.triggers, WalkEventType::left);
    state.inside.swap(scratch_.triggers);
  }

 private:
  /// No deeper in it than before: along the level, or under what comes down on its head.
  static bool leaves(const Hull& then, const Hull& now, const Hull& other, const Overlap& overlap) {
    const Overlap was = overlapOf(then, other);
    if (!was.hit) return false;
    if (overlap.normal.y < -kUnder) return overlap.depth <= was.depth + kNoDeeper;
    return levelOverlapOf(now, other).depth <= levelOverlapOf(then, other).depth + kNoDeeper;
  }

  /// What it came down from, or came down beside without being caught between the two: at its old height it would not touch it.
  bool walkedOff(const Transform& after, const Hull& other, std::int32_t solid) const {
    constexpr float kOn = 0.01f;  ///< m
    const Vec3& was = in_.before.translation;
    if (solid < 0 || !(after.translation.y < was.y)) return false;
    const Transform over{after.rotation, {after.translation.x, was.y, after.translation.z}};
    if (overlapOf(hullOf(in_.volume, over), other).hit) return false;
    const ColumnSpan under = columnThrough(in_.tree.solid(solid), was.x, was.z);
    if (under.hit && std::abs(static_cast<float>(under.top) - was.y) < kOn) return true;
    const Hull now = hullOf(in_.volume, after);
    const Vec3 out = levelOverlapOf(now, other).normal, step = after.translation - was;
    if (dot(out, Vec3{step.x, 0, step.z}) >= 0) return true;
    const ColumnHit stood = in_.tree.column(was.x, was.y + kOn, was.z);
    if (!stood.hit || was.y - stood.height > kOn) return false;
    const Overlap left = levelOverlapOf(now, hullOf(in_.tree.solid(stood.solid)));
    return !left.hit || dot(left.normal, out) > -kOn;
  }

  /// The step after next, which a corner of the volume meets before the feet are on the next one: standing there it would not touch it.
  bool climbs(const Transform& after, const Hull& other, std::int32_t solid) const {
    constexpr int kProbes = 4;
    const Vec3& from = in_.before.translation;
    const Vec3 step{after.translation.x - from.x, 0, after.translation.z - from.z};
    const Vec3 size = in_.volume.high - in_.volume.low;
    const float far = length(step), reach = std::hypot(size.x, size.z) / 2;
    if (solid < 0 || !(far > 0)) return false;
    float next = from.y;
    for (int i = 1; i <= kProbes; ++i) {
      const Vec3 at = from + step * (reach * static_cast<float>(i) / (kProbes * far));
      if (const ColumnHit under = in_.tree.column(at.x, from.y + in_.volume.low.y, at.z); under.hit) next = std::max(next, under.height);
    }
    if (!(next > from.y)) return false;
    return !overlapOf(hullOf(in_.volume, {after.rotation, {after.translation.x, next, after.translation.z}}), other).hit;
  }

  template <class Visit>
  void forSolids(const Aabb& box, const Visit& visit) {
    scratch_.solids.clear();
    in_.tree.overlaps(box, scratch_.solids);
    for (const std::int32_t index : scratch_.solids)
      if (in_.state.crushed[static_cast<std::size_t>(index)] == 0) visit(index, in_.tree.solid(index));
  }

  Vec3 velocityOf(const Solid& solid, const Vec3& at) const {
    return solid.mover < 0 ? Vec3{} : in_.state.movers[static_cast<std::size_t>(solid.mover)].velocityAt(at);
  }

  const CollisionInput& in_;
  CollisionScratch& scratch_;
};

/// What is left of the step when the part into the wall is taken away.
Transform slid(const CollisionInput& input, const Vec3& normal) {
  const Vec3 level = normalized(Vec3{normal.x, 0, normal.z});
  const Vec3 step = input.after.translation - input.before.translation;
  const float into = std::min(0.0f, dot(step, level));
  return {input.after.rotation, input.before.translation + step - level * into};
}

}  // namespace

std::string_view nameOf(WalkEventType type) {
  constexpr std::string_view kNames[] = {"crushed", "blocked", "crashed", "entered", "left", "fell", "rose"};
  return kNames[static_cast<std::size_t>(type)];
}

CollisionSettings collisionForHeight(float height) {
  constexpr float kMachine = 10;
  const float size = height / kMachine;
  CollisionSettings settings;
  settings.crashSquared *= size;
  settings.margin = std::max(0.05f, 0.04f * height);
  return settings;
}

CollisionResult collide(const CollisionInput& input, const CollisionSettings& settings, CollisionState& state, CollisionScratch& scratch,
                        std::vector<WalkEvent>& events) {
  Stage stage(input, scratch);
  CollisionResult result{.worldFromModel = input.after, .velocity = input.velocity};

  // What blocks rejects the frame's move; the turn stands, so that nobody is caught by having turned.
  Met met = stage.blocking(input.after);
  const Met first = met;
  if (met.overlap.hit && settings.walls == WallRule::slide) {
    result.worldFromModel = slid(input, met.overlap.normal);
    met = stage.blocking(result.worldFromModel);
  }
  if (met.overlap.hit) {
    result.worldFromModel = {input.after.rotation, input.before.translation};
    result.rejected = true;
  }

  // Bounce, and how hard it was.
  if (first.overlap.hit) {
    const Vec3 n = first.overlap.normal;
    const float into = std::min(0.0f, dot(input.velocity - first.velocity, n));
    result.velocity = input.velocity - n * ((1 + settings.restitution) * into);
    const float impactSquared = into * into;
    result.crashed = state.armed && !state.held && impactSquared > settings.crashSquared;
    events.push_back({.type = result.crashed ? WalkEventType::crashed : WalkEventType::blocked,
                      .solid = first.solid,
                      .walker = first.walker,
                      .normal = n,
                      .impactSquared = impactSquared});
  }

  // One crash a contact: the next one only after the contact has been gone for a while.
  if (first.overlap.hit || stage.touching(result.worldFromModel, settings.margin)) {
    state.sinceContact = 0;
  } else {
    state.sinceContact += input.dt;
  }
  if (result.crashed) state.armed = false;
  state.held = result.rejected;
  if (state.sinceContact >= settings.rearm) state.armed = true;

  stage.crush(result.worldFromModel, settings, events);
  stage.notice(result.worldFromModel, state, events);
  return result;
}

void applyCrushes(LevelState& state, std::span<WalkEvent> events) {
  for (WalkEvent& event : events) {
    if (event.type != WalkEventType::crushed) continue;
    std::uint8_t& gone = state.crushed[static_cast<std::size_t>(event.solid)];
    if (gone != 0) event.damage = 0;
    gone = 1;
  }
}

}  // namespace sinew
