#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "manikin/named_body.h"
#include "manikin/named_limbs.h"
#include "manikin/named_trunk.h"
#include "manikin/sides.h"

// Four-legged bodies. Their words are too varied to be read one by one ("BackUpperLeg" is a tibia, "front_ankle" a forearm), so
// names only say which limb a joint belongs to, where connectors end and where the paw is; the order of the joints does the rest.

namespace sinew {

namespace {

enum Pair : int { hind = 0, fore = 1, unknownPair = 2 };

/// One limb: the joints from the trunk to the tip.
struct LimbChain {
  int side = 0;
  int pair = unknownPair;
  std::vector<std::int32_t> joints;
};

float weightOf(const BoneTree& skeleton, std::int32_t joint, std::initializer_list<Word> words) {
  float best = 0;
  for (const Reading& reading : skeleton.name(joint).readings)
    if (std::find(words.begin(), words.end(), reading.word) != words.end()) best = std::max(best, reading.weight);
  return best;
}

float armWeight(const BoneTree& s, std::int32_t j) { return weightOf(s, j, {Word::clavicle, Word::upperArm, Word::forearm, Word::hand}); }
float legWeight(const BoneTree& s, std::int32_t j) {
  return weightOf(s, j, {Word::hipLink, Word::thigh, Word::shin, Word::foot, Word::toes});
}

bool isLimbJoint(const BoneTree& skeleton, std::int32_t joint) {
  const JointName& name = skeleton.name(joint);
  return !name.helper && (armWeight(skeleton, joint) > 0 || legWeight(skeleton, joint) > 0 || (name.pair != 0 && name.side != 0));
}

/// Which pair the words of one joint speak for: said outright, or an arm's word without a leg's.
int pairOfJoint(const BoneTree& skeleton, std::int32_t joint) {
  const int said = skeleton.name(joint).pair;
  if (said == 1) return fore;
  if (said == -1) return hind;
  return armWeight(skeleton, joint) > legWeight(skeleton, joint) ? fore : unknownPair;
}

/// The longest way down from `top` that ends in a limb joint of its side.
std::vector<std::int32_t> longestWay(const BoneTree& skeleton, std::int32_t top, int side, const std::vector<int>& sides) {
  std::int32_t deepest = top;
  std::size_t most = 0;
  for (std::int32_t j = top; j < skeleton.jointCount(); ++j) {
    if (sides[static_cast<std::size_t>(j)] != side || !skeleton.isAncestor(top, j) || !isLimbJoint(skeleton, j)) continue;
    const std::size_t steps = skeleton.pathBelow(top, j).size();
    if (steps > most) {
      most = steps;
      deepest = j;
    }
  }
  std::vector<std::int32_t> way = skeleton.pathBelow(top, deepest);
  way.insert(way.begin(), top);
  return way;
}

std::vector<LimbChain> limbChains(const BoneTree& skeleton, const std::vector<int>& sides) {
  std::vector<LimbChain> chains;
  std::vector<bool> inside(static_cast<std::size_t>(skeleton.jointCount()));
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const int side = sides[static_cast<std::size_t>(j)];
    const std::int32_t parent = skeleton.parent(j);
    // A limb starts where a limb joint of one side hangs from none of that side.
    inside[static_cast<std::size_t>(j)] = side != 0 && isLimbJoint(skeleton, j);
    const bool parentInside = parent >= 0 && inside[static_cast<std::size_t>(parent)] && sides[static_cast<std::size_t>(parent)] == side;
    if (parentInside) inside[static_cast<std::size_t>(j)] = true;
    if (!inside[static_cast<std::size_t>(j)] || parentInside) continue;
    LimbChain chain{.side = side, .pair = unknownPair, .joints = longestWay(skeleton, j, side, sides)};
    for (const std::int32_t joint : chain.joints)
      if (const int pair = pairOfJoint(skeleton, joint); pair != unknownPair && chain.pair == unknownPair) chain.pair = pair;
    chains.push_back(std::move(chain));
  }
  return chains;
}

/// The main chain of one side and pair: the longest. Where names do not tell fore from hind, the one further ahead.
const LimbChain* pick(const std::vector<LimbChain>& chains, int side, int pair) {
  const LimbChain* best = nullptr;
  for (const LimbChain& chain : chains)
    if (chain.side == side && chain.pair == pair && (best == nullptr || chain.joints.size() > best->joints.size())) best = &chain;
  return best;
}

/// A paw that hangs from the root instead of the leg. Exporters of IK rigs leave it so: it may even be named an IK target, so it
/// must move the mesh and stand near the ground.
std::int32_t detachedPaw(const BoneTree& skeleton, const LimbChain& limb, const std::vector<int>& sides) {
  std::int32_t best = -1;
  const std::int32_t tip = limb.joints.back();
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const JointName& name = skeleton.name(j);
    if (sides[static_cast<std::size_t>(j)] != limb.side || !skeleton.carriesSkin(j) || skeleton.isAncestor(limb.joints.front(), j))
      continue;
    const bool footWord = weightOf(skeleton, j, {Word::foot, Word::hand}) > 0 || (name.helper && name.pair != 0 && !name.end);
    if (!footWord || pairOfJoint(skeleton, j) != limb.pair || skeleton.height(j) > 0.2f * skeleton.size()) continue;
    if (best < 0 || skeleton.distance(tip, j) < skeleton.distance(tip, best)) best = j;
  }
  return best;
}

struct LegRoles {
  std::int32_t upper = -1, lower = -1, paw = -1;
  float pawWeight = 0;
};

