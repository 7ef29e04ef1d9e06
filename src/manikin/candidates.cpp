#include "manikin/candidates.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <sinew/base/text.h>

namespace sinew {

namespace {

constexpr std::size_t kShown = 3;

/// Words that mean the role, sides left out.
Word wordOf(Role role) {
  switch (sideOf(role) < 0 ? mirrored(role) : role) {
    case Role::pelvis:
      return Word::pelvis;
    case Role::spine:
      return Word::spine;
    case Role::chest:
      return Word::chest;
    case Role::neck:
      return Word::neck;
    case Role::head:
      return Word::head;
    case Role::tail:
      return Word::tail;
    case Role::leftClavicle:
      return Word::clavicle;
    case Role::leftUpperArm:
    case Role::frontLeftUpper:
      return Word::upperArm;
    case Role::leftForearm:
    case Role::frontLeftLower:
      return Word::forearm;
    case Role::leftHand:
      return Word::hand;
    case Role::leftThigh:
    case Role::hindLeftUpper:
      return Word::thigh;
    case Role::leftShin:
    case Role::hindLeftLower:
      return Word::shin;
    case Role::leftFoot:
    case Role::frontLeftPaw:
    case Role::hindLeftPaw:
      return Word::foot;
    case Role::leftToes:
      return Word::toes;
    default:
      return Word::none;
  }
}

float spelling(const JointName& name, Word word) {
  float best = 0;
  for (const std::string_view text : textsOf(word)) best = std::max(best, similarity(name.compact, text));
  return best;
}

/// Whether the joint stands where the role should: below its parent's joint, above its child's, opposite its mirror image.
float place(const BoneTree& skeleton, const RoleMap& map, Role role, std::int32_t joint) {
  float score = 0;
  Role above = parentOf(role);
  while (above != Role::none && map.jointOf(above) < 0) above = parentOf(above);
  if (above != Role::none) score += skeleton.isAncestor(map.jointOf(above), joint) ? 0.3f : -0.2f;
  for (const auto& [other, found] : map.roles)
    if (parentOf(other) == role) score += skeleton.isAncestor(joint, found.joint) ? 0.4f : -0.3f;
  if (const std::int32_t twin = map.jointOf(mirrored(role)); twin >= 0 && mirrored(role) != role) {
    const Vec3 image = skeleton.position(twin) - skeleton.left() * (2 * skeleton.lateral(twin));
    score += 0.6f * std::max(0.0f, 1.0f - distance(image, skeleton.position(joint)) / (0.15f * skeleton.size()));
  }
  return score;
}

std::string listBest(const BoneTree& skeleton, std::vector<std::pair<float, std::int32_t>> scored) {
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, scored.size()); ++i) text += (i == 0 ? "" : ", ") + describe(skeleton, scored[i].second);
  return text;
}

}  // namespace

std::string describe(const BoneTree& skeleton, std::int32_t joint) {
  const Joint& found = skeleton.rig().joints[static_cast<std::size_t>(joint)];
  const std::string node = "node " + std::to_string(found.node);
  return found.name.empty() ? "nameless " + node : "'" + printable(found.name) + "' (" + node + ")";
}

std::string nearestCandidates(const BoneTree& skeleton, const RoleMap& map, Role role, NameUse use) {
  const bool byName = use == NameUse::byName;
  const Word word = wordOf(role);
  std::vector<std::pair<float, std::int32_t>> scored;
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const JointName& name = skeleton.name(j);
    const bool taken = std::any_of(map.roles.begin(), map.roles.end(), [&](const auto& entry) { return entry.second.joint == j; });
    if (taken || (byName && name.helper)) continue;
    float score = (byName ? spelling(name, word) : 0) + place(skeleton, map, role, j);
    if (byName && name.side != 0 && sideOf(role) != 0 && name.side != sideOf(role)) score -= 0.3f;
    if (score > 0.28f) scored.emplace_back(score, j);
  }
  return listBest(skeleton, std::move(scored));
}

std::string nearestNames(const BoneTree& skeleton, std::string_view name) {
  const std::string wanted = foldCase(name);
  std::vector<std::pair<float, std::int32_t>> scored;
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const float score = similarity(foldCase(skeleton.rig().joints[static_cast<std::size_t>(j)].name), wanted);
    if (score > 0.3f) scored.emplace_back(score, j);
  }
  return listBest(skeleton, std::move(scored));
}

}  // namespace sinew
