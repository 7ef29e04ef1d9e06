#include <algorithm>
#include <cstddef>

#include "physics/crowd/crowd_world.h"

namespace sinew::crowd {
namespace {

/// Rows of a struct in a block's work space, from the offset it has with lanes of one float.
const float* workRows(const void* place, const void* scratch, int width) {
  return static_cast<const float*>(scratch) + reinterpret_cast<std::size_t>(place) / sizeof(float) * static_cast<std::size_t>(width);
}

/// One number of a struct in the work space, by its place in bytes.
float numberAt(const float* rows, std::size_t offset, int width, int lane) {
  return rows[offset / sizeof(float) * static_cast<std::size_t>(width) + static_cast<std::size_t>(lane)];
}
Vec3 vectorAt(const float* rows, std::size_t offset, int width, int lane) {
  return {numberAt(rows, offset, width, lane), numberAt(rows, offset + 4, width, lane), numberAt(rows, offset + 8, width, lane)};
}

/// Whether a contact of the work space bore something or overlaps.
template <class Work>
bool tells(const float* rows, int width, int lane) {
  return rows[lane] != 0 &&
         (numberAt(rows, offsetof(Work, sum), width, lane) > 0 || numberAt(rows, offsetof(Work, distance), width, lane) <= 0);
}

Contact contactOf(const Vec3& sum, const Vec3& normal) {
  Contact contact;
  Vec3 t1, t2;
  tangentsOf(normal, t1, t2);
  contact.normal = normal;
  contact.impulse = sum.x;
  contact.friction = t1 * sum.y + t2 * sum.z;
  return contact;
}

/// What is common to the contacts of a block with itself and with the ground.
template <class Work>
Contact contactAt(const float* rows, int width, int lane) {
  Contact contact = contactOf(vectorAt(rows, offsetof(Work, sum), width, lane), vectorAt(rows, offsetof(Work, normal), width, lane));
  contact.depth = -numberAt(rows, offsetof(Work, distance), width, lane);
  return contact;
}

/// By bodies, then by place.
bool before(const Contact& p, const Contact& q) {
  if (p.a.index != q.a.index) return p.a.index < q.a.index;
  if (p.b.index != q.b.index) return p.b.index < q.b.index;
  return std::tuple(p.point.x, p.point.y, p.point.z) < std::tuple(q.point.x, q.point.y, q.point.z);
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
    if (index == kNone || !actors_[index].enabled || actors_[index].asleep || block.whole(lane).burst > 0) continue;
    const std::vector<BodyId>& bodies = actors_[index].bodies;
    const std::size_t first = out.size();
    for (int k = 0; k < block.view.activePairs; ++k) {
      using Work = PairWork<float>;
      const float* rows = workRows(one.pairs + k, block.view.scratch, width);
      if (!tells<Work>(rows, width, lane)) continue;
      Contact contact = contactAt<Work>(rows, width, lane);
      const int a = kind.pairA[pairOf[k]], b = kind.pairB[pairOf[k]];
      contact.a = bodies[static_cast<std::size_t>(a)];
      contact.b = bodies[static_cast<std::size_t>(b)];
      const Motion motion = block.body<Motion>(a, lane);
      contact.point = motion.place + rotate(motion.turn, vectorAt(rows, offsetof(Work, localA), width, lane)) -
                      contact.normal * (numberAt(rows, offsetof(Work, reach), width, lane) / 2);
      order(contact);
      out.push_back(contact);
    }
    for (int k = 0; k < kind.slots; ++k) {
      using Work = SlotWork<float>;
      const float* rows = workRows(one.slots + k, block.view.scratch, width);
      if (!tells<Work>(rows, width, lane)) continue;
      Contact contact = contactAt<Work>(rows, width, lane);
      contact.a = bodies[static_cast<std::size_t>(kind.slotBody[k])];
      const Motion motion = block.body<Motion>(kind.slotBody[k], lane);
      contact.point = motion.place + rotate(motion.turn, vectorAt(rows, offsetof(Work, local), width, lane)) -
                      contact.normal * numberAt(rows, offsetof(Work, radius), width, lane);
      out.push_back(contact);
    }
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(), before);
  }
}

void CrowdWorld::reportContacts() {
  contacts_.clear();
  contacts_.reserve(std::size_t{4} * bodies_.end());
  for (const std::uint32_t i : awakeBlocks_) contacts_.insert(contacts_.end(), blockContacts_[i].begin(), blockContacts_[i].end());
  for (const Meeting& m : meetings_) {
    if (m.sum.x <= 0 && m.distance > 0) continue;
    Contact contact = contactOf(m.sum, m.normal);
    contact.a = bodies_.idAt(m.bodyA);
    contact.b = bodies_.idAt(m.bodyB);
    const Motion motion = motionOf(bodies_[m.bodyA]);
    contact.point = motion.place + rotate(motion.turn, m.localA) - m.normal * (m.reach / 2);
    contact.depth = -m.distance;
    order(contact);
    contacts_.push_back(contact);
  }
  if (!std::is_sorted(contacts_.begin(), contacts_.end(), before)) std::sort(contacts_.begin(), contacts_.end(), before);
}

}  // namespace sinew::crowd