LegRoles rolesOfLimb(const BoneTree& skeleton, const LimbChain& limb, const std::vector<int>& sides) {
  std::vector<std::int32_t> joints = limb.joints;
  std::erase_if(joints, [&](std::int32_t j) { return skeleton.name(j).helper; });

  // Tips carry nothing; connectors (shoulder blade, haunch) lead to the leg and are not its upper part.
  while (joints.size() > 3 && !skeleton.branchCarriesSkin(joints.back())) joints.pop_back();
  const bool attached = std::any_of(joints.begin(), joints.end(), [&](std::int32_t j) {
    return weightOf(skeleton, j, {Word::foot, Word::hand}) > 0.5f && skeleton.height(j) < 0.25f * skeleton.size();
  });
  const std::int32_t loose = attached ? -1 : detachedPaw(skeleton, limb, sides);
  const std::size_t least = loose >= 0 ? 2 : 3;
  const auto isConnector = [&] {
    const bool named = weightOf(skeleton, joints[0], {Word::clavicle, Word::hipLink}) > 0 &&
                       weightOf(skeleton, joints[0], {Word::thigh, Word::upperArm}) < 0.9f;
    return named || skeleton.distance(joints[0], joints[1]) < 0.35f * skeleton.distance(joints[1], joints[2]);
  };
  while (joints.size() > least && joints.size() > 2 && isConnector()) joints.erase(joints.begin());
  if (loose >= 0) joints.push_back(loose);
  if (joints.size() < 3) return {};

  // The paw: the last joint called a foot, or what comes after the lower leg.
  LegRoles roles{.upper = joints[0], .lower = joints[1], .paw = joints[2], .pawWeight = 0.4f};
  if (loose >= 0) return {joints[0], joints[1], loose, 0.7f};
  for (std::size_t i = 2; i < joints.size(); ++i) {
    const float weight = weightOf(skeleton, joints[i], {Word::foot, Word::hand});
    if (weight > 0.5f) {
      roles.paw = joints[i];
      roles.pawWeight = weight;
    }
  }
  return roles;
}

/// Names that do not tell fore from hind: the limb further ahead is the fore limb.
void tellPairsApart(const BoneTree& skeleton, std::vector<LimbChain>& chains) {
  for (const int side : {1, -1}) {
    std::vector<LimbChain*> open;
    bool foreTaken = false, hindTaken = false;
    for (LimbChain& chain : chains) {
      if (chain.side != side || chain.joints.size() < 3) continue;
      if (chain.pair == unknownPair) open.push_back(&chain);
      foreTaken = foreTaken || chain.pair == fore;
      hindTaken = hindTaken || chain.pair == hind;
    }
    std::sort(open.begin(), open.end(), [&](const LimbChain* a, const LimbChain* b) {
      return skeleton.ahead(a->joints.front()) < skeleton.ahead(b->joints.front());
    });
    if (open.size() == 2 && !foreTaken && !hindTaken) {
      open[0]->pair = hind;
      open[1]->pair = fore;
    } else if (open.size() == 1 && foreTaken != hindTaken) {
      open[0]->pair = foreTaken ? hind : fore;
    }
  }
}

constexpr Role kLegRoles[2][2][3] = {
    {{Role::hindLeftUpper, Role::hindLeftLower, Role::hindLeftPaw}, {Role::hindRightUpper, Role::hindRightLower, Role::hindRightPaw}},
    {{Role::frontLeftUpper, Role::frontLeftLower, Role::frontLeftPaw},
     {Role::frontRightUpper, Role::frontRightLower, Role::frontRightPaw}}};

NamedBody readWithSides(const BoneTree& skeleton, const std::vector<int>& sides) {
  NamedBody body;
  std::vector<LimbChain> chains = limbChains(skeleton, sides);
  tellPairsApart(skeleton, chains);

  // Four legs.
  std::array<std::int32_t, 4> tops{-1, -1, -1, -1};
  for (const int pair : {hind, fore}) {
    for (const int right : {0, 1}) {
      const LimbChain* limb = pick(chains, right != 0 ? -1 : 1, pair);
      if (limb == nullptr || limb->joints.size() < 2) continue;
      const LegRoles legs = rolesOfLimb(skeleton, *limb, sides);
      if (legs.upper < 0) continue;
      const Role* roles = kLegRoles[pair][right];
      body.roles[roles[0]] = {legs.upper, 0.8f};
      body.roles[roles[1]] = {legs.lower, 0.8f};
      body.roles[roles[2]] = {legs.paw, confidenceOfName(legs.pawWeight)};
      tops[2 * static_cast<std::size_t>(pair) + static_cast<std::size_t>(right)] = limb->joints.front();
    }
  }

  // The trunk between them.
  const NamedTrunk trunk = readTrunk(skeleton, {.foreLeft = tops[2], .foreRight = tops[3], .hindLeft = tops[0], .hindRight = tops[1]});
  const auto take = [&](Role role, const TrunkJoint& found) {
    if (found.joint >= 0) body.roles[role] = {found.joint, confidenceOfName(found.weight), found.weight > 0};
  };
  take(Role::pelvis, trunk.pelvis);
  take(Role::spine, trunk.spine);
  take(Role::chest, trunk.chest);
  take(Role::neck, trunk.neck);
  take(Role::head, trunk.head);
  take(Role::tail, trunk.tail);
  body.creature = Creature::quadruped;
  return body;
}

}  // namespace

NamedBody readNamedQuadruped(BoneTree& skeleton) {
  const std::vector<int> named = sidesOf(skeleton);
  NamedBody body = readWithSides(skeleton, named);
  alignToPairs(skeleton, jointsOf(body.roles));
  const std::vector<int> corrected = correctedSides(skeleton, named);
  return corrected == named ? body : readWithSides(skeleton, corrected);
}

}  // namespace sinew
