#include <algorithm>

#include "manikin/plan.h"

namespace sinew {
namespace {

/// Bones shorter than this are passed through, in shares of the body's extent: 2 cm of an adult.
constexpr float kLeastBone = 0.02f / 1.75f;

float extentOf(const Rig& rig) {
  if (rig.joints.empty()) return 0;
  Vec3 low = rig.joints[0].modelFromBind.translation, high = low;
  const auto take = [&](const Vec3& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  };
  for (const Joint& joint : rig.joints) take(joint.modelFromBind.translation);
  for (const SkinVertex& vertex : rig.body.vertices) take(vertex.position);
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

/// Whether each joint is the strongest pull on at least one vertex: skin that is its own.
std::vector<bool> jointsWithOwnSkin(const Rig& rig) {
  std::vector<bool> owns(rig.joints.size(), false);
  for (const SkinVertex& vertex : rig.body.vertices) {
    const JointWeight* first = rig.body.influences.data() + vertex.influenceStart;
    const JointWeight* last = first + vertex.influenceCount;
    const auto* strongest = std::max_element(first, last, [](const JointWeight& a, const JointWeight& b) { return a.weight < b.weight; });
    if (strongest != last) owns[static_cast<std::size_t>(strongest->joint)] = true;
  }
  return owns;
}

/// A bone that starts at the joint: what tells a segment from a dangling end.
bool startsBone(const Rig& rig, std::size_t joint, float least) {
  const auto children = rig.childrenOf(static_cast<std::int32_t>(joint));
  return std::any_of(children.begin(), children.end(), [&](std::int32_t child) {
    return distance(rig.joints[static_cast<std::size_t>(child)].modelFromBind.translation, rig.joints[joint].modelFromBind.translation) >=
           least;
  });
}

std::vector<bool> bodyJoints(const Rig& rig) {
  const std::size_t count = rig.joints.size();
  const float least = kLeastBone * extentOf(rig);
  if (rig.body.vertices.empty()) {
    std::vector<bool> body(count);
    for (std::size_t j = 0; j < count; ++j) body[j] = startsBone(rig, j, least);
    return body;
  }

  // Skin decides; a bare joint counts only where it is a real bone between two that have skin.
  const std::vector<bool> owns = jointsWithOwnSkin(rig);
  std::vector<bool> skinBelow = owns, skinAbove(count, false), body(count, false);
  for (std::size_t j = count; j-- > 0;)
    if (skinBelow[j] && rig.joints[j].parent >= 0) skinBelow[static_cast<std::size_t>(rig.joints[j].parent)] = true;
  for (std::size_t j = 0; j < count; ++j) {
    const auto parent = rig.joints[j].parent;
    if (parent >= 0) skinAbove[j] = owns[static_cast<std::size_t>(parent)] || skinAbove[static_cast<std::size_t>(parent)];
    body[j] = owns[j] || (skinAbove[j] && skinBelow[j] && startsBone(rig, j, least));
  }
  return body;
}

float distanceToBone(const Rig& rig, const PlannedPart& part, const Vec3& point) {
  const Vec3 head = rig.joints[static_cast<std::size_t>(part.joint)].modelFromBind.translation;
  float least = distance(head, point);
  for (const auto child : rig.childrenOf(part.joint))
    least = std::min(least, distance(rig.joints[static_cast<std::size_t>(child)].modelFromBind.translation, point));
  return least;
}

}  // namespace

PartPlan planBones(const Rig& rig, const RoleMap& map) {
  PartPlan plan;
  const std::vector<bool> body = bodyJoints(rig);
  std::vector<std::int32_t> partAt(rig.joints.size(), -1);  // part at or above each joint
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    const auto up = rig.joints[j].parent;
    const std::int32_t above = up >= 0 ? partAt[static_cast<std::size_t>(up)] : -1;
    partAt[j] = above;
    if (!body[j]) continue;

    // A second tree of bones hangs from whatever body part is next to it.
    std::int32_t parent = above;
    const Vec3 head = rig.joints[j].modelFromBind.translation;
    for (std::size_t i = 0; above < 0 && i < plan.parts.size(); ++i) {
      if (parent < 0 || distanceToBone(rig, plan.parts[i], head) < distanceToBone(rig, plan.parts[static_cast<std::size_t>(parent)], head))
        parent = static_cast<std::int32_t>(i);
    }
    partAt[j] = static_cast<std::int32_t>(plan.parts.size());
    plan.parts.push_back({"bone." + std::to_string(rig.joints[j].node), Role::bone, static_cast<std::int32_t>(j), parent});
  }
  assignJoints(rig, map, plan);
  return plan;
}

}  // namespace sinew
