#include <algorithm>
#include <cmath>

#include "manikin/topology_plan.h"

namespace sinew::topology {

namespace {

// Lengths in units of the body's height.
constexpr float kOnGround = 0.08f;       // skin that comes this low stands
constexpr float kLeastLeg = 0.1f;        // height of the shortest pair of chains that can be legs
constexpr float kLeastArmArea = 0.008f;  // share of the skin
constexpr float kLeastRise = 0.1f;       // of shoulders above hips, of crown above hips
constexpr float kSameSize = 0.4f;        // a second pair that moves this share of what the legs move is no coat tail
constexpr float kLeastScore = -14.0f;    // a worse reading is no limb of a human
constexpr float kPairWeight = 0.5f;      // wings may be shaped more like arms than arms are: a pair must lead by more than a joint
constexpr float kUprightLimit = 0.8f;    // rad, of the trunk from the vertical
constexpr float kBehindArms = -3.0f;     // price of hanging farther out than another pair: ears and hair hang from the head

/// A pair and its readings in one of its two uses, with what speaks for the pair as a whole.
struct Limb {
  LimbPair pair;
  std::vector<LimbReading> readings;  ///< best first, at least one
  float score = 0;
  std::int32_t rival = -1;  ///< first joint of the next best pair
  float margin = kNoRival;  ///< lead over it
};

/// Best first, each knowing the lead of the first over the second.
void rank(std::vector<Limb>& limbs) {
  std::stable_sort(limbs.begin(), limbs.end(), [](const Limb& a, const Limb& b) { return a.score > b.score; });
  if (limbs.size() < 2) return;
  limbs[0].rival = limbs[1].pair.root;
  limbs[0].margin = (limbs[0].score - limbs[1].score) * kPairWeight;
}

bool stands(const LimbPair& pair) { return pair.lowest < kOnGround && pair.highest - pair.lowest > kLeastLeg; }

/// Pairs that reach the ground, best leg first.
std::vector<Limb> findLegs(const LimbReader& reader) {
  std::vector<Limb> legs;
  for (const LimbPair& pair : reader.pairs()) {
    if (!stands(pair)) continue;
    std::vector<LimbReading> readings = reader.read(pair, LimbKind::leg);
    if (readings.empty() || readings.front().score < kLeastScore) continue;
    const float score = readings.front().score;
    legs.push_back({pair, std::move(readings), score});
  }
  rank(legs);
  return legs;
}

float limbLength(const Body& body, const LimbReading& reading) {
  const std::int32_t last = reading.end >= 0 ? reading.end : reading.lower;
  float l = distance(body[reading.upper].at, body[reading.lower].at) + reach(body.skinBelow(last), body[last].at);
  if (reading.end >= 0) l += distance(body[reading.lower].at, body[reading.end].at);
  return std::max(l, 1e-4f);
}

/// Something without a twin goes on above the joint that arms hang from. Above a head there is nothing.
bool carriesHead(const Body& body, std::int32_t trunk) {
  const std::vector<std::int32_t>& children = body[trunk].children;
  return std::any_of(children.begin(), children.end(),
                     [&](std::int32_t child) { return !body.hasTwin(child) && body[child].centreBelow.y > body[trunk].at.y; });
}

/// Height of the shoulders above the hips, of crown above hips. Coat tails hang at the hips.
float shoulderRise(const Body& body, const LimbReading& leg, const LimbReading& arm) {
  const float hips = body[leg.upper].at.y;
  return (body[arm.upper].at.y - hips) / std::max(1 - hips, 1e-3f);
}

/// Pairs that hang in the air above the hips, best arms first. An arm is about as long as a leg (Winter 2009).
std::vector<Limb> findArms(const Body& body, const LimbReader& reader, const LimbReading& leg) {
  std::vector<Limb> arms;
  for (const LimbPair& pair : reader.pairs()) {
    if (stands(pair) || pair.trunk < 0 || body[pair.root].areaBelow < kLeastArmArea) continue;
    std::vector<LimbReading> readings = reader.read(pair, LimbKind::arm);
    if (readings.empty() || readings.front().score < kLeastScore) continue;
    if (shoulderRise(body, leg, readings.front()) < kLeastRise) continue;
    arms.push_back({pair, std::move(readings), 0});
  }
  for (Limb& limb : arms) {
    const LimbReading& arm = limb.readings.front();
    limb.score = arm.score + agreementOf(std::log(limbLength(body, arm) / limbLength(body, leg)), -0.1f, 0.4f);
    limb.score += agreementOf(shoulderRise(body, leg, arm), 0.5f, 0.15f);
    for (const Limb& other : arms)
      if (other.pair.trunk != limb.pair.trunk && body.isAbove(other.pair.trunk, limb.pair.trunk)) limb.score += kBehindArms;
  }
  std::erase_if(arms, [&](const Limb& limb) { return !carriesHead(body, limb.pair.trunk); });
  rank(arms);
  return arms;
}

Girdles girdlesOf(const Body& body, const LimbReader& reader, const Limb& legs, const Limb& arms) {
  const LimbReading &arm = arms.readings.front(), &leg = legs.readings.front();
  Girdles girdles;
  girdles.arms = arms.pair.trunk;
  girdles.armRoot = arms.pair.root;
  girdles.legs = legs.pair.trunk;
  girdles.shoulders = {0, body[arm.upper].at.y, body[arm.upper].at.z};
  girdles.hips = {0, body[leg.upper].at.y, body[leg.upper].at.z};
  girdles.shoulderHalfBreadth = std::abs(body[arm.upper].at.x);
  for (const LimbPair& pair : reader.pairs()) {
    girdles.limbRoots.push_back(pair.root);
    girdles.limbRoots.push_back(body[pair.root].mirror);
  }
  return girdles;
}

/// From the hips to the shoulders the trunk must rise, and the head be above both.
bool isUpright(const Body& body, const Girdles& girdles, std::int32_t head) {
  const Vec3 trunk = normalized(girdles.shoulders - girdles.hips, {0, -1, 0});
  return angleBetween(trunk, Vec3{0, 1, 0}) < kUprightLimit && body[head].centreBelow.y > girdles.shoulders.y;
}

/// The five roles of a limb from the trunk outward, on the left.
struct LimbRoles {
  Role link, upper, lower, end, tip;
};
constexpr LimbRoles kArmRoles{Role::leftClavicle, Role::leftUpperArm, Role::leftForearm, Role::leftHand, Role::none};
constexpr LimbRoles kLegRoles{Role::none, Role::leftThigh, Role::leftShin, Role::leftFoot, Role::leftToes};

/// Gives a limb's roles to both sides. Where the body faces +z, its left is x > 0.
void addLimb(Plan& plan, const Body& body, const Limb& limb, const LimbRoles& roles) {
  const auto add = [&](Role role, Choice choice) {
    if (role == Role::none) return;
    if (limb.margin < choice.margin) choice = {choice.joint, limb.rival, limb.margin};
    Choice twin = choice;
    twin.joint = choice.joint >= 0 ? body[choice.joint].mirror : -1;
    twin.rival = choice.rival >= 0 ? body[choice.rival].mirror : -1;
    plan.add(role, plan.facing > 0 ? choice : twin);
    plan.add(mirrored(role), plan.facing > 0 ? twin : choice);
  };
  const std::vector<LimbReading>& readings = limb.readings;
  const LimbReading& best = readings.front();
  add(roles.link, {best.first != best.upper ? best.first : -1, -1, kNoRival});
  add(roles.upper, choiceOf(body, readings, &LimbReading::upper));
  add(roles.lower, choiceOf(body, readings, &LimbReading::lower));
  add(roles.end, endOf(body, readings));
  add(roles.tip, {tipOf(body, best), -1, kNoRival});
}

}  // namespace

Plan planHumanoid(const Rig& rig, const Body& body, const LimbReader& reader) {
  Plan plan;
  const auto object = [&](std::string why) {
    plan.objection = std::move(why);
    return plan;
  };

  // One pair of legs, one pair of arms.
  const std::vector<Limb> legs = findLegs(reader);
  if (legs.empty()) return object("no pair of legs reaches the ground");
  if (legs.size() > 1 && body[legs[1].pair.root].areaBelow > kSameSize * body[legs[0].pair.root].areaBelow)
    return object("more than one pair of legs reaches the ground");
  const LimbReading& leg = legs[0].readings.front();
  const std::vector<Limb> arms = findArms(body, reader, leg);
  if (arms.empty()) return object("no pair of arms leaves the trunk above the legs");
  const LimbReading& arm = arms[0].readings.front();
  plan.confidence = confidenceOf(legs[0].score + arms[0].score - kLeastScore);
  plan.facing = facingOf(rig, body, leg, arm);

  // The trunk between them, upright, with a head on top.
  Girdles girdles = girdlesOf(body, reader, legs[0], arms[0]);
  girdles.facing = plan.facing;
  const Trunk trunk = readTrunk(body, girdles);
  if (trunk.chest.joint < 0) return object("pelvis and chest are one joint, or neither was found");
  if (trunk.head.joint < 0) return object("no head sits above the arms");
  if (!isUpright(body, girdles, trunk.head.joint)) return object("the trunk does not stand upright between legs and head");

  // Roles: trunk, then each limb on the side that the facing says.
  plan.add(Role::pelvis, trunk.pelvis);
  plan.add(Role::spine, trunk.spine);
  plan.add(Role::chest, trunk.chest);
  plan.add(Role::neck, trunk.neck);
  plan.add(Role::head, trunk.head);
  addLimb(plan, body, arms[0], kArmRoles);
  addLimb(plan, body, legs[0], kLegRoles);
  return plan;
}

}  // namespace sinew::topology
