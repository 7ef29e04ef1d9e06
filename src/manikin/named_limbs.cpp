#include "manikin/named_limbs.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr std::array<Word, kLimbStages> kArmWords{Word::clavicle, Word::upperArm, Word::forearm, Word::hand, Word::none};
constexpr std::array<Word, kLimbStages> kLegWords{Word::hipLink, Word::thigh, Word::shin, Word::foot, Word::toes};

constexpr float kCoreBonus = 0.25f;       // a limb without its upper or lower half is no limb
constexpr float kSkinBonus = 0.1f;        // of two chains with the same words, the one that moves the mesh
constexpr float kSkipPenalty = 0.02f;     // for each joint left out in the middle
constexpr float kUnknownPenalty = 0.06f;  // and for one whose name means nothing although it moves the mesh
constexpr float kAmbiguous = 0.7f;        // a word that means two stages about equally
constexpr float kConnectorRatio = 2.5f;   // of a limb's second segment to its first
constexpr float kPlainlyAside = 0.03f;    // of the body's height: off the middle plane
constexpr float kUnknownWeight = 0.05f;   // a joint whose name means nothing may stand between two that are named
constexpr float kUnknownBonus = 0.15f;    // and complete the limb

/// Best way to go on below one joint once stages up to `k` are used.
struct Below {
  float score = 0;
  std::int32_t joint = -1;
  std::size_t stage = kLimbStages;
};

float weightOf(const JointName& name, Word word) {
  for (const Reading& reading : name.readings)
    if (reading.word == word) return reading.weight;
  return 0;
}

bool isLimbWord(Word word) {
  return std::find(kArmWords.begin(), kArmWords.end() - 1, word) != kArmWords.end() - 1 ||
         std::find(kLegWords.begin(), kLegWords.end(), word) != kLegWords.end();
}

/// Side of a joint that its name may not tell.
bool liesOn(const BoneTree& skeleton, std::int32_t joint, int said, int side) {
  if (said != 0) return said == side;
  return static_cast<float>(side) * skeleton.lateral(joint) > 0.01f * skeleton.size();
}

/// What it costs to pass a joint over after a stage was taken: nothing for helpers and for further pieces of the same part ("thigh.001").
float skipPenalty(const BoneTree& skeleton, std::int32_t joint, Word taken) {
  const JointName& name = skeleton.name(joint);
  if (name.helper || weightOf(name, taken) > 0) return 0;
  return name.readings.empty() && skeleton.carriesSkin(joint) ? kUnknownPenalty : kSkipPenalty;
}

/// The hand or foot that its name hides: the one joint that leads on from the forearm or shin, far enough from its start.
std::int32_t onlyWayOn(const BoneTree& skeleton, std::int32_t upper, std::int32_t lower) {
  std::int32_t way = -1;
  for (const std::int32_t child : skeleton.children(lower)) {
    if (skeleton.name(child).helper || !skeleton.branchCarriesSkin(child)) continue;
    if (way >= 0) return -1;
    way = child;
  }
  if (way < 0 || !skeleton.carriesSkin(way) || skeleton.distance(lower, way) < 0.4f * skeleton.distance(upper, lower)) return -1;
  return way;
}

/// A detached foot, as exporters of baked IK rigs leave them: under the root or a root of its own. It must move the mesh and
/// lie below the shin.
std::int32_t detachedFoot(const BoneTree& skeleton, std::int32_t thigh, std::int32_t shin, int side, const std::vector<int>& sides) {
  std::int32_t best = -1;
  float bestDistance = thigh >= 0 ? 2 * skeleton.distance(thigh, shin) : skeleton.size();
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    if (sides[static_cast<std::size_t>(j)] != side || !skeleton.carriesSkin(j) || skeleton.isAncestor(shin, j)) continue;
    if (weightOf(skeleton.name(j), Word::foot) < 0.5f || skeleton.height(j) >= skeleton.height(shin)) continue;
    const float away = skeleton.distance(shin, j);
    if (away < bestDistance) {
      best = j;
      bestDistance = away;
    }
  }
  return best;
}

/// Finds the hand or foot where the chain of names stops short of it.
void completeEnd(const BoneTree& skeleton, LimbKind kind, int side, const std::vector<int>& sides, NamedLimb& limb) {
  const std::int32_t upper = limb.joints[1], lower = limb.joints[2];
  if (lower < 0 || limb.joints[3] >= 0) return;
  if (kind == LimbKind::leg) limb.joints[3] = detachedFoot(skeleton, upper, lower, side, sides);
  if (limb.joints[3] >= 0) {
    limb.weights[3] = weightOf(skeleton.name(limb.joints[3]), Word::foot);
    limb.score += limb.weights[3];
  } else if (upper >= 0 && limb.joints[4] < 0) {
    limb.joints[3] = onlyWayOn(skeleton, upper, lower);
  }
}

