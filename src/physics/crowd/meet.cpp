#include <algorithm>

#include "physics/crowd/crowd_world.h"

// Who is near whom. Characters' bounds are swept along x; then parts against parts. A touch by what moves wakes.

namespace sinew::crowd {
namespace {

constexpr float kTouch = 1e-3f;      ///< m, under which two parts count as touching
constexpr float kFarAhead = 2;       ///< m, contacts are not sought farther ahead
constexpr float kSamePlace = 0.03f;  ///< m, within which a contact goes on with its impulse

bool overlap(const WholeLanes<float>& a, const WholeLanes<float>& b) {
  return a.lowest.x <= b.highest.x && b.lowest.x <= a.highest.x && a.lowest.y <= b.highest.y && b.lowest.y <= a.highest.y &&
         a.lowest.z <= b.highest.z && b.lowest.z <= a.highest.z;
}

}  // namespace

bool CrowdWorld::mayTouch(const Body& a, std::uint32_t indexB, const Body& b) const {
  return (a.def.group & b.def.mask) != 0 && (b.def.group & a.def.mask) != 0 &&
         !std::binary_search(a.blocked.begin(), a.blocked.end(), indexB);
}

bool CrowdWorld::moving(const Body& body) const {
  const Actor& actor = actors_[body.actor];
  return !actor.asleep && (body.def.mode == BodyMode::dynamic || body.remaining > 0);
}

void CrowdWorld::meet(float dt) {
  StepNumbers numbers;
  numbers.whole = dt;
  std::swap(before_, meetings_);
  do {
    gatherAwake();
    for (const std::uint32_t i : awakeBlocks_) kernel_.measure(blocks_[i].view, numbers);
    findPairs();
    meetings_.clear();
    for (const auto& [a, b] : pairs_) meetActors(a, b, dt);
  } while (wakeTouched(dt));
}

/// Pairs of characters whose bounds meet and of which one is awake, in order of arrival; and those that meet themselves out of lanes.
void CrowdWorld::findPairs() {
  pairs_.clear();
  bounds_.clear();
  if (awakeBlocks_.empty()) return;
  wholes_.resize(actors_.end());
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i) || !actors_[i].enabled) continue;
    wholes_[i] = blocks_[actors_[i].block].whole(actors_[i].lane);
    bounds_.push_back({wholes_[i].lowest.x, i});
    if (actors_[i].boxes && actors_[i].bodies.size() > 1 && actors_[i].selfCollision && !actors_[i].asleep) pairs_.push_back({i, i});
  }
  std::sort(bounds_.begin(), bounds_.end(),
            [](const Bound& a, const Bound& b) { return a.low != b.low ? a.low < b.low : a.actor < b.actor; });
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const WholeLanes<float>& one = wholes_[bounds_[i].actor];
    for (std::size_t k = i + 1; k < bounds_.size() && bounds_[k].low <= one.highest.x; ++k) {
      const std::uint32_t a = bounds_[i].actor, b = bounds_[k].actor;
      if (!overlap(one, wholes_[b]) || (actors_[a].asleep && actors_[b].asleep)) continue;
      pairs_.push_back(actors_[a].serial < actors_[b].serial ? std::pair{a, b} : std::pair{b, a});
    }
  }
  std::sort(pairs_.begin(), pairs_.end(), [this](const auto& p, const auto& q) {
    const Actor &p0 = actors_[p.first], &p1 = actors_[p.second], &q0 = actors_[q.first], &q1 = actors_[q.second];
    return p0.serial != q0.serial ? p0.serial < q0.serial : p1.serial < q1.serial;
  });
}

void CrowdWorld::meetActors(std::uint32_t a, std::uint32_t b, float dt) {
  const bool self = a == b;
  const auto isBox = [this](BodyId id) { return bodies_[id.index].def.shape.type == BodyShape::box; };
  for (std::size_t i = 0; i < actors_[a].bodies.size(); ++i) {
    const BodyId one = actors_[a].bodies[i];
    for (std::size_t k = self ? i + 1 : 0; k < actors_[b].bodies.size(); ++k) {
      const BodyId other = actors_[b].bodies[k];
      if (self && !isBox(one) && !isBox(other)) continue;
      meetParts(bodies_[one.index], one.index, bodies_[other.index], other.index, dt);
    }
  }
}

