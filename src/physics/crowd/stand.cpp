#include <algorithm>
#include <cmath>

#include "physics/crowd/crowd_world.h"

// Contacts with ground that does not come in lanes, once a step, with what the speeds may add:
//
//     a character ---> its parts, as they stand and where they go      (Standing)
//     each ground ---> what of it is near all of them                  (NearPackets)
//     each part   ---> touches ---> slots of the part, in its lane     (SlotWork)

namespace sinew::crowd {
namespace {

constexpr float kFarthestWay = 3;     ///< m, ground is not sought farther ahead
constexpr float kMostTurning = 0.2f;  ///< m, that a part's turning may add to the margin
constexpr float kSameNormal = 0.98f;  ///< cosine, within which a slot goes on with its impulse

/// Rows of SlotWork in a block's work space.
float* slotRows(const Topology& kind, void* scratch, int slot, int width) {
  const WorkSections<float> one = workOf<float>(kind, nullptr);
  const std::size_t row = reinterpret_cast<std::size_t>(one.slots + slot) / sizeof(float);
  return static_cast<float*>(scratch) + row * static_cast<std::size_t>(width);
}

/// The head of SlotWork: what is of the step.
struct SlotFound {
  float on = 1;
  Vec3 local, normal;
  float offset = 0, radius = 0, friction = 0, restitution = 0;
  Vec3 drift, impulse, sum;
  float arrival = 0, peak = 0;
};

}  // namespace

void CrowdWorld::standOnGround(Block& block, const StepNumbers& step) {
  const Topology& topology = *block.view.kind;
  for (int k = 0; k < topology.slots; ++k) {
    float* on = slotRows(topology, block.view.scratch, k, kernel_.width);
    std::fill(on, on + kernel_.width, 0.0f);
  }
  for (int lane = 0; lane < kernel_.width; ++lane) {
    const std::uint32_t index = block.actors[static_cast<std::size_t>(lane)];
    if (index != kNone && actors_[index].enabled && !actors_[index].asleep) standActor(block, lane, actors_[index], step.whole);
  }
}

void CrowdWorld::standActor(Block& block, int lane, const Actor& actor, float dt) {
  Worker& worker = workers_.local();
  worker.parts.clear();
  for (const BodyId id : actor.bodies) {
    const Body& body = bodies_[id.index];
    if ((body.def.mask & kGroundGroup) == 0) continue;
    const Motion motion = motionOf(body);
    worker.parts.push_back({&body, motion, shapeOf(body, motion), 0});
  }
  const auto wayOf = [dt](const Standing& part, const Ground& ground) {
    return shortened((part.motion.velocity - ground.velocityAt(part.motion.place)) * dt, kFarthestWay);
  };
  const auto marginOf = [dt](const Standing& part) {
    return kMargin + std::min(length(part.motion.spin) * part.shape.reach() * dt, kMostTurning);
  };
  for (std::uint32_t g = 0; g < grounds_.end(); ++g) {
    if (!grounds_.holds(g)) continue;
    const Ground& ground = grounds_[g];
    worker.packets.clear();
    if (ground.type == GroundType::mesh) {
      Vec3 low{1e30f, 1e30f, 1e30f}, high = -low;
      for (const Standing& part : worker.parts) {
        const Vec3 way = wayOf(part, ground) * kAhead, c = part.shape.center();
        const float wide = part.shape.reach() + marginOf(part);
        low = lowest(low, lowest(c, c + way) - Vec3{wide, wide, wide});
        high = highest(high, highest(c, c + way) + Vec3{wide, wide, wide});
      }
      ground.gather(low, high, worker.packets);
      if (worker.packets.empty()) continue;
    }
    for (Standing& part : worker.parts) {
      GroundTouch touches[8];
      const auto at = static_cast<std::size_t>(part.body->index);
      const std::vector<std::int32_t>& firstSlot = kinds_[block.kind]->firstSlot;
      const int room = std::min(firstSlot[at + 1] - firstSlot[at], 8);
      const int count = ground.meet(part.shape, marginOf(part), wayOf(part, ground), worker.packets, touches, room);
      if (count > 0) fillSlots(block, lane, part, ground, touches, count);
    }
  }
}

/// Touches of one part into its slots; a slot goes on with its impulse where end and normal are the same.
void CrowdWorld::fillSlots(Block& block, int lane, Standing& part, const Ground& ground, const GroundTouch* touches, int count) {
  const Kind& kind = *kinds_[block.kind];
  const auto at = static_cast<std::size_t>(part.body->index);
  const int first = kind.firstSlot[at], last = kind.firstSlot[at + 1];
  SlotLanes<float> kept[8];
  for (int k = first; k < last; ++k) kept[k - first] = block.slot(k, lane);
  for (int i = 0; i < count; ++i) {
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
    const Vec3 arm = touches[i].point - part.motion.place;
    slot.local = rotate(conjugate(part.motion.turn), arm);
    slot.offset = dot(touches[i].point, slot.normal) - slot.radius - touches[i].gap;
    slot.friction = std::sqrt(part.body->def.material.friction * ground.material.friction);
    slot.restitution = std::max(part.body->def.material.restitution, ground.material.restitution);
    slot.drift = ground.velocityAt(touches[i].point);
    if (score >= 2) slot.impulse = kept[best - first].impulse;
    slot.arrival = dot(part.motion.velocity + cross(part.motion.spin, arm) - slot.drift, slot.normal);
    storeLane(slotRows(kind.topology, block.view.scratch, best, kernel_.width), kernel_.width, lane, slot);
  }
}

}  // namespace sinew::crowd