/// Words that fit a connector and an upper part as well as an upper and a lower part ("Shoulder", "Arm"): a first half far
/// shorter than the second is a connector, and the lower part is yet to be found.
void shiftOutwards(const BoneTree& skeleton, NamedLimb& limb) {
  auto& [connector, upper, lower, end, tip] = limb.joints;
  if (connector >= 0 || upper < 0 || lower < 0 || end < 0) return;
  if (limb.weights[1] > kAmbiguous || limb.weights[2] > kAmbiguous) return;
  if (kConnectorRatio * skeleton.distance(upper, lower) > skeleton.distance(lower, end)) return;
  connector = upper;
  upper = lower;
  lower = -1;
  limb.weights = {limb.weights[1], limb.weights[2], 0, limb.weights[3], limb.weights[4]};
}

}  // namespace

std::int32_t NamedLimb::top() const {
  for (const std::int32_t joint : joints)
    if (joint >= 0) return joint;
  return -1;
}

std::vector<int> sidesOf(const BoneTree& skeleton) {
  std::vector<int> sides(static_cast<std::size_t>(skeleton.jointCount()));
  int marked = 0, limbWords = 0;
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const JointName& name = skeleton.name(j);
    sides[static_cast<std::size_t>(j)] = name.side;
    const bool limb = std::any_of(name.readings.begin(), name.readings.end(), [](const Reading& r) { return isLimbWord(r.word); });
    limbWords += limb ? 1 : 0;
    marked += limb && name.side != 0 ? 1 : 0;
  }
  if (marked >= 4 || marked * 2 >= limbWords) return sides;

  // No side in the names: which side of the middle plane a joint lies on.
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const float lateral = skeleton.lateral(j);
    sides[static_cast<std::size_t>(j)] = std::abs(lateral) < 0.02f * skeleton.size() ? 0 : lateral > 0 ? 1 : -1;
  }
  return sides;
}

std::vector<int> correctedSides(const BoneTree& skeleton, std::vector<int> sides) {
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const float lateral = skeleton.lateral(j);
    if (sides[static_cast<std::size_t>(j)] != 0 && std::abs(lateral) > kPlainlyAside * skeleton.size())
      sides[static_cast<std::size_t>(j)] = lateral > 0 ? 1 : -1;
  }
  return sides;
}

NamedLimb readLimb(const BoneTree& skeleton, LimbKind kind, int side, const std::vector<int>& sides) {
  const auto& words = kind == LimbKind::arm ? kArmWords : kLegWords;
  const auto count = static_cast<std::size_t>(skeleton.jointCount());

  // From the tips to the roots: below[j][k] is the best continuation under joint j when stages up to k are taken.
  // Children have larger indices than their parents, so one pass backwards sees them first.
  std::vector<std::array<Below, kLimbStages>> below(count);
  std::vector<std::array<float, kLimbStages>> value(count);
  const auto own = [&](std::size_t j, std::size_t stage) {
    const auto joint = static_cast<std::int32_t>(j);
    const JointName& name = skeleton.name(joint);
    if (words[stage] == Word::none || name.pair == 2) return 0.0f;
    const bool core = stage == 1 || stage == 2;
    const float skin = skeleton.carriesSkin(joint) ? kSkinBonus : 0.0f;
    const float weight = sides[j] == side ? weightOf(name, words[stage]) : 0.0f;
    if (weight > 0) return weight + (core ? kCoreBonus : 0.0f) + skin;
    const bool unknown = name.readings.empty() && !name.helper && liesOn(skeleton, joint, sides[j], side);
    return unknown && below[j][stage].joint >= 0 ? kUnknownWeight + (core ? kUnknownBonus : 0.0f) + skin : 0.0f;
  };
  NamedLimb best;
  std::size_t bestJoint = count, bestStage = kLimbStages;
  for (std::size_t j = count; j-- > 0;) {
    for (std::size_t k = 0; k < kLimbStages; ++k) {
      for (const std::int32_t child : skeleton.children(static_cast<std::int32_t>(j))) {
        const auto c = static_cast<std::size_t>(child);
        // Either the child takes a later stage, or it is passed over.
        for (std::size_t next = k + 1; next < kLimbStages; ++next)
          if (value[c][next] > below[j][k].score) below[j][k] = {value[c][next], child, next};
        Below passed = below[c][k];
        passed.score -= skipPenalty(skeleton, child, words[k]);
        if (passed.joint >= 0 && passed.score > below[j][k].score) below[j][k] = passed;
      }
    }
    for (std::size_t k = 0; k < kLimbStages; ++k) {
      const float mine = own(j, k);
      value[j][k] = mine > 0 ? mine + below[j][k].score : 0;
      if (value[j][k] >= best.score && value[j][k] > 0) {
        best.score = value[j][k];
        bestJoint = j;
        bestStage = k;
      }
    }
  }
  if (bestJoint == count) return best;

  // Walk the winner down.
  for (Below at{best.score, static_cast<std::int32_t>(bestJoint), bestStage}; at.joint >= 0;
       at = below[static_cast<std::size_t>(at.joint)][at.stage]) {
    best.joints[at.stage] = at.joint;
    best.weights[at.stage] = weightOf(skeleton.name(at.joint), words[at.stage]);
  }

  completeEnd(skeleton, kind, side, sides, best);
  shiftOutwards(skeleton, best);
  return best;
}

}  // namespace sinew
