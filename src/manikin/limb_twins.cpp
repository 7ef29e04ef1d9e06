#include <algorithm>
#include <cmath>
#include <vector>

#include "manikin/named_limbs.h"

namespace sinew {

namespace {

constexpr float kTwinDistance = 0.03f;  // of the body's height: how near to the mirror image a twin lies

/// The joint that lies on the mirror image of `joint`: on the other limb's branch, or spelled alike where several lie there. -1 where there
/// is none.
std::int32_t twinOf(const BoneTree& skeleton, std::int32_t joint, std::int32_t otherTop) {
  const Vec3 image = skeleton.position(joint) - skeleton.left() * (2 * skeleton.lateral(joint));
  std::int32_t best = -1;
  float bestScore = 0;
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    if (j == joint || skeleton.name(j).helper) continue;
    const float away = distance(image, skeleton.position(j)) / (kTwinDistance * skeleton.size());
    if (away > 1) continue;
    float score = 1 - away;
    if (skeleton.name(j).compact == skeleton.name(joint).compact) score += 1;
    if (skeleton.isAncestor(otherTop, j) || skeleton.isAncestor(j, otherTop)) score += 0.5f;
    if (skeleton.carriesSkin(j)) score += 0.25f;
    if (score > bestScore) {
      bestScore = score;
      best = j;
    }
  }
  return best;
}

/// The joint that stands in the other limb where `joint` stands in its own: as many steps below the joint where the limbs meet, on a
/// way of alike segments. For bind poses that are no mirror image of themselves. -1 where the limbs are built differently.
std::int32_t counterpartOf(const BoneTree& skeleton, std::int32_t joint, std::int32_t ownTip, std::int32_t otherTip) {
  const std::int32_t meet = skeleton.commonAncestor(ownTip, otherTip);
  const std::vector<std::int32_t> own = skeleton.pathBelow(meet, ownTip), other = skeleton.pathBelow(meet, otherTip);
  if (own.size() != other.size()) return -1;
  std::int32_t found = -1;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] == joint) found = other[i];
    if (i == 0) continue;
    const float a = skeleton.distance(own[i - 1], own[i]), b = skeleton.distance(other[i - 1], other[i]);
    if (std::abs(a - b) > 0.15f * std::max(a, b) + 0.005f * skeleton.size()) return -1;
  }
  return found;
}

/// The joint by which a limb's longest way ends, from its last named joint on.
std::int32_t tipOf(const NamedLimb& limb) {
  for (std::size_t stage = kLimbStages; stage-- > 0;)
    if (limb.joints[stage] >= 0) return limb.joints[stage];
  return -1;
}

/// True where both joints lie on one point: skins that list the same skeleton twice leave such doubles.
bool samePlace(const BoneTree& skeleton, std::int32_t a, std::int32_t b) {
  return skeleton.distance(a, b) < 0.2f * kTwinDistance * skeleton.size();
}

}  // namespace

void agreeOnTwins(const BoneTree& skeleton, NamedLimb& left, NamedLimb& right) {
  if (left.top() < 0 || right.top() < 0) return;
  NamedLimb& sure = left.score >= right.score ? left : right;
  NamedLimb& other = left.score >= right.score ? right : left;

  // Twins by place; by their order in the limb where the bind pose is no mirror image of itself.
  std::array<std::int32_t, kLimbStages> twins{-1, -1, -1, -1, -1};
  int named = 0, found = 0;
  for (std::size_t stage = 0; stage < kLimbStages; ++stage) {
    if (sure.joints[stage] < 0) continue;
    ++named;
    twins[stage] = twinOf(skeleton, sure.joints[stage], other.top());
    found += twins[stage] >= 0 ? 1 : 0;
  }
  if (found * 2 <= named) {
    for (std::size_t stage = 0; stage < kLimbStages; ++stage)
      twins[stage] = sure.joints[stage] < 0 ? -1 : counterpartOf(skeleton, sure.joints[stage], tipOf(sure), tipOf(other));
    found = static_cast<int>(std::count_if(twins.begin(), twins.end(), [](std::int32_t twin) { return twin >= 0; }));
    if (found < named) return;
  }

  // The less sure side follows: a joint that its name hides takes the role, one that plays no such role on the sure side loses it.
  for (std::size_t stage = 0; stage < kLimbStages; ++stage) {
    const std::int32_t twin = twins[stage];
    if (sure.joints[stage] < 0) {
      other.joints[stage] = -1;
    } else if (twin >= 0 && (other.joints[stage] < 0 || !samePlace(skeleton, twin, other.joints[stage]))) {
      other.joints[stage] = twin;
      other.weights[stage] = 0;
    }
  }
}

}  // namespace sinew
