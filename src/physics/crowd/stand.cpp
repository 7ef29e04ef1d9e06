#include <algorithm>
#include <cmath>
#include <cstddef>

#include "physics/crowd/crowd_world.h"

// Contacts with ground that does not come in lanes, once a step, with what the speeds may add:
//
//     a character ---> its parts, as they stand and where they go      (Standing)
//     each ground ---> what of it is near all of them                  (NearPackets)
//     each part   ---> touches ---> slots of the part, in its lane     (SlotWork)

namespace sinew::crowd {
namespace {

constexpr float kMostSunk = 1;        ///< m
constexpr float kSameSide = 0.5f;     ///< cosine, within which two faces look the same way
constexpr float kSameNormal = 0.98f;  ///< cosine, within which a slot goes on with its impulse

/// Rows of a struct in a block's work space, from the offset it has with lanes of one float.
float* workRows(const void* place, void* scratch, int width) {
  return static_cast<float*>(scratch) + reinterpret_cast<std::size_t>(place) / sizeof(float) * static_cast<std::size_t>(width);
}
float* slotRows(const Topology& kind, void* scratch, int slot, int width) {
  return workRows(workOf<float>(kind, nullptr).slots + slot, scratch, width);
}

/// Opens a slot in the lanes that have nothing there: the space has served others before.
void openSlot(float* rows, int width, std::size_t floats) {
  if (std::any_of(rows, rows + width, [](float on) { return on != 0; })) return;
  std::fill(rows, rows + floats * static_cast<std::size_t>(width), 0.0f);
}

/// The head of SlotWork: what is of the step.
struct SlotFound {
  float on = 1;
  Vec3 local, normal;
  float offset = 0, radius = 0, friction = 0, restitution = 0;
  Vec3 drift, impulse, sum;
  float arrival = 0, peak = 0;
};

/// Which way faces look that bore a part last, against a direction.
struct Sides {
  bool any = false, same = false, opposed = false;
};

Sides sidesOf(const SlotLanes<float>* kept, int slots, const Vec3& normal) {
  bool bears = false;
  for (int k = 0; k < slots; ++k) bears = bears || kept[k].impulse.x > 0;
  Sides sides;
  for (int k = 0; k < slots; ++k) {
    if ((bears && !(kept[k].impulse.x > 0)) || lengthSquared(kept[k].normal) < 0.5f) continue;
    const float along = dot(kept[k].normal, normal);
    sides.any = true;
    sides.same = sides.same || along > kSameSide;
    sides.opposed = sides.opposed || along < -kSameSide;
  }
  return sides;
}

/// Whether a touch is to be believed. What stands on a thin floor is also behind its underside, and a blow may have sunk it beyond that:
/// the side that bore a part last, or that it went through, goes on bearing it, and a side that looks the other way is not believed where
/// the part is deep. A part that nothing bore yet believes what it is in front of, else the shallowest that it is behind.
bool believed(const GroundTouch* touches, int count, int i, const SlotLanes<float>* kept, int slots, const Standing& part) {
  const GroundTouch& touch = touches[i];
  const auto opposes = [&touch](const GroundTouch& other) { return dot(other.normal, touch.normal) < -kSameSide; };
  const auto wentThrough = [&](const GroundTouch& other) {
    if (!other.crossed) return false;
    const Sides there = sidesOf(kept, slots, other.normal);  // on its way out it comes through the underside
    return there.same || !there.opposed;
  };
  if (wentThrough(touch)) return true;
  if (std::any_of(touches, touches + count, [&](const GroundTouch& other) { return opposes(other) && wentThrough(other); })) return false;

  const Sides sides = sidesOf(kept, slots, touch.normal);
  const float deep = part.approach.travel.sunk > 0 ? 1e9f : -0.5f * part.shape.radius;
  if (!touch.behind) return sides.same || !sides.opposed || touch.gap > deep;
  bool shallowest = true;
  for (int k = 0; k < count; ++k) {
    if (!touches[k].behind && opposes(touches[k]) && touches[k].gap > deep) return false;
    shallowest = shallowest && touches[k].behind && touches[k].gap <= touch.gap;
  }
  return sides.same || (!sides.any && shallowest);
}

}  // namespace

void CrowdWorld::standOnGround(Block& block, const StepNumbers& step) {
  const Topology& topology = *block.view.kind;
  for (int k = 0; k < topology.slots; ++k) {
    float* on = slotRows(topology, block.view.scratch, k, kernel_.width);
    std::fill(on, on + kernel_.width, 0.0f);
  }
  kernel_.reach(block.view, step);
  for (int lane = 0; lane < kernel_.width; ++lane) {
    const std::uint32_t index = block.actors[static_cast<std::size_t>(lane)];
    if (index != kNone && actors_[index].enabled && !actors_[index].asleep) standActor(block, lane, actors_[index], step.whole);
  }
}

void CrowdWorld::standActor(Block& block, int lane, const Actor& actor, float dt) {
  Worker& worker = workers_.local();
  worker.parts.clear();
  const ReachWork<float>* reaches = workOf<float>(*block.view.kind, nullptr).reach;
  Vec3 low{1e30f, 1e30f, 1e30f}, high = -low;
  for (const BodyId id : actor.bodies) {
    const Body& body = bodies_[id.index];
    if ((body.def.mask & kGroundGroup) == 0) continue;
    const auto reach = loadLane<ReachWork<float>>(workRows(reaches + body.index, block.view.scratch, kernel_.width), kernel_.width, lane);
    Standing part{&body, {}, {reach.margin, reach.way, body.travel}, 0};
    part.shape.type = body.def.shape.type;
    part.shape.end0 = reach.end0;
    part.shape.end1 = reach.end1;
    part.shape.radius = body.def.shape.radius;
    if (part.shape.type == BodyShape::box) part.shape = shapeOf(body);
    const float wide = reach.margin + 2 * body.travel.sunk + length(body.travel.came) +
                       (part.shape.type == BodyShape::box ? part.shape.reach() : part.shape.radius);
    low = lowest(low, lowest(reach.end0, reach.end1) + lowest(reach.way, {}) * kAhead - Vec3{wide, wide, wide});
    high = highest(high, highest(reach.end0, reach.end1) + highest(reach.way, {}) * kAhead + Vec3{wide, wide, wide});
    worker.parts.push_back(part);
  }
  for (std::uint32_t g = 0; g < grounds_.end(); ++g) {
    if (!grounds_.holds(g)) continue;
    const Ground& ground = grounds_[g];
    const bool moves = ground.remaining > 0;
    if (ground.type == GroundType::mesh) {
      const Vec3 drift =
          moves ? (highest(ground.velocityAt(low), -ground.velocityAt(low)) + highest(ground.velocityAt(high), -ground.velocityAt(high))) *
                      (kAhead * dt)
                : Vec3{};
      ground.gather(low - drift, high + drift, worker.packets);
      if (worker.packets.at.empty()) continue;
    }
    for (Standing& part : worker.parts) {
      GroundTouch touches[8];
      Approach approach = part.approach;
      if (moves) approach.way -= ground.velocityAt(part.shape.center()) * dt;
      const int count = ground.meet(part.shape, approach, worker.packets, touches, 8);
      if (count > 0) fillSlots(block, lane, part, ground, touches, count);
    }
  }
}

/// Remembers which parts went far, and which a blow has left with their centres behind what they met.
void CrowdWorld::noteTravel(const Block& block) {
  const Kind& kind = *kinds_[block.kind];
  const int width = kernel_.width;
  for (int lane = 0; lane < width; ++lane) {
    const std::uint32_t index = block.actors[static_cast<std::size_t>(lane)];
    if (index == kNone || !actors_[index].enabled || actors_[index].asleep) continue;
    for (const BodyId id : actors_[index].bodies) {
      Body& body = bodies_[id.index];
      const auto at = static_cast<std::size_t>(body.index);
      const float* backup =
          workRows(behind<BodyLanes<float>>(workOf<float>(kind.topology, nullptr).backup, body.index), block.view.scratch, width);
      const Vec3 way = block.bodyPart<Vec3>(body.index, lane, 0) - loadLane<Vec3>(backup, width, lane);
      body.travel = {};
      if (lengthSquared(way) > body.def.shape.radius * body.def.shape.radius) body.travel.came = way;
      for (int k = kind.firstSlot[at]; k < kind.firstSlot[at + 1]; ++k) {
        const float* rows = slotRows(kind.topology, block.view.scratch, k, width);
        if (rows[lane] == 0) continue;
        const std::size_t row = offsetof(SlotWork<float>, distance) / sizeof(float);
        const float depth = -rows[row * static_cast<std::size_t>(width) + static_cast<std::size_t>(lane)];
        if (depth > body.def.shape.radius) body.travel.sunk = std::min(std::max(body.travel.sunk, depth), kMostSunk);
      }
    }
  }
}

/// Touches of one part into its slots; a slot goes on with its impulse where end and normal are the same.
void CrowdWorld::fillSlots(Block& block, int lane, Standing& part, const Ground& ground, const GroundTouch* touches, int count) {
  const Kind& kind = *kinds_[block.kind];
  const auto at = static_cast<std::size_t>(part.body->index);
  const int first = kind.firstSlot[at], last = kind.firstSlot[at + 1];
  const Motion motion = motionOf(*part.body);
  SlotLanes<float> kept[8];
  for (int k = first; k < last; ++k) kept[k - first] = block.slot(k, lane);
  for (int i = 0; i < count; ++i) {
    if (!believed(touches, count, i, kept, last - first, part)) continue;

    // The slot of the same end and normal, else a free one of the end, else any.
    int best = -1, score = -1;
    for (int k = first; k < last; ++k) {
      if ((part.used >> (k - first) & 1u) != 0) continue;
      const bool sameEnd = kind.slotEnd[static_cast<std::size_t>(k)] == touches[i].end;
      const int points = (sameEnd ? 1 : 0) + (dot(kept[k - first].normal, touches[i].normal) > kSameNormal ? 2 : 0);
      if (points > score) {
        score = points;
        best = k;
      }
    }
    if (best < 0) return;
    part.used |= 1u << (best - first);
    SlotFound slot;
    slot.radius = part.shape.radius;
    slot.normal = touches[i].normal;
    const Vec3 arm = touches[i].point - motion.place;
    slot.local = rotate(conjugate(motion.turn), arm);
    slot.offset = dot(touches[i].point, slot.normal) - slot.radius - touches[i].gap;
    slot.friction = std::sqrt(part.body->def.material.friction * ground.material.friction);
    slot.restitution = std::max(part.body->def.material.restitution, ground.material.restitution);
    slot.drift = ground.velocityAt(touches[i].point);
    if (score >= 2) slot.impulse = kept[best - first].impulse;
    slot.arrival = dot(motion.velocity + cross(motion.spin, arm) - slot.drift, slot.normal);
    float* rows = slotRows(kind.topology, block.view.scratch, best, kernel_.width);
    openSlot(rows, kernel_.width, sizeof(SlotWork<float>) / sizeof(float));
    storeLane(rows, kernel_.width, lane, slot);
  }
}

}  // namespace sinew::crowd
