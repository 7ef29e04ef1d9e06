#include "manikin/named_trunk.h"

#include <algorithm>
#include <vector>

namespace sinew {

namespace {

constexpr float kOutright = 0.4f;  // names that may mean the pelvis anywhere; weaker ones only where the legs meet
constexpr float kNearHips = 0.2f;  // of the body's height

float weightOf(const BoneTree& skeleton, std::int32_t joint, Word word) {
  for (const Reading& reading : skeleton.name(joint).readings)
    if (reading.word == word) return reading.weight;
  return 0;
}

bool isCentral(const BoneTree& skeleton, std::int32_t joint) { return skeleton.name(joint).side == 0; }

/// A joint that names call a neck and nothing lower.
bool isNeck(const BoneTree& skeleton, std::int32_t joint) {
  return weightOf(skeleton, joint, Word::neck) > 0.5f && weightOf(skeleton, joint, Word::chest) <= 0;
}

/// A head that a neck hangs from is none.
bool leadsToNeck(const BoneTree& skeleton, std::int32_t joint) {
  for (std::int32_t j = joint + 1; j < skeleton.jointCount(); ++j)
    if (isNeck(skeleton, j) && isCentral(skeleton, j) && skeleton.isAncestor(joint, j)) return true;
  return false;
}

bool meansTrunk(const BoneTree& skeleton, std::int32_t joint) {
  return weightOf(skeleton, joint, Word::chest) > 0 || weightOf(skeleton, joint, Word::spine) > 0;
}

bool isUnknown(const BoneTree& skeleton, std::int32_t joint) {
  return skeleton.name(joint).readings.empty() && !skeleton.name(joint).helper;
}

TrunkJoint findHead(const BoneTree& skeleton, std::int32_t armsMeet) {
  // By name: moving skin, above the arms, nearest to the trunk.
  TrunkJoint head;
  float best = 0;
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const float weight = weightOf(skeleton, j, Word::head);
    if (weight <= 0 || !isCentral(skeleton, j) || leadsToNeck(skeleton, j) || !skeleton.branchCarriesSkin(j)) continue;
    const float score = weight + (armsMeet >= 0 && skeleton.isAncestor(armsMeet, j) ? 0.5f : 0.0f);
    if (score > best) {
      best = score;
      head = {j, weight};
    }
  }
  if (head.joint >= 0 || armsMeet < 0) return head;

  // Families that count on: the neck's or spine's last joint is the head, where at least one stands between it and the arms and
  // nothing central leads on from it.
  std::int32_t last = -1;
  for (std::int32_t j = armsMeet + 1; j < skeleton.jointCount(); ++j) {
    const bool counts = weightOf(skeleton, j, Word::neck) > 0 || weightOf(skeleton, j, Word::spine) > 0;
    if (counts && isCentral(skeleton, j) && skeleton.isAncestor(armsMeet, j) && (last < 0 || skeleton.isAncestor(last, j))) last = j;
  }
  if (last < 0 || skeleton.parent(last) == armsMeet) return {};
  const auto children = skeleton.children(last);
  const bool leadsOn = std::any_of(children.begin(), children.end(), [&](std::int32_t child) {
    return isCentral(skeleton, child) && !skeleton.name(child).helper && skeleton.branchCarriesSkin(child);
  });
  return leadsOn ? TrunkJoint{} : TrunkJoint{last, 0.5f};
}

TrunkJoint findPelvis(const BoneTree& skeleton, const LimbTops& tops, std::int32_t head) {
  const std::int32_t legsMeet = skeleton.commonAncestor(tops.hindLeft, tops.hindRight);
  Vec3 hips{};
  const bool legsKnown = tops.hindLeft >= 0 && tops.hindRight >= 0;
  if (legsKnown) hips = (skeleton.position(tops.hindLeft) + skeleton.position(tops.hindRight)) * 0.5f;

  const bool meetOverHead = skeleton.isAncestor(legsMeet, head) && skeleton.carriesSkin(legsMeet) &&
                            (meansTrunk(skeleton, legsMeet) || isUnknown(skeleton, legsMeet));

  TrunkJoint pelvis;
  float best = 0.6f;
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    if (!isCentral(skeleton, j) || skeleton.name(j).helper || j == head) continue;
    const float weight = weightOf(skeleton, j, Word::pelvis);
    const float away = legsKnown ? distance(skeleton.position(j), hips) / skeleton.size() : 0;
    if (weight < kOutright && (j != legsMeet || away > kNearHips)) continue;
    // Above the legs, on the way to the head, close to the hips, moving skin.
    float score = weight;
    const bool overHead = skeleton.isAncestor(j, head);
    if (j == legsMeet)
      score += overHead ? 0.6f : 0.4f;
    else if (overHead || (legsMeet >= 0 && skeleton.isAncestor(j, legsMeet)))
      score += 0.2f;
    // Legs and trunk meet in a joint that moves skin: what stands above it is spine, whatever it is called.
    if (j != legsMeet && overHead && meetOverHead && skeleton.isAncestor(legsMeet, j)) continue;
    if (skeleton.carriesSkin(j)) score += 0.15f;
    score += 0.2f * std::max(-1.0f, 1.0f - away / kNearHips);
    if (score > best) {
      best = score;
      pelvis = {j, weight};
    }
  }
  // Legs that hang from the lowest joint of the spine: the pelvis is the joint below it, whatever it is called.
  if (pelvis.joint >= 0 && pelvis.weight < kOutright && weightOf(skeleton, pelvis.joint, Word::spine) > 0.5f) {
    const std::int32_t below = skeleton.parent(pelvis.joint);
    if (below >= 0 && isUnknown(skeleton, below) && isCentral(skeleton, below) && skeleton.carriesSkin(below)) return {below, 0};
  }
  return pelvis;
}

