#include <algorithm>

#include "physics/crowd/crowd_world.h"

namespace sinew::crowd {
namespace {

/// Rows of a struct in a block's work space, from the offset it has with lanes of one float.
const float* workRows(const void* place, const void* scratch, int width) {
  return static_cast<const float*>(scratch) + reinterpret_cast<std::size_t>(place) / sizeof(float) * static_cast<std::size_t>(width);
}

Contact contactOf(const Vec3& sum, const Vec3& normal, const Vec3& t1, const Vec3& t2) {
  Contact contact;
  contact.normal = normal;
  contact.impulse = sum.x;
  contact.friction = t1 * sum.y + t2 * sum.z;
  return contact;
}

void order(Contact& contact) {
  if (!contact.b || contact.a.index < contact.b.index) return;
  std::swap(contact.a, contact.b);
  contact.normal = -contact.normal;
  contact.friction = -contact.friction;
}

}  // namespace

/// What the lanes of a block have borne in the step.
void CrowdWorld::reportBlock(Block& block, std::vector<Contact>& out) const {
  const Topology& kind = *block.view.kind;
  const WorkSections<float> one = workOf<float>(kind, nullptr);
  const int width = kernel_.width;
  const auto* pairOf = reinterpret_cast<const std::int32_t*>(workRows(one.pairOf, block.view.scratch, width));
  for (int lane = 0; lane < width; ++lane) {
    const std::uint32_t index = block.actors[static_cast<std::size_t>(lane)];
    if (index == kNone || !actors_[index].enabled || actors_[index].asleep) continue;
    const std::vector<BodyId>& bodies = actors_[index].bodies;
    for (int k = 0; k < block.view.activePairs; ++k) {
      const float* rows = workRows(one.pairs + k, block.view.scratch, width);
      if (rows[lane] == 0) continue;
      const auto work = loadLane<PairWork<float>>(rows, width, lane);
      if (work.sum.x <= 0 && work.distance > 0) continue;
      const int a = kind.pairA[pairOf[k]], b = kind.pairB[pairOf[k]];
      Contact contact = contactOf(work.sum, work.normal, work.along[1], work.along[2]);
      contact.a = bodies[static_cast<std::size_t>(a)];
      contact.b = bodies[static_cast<std::size_t>(b)];
      const Motion motion = block.body<Motion>(a, lane);
      contact.point = motion.place + rotate(motion.turn, work.localA) - work.normal * (work.reach / 2);
      contact.depth = -work.distance;
      order(contact);
      out.push_back(contact);
    }
    for (int k = 0; k < kind.slots; ++k) {
      const float* rows = workRows(one.slots + k, block.view.scratch, width);
      if (rows[lane] == 0) continue;
      const auto work = loadLane<SlotWork<float>>(rows, width, lane);
      if (work.sum.x <= 0 && work.distance > 0) continue;
      Contact contact = contactOf(work.sum, work.normal, work.along[1], work.along[2]);
      contact.a = bodies[static_cast<std::size_t>(kind.slotBody[k])];
      const Motion motion = block.body<Motion>(kind.slotBody[k], lane);
      contact.point = motion.place + rotate(motion.turn, work.local) - work.normal * work.radius;
      contact.depth = -work.distance;
      out.push_back(contact);
    }
  }
}

void CrowdWorld::reportContacts() {
  contacts_.clear();
  contacts_.reserve(std::size_t{4} * bodies_.end());
  for (const std::uint32_t i : awakeBlocks_) contacts_.insert(contacts_.end(), blockContacts_[i].begin(), blockContacts_[i].end());
  for (const Meeting& m : meetings_) {
    if (m.contact.sum.x <= 0 && m.contact.distance > 0) continue;
    Contact contact = contactOf(m.contact.sum, m.contact.normal, m.contact.along[1], m.contact.along[2]);
    contact.a = bodies_.idAt(m.bodyA);
    contact.b = bodies_.idAt(m.bodyB);
    const Motion motion = motionOf(bodies_[m.bodyA]);
    contact.point = motion.place + rotate(motion.turn, m.contact.localA) - m.contact.normal * (m.contact.reach / 2);
    contact.depth = -m.contact.distance;
    order(contact);
    contacts_.push_back(contact);
  }
  std::sort(contacts_.begin(), contacts_.end(), [](const Contact& p, const Contact& q) {
    if (p.a.index != q.a.index) return p.a.index < q.a.index;
    if (p.b.index != q.b.index) return p.b.index < q.b.index;
    return std::tuple(p.point.x, p.point.y, p.point.z) < std::tuple(q.point.x, q.point.y, q.point.z);
  });
}

}  // namespace sinew::crowd
