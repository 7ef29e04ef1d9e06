#include <algorithm>
#include <array>
#include <cmath>

#include "manikin/topology_plan.h"

namespace sinew::topology {

namespace {

constexpr float kLeastLegArea = 0.01f;   // share of the skin
constexpr float kLeastLegHeight = 0.1f;  // of the body's height
constexpr float kLeastScore = -12.0f;    // of the readings of both pairs together, below which they are hardly legs
constexpr float kOnGround = 0.08f;
constexpr float kSameSize = 0.25f;    // a third pair of legs moves at least this share of what the smallest of two moves
constexpr float kLeastApart = 0.1f;   // between hind and front legs, of the body's height
constexpr float kLevelLimit = 0.7f;   // rad, of the trunk from the ground
constexpr float kHeadShare = -0.43f;  // ln of the head's share of head and neck
constexpr float kHeadShareSpread = 0.5f;
constexpr float kPlainJoint = -1.5f;  // price of a head that nothing branches from
constexpr float kSkinBeyond = -1.5f;  // price of a head most of whose skin is on one joint below it
constexpr float kOnePaw = 0.15f;      // of the leg's height
constexpr float kPawOdds = 3.0f;      // a paw wholly before its ankle
constexpr float kEndsOdds = 1.5f;     // one end of the trunk carrying far more skin than the other
constexpr float kFaceOdds = 1.0f;     // twins beyond one end: ears, eyes, horns
constexpr float kRigOdds = 2.0f;

struct Legs {
  LimbPair pair;
  std::vector<LimbReading> readings;  ///< best first, at least one
  float z = 0;                        ///< where their skin is along the trunk
};

/// Pairs of chains that stand on the ground, largest first.
std::vector<Legs> standingLegs(const Body& body, const LimbReader& reader) {
  std::vector<Legs> legs;
  for (const LimbPair& pair : reader.pairs()) {
    if (pair.lowest > kOnGround || pair.highest - pair.lowest < kLeastLegHeight || body[pair.root].areaBelow < kLeastLegArea) continue;
    std::vector<LimbReading> readings = reader.read(pair, LimbKind::beastLeg);
    if (readings.empty() || readings.front().end < 0) continue;
    const float z = body[readings.front().lower].at.z;
    legs.push_back({pair, std::move(readings), z});
  }
  std::stable_sort(legs.begin(), legs.end(),
                   [&](const Legs& a, const Legs& b) { return body[a.pair.root].areaBelow > body[b.pair.root].areaBelow; });
  return legs;
}

/// What leads on from a girdle, away from the other one: neck and head, or the tail. The twinless branch with most skin; -1 for none.
std::int32_t branchBeyond(const Body& body, std::int32_t girdle, std::int32_t other) {
  std::int32_t best = -1;
  for (const std::int32_t child : body[girdle].children) {
    if (body.hasTwin(child) || body.isAbove(child, other)) continue;
    const bool away = (body[child].centreBelow.z - body[girdle].at.z) * (body[girdle].at.z - body[other].at.z) > 0;
    if (away && (best < 0 || body[child].areaBelow > body[best].areaBelow)) best = child;
  }
  return best;
}

int twinsBelow(const Body& body, std::int32_t joint) {
  int twins = 0;
  for (std::int32_t j = 0; j < static_cast<std::int32_t>(body.joints.size()); ++j)
    if (body.hasTwin(j) && body.isAbove(joint, j)) ++twins;
  return twins;
}

float pawLead(const Body& body, const LimbReading& leg) {
  const std::vector<SkinSample> skin = body.skinBelow(leg.end);
  const float ankle = body[leg.end].at.z, front = quantile(skin, 2, 0.97f) - ankle, back = ankle - quantile(skin, 2, 0.03f);
  const float span = std::abs(front) + std::abs(back);
  return span > 1e-4f ? (front - back) / span : 0;
}

/// Log-odds that the body faces +z: paws, the rig's own axes, and which end of the trunk looks like a head.
float beastFacing(const Rig& rig, const Body& body, const Legs& low, const Legs& high) {
  float odds = kRigOdds * rig.axes.confidence * dot(body.forward, rig.axes.forward);
  odds += kPawOdds * (pawLead(body, low.readings.front()) + pawLead(body, high.readings.front())) / 2;
  const std::int32_t back = branchBeyond(body, low.pair.trunk, high.pair.trunk),
                     front = branchBeyond(body, high.pair.trunk, low.pair.trunk);
  const float skinBack = back >= 0 ? body[back].areaBelow : 0.005f, skinFront = front >= 0 ? body[front].areaBelow : 0.005f;
  odds += kEndsOdds * std::clamp(std::log(skinFront / skinBack), -1.0f, 1.0f);
  const int twins = (front >= 0 ? twinsBelow(body, front) : 0) - (back >= 0 ? twinsBelow(body, back) : 0);
  return odds + kFaceOdds * static_cast<float>(std::clamp(twins, -1, 1));
}

/// The joint that ears, eyes and jaw hang from, or the chain's end, with most of the skin beyond the chest.
Choice readMuzzle(const Body& body, const std::vector<std::int32_t>& chain) {
  std::vector<std::pair<float, std::int32_t>> scored;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const BodyJoint& joint = body[chain[i]];
    float score = agreementOf(std::log(joint.areaBelow / body[chain.front()].areaBelow), kHeadShare, kHeadShareSpread);
    if (joint.children.size() == 1) score += kPlainJoint;
    if (i + 1 < chain.size() && body[chain[i + 1]].areaBelow > 0.5f * joint.areaBelow) score += kSkinBeyond;
    scored.emplace_back(score, chain[i]);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  Choice choice{scored.front().second, -1, kNoRival};
  if (scored.size() > 1) choice = {scored[0].second, scored[1].second, std::min(scored[0].first - scored[1].first, kNoRival)};
  return choice;
}

/// The paw. Joints close together at the ground are one paw, whichever of them is taken.
Choice pawOf(const Body& body, const Legs& legs) {
  const LimbReading& best = legs.readings.front();
  std::vector<LimbReading> others{best};
  for (const LimbReading& reading : legs.readings)
    if (reading.end >= 0 && distance(body[reading.end].at, body[best.end].at) > kOnePaw * body[best.first].at.y) others.push_back(reading);
  return choiceOf(body, others, &LimbReading::end);
}

/// Upper, lower and paw of both sides of a pair. Where the body faces +z, its left is x > 0.
void addLegs(Plan& plan, const Body& body, const Legs& legs, const std::array<Role, 3>& roles) {
  const std::array<std::int32_t LimbReading::*, 3> parts{&LimbReading::upper, &LimbReading::lower, &LimbReading::end};
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const Choice choice = i == 2 ? pawOf(body, legs) : choiceOf(body, legs.readings, parts[i]);
    const Choice twin{body[choice.joint].mirror, choice.rival >= 0 ? body[choice.rival].mirror : -1, choice.margin};
    plan.add(roles[i], plan.facing > 0 ? choice : twin);
    plan.add(mirrored(roles[i]), plan.facing > 0 ? twin : choice);
  }
}

/// Joints strictly between pelvis and chest, from the pelvis on.
std::vector<std::int32_t> between(const Body& body, std::int32_t pelvis, std::int32_t chest) {
  std::vector<std::int32_t> path;
  for (std::int32_t joint = body[chest].parent; joint >= 0 && joint != pelvis && !body.isAbove(joint, pelvis); joint = body[joint].parent)
    path.push_back(joint);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

Plan planQuadruped(const Rig& rig, const Body& body, const LimbReader& reader) {
  Plan plan;
  plan.creature = Creature::quadruped;
  const auto object = [&](std::string why) {
    plan.objection = std::move(why);
    return plan;
  };

  // Two pairs of legs, one behind the other, each from its own place on the trunk.
  std::vector<Legs> legs = standingLegs(body, reader);
  if (legs.size() < 2) return object("fewer than two pairs of legs reach the ground");
  if (legs.size() > 2 && body[legs[2].pair.root].areaBelow > kSameSize * body[legs[1].pair.root].areaBelow)
    return object("more than two pairs of legs reach the ground");
  if (legs[0].z > legs[1].z) std::swap(legs[0], legs[1]);
  const std::int32_t low = legs[0].pair.trunk, high = legs[1].pair.trunk;
  if (low < 0 || high < 0 || low == high) return object("hind and front legs hang from one joint, or from none");
  if (legs[1].z - legs[0].z < kLeastApart) return object("the two pairs of legs stand in one place");
  const Vec3 along = body[high].at - body[low].at;
  if (std::abs(along.y) > std::tan(kLevelLimit) * std::abs(along.z)) return object("the trunk does not lie level between the legs");

  plan.facing = beastFacing(rig, body, legs[0], legs[1]);
  const bool ahead = plan.facing > 0;
  const Legs& hind = ahead ? legs[0] : legs[1];
  const Legs& front = ahead ? legs[1] : legs[0];
  const std::int32_t pelvis = hind.pair.trunk, chest = front.pair.trunk;
  const std::int32_t neck = branchBeyond(body, chest, pelvis);
  if (neck < 0) return object("no head hangs beyond the front legs");

  // Trunk, then legs.
  const std::vector<std::int32_t> spine = between(body, pelvis, chest);
  const Choice head = readMuzzle(body, mainChain(body, neck));
  plan.add(Role::pelvis, {pelvis, -1, kNoRival});
  plan.add(Role::spine, {spine.empty() ? -1 : spine.front(), -1, kNoRival});
  plan.add(Role::chest, {chest, -1, kNoRival});
  plan.add(Role::neck, {head.joint != neck ? neck : -1, -1, kNoRival});
  plan.add(Role::head, head);
  plan.add(Role::tail, {branchBeyond(body, pelvis, chest), -1, kNoRival});
  addLegs(plan, body, front, {Role::frontLeftUpper, Role::frontLeftLower, Role::frontLeftPaw});
  addLegs(plan, body, hind, {Role::hindLeftUpper, Role::hindLeftLower, Role::hindLeftPaw});
  plan.confidence = confidenceOf(front.readings.front().score + hind.readings.front().score - kLeastScore);
  return plan;
}

}  // namespace sinew::topology
