#include "manikin/named_body.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "manikin/named_limbs.h"
#include "manikin/named_trunk.h"
#include "manikin/sides.h"

namespace sinew {

namespace {

constexpr std::array<Role, kLimbStages> kArmRoles{Role::leftClavicle, Role::leftUpperArm, Role::leftForearm, Role::leftHand, Role::none};
constexpr std::array<Role, kLimbStages> kLegRoles{Role::none, Role::leftThigh, Role::leftShin, Role::leftFoot, Role::leftToes};

void take(NamedBody& body, Role role, std::size_t side, const NamedLimb& limb, std::size_t stage) {
  if (role == Role::none || limb.joints[stage] < 0) return;
  body.roles[side == 0 ? role : mirrored(role)] = {limb.joints[stage], confidenceOfName(limb.weights[stage]), limb.weights[stage] > 0};
}

/// Roles that both sides of a limb name: what tells where the middle plane is.
std::map<Role, std::int32_t> pairsOf(const std::array<NamedLimb, 2>& arms, const std::array<NamedLimb, 2>& legs) {
  std::map<Role, std::int32_t> roles;
  for (std::size_t stage = 0; stage < kLimbStages; ++stage) {
    for (const auto& [limbs, names] : {std::pair{&arms, &kArmRoles}, std::pair{&legs, &kLegRoles}}) {
      const Role role = (*names)[stage];
      const bool alike = (*limbs)[0].weights[stage] > 0 && std::abs((*limbs)[0].weights[stage] - (*limbs)[1].weights[stage]) < 1e-3f;
      if (role == Role::none || !alike) continue;
      roles[role] = (*limbs)[0].joints[stage];
      roles[mirrored(role)] = (*limbs)[1].joints[stage];
    }
  }
  return roles;
}

NamedBody readNamedHumanoid(BoneTree& skeleton) {
  NamedBody body;
  body.creature = Creature::humanoid;

  // Four limbs, each read by itself; once more where joints lie on the other side than their names say; then pair by pair.
  std::array<NamedLimb, 2> arms, legs;
  const auto read = [&](const std::vector<int>& sides) {
    arms = {readLimb(skeleton, LimbKind::arm, 1, sides), readLimb(skeleton, LimbKind::arm, -1, sides)};
    legs = {readLimb(skeleton, LimbKind::leg, 1, sides), readLimb(skeleton, LimbKind::leg, -1, sides)};
  };
  const std::vector<int> named = sidesOf(skeleton);
  read(named);
  alignToPairs(skeleton, pairsOf(arms, legs));
  if (const std::vector<int> corrected = correctedSides(skeleton, named); corrected != named) read(corrected);
  agreeOnTwins(skeleton, arms[0], arms[1]);
  agreeOnTwins(skeleton, legs[0], legs[1]);
  for (std::size_t stage = 0; stage < kLimbStages; ++stage) {
    for (const std::size_t side : {0u, 1u}) {
      take(body, kArmRoles[stage], side, arms[side], stage);
      take(body, kLegRoles[stage], side, legs[side], stage);
    }
  }

  // The trunk between them.
  const NamedTrunk trunk =
      readTrunk(skeleton, {.foreLeft = arms[0].top(), .foreRight = arms[1].top(), .hindLeft = legs[0].top(), .hindRight = legs[1].top()});
  for (const auto& [role, found] :
       {std::pair{Role::pelvis, trunk.pelvis}, std::pair{Role::spine, trunk.spine}, std::pair{Role::chest, trunk.chest},
        std::pair{Role::neck, trunk.neck}, std::pair{Role::head, trunk.head}})
    if (found.joint >= 0) body.roles[role] = {found.joint, confidenceOfName(found.weight), found.weight > 0};
  return body;
}

std::size_t coreCount(const NamedBody& body, Creature creature) {
  const auto core = coreRolesOf(creature);
  return static_cast<std::size_t>(std::count_if(core.begin(), core.end(), [&](Role role) { return body.roles.contains(role); }));
}

/// Joints whose names speak of fore and hind legs: what only four-legged (and more-legged) rigs have.
struct PairWords {
  int fore = 0, hind = 0, extra = 0;
};

PairWords countPairWords(const BoneTree& skeleton) {
  PairWords words;
  for (std::int32_t j = 0; j < skeleton.jointCount(); ++j) {
    const JointName& name = skeleton.name(j);
    const bool leg = name.side != 0 && std::any_of(name.readings.begin(), name.readings.end(), [](const Reading& r) {
                       return r.word == Word::thigh || r.word == Word::shin || r.word == Word::foot || r.word == Word::hipLink;
                     });
    if (!leg) continue;
    words.fore += name.pair == 1 ? 1 : 0;
    words.hind += name.pair == -1 ? 1 : 0;
    words.extra += name.pair == 2 ? 1 : 0;
  }
  return words;
}

/// Four-legged by shape: the trunk lies, and the ends of the fore limbs stand on the ground like those of the hind limbs.
bool standsOnFour(const BoneTree& skeleton, const NamedBody& body) {
  const auto joint = [&](Role role) {
    const auto found = body.roles.find(role);
    return found == body.roles.end() ? -1 : found->second.joint;
  };
  const std::int32_t pelvis = joint(Role::pelvis), chest = joint(Role::chest);
  if (pelvis < 0 || chest < 0) return false;
  const float rise = std::abs(skeleton.height(chest) - skeleton.height(pelvis));
  if (rise > 0.5f * skeleton.distance(chest, pelvis)) return false;
  for (const auto& [end, upper] : {std::pair{Role::leftHand, Role::leftUpperArm}, std::pair{Role::rightHand, Role::rightUpperArm}}) {
    if (joint(end) < 0 || joint(upper) < 0) return false;
    if (skeleton.height(joint(end)) > 0.5f * skeleton.height(joint(upper))) return false;
  }
  return true;
}

}  // namespace

float confidenceOfName(float weight) { return weight > 0 ? 0.6f + 0.37f * std::min(weight, 1.0f) : 0.6f; }

NamedBody readNamedBody(BoneTree& skeleton, std::optional<Creature> creature) {
  if (creature == Creature::quadruped) return readNamedQuadruped(skeleton);
  NamedBody humanoid = readNamedHumanoid(skeleton);
  if (creature == Creature::humanoid) return humanoid;

  // Legs named in pairs, or a body that stands on its hands: read it as four-legged.
  const PairWords words = countPairWords(skeleton);
  if (words.extra >= 2) {
    NamedBody none;
    none.findings.push_back({.severity = Severity::failure,
                             .rule = "roles.creature",
                             .role = {},
                             .measured = {},
                             .low = {},
                             .high = {},
                             .message = "the names tell of more than two pairs of legs: neither humanoid nor quadruped"});
    return none;
  }
  if ((words.fore >= 2 && words.hind >= 2) || standsOnFour(skeleton, humanoid)) return readNamedQuadruped(skeleton);
  if (words.fore >= 2 || words.hind >= 2) {
    // Only one pair is named as such: four-legged where that gives the whole body.
    NamedBody quadruped = readNamedQuadruped(skeleton);
    if (coreCount(quadruped, Creature::quadruped) == coreRolesOf(Creature::quadruped).size()) return quadruped;
  }

  // Names that tell of less than half a body describe none.
  if (coreCount(humanoid, Creature::humanoid) * 2 < coreRolesOf(Creature::humanoid).size()) humanoid.creature.reset();
  return humanoid;
}

}  // namespace sinew