void CrowdWorld::meetParts(const Body& a, std::uint32_t indexA, const Body& b, std::uint32_t indexB, float dt) {
  if ((a.def.mode != BodyMode::dynamic && b.def.mode != BodyMode::dynamic) || !mayTouch(a, indexB, b)) return;
  const Motion motionA = motionOf(a), motionB = motionOf(b);
  const BodyLanes<float> lanesA = blockOf(a).body<BodyLanes<float>>(a.index, actors_[a.actor].lane);
  const BodyLanes<float> lanesB = blockOf(b).body<BodyLanes<float>>(b.index, actors_[b.actor].lane);
  const float ahead = kMargin + std::min(length(motionA.velocity - motionB.velocity) * dt, kFarAhead);
  const auto wide = [](const BodyLanes<float>& l) { return l.reach + std::max(length(l.end0), length(l.end1)); };
  if (distance(motionA.place, motionB.place) > ahead + wide(lanesA) + wide(lanesB)) return;

  const Touches touches = touch(shapeOf(a), shapeOf(b), ahead);
  for (int i = 0; i < touches.count; ++i) {
    const Touch& t = touches.at[static_cast<std::size_t>(i)];
    Meeting m;
    m.bodyA = indexA;
    m.bodyB = indexB;
    m.serialA = actors_[a.actor].serial;
    m.serialB = actors_[b.actor].serial;
    m.partA = a.index;
    m.partB = b.index;
    m.contact.on = 1;
    m.contact.normal = t.normal;
    m.contact.localA = rotate(conjugate(motionA.turn), t.onA - motionA.place);
    m.contact.localB = rotate(conjugate(motionB.turn), t.onB - motionB.place);
    m.contact.reach = lanesA.radius + lanesB.radius;
    m.contact.friction = std::sqrt(a.def.material.friction * b.def.material.friction);
    m.contact.distance = t.gap;
    m.restitution = std::max(a.def.material.restitution, b.def.material.restitution);
    m.arrival =
        dot(motionA.velocity + cross(motionA.spin, t.onA - motionA.place) - motionB.velocity - cross(motionB.spin, t.onB - motionB.place),
            t.normal);
    if (t.gap > kMargin - std::min(m.arrival, 0.0f) * dt * 2) continue;

    // Both lists are in the same order: what stood there before is found by its parts.
    const auto key = [](const Meeting& x) { return std::tuple(x.serialA, x.serialB, x.partA, x.partB); };
    auto old = std::lower_bound(before_.begin(), before_.end(), m, [&key](const Meeting& x, const Meeting& y) { return key(x) < key(y); });
    float nearest = kSamePlace;
    for (; old != before_.end() && key(*old) == key(m); ++old) {
      const float away = distance(old->contact.localA, m.contact.localA);
      if (away >= nearest || dot(old->contact.normal, m.contact.normal) < 0.95f) continue;
      nearest = away;
      m.contact.impulse = old->contact.impulse;
    }
    meetings_.push_back(m);
  }
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
    if (m.contact.distance + std::min(m.arrival, 0.0f) * dt > kTouch) continue;
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
        if (!actors_[i].asleep || grounds_[g].meet(shapeOf(bodies_[id.index]), 5 * kTouch, grounds_[g].velocity * -dt, &touched, 1) == 0)
          continue;
        wakeActor(i);
        woke = true;
      }
    }
  }
  return woke;
}

std::uint32_t CrowdWorld::rootOf(std::vector<std::uint32_t>& joined, std::uint32_t i) const {
  while (joined[i] != i) i = joined[i] = joined[joined[i]];
  return i;
}

int CrowdWorld::coupledOf(Island& island, std::uint32_t body) {
  for (const std::uint32_t i : island.coupled) {
    if (coupled_[i].body == body) return static_cast<int>(i);
  }
  Coupled coupled;
  coupled.body = body;
  if (body != kNone) {
    coupled.block = &blockOf(bodies_[body]);
    coupled.lane = actors_[bodies_[body].actor].lane;
    coupled.index = bodies_[body].index;
  }
  coupled_.push_back(coupled);
  island.coupled.push_back(static_cast<std::uint32_t>(coupled_.size() - 1));
  return static_cast<int>(coupled_.size() - 1);
}

/// Blocks joined by contacts and loose joints; each island in the order of its first block.
void CrowdWorld::makeIslands() {
  joined_.resize(blocks_.size());
  for (std::uint32_t i = 0; i < blocks_.size(); ++i) joined_[i] = i;
  const auto there = [this](std::uint32_t body) { return actors_[bodies_[body].actor].enabled && !actors_[bodies_[body].actor].asleep; };
  std::erase_if(meetings_, [&](const Meeting& m) { return !there(m.bodyA) || !there(m.bodyB); });
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = rootOf(joined_, actors_[bodies_[a].actor].block), y = rootOf(joined_, actors_[bodies_[b].actor].block);
    joined_[std::max(x, y)] = std::min(x, y);
  };
  for (const Meeting& m : meetings_) join(m.bodyA, m.bodyB);
  const auto active = [&](const JointDef& def) { return there(def.child.index) && (!def.parent || there(def.parent.index)); };
  for (const std::uint32_t i : looseJoints_) {
    if (joints_[i].def.parent && active(joints_[i].def)) join(joints_[i].def.parent.index, joints_[i].def.child.index);
  }

  coupled_.clear();
  islandCount_ = 0;
  std::vector<std::uint32_t>& place = islandOf_;
  place.assign(blocks_.size(), kNone);
  for (const std::uint32_t i : awakeBlocks_) {
    const std::uint32_t root = rootOf(joined_, i);
    if (place[root] == kNone) {
      place[root] = static_cast<std::uint32_t>(islandCount_++);
      if (islands_.size() < islandCount_) islands_.emplace_back();
      Island& island = islands_[place[root]];
      island.blocks.clear();
      island.meetings.clear();
      island.joints.clear();
      island.coupled.clear();
    }
    islands_[place[root]].blocks.push_back(i);
  }
  const auto islandAt = [&](std::uint32_t body) -> Island& { return islands_[place[rootOf(joined_, actors_[bodies_[body].actor].block)]]; };
  for (std::uint32_t i = 0; i < meetings_.size(); ++i) {
    Island& island = islandAt(meetings_[i].bodyA);
    island.meetings.push_back(i);
    meetings_[i].coupledA = coupledOf(island, meetings_[i].bodyA);
    meetings_[i].coupledB = coupledOf(island, meetings_[i].bodyB);
  }
  for (const std::uint32_t i : looseJoints_) {
    if (!active(joints_[i].def)) continue;
    Island& island = islandAt(joints_[i].def.child.index);
    island.joints.push_back(i);
    joints_[i].loose->child = coupledOf(island, joints_[i].def.child.index);
    joints_[i].loose->parent = coupledOf(island, joints_[i].def.parent ? joints_[i].def.parent.index : kNone);
  }
}

}  // namespace sinew::crowd
