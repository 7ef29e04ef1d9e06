#include "manikin/tail.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace sinew {
namespace {

/// A tail nearer to its joint than this share of the reference length gives no direction.
constexpr float kLeastBone = 0.01f;
/// A palm is at least this share of the whole hand.
constexpr float kLeastPalm = 0.35f;

/// Something that hangs from the part's joint and may be the end of its bone.
struct Candidate {
  std::int32_t node = -1;
  bool joint = false;
  bool skinned = false;
  Vec3 position;  ///< m, part frame
};

class TailSearch {
 public:
  TailSearch(const Rig& rig, const RoleMap& map, const PartPlan& plan, std::size_t part, std::span<const Vec3> points)
      : rig_(rig), map_(map), plan_(plan), part_(plan.parts[part]), points_(points), partFromModel_(inverse(joint().modelFromBind)) {}

  std::optional<Tail> byRole() const;
  std::optional<Tail> byFingers() const;
  std::optional<Tail> byChild() const;
  std::optional<Tail> byMesh() const;

 private:
  const Joint& joint() const { return rig_.joints[static_cast<std::size_t>(part_.joint)]; }
  const Joint& jointAt(std::int32_t j) const { return rig_.joints[static_cast<std::size_t>(j)]; }
  bool longEnough(const Vec3& tail) const { return length(tail) > kLeastBone * rig_.referenceLength; }
  Tail atJoint(std::int32_t j) const { return {TailSource::joint, jointAt(j).node, partFromModel_ * jointAt(j).modelFromBind.translation}; }
  std::vector<Candidate> candidates() const;
  Vec3 onward() const;
  Vec3 expected() const;
  float reachAlong(const Vec3& direction) const;
  static std::vector<Role> rolesBeyond(Role role);