/// Index in `way` of the chest: the joint from which the arms leave, or the last one before the neck. -1 where there is none.
std::ptrdiff_t chestOn(const BoneTree& skeleton, const std::vector<std::int32_t>& way, const LimbTops& tops) {
  const auto place = [&](std::int32_t joint) {
    const auto found = std::find(way.begin(), way.end(), joint);
    return found == way.end() ? std::ptrdiff_t{-1} : found - way.begin();
  };
  std::ptrdiff_t at = -1;
  if (tops.foreLeft >= 0 && tops.foreRight >= 0 && !way.empty()) {
    const std::int32_t last = way.back();
    at = place(skeleton.commonAncestor(skeleton.commonAncestor(tops.foreLeft, tops.foreRight), last));
  }
  // Arms that hang from the neck, or from below the trunk: the joint under the neck.
  if (at < 0 || isNeck(skeleton, way[static_cast<std::size_t>(at)])) {
    const bool fromNeck = at >= 0;
    std::ptrdiff_t neck = 0;
    const auto count = static_cast<std::ptrdiff_t>(way.size());
    while (neck < count && !isNeck(skeleton, way[static_cast<std::size_t>(neck)])) ++neck;
    if (neck > 0 && (neck < count || !fromNeck)) at = neck - 1;
    if (at >= 0 && !fromNeck && !meansTrunk(skeleton, way[static_cast<std::size_t>(at)])) at = -1;
  }
  // Arms that hang from a joint of unknown name right below the head: chest or neck, who knows.
  const auto last = static_cast<std::ptrdiff_t>(way.size()) - 1;
  if (at > 0 && at == last && isUnknown(skeleton, way[static_cast<std::size_t>(at)])) return -1;
  return at;
}

TrunkJoint findTail(const BoneTree& skeleton, std::int32_t pelvis, std::int32_t head) {
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const float weight = weightOf(skeleton, j, Word::tail);
    if (weight > 0 && isCentral(skeleton, j) && !skeleton.isAncestor(head, j) && j != pelvis) return {j, weight};
  }
  return {};
}

}  // namespace

NamedTrunk readTrunk(const BoneTree& skeleton, const LimbTops& tops) {
  NamedTrunk trunk;
  const std::int32_t armsMeet = skeleton.commonAncestor(tops.foreLeft, tops.foreRight);
  trunk.head = findHead(skeleton, armsMeet);
  trunk.pelvis = findPelvis(skeleton, tops, trunk.head.joint);
  trunk.tail = findTail(skeleton, trunk.pelvis.joint, trunk.head.joint);
  const std::int32_t upwards = trunk.head.joint >= 0 ? trunk.head.joint : armsMeet;
  if (upwards < 0 || trunk.pelvis.joint < 0) return trunk;

  // The way from the pelvis (or from where it branches off) to the head (or to the arms), without joints that carry no mass.
  const std::int32_t base = skeleton.commonAncestor(trunk.pelvis.joint, upwards);
  std::vector<std::int32_t> way = skeleton.pathBelow(base, upwards);
  if (!way.empty() && upwards == trunk.head.joint) way.pop_back();
  std::erase_if(way, [&](std::int32_t j) { return skeleton.name(j).helper || j == trunk.pelvis.joint; });

  const std::ptrdiff_t chest = chestOn(skeleton, way, tops);
  const auto joint = [&](std::ptrdiff_t at) { return way[static_cast<std::size_t>(at)]; };
  if (chest >= 0) {
    const auto trunkWeight = [&](std::int32_t j) {
      return std::max(weightOf(skeleton, j, Word::spine), weightOf(skeleton, j, Word::chest));
    };
    trunk.chest = {joint(chest), trunkWeight(joint(chest))};
    if (chest > 0) trunk.spine = {joint(0), trunkWeight(joint(0))};
  }
  if (chest + 1 < static_cast<std::ptrdiff_t>(way.size()))
    trunk.neck = {joint(chest + 1), weightOf(skeleton, joint(chest + 1), Word::neck)};
  return trunk;
}

}  // namespace sinew
