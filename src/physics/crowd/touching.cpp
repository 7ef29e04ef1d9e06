#include <algorithm>

#include "physics/crowd/crowd_world.h"

// Parts of two characters against each other:
//
//     both boxes of characters ---> the parts of each that reach into the other's ---> boxes of parts ---> shapes ---> contacts

namespace sinew::crowd {
namespace {

constexpr float kFarAhead = 2;       ///< m, contacts are not sought farther ahead
constexpr float kSamePlace = 0.03f;  ///< m, within which a contact goes on with its impulse
constexpr float kSameNormal = 0.95f;
constexpr float kSpawnedDepth = 0.01f;  ///< m, deeper overlaps of what did not touch before were put there
constexpr float kEasySpeed = 0.17f;     ///< m/s, at which those part

bool meets(const Placed& part, const Four& low, const Four& high) { return !any(less(high, part.low) | less(part.high, low)); }

auto partsOf(const Meeting& m) { return std::pair(m.partA, m.partB); }

}  // namespace

bool CrowdWorld::mayTouch(const Body& a, std::uint32_t indexB, const Body& b) const {
  return (a.def.group & b.def.mask) != 0 && (b.def.group & a.def.mask) != 0 &&
         !std::binary_search(a.blocked.begin(), a.blocked.end(), indexB);
}

/// The parts of a character among the placed, once a step.
void CrowdWorld::placeParts(std::uint32_t index, float dt) {
  if (placedFrom_[index] != kNone) return;
  placedFrom_[index] = static_cast<std::uint32_t>(placed_.size());
  for (const BodyId id : actors_[index].bodies) {
    Placed part;
    part.body = &bodies_[id.index];
    part.index = id.index;
    part.motion = motionOf(*part.body);
    part.shape = shapeOf(*part.body, part.motion);

    // Half of what two parts may come nearer belongs to each: the margin, the way, and the turning.
    const bool isBox = part.shape.type == BodyShape::box;
    const Vec3 c = part.shape.center();
    const Vec3 end0 = isBox ? c : part.shape.end0, end1 = isBox ? c : part.shape.end1;
    const Vec3 way = shortened(part.motion.velocity * dt, kFarAhead) * kAhead;
    const float reach = part.shape.reach();
    const float wide = (isBox ? reach : part.shape.radius) + kMargin / 2 + std::min(length(part.motion.spin) * reach * dt, reach);
    const Vec3 border{wide, wide, wide};
    part.low = fourOf(lowest(end0, end1) + lowest(way, {}) - border);
    part.high = fourOf(highest(end0, end1) + highest(way, {}) + border);
    placed_.push_back(part);
  }
}

void CrowdWorld::meetActors(std::uint32_t a, std::uint32_t b, float dt, std::vector<Meeting>& found) const {
  const auto placedOf = [this](std::uint32_t actor) {
    return std::span<const Placed>(placed_).subspan(placedFrom_[actor], actors_[actor].bodies.size());
  };
  const std::span<const Placed> partsA = placedOf(a), partsB = placedOf(b);
  const std::span<const Meeting> kept = keptOf(actors_[a].serial, actors_[b].serial);
  if (a == b) {
    // Boxes of a character do not come in lanes.
    for (std::size_t i = 0; i < partsA.size(); ++i) {
      for (std::size_t k = i + 1; k < partsA.size(); ++k) {
        const bool box = partsA[i].shape.type == BodyShape::box || partsA[k].shape.type == BodyShape::box;
        if (box && meets(partsA[i], partsA[k].low, partsA[k].high)) meetParts(partsA[i], partsA[k], kept, dt, found);
      }
    }
    return;
  }
  const auto around = [](std::span<const Placed> parts, Four& low, Four& high) {
    low = Four(1e30f);
    high = Four(-1e30f);
    for (const Placed& part : parts) {
      low = minOf(low, part.low);
      high = maxOf(high, part.high);
    }
  };
  Four lowA, highA, lowB, highB;
  around(partsA, lowA, highA);
  around(partsB, lowB, highB);
  for (const Placed& one : partsA) {
    if (!meets(one, lowB, highB)) continue;
    for (const Placed& other : partsB) {
      if (meets(other, one.low, one.high)) meetParts(one, other, kept, dt, found);
    }
  }
}

/// What two characters had between them in the step before, ordered by parts.
std::span<const Meeting> CrowdWorld::keptOf(std::uint64_t serialA, std::uint64_t serialB) const {
  const auto key = [](const Meeting& m) { return std::pair(m.serialA, m.serialB); };
  const auto wanted = std::pair(serialA, serialB);
  const auto first = std::lower_bound(before_.begin(), before_.end(), wanted, [&](const Meeting& m, const auto& k) { return key(m) < k; });
  auto last = first;
  while (last != before_.end() && key(*last) == wanted) ++last;
  return {first, last};
}

void CrowdWorld::meetParts(const Placed& a, const Placed& b, std::span<const Meeting> kept, float dt, std::vector<Meeting>& found) const {
  const Body &bodyA = *a.body, &bodyB = *b.body;
  if ((bodyA.def.mode != BodyMode::dynamic && bodyB.def.mode != BodyMode::dynamic) || !mayTouch(bodyA, b.index, bodyB)) return;
  const float ahead = kMargin + std::min(length(a.motion.velocity - b.motion.velocity) * dt, kFarAhead);
  const Touches touches = touch(a.shape, b.shape, ahead);
  for (int i = 0; i < touches.count; ++i) {
    const Touch& t = touches.at[static_cast<std::size_t>(i)];
    const Vec3 armA = t.onA - a.motion.place, armB = t.onB - b.motion.place;
    Meeting m;
    m.arrival = dot(a.motion.velocity + cross(a.motion.spin, armA) - b.motion.velocity - cross(b.motion.spin, armB), t.normal);
    if (t.gap > kMargin - std::min(m.arrival, 0.0f) * dt * 2) continue;
    m.bodyA = a.index;
    m.bodyB = b.index;
    m.serialA = actors_[bodyA.actor].serial;
    m.serialB = actors_[bodyB.actor].serial;
    m.partA = bodyA.index;
    m.partB = bodyB.index;
    m.normal = t.normal;
    m.localA = rotate(conjugate(a.motion.turn), armA);
    m.localB = rotate(conjugate(b.motion.turn), armB);
    m.reach = a.shape.radius + b.shape.radius;
    m.distance = t.gap;
    m.friction = std::sqrt(bodyA.def.material.friction * bodyB.def.material.friction);
    m.restitution = std::max(bodyA.def.material.restitution, bodyB.def.material.restitution);

    // What stood there before goes on with its impulse. Parts that were put into each other come apart gently, to the end.
    float nearest = kSamePlace;
    bool eased = m.distance < -kSpawnedDepth;
    for (const Meeting& old : kept) {
      if (partsOf(old) != partsOf(m)) continue;
      eased = m.distance < 0 && old.pushSpeed < kPushSpeed;
      if (dot(old.normal, m.normal) < kSameNormal) continue;
      const float away = distance(old.localA, m.localA);
      if (away >= nearest) continue;
      nearest = away;
      m.impulse = old.impulse;
    }
    if (eased) m.pushSpeed = kEasySpeed;
    found.push_back(m);
  }
}

}  // namespace sinew::crowd
