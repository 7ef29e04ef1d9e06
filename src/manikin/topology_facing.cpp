#include <algorithm>
#include <cmath>

#include "manikin/topology_plan.h"

namespace sinew::topology {

namespace {

constexpr float kFootOdds = 6.0f;      // a foot wholly before its ankle
constexpr float kLoneShinOdds = 1.5f;  // the same where the foot is the tip of the shin: it may be a peg
constexpr float kBendOdds = 1.0f;      // most that a bent knee or elbow may say: many rigs are straight or bent by mistake
constexpr float kBendScale = 0.02f;    // of the limb's length
constexpr float kRigOdds = 2.0f;       // the rig's own axes, at full confidence
constexpr float kLowShin = 0.2f;       // lowest part of the last segment that counts as the foot where there is no foot joint

/// How far forward of the middle joint's ends it lies, in units of the limb's length.
float bendOf(const Body& body, std::int32_t upper, std::int32_t lower, const Vec3& end) {
  const Vec3 a = body[upper].at, b = body[lower].at;
  const float l = std::max(distance(a, b) + distance(b, end), 1e-4f);
  const float along = std::clamp(dot(b - a, end - a) / std::max(lengthSquared(end - a), 1e-6f), 0.0f, 1.0f);
  return (b.z - (a.z + (end.z - a.z) * along)) / l;
}

/// [-1, 1]: how much farther the foot reaches in front of the ankle than behind it.
float footLead(const Body& body, const LimbReading& leg) {
  const std::int32_t joint = leg.end >= 0 ? leg.end : leg.lower;
  std::vector<SkinSample> skin = body.skinBelow(joint);
  float ankle = body[joint].at.z;
  if (leg.end < 0) {
    const float low = quantile(skin, 1, 0.01f), high = quantile(skin, 1, 0.99f);
    std::vector<SkinSample> shaft;
    for (const SkinSample& s : skin)
      if (s.at.y > low + 0.4f * (high - low)) shaft.push_back(s);
    ankle = quantile(shaft, 2, 0.5f);
    std::erase_if(skin, [&](const SkinSample& s) { return s.at.y > low + kLowShin * (high - low); });
  }
  const float front = quantile(skin, 2, 0.97f) - ankle, back = ankle - quantile(skin, 2, 0.03f);
  const float span = std::abs(front) + std::abs(back);
  return span > 1e-4f ? (front - back) / span : 0;
}

}  // namespace

float facingOf(const Rig& rig, const Body& body, const LimbReading& leg, const LimbReading& arm) {
  float odds = (leg.end >= 0 ? kFootOdds : kLoneShinOdds) * footLead(body, leg);
  const Vec3 ankle = leg.end >= 0 ? body[leg.end].at : Vec3{body[leg.lower].at.x, 0, body[leg.lower].at.z};
  odds += std::clamp(bendOf(body, leg.upper, leg.lower, ankle) / kBendScale, -1.0f, 1.0f) * kBendOdds;
  if (arm.end >= 0) odds -= std::clamp(bendOf(body, arm.upper, arm.lower, body[arm.end].at) / kBendScale, -1.0f, 1.0f) * kBendOdds;
  return odds + kRigOdds * rig.axes.confidence * dot(body.forward, rig.axes.forward);
}

}  // namespace sinew::topology
