#include <algorithm>
#include <limits>

#include "physics/crowd/crowd_world.h"

// Characters that touch or are jointed are one island: it falls asleep when all of it has been quiet.

namespace sinew::crowd {
namespace {

/// How many times the sleep speeds a trembling part may reach for a moment.
constexpr float kTremble = 2.5f;

}  // namespace

/// On average no faster than the sleep speeds: a part that trembles on the spot is quiet, one that creeps away is not.
bool CrowdWorld::staysQuiet(const Body& body) const {
  const Motion now = motionOf(body);
  return distance(now.place, body.quietFrom.translation) < def_.sleepLinear * def_.sleepTime &&
         angleBetween(now.turn, body.quietFrom.rotation) < def_.sleepAngular * def_.sleepTime;
}

void CrowdWorld::wakeActor(std::uint32_t index) {
  Actor& actor = actors_[index];
  actor.quietTime = 0;
  if (actor.asleep) sleepersChanged_ = true;
  actor.asleep = false;
  setLive(actor);
}

void CrowdWorld::sleepActor(std::uint32_t index) {
  Actor& actor = actors_[index];
  actor.asleep = true;
  sleepersChanged_ = true;
  setLive(actor);
  for (const BodyId id : actor.bodies) {
    Motion motion = motionOf(bodies_[id.index]);
    motion.velocity = motion.spin = {};
    setMotion(bodies_[id.index], motion);
  }
}

/// Wakes the sleepers whose bounds meet a region: what they leaned on is gone.
void CrowdWorld::wakeAround(const Vec3& low, const Vec3& high) {
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (!actors_.holds(i) || !actors_[i].asleep) continue;
    const WholeLanes<float> w = blocks_[actors_[i].block].whole(actors_[i].lane);
    if (w.lowest.x <= high.x && low.x <= w.highest.x && w.lowest.y <= high.y && low.y <= w.highest.y && w.lowest.z <= high.z &&
        low.z <= w.highest.z)
      wakeActor(i);
  }
}

void CrowdWorld::updateSleep(float dt) {
  joined_.resize(actors_.end());
  quiet_.assign(actors_.end(), std::numeric_limits<float>::max());
  const auto awake = [this](std::uint32_t i) { return actors_.holds(i) && actors_[i].enabled && !actors_[i].asleep; };
  bool any = false;
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    joined_[i] = i;
    if (!awake(i)) continue;
    any = true;
    Actor& actor = actors_[i];
    const WholeLanes<float> whole = blocks_[actor.block].whole(actor.lane);
    const float linear = kTremble * def_.sleepLinear, angular = kTremble * def_.sleepAngular;
    const bool calm = whole.fastest < linear * linear && whole.spinning < angular * angular;
    if (calm && actor.quietTime > 0 &&
        std::all_of(actor.bodies.begin(), actor.bodies.end(), [this](BodyId id) { return staysQuiet(bodies_[id.index]); })) {
      actor.quietTime += dt;
      continue;
    }
    actor.quietTime = 0;
    if (!calm) continue;
    actor.quietTime = std::numeric_limits<float>::min();
    for (const BodyId id : actor.bodies) {
      const Motion motion = motionOf(bodies_[id.index]);
      bodies_[id.index].quietFrom = {motion.turn, motion.place};
    }
  }
  if (!any || !(def_.sleepTime > 0)) return;

  // Who leans on whom.
  const auto join = [this](const Body& a, const Body& b) {
    if (a.def.mode != BodyMode::dynamic || b.def.mode != BodyMode::dynamic) return;
    const std::uint32_t x = rootOf(joined_, a.actor), y = rootOf(joined_, b.actor);
    joined_[std::max(x, y)] = std::min(x, y);
  };
  for (const Meeting& m : meetings_) {
    if (m.sum.x > 0) join(bodies_[m.bodyA], bodies_[m.bodyB]);
  }
  for (const std::uint32_t i : looseJoints_) {
    if (joints_[i].def.parent) join(bodies_[joints_[i].def.parent.index], bodies_[joints_[i].def.child.index]);
  }

  // An island is as quiet as its liveliest member.
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (awake(i)) quiet_[rootOf(joined_, i)] = std::min(quiet_[rootOf(joined_, i)], actors_[i].quietTime);
  }
  for (std::uint32_t i = 0; i < actors_.end(); ++i) {
    if (awake(i) && quiet_[rootOf(joined_, i)] >= def_.sleepTime) sleepActor(i);
  }
}

void CrowdWorld::wake(std::span<const BodyId> bodies) {
  for (const BodyId id : bodies) {
    if (const Body* body = bodies_.find(id)) wakeActor(body->actor);
  }
}

void CrowdWorld::sleep(std::span<const BodyId> bodies) {
  for (const BodyId id : bodies) {
    if (const Body* body = bodies_.find(id)) sleepActor(body->actor);
  }
}

bool CrowdWorld::asleep(BodyId id) const {
  const Body* body = bodies_.find(id);
  return body != nullptr && actors_[body->actor].asleep;
}

}  // namespace sinew::crowd
