#include <algorithm>

#include <tbb/parallel_for.h>

#include "physics/crowd/crowd_world.h"

// Who is near whom: characters' boxes in cells, then parts against parts (touching.cpp). A touch by what moves wakes.

namespace sinew::crowd {
namespace {

constexpr float kTouch = 1e-3f;     ///< m, under which two parts count as touching
constexpr std::size_t kRun = 16;    ///< pairs of characters that one task looks at
constexpr std::size_t kBlocks = 8;  ///< blocks that one task measures

}  // namespace

bool CrowdWorld::moving(const Body& body) const {
  const Actor& actor = actors_[body.actor];
  return !actor.asleep && (body.def.mode == BodyMode::dynamic || body.remaining > 0);
}

void CrowdWorld::meet(float dt) {
  std::swap(before_, meetings_);
  do {
    gatherAwake();
    measureAwake(dt);
    findPairs();
    meetPairs(dt);
  } while (wakeTouched(dt));
}

void CrowdWorld::measureAwake(float dt) {
  StepNumbers numbers;
  numbers.whole = dt;
  const auto measure = [&](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) kernel_.measure(blocks_[awakeBlocks_[i]].view, numbers);
  };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, awakeBlocks_.size(), kBlocks), measure, tbb::simple_partitioner());
}

/// Pairs of characters whose boxes meet and of which one is awake, in order of arrival; and those that meet themselves out of lanes.
void CrowdWorld::findPairs() {
  pairs_.clear();
  if (awakeBlocks_.empty()) return;
  const auto boxOfActor = [this](std::uint32_t i) {
    const WholeLanes<float> whole = blocks_[actors_[i].block].whole(actors_[i].lane);
    return CellBox{whole.lowest, whole.highest, i};
  };
  const auto gather = [&](CellGrid& cells, auto&& wanted) {
    boxes_.clear();
    for (std::uint32_t i = 0; i < actors_.end(); ++i) {
      if (actors_.holds(i) && actors_[i].enabled && wanted(actors_[i])) boxes_.push_back(boxOfActor(i));
    }
    cells.build(boxes_);
  };
  if (sleepersChanged_) gather(asleepCells_, [](const Actor& actor) { return actor.asleep; });
  sleepersChanged_ = false;
  gather(awakeCells_, [](const Actor& actor) { return !actor.asleep; });

  const auto note = [this](const CellBox& a, const CellBox& b) {
    pairs_.push_back(actors_[a.who].serial < actors_[b.who].serial ? std::pair{a.who, b.who} : std::pair{b.who, a.who});
  };
  awakeCells_.pairs(note);
  for (const CellBox& box : awakeCells_.boxes()) {
    asleepCells_.overlap(box, [&](const CellBox& sleeper) { note(box, sleeper); });
    const Actor& actor = actors_[box.who];
    if (actor.boxes && actor.bodies.size() > 1 && actor.selfCollision) pairs_.push_back({box.who, box.who});
  }
  std::sort(pairs_.begin(), pairs_.end(), [this](const auto& p, const auto& q) {
    const Actor &p0 = actors_[p.first], &p1 = actors_[p.second], &q0 = actors_[q.first], &q1 = actors_[q.second];
    return p0.serial != q0.serial ? p0.serial < q0.serial : p1.serial < q1.serial;
  });
}

/// Contacts of all pairs, in their order.
void CrowdWorld::meetPairs(float dt) {
  placed_.clear();
  placedFrom_.assign(actors_.end(), kNone);
  for (const auto& [a, b] : pairs_) {
    placeParts(a, dt);
    placeParts(b, dt);
  }
  const std::size_t runs = (pairs_.size() + kRun - 1) / kRun;
  if (found_.size() < runs) found_.resize(runs);
  const auto look = [&](std::size_t run) {
    found_[run].clear();
    for (std::size_t i = run * kRun; i < std::min((run + 1) * kRun, pairs_.size()); ++i)
      meetActors(pairs_[i].first, pairs_[i].second, dt, found_[run]);
  };
  if (runs == 1) look(0);
  if (runs > 1) tbb::parallel_for(std::size_t{0}, runs, look);
  meetings_.clear();
  for (std::size_t run = 0; run < runs; ++run) meetings_.insert(meetings_.end(), found_[run].begin(), found_[run].end());
}

/// Wakes what is touched by what moves; whether anything woke.
bool CrowdWorld::wakeTouched(float dt) {
  bool woke = false;
  const auto visit = [&](std::uint32_t sleeper, const Body& other) {
    if (!actors_[bodies_[sleeper].actor].asleep || !moving(other)) return;
    wakeActor(bodies_[sleeper].actor);
    woke = true;
  };
  for (const Meeting& m : meetings_) {
    if (m.distance + std::min(m.arrival, 0.0f) * dt > kTouch) continue;
    visit(m.bodyA, bodies_[m.bodyB]);
    visit(m.bodyB, bodies_[m.bodyA]);
  }
  for (const std::uint32_t i : looseJoints_) {
    const JointDef& def = joints_[i].def;
    if (!def.parent) continue;
    visit(def.child.index, bodies_[def.parent.index]);
    visit(def.parent.index, bodies_[def.child.index]);
  }
  for (std::uint32_t g = 0; g < grounds_.end(); ++g) {
    if (!grounds_.holds(g) || grounds_[g].remaining <= 0) continue;
    for (std::uint32_t i = 0; i < actors_.end(); ++i) {
      if (!actors_.holds(i) || !actors_[i].enabled || !actors_[i].asleep) continue;
      for (const BodyId id : actors_[i].bodies) {
        GroundTouch touched;
        if (!actors_[i].asleep ||
            grounds_[g].meet(shapeOf(bodies_[id.index]), {5 * kTouch, grounds_[g].velocity * -dt, {}}, &touched, 1) == 0)
          continue;
        wakeActor(i);
        woke = true;
      }
    }
  }
  return woke;
}

}  // namespace sinew::crowd
