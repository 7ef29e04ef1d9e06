#include "manikin/topology_limb_score.h"

#include <algorithm>
#include <cmath>

namespace sinew::topology {

namespace {

// Proportions of the human body (Drillis and Contini 1966; Winter 2009, figure 4.1), as natural logarithms of ratios, with
// spreads wide enough for toys and heroes.
struct LimbPrior {
  float upperToLower, upperToLowerSigma;  // ln(upper / lower)
  float endToLower, endToLowerSigma;      // ln(reach of the end / lower)
  float loneLower, loneLowerSigma;        // ln(upper / reach of the lower segment) where the end rides on it
  float offset, offsetSigma;              // ln(distance of the upper joint from the mirror plane / (upper + lower))
  float twistJoint;                       // ln of how often segments are split by serial twist joints
};
constexpr LimbPrior kArm{0.12f, 0.25f, -0.35f, 0.40f, -0.35f, 0.40f, -0.95f, 0.40f, -2.0f};
constexpr LimbPrior kLeg{0.0f, 0.25f, -0.85f, 0.60f, -0.20f, 0.40f, -1.70f, 0.60f, -3.0f};

constexpr float kNoPaw = -20.0f;      // an animal's leg without a paw joint is not read
constexpr float kCannon = -0.5f;      // price of a joint between the lower segment and the paw
constexpr float kSecondLink = -1.5f;  // price of each further link between trunk and thigh: one is a shoulder blade or hip link
constexpr float kPassedInThigh = -2.0f;
constexpr float kNoEnd = -3.0f;           // price of a limb without hand or foot: rare
constexpr float kPassedOver = -6.0f;      // and the more so where the chain goes on
constexpr float kBranchPassed = -2.0f;    // an end below a joint that branches is a finger or toe
constexpr float kSideways = 0.6f;         // rad: the last of them leads sideways, not down the leg
constexpr float kConnector = 0.15f;       // joints between trunk and thigh are short beside the leg
constexpr float kBridge = 0.06f;          // joints passed over must lie on the segment: twist joints do, wrists and ankles do not
constexpr float kNextTwistJoint = -0.3f;  // price of each joint passed over beyond the first of a segment
constexpr float kUnevenTwist = -0.6f;
constexpr float kFingersAbove = -3.0f;  // price of a joint above the hand that branches like one
constexpr float kFingersBelow = -2.0f;
constexpr float kSecondClavicle = -1.0f;  // price of each link between trunk and upper arm beyond the clavicle
constexpr float kLowShin = 0.15f;         // share of the shin's skin near the ground
constexpr float kSkinSigma = 0.3f;        // of the segment's length
constexpr float kTurn = 0.45f;            // rad, how far a standing leg's segments lean from the vertical
constexpr float kAnkleHeight = 0.09f;     // of the leg's length
constexpr float kAnkleSigma = 0.15f;

float logRatio(float a, float b) { return std::log(std::max(a, 1e-4f) / std::max(b, 1e-4f)); }

/// Largest distance of the joints between two path positions from the straight line, in units of its length.
float bulge(const Body& body, const std::vector<std::int32_t>& path, std::size_t from, std::size_t to) {
  const Vec3 a = body[path[from]].at, b = body[path[to]].at;
  const float l = std::max(distance(a, b), 1e-4f);
  float most = 0;
  for (std::size_t i = from + 1; i < to; ++i) {
    const Vec3 d = body[path[i]].at - a;
    const float along = std::clamp(dot(d, b - a) / (l * l), 0.0f, 1.0f);
    most = std::max(most, length(d - (b - a) * along) / l);
  }
  return most;
}

/// Joints passed over inside a segment are twist joints: rare, in line with it, and as a rule as many in the lower segment as in the upper.
float bridgeScore(const Candidate& c, float price) {
  const float upper = bulge(c.body, c.path, c.u, c.l) / kBridge, lower = c.hasEnd() ? bulge(c.body, c.path, c.l, c.e) / kBridge : 0;
  const float score = std::max(-0.5f * upper * upper, -8.0f) + std::max(-0.5f * lower * lower, -8.0f);
  const auto inUpper = static_cast<float>(c.l - c.u - 1), inLower = static_cast<float>(c.hasEnd() ? c.e - c.l - 1 : 0);
  if (inUpper + inLower == 0) return score;
  return score + price + kNextTwistJoint * (std::max(inUpper, inLower) - 1) + (c.hasEnd() ? kUnevenTwist * std::abs(inUpper - inLower) : 0);
}

/// The skin of a segment lies beside its bone: where its centroid falls between the two joints.
float skinScore(const Body& body, std::int32_t head, std::int32_t tail) {
  const float area = body[head].areaBelow - body[tail].areaBelow;
  if (area < 0.02f * body[head].areaBelow) return 0;
  const Vec3 centre = (body[head].centreBelow * body[head].areaBelow - body[tail].centreBelow * body[tail].areaBelow) / area;
  const Vec3 bone = body[tail].at - body[head].at;
  const float along = dot(centre - body[head].at, bone) / std::max(lengthSquared(bone), 1e-6f);
  return agreementOf(along, 0.5f, kSkinSigma);
}

/// What both kinds of limb share: proportions, distance from the trunk, straight segments, and skin where the bones are.
float commonScore(const Candidate& c, const LimbPrior& prior) {
  const float upperLength = distance(c.at(c.u), c.at(c.l));
  const float lowerLength = c.hasEnd() ? distance(c.at(c.l), c.at(c.e)) : c.reachOf(c.l);
  float score = bridgeScore(c, prior.twistJoint) + skinScore(c.body, c.path[c.u], c.path[c.l]);
  score += agreementOf(logRatio(std::abs(c.at(c.u).x), upperLength + lowerLength), prior.offset, prior.offsetSigma);
  if (!c.hasEnd()) {
    score += agreementOf(logRatio(upperLength, lowerLength), prior.loneLower, prior.loneLowerSigma) + kNoEnd;
    return c.l + 1 < c.path.size() ? score + kPassedOver : score;
  }
  score += agreementOf(logRatio(upperLength, lowerLength), prior.upperToLower, prior.upperToLowerSigma);
  score += agreementOf(logRatio(c.reachOf(c.e), lowerLength), prior.endToLower, prior.endToLowerSigma);
  for (std::size_t i = c.l + 1; i < c.e; ++i)
    if (c.body[c.path[i]].children.size() >= 2) score += kBranchPassed;
  return score + skinScore(c.body, c.path[c.l], c.path[c.e]);
}

float lean(const Vec3& from, const Vec3& to) { return angleBetween(normalized(to - from, {0, -1, 0}), Vec3{0, -1, 0}); }

/// A leg stands: its segments hang down, its ankle is near the ground, and its shin does not touch it where there is a foot.
float legScore(const Candidate& c) {
  const Vec3 upper = c.at(c.u), lower = c.at(c.l);
  const Vec3 end = c.hasEnd() ? c.at(c.e) : Vec3{lower.x, 0, lower.z};
  const float legLength = std::max(distance(upper, lower) + distance(lower, end), 1e-4f);
  float score = commonScore(c, kLeg) + agreementOf(lean(upper, lower), 0, kTurn);
  score += agreementOf(distance(c.at(0), upper) / legLength, 0, kConnector);
  if (c.u > 0) score += agreementOf(kPi / 2 - std::min(lean(c.at(c.u - 1), upper), kPi / 2), 0, kSideways);
  if (!c.hasEnd()) return score;
  score += agreementOf(c.skin.lowShare[static_cast<std::size_t>(c.path[c.l])], 0, kLowShin);
  return score + agreementOf(lean(lower, end), 0, kTurn) + agreementOf(end.y / legLength, kAnkleHeight, kAnkleSigma);
}

/// An animal's leg: upper and lower segments of like length, a paw near the ground. A shoulder blade or hip link may come before, a
/// cannon between lower segment and paw.
float beastScore(const Candidate& c) {
  if (!c.hasEnd()) return kNoPaw;
  float top = 1e-3f;
  for (const std::int32_t joint : c.path) top = std::max(top, c.body[joint].at.y);
  const float upperLength = distance(c.at(c.u), c.at(c.l)), lowerLength = distance(c.at(c.l), c.at(c.e));
  float score = agreementOf(logRatio(upperLength, lowerLength), 0, 0.4f) + skinScore(c.body, c.path[c.u], c.path[c.l]);
  score += agreementOf(c.at(c.u).y / top, 0.95f, 0.2f) + agreementOf(c.at(c.e).y / top, 0.1f, 0.12f);
  score += agreementOf(distance(c.at(0), c.at(c.u)) / std::max(upperLength + lowerLength, 1e-4f), 0, 0.35f);
  score += agreementOf(c.skin.lowShare[static_cast<std::size_t>(c.path[c.l])], 0, kLowShin);
  if (c.u > 1) score += kSecondLink * static_cast<float>(c.u - 1);
  return score + kCannon * static_cast<float>(c.e - c.l - 1) + kPassedInThigh * static_cast<float>(c.l - c.u - 1);
}

/// True where three or more chains leave a joint: fingers.
bool hasFingers(const Body& body, std::int32_t joint) {
  const std::vector<std::int32_t>& children = body[joint].children;
  return std::count_if(children.begin(), children.end(), [&](std::int32_t child) { return body.hasTwin(child); }) >= 3;
}

/// Fingers branch from the hand, neither above nor below it. One link leads from the trunk to the arm.
float armScore(const Candidate& c) {
  float score = commonScore(c, kArm);
  const std::size_t last = c.hasEnd() ? c.e : c.l;
  for (std::size_t i = c.u; i < last; ++i)
    if (c.body[c.path[i]].children.size() >= 4) score += kFingersAbove;
  for (std::size_t i = c.e + 1; i < c.path.size(); ++i)
    if (hasFingers(c.body, c.path[i])) score += kFingersBelow;
  return c.u > 1 ? score + kSecondClavicle * static_cast<float>(c.u - 1) : score;
}

}  // namespace

float agreementOf(float value, float mean, float sigma) {
  const float z = (value - mean) / sigma;
  return -2.5f * std::log1p(z * z / 4);
}

float limbScore(const Candidate& candidate, LimbKind kind) {
  switch (kind) {
    case LimbKind::arm:
      return armScore(candidate);
    case LimbKind::leg:
      return legScore(candidate);
    case LimbKind::beastLeg:
      return beastScore(candidate);
  }
  return 0;
}

}  // namespace sinew::topology
