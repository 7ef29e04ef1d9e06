#include <algorithm>

#include "physics/crowd/crowd_world.h"

namespace sinew::crowd {

std::uint32_t CrowdWorld::rootOf(std::vector<std::uint32_t>& joined, std::uint32_t i) const {
  while (joined[i] != i) i = joined[i] = joined[joined[i]];
  return i;
}

std::uint32_t CrowdWorld::coupledOf(Island& island, std::uint32_t body) {
  if (body != kNone && coupledAt_[body] != kNone) return coupledAt_[body];
  const auto place = static_cast<std::uint32_t>(coupled_.size());
  Coupled coupled;
  coupled.body = body;
  if (body != kNone) {
    coupled.block = &blockOf(bodies_[body]);
    coupled.lane = actors_[bodies_[body].actor].lane;
    coupled.index = bodies_[body].index;
    coupledAt_[body] = place;
  }
  coupled_.push_back(coupled);
  island.coupled.push_back(place);
  return place;
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

  for (const Coupled& coupled : coupled_) {
    if (coupled.body < coupledAt_.size()) coupledAt_[coupled.body] = kNone;
  }
  coupledAt_.resize(bodies_.end(), kNone);
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
  rows_.resize(std::max(rows_.size(), meetings_.size()));
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
    LooseJoint& loose = *joints_[i].loose;
    loose.child = coupledOf(island, joints_[i].def.child.index);
    loose.parent = coupledOf(island, joints_[i].def.parent ? joints_[i].def.parent.index : kNone);
    coupled_[loose.child].jointed = coupled_[loose.parent].jointed = true;
  }
}

}  // namespace sinew::crowd