  const Rig& rig_;
  const RoleMap& map_;
  const PartPlan& plan_;
  const PlannedPart& part_;
  std::span<const Vec3> points_;
  Transform partFromModel_;
};

// The roles that a segment measures toward, nearest first.
std::vector<Role> TailSearch::rolesBeyond(Role role) {
  switch (role) {
    case Role::pelvis:
      return {Role::spine, Role::chest, Role::neck, Role::head};
    case Role::spine:
      return {Role::chest, Role::neck, Role::head};
    case Role::chest:
      return {Role::neck, Role::head};
    case Role::neck:
      return {Role::head};
    case Role::leftHand:
    case Role::rightHand:
    case Role::head:
    case Role::tail:
    case Role::bone:
    case Role::none:
      return {};
    default:
      break;
  }
  // Along a limb every role has one that hangs from it.
  for (std::size_t r = 0; r < kRoleCount; ++r)
    if (parentOf(static_cast<Role>(r)) == role) return {static_cast<Role>(r)};
  return {};
}

// The direction in which the chain arrives at this joint, part frame.
Vec3 TailSearch::onward() const {
  const Vec3 head = joint().modelFromBind.translation;
  Vec3 from = head;
  if (part_.parent >= 0) from = jointAt(plan_.parts[static_cast<std::size_t>(part_.parent)].joint).modelFromBind.translation;
  if (distance(from, head) < kLeastBone * rig_.referenceLength && joint().parent >= 0)
    from = jointAt(joint().parent).modelFromBind.translation;
  return rotate(partFromModel_.rotation, normalized(head - from, rig_.axes.up));
}

// Where the bone should go: up the skull, out to the middle of the skin, or on as before.
Vec3 TailSearch::expected() const {
  if (part_.role == Role::head && map_.creature == Creature::humanoid) return rotate(partFromModel_.rotation, rig_.axes.up);
  Vec3 middle;
  for (const Vec3& point : points_) middle += point;
  if (points_.empty()) return onward();
  middle = middle / static_cast<float>(points_.size());
  return length(middle) > 0.15f * reachAlong(normalized(middle)) ? normalized(middle, onward()) : onward();
}

// How far the part's vertices go in a direction: the 98th percentile.
float TailSearch::reachAlong(const Vec3& direction) const {
  if (points_.empty()) return 0;
  std::vector<float> along;
  along.reserve(points_.size());
  for (const Vec3& point : points_) along.push_back(dot(point, direction));
  const auto nth = along.begin() + static_cast<std::ptrdiff_t>(0.98f * static_cast<float>(along.size() - 1));
  std::nth_element(along.begin(), nth, along.end());
  return *nth;
}

std::vector<Candidate> TailSearch::candidates() const {
  std::vector<Candidate> found;
  for (const std::int32_t child : rig_.childrenOf(part_.joint)) {
    if (plan_.shapedBy(child) < 0) continue;
    const Joint& j = jointAt(child);
    found.push_back({j.node, true, j.weight > 0, partFromModel_ * j.modelFromBind.translation});
  }
  for (std::size_t n = 0; n < rig_.nodes.size(); ++n) {
    const RigNode& node = rig_.nodes[n];
    if (node.parent == joint().node && node.joint < 0)
      found.push_back({static_cast<std::int32_t>(n), false, false, partFromModel_ * node.positionBind});
  }
  std::erase_if(found, [&](const Candidate& c) { return !longEnough(c.position); });
  return found;
}

std::optional<Tail> TailSearch::byRole() const {
  if (part_.role == Role::tail) {
    const auto at = std::find(map_.tail.begin(), map_.tail.end(), part_.joint);
    const auto next = at == map_.tail.end() ? map_.tail.begin() : at + 1;
    if (next != map_.tail.end() && longEnough(atJoint(*next).position)) return atJoint(*next);
  }
  for (const Role role : rolesBeyond(part_.role)) {
    const std::int32_t j = map_.jointOf(role);
    if (j >= 0 && longEnough(atJoint(j).position)) return atJoint(j);
  }
  return std::nullopt;
}

// A palm ends where its fingers start: the middle of their roots, the thumb left out where it stands apart.
std::optional<Tail> TailSearch::byFingers() const {
  if (part_.role != Role::leftHand && part_.role != Role::rightHand) return std::nullopt;
  std::vector<Candidate> roots = candidates();
  std::erase_if(roots, [&](const Candidate& c) { return !c.skinned || angleBetween(normalized(c.position), onward()) > radians(50.0f); });
  if (roots.size() < 2) return std::nullopt;
  Vec3 middle;
  for (const Candidate& root : roots) middle += root.position / static_cast<float>(roots.size());
  // Fingers that start at the wrist are no measure of a palm.
  if (!points_.empty() && length(middle) < kLeastPalm * reachAlong(normalized(middle))) return std::nullopt;
  const auto nearest = std::min_element(roots.begin(), roots.end(), [&](const Candidate& a, const Candidate& b) {
    return distance(a.position, middle) < distance(b.position, middle);
  });
  return Tail{TailSource::joint, nearest->node, middle};
}

// An end node says where the bone stops, if it lies where the skin goes and about as far. A bone of no body plan follows
// whichever joint continues it best.
std::optional<Tail> TailSearch::byChild() const {
  const Vec3 toward = expected();
  const bool anyWay = part_.role == Role::bone;
  const float widest = anyWay ? kPi : radians(part_.role == Role::head ? 40.0f : 55.0f);
  const Candidate* best = nullptr;
  float least = widest;
  const std::vector<Candidate> all = candidates();
  for (const Candidate& candidate : all) {
    const Vec3 direction = normalized(candidate.position);
    const float angle = angleBetween(direction, toward);
    const float reach = reachAlong(direction);
    const float share = length(candidate.position) / std::max(reach, 1e-9f);
    const bool plausible = anyWay ? candidate.joint : points_.empty() || (share > 0.5f && share < 1.6f);
    if (plausible && angle <= least) {
      least = angle;
      best = &candidate;
    }
  }
  if (best == nullptr) return std::nullopt;
  return Tail{best->joint ? TailSource::joint : TailSource::node, best->node, best->position};
}

std::optional<Tail> TailSearch::byMesh() const {
  if (points_.empty()) return std::nullopt;
  const Vec3 direction = expected();
  const float reach = reachAlong(direction);
  if (!(reach > kLeastBone * rig_.referenceLength)) return std::nullopt;
  return Tail{TailSource::mesh, -1, direction * reach};
}

}  // namespace

Tail findTail(const Rig& rig, const RoleMap& map, const PartPlan& plan, std::size_t part, std::span<const Vec3> points,
              Findings& findings) {
  const TailSearch search(rig, map, plan, part, points);
  if (const auto tail = search.byRole()) return *tail;
  if (const auto tail = search.byFingers()) return *tail;
  if (const auto tail = search.byChild()) return *tail;
  const std::string& name = plan.parts[part].name;
  if (const auto tail = search.byMesh()) {
    findings.push_back({Severity::warning,
                        "fit.tail",
                        name,
                        {},
                        {},
                        {},
                        "neither joint nor node ends this bone: it is measured to where its vertices end"});
    return *tail;
  }
  findings.push_back({Severity::warning,
                      "fit.tail",
                      name,
                      {},
                      {},
                      {},
                      "neither joint, node nor vertex ends this bone: its length is that of the built-in figure"});
  return {};
}

}  // namespace sinew
