#include <algorithm>
#include <cmath>
#include <limits>

#include "manikin/topology_trunk.h"

namespace sinew::topology {

namespace {

// What a head joint is like, each with its spread; see headScore.
constexpr float kMissedSkull = 0.2f;   // share of the skull that the head does not move
constexpr float kOwnNeck = 0.35f;      // share of its own skin below the throat
constexpr float kBaseOfSkull = 0.12f;  // height above the throat, of throat to crown
constexpr float kBaseSpread = 0.2f;
constexpr float kFaceSpread = 0.25f;  // how far its own skin reaches towards the tip of the face
constexpr float kEvenNeck = 0.2f;     // ln of the ratio of successive neck segments
constexpr float kHeadHeight = 0.66f;  // of crown above shoulders: how far below the crown a head joint lies
constexpr float kHeadHeightSpread = 0.18f;
constexpr float kHumanHead = 0.22f;   // crown above shoulders of a natural body, of its height; bigger heads vary more
constexpr float kNeckHeight = 0.87f;  // the same for the first neck joint
constexpr float kNeckHeightSpread = 0.1f;
constexpr float kTogether = 0.05f;      // of the skull's height: joints as near as this are at one place
constexpr float kStep = 0.08f;          // the same: necks are not made of shorter steps
constexpr float kSkinOnLeaf = -1.5f;    // price of a head most of whose skin sits on a joint below it: an exporter's habit, but rare
constexpr float kHeadWithoutNeck = -1;  // price of the first joint being the head although another could be
constexpr float kSpeaks = 0.01f;        // share of its branch's skin below which a joint's own skin says nothing

float areaAbove(std::span<const SkinSample> skin, float height) {
  float area = 0;
  for (const SkinSample& s : skin)
    if (s.at.y > height) area += s.area;
  return area;
}

/// Height of the narrowest slice of skin in the lower part of neck and head: the throat.
float throatHeight(const std::vector<SkinSample>& skin, float low, float high) {
  constexpr int kSlices = 20, kLower = 12;
  float throat = low, narrowest = std::numeric_limits<float>::max();
  for (int slice = 0; slice < kLower; ++slice) {
    const float from = low + (high - low) * static_cast<float>(slice) / kSlices, to = from + (high - low) / kSlices;
    std::vector<SkinSample> inside;
    for (const SkinSample& s : skin)
      if (s.at.y >= from && s.at.y < to) inside.push_back({{std::abs(s.at.x), 0, 0}, s.area});
    if (inside.empty()) continue;
    const float breadth = quantile(inside, 0, 0.9f);
    if (breadth >= narrowest) continue;
    narrowest = breadth;
    throat = from;
  }
  return throat;
}

/// The skin above the throat.
struct Skull {
  float throat = 0, height = 1;  ///< of the throat; from there to the crown
  float shoulders = 0;           ///< height of the shoulder joints

  /// How far below the crown a height lies, of crown above shoulders.
  float below(float y) const { return (throat + height - y) / std::max(throat + height - shoulders, 1e-3f); }
  float area = 0;
  float tip = 0;  ///< how far the face reaches along the facing
};

float frontOf(std::span<const SkinSample> skin, float facing) { return facing > 0 ? quantile(skin, 2, 0.95f) : -quantile(skin, 2, 0.05f); }

Skull skullOf(const Body& body, std::int32_t neck, const Girdles& girdles) {
  const std::vector<SkinSample> skin = body.skinBelow(neck);
  const float low = quantile(skin, 1, 0.02f), high = quantile(skin, 1, 0.98f);
  Skull skull;
  skull.throat = throatHeight(skin, low, high);
  skull.height = std::max(high - skull.throat, 1e-3f);
  skull.area = std::max(areaAbove(skin, skull.throat), 1e-6f);
  skull.tip = frontOf(skin, girdles.facing);
  skull.shoulders = girdles.shoulderHeight;
  return skull;
}

/// The head moves nearly all of the skull and little of the neck, turns about a point at the skull's base, and reaches as far forward as
/// the face. Necks of several joints are evenly spaced.
float headScore(const Body& body, const Skull& skull, const std::vector<std::int32_t>& chain, std::size_t i, float facing) {
  const BodyJoint& joint = body[chain[i]];
  float score = agreementOf(1 - areaAbove(body.skinBelow(chain[i]), skull.throat) / skull.area, 0, kMissedSkull);
  score += agreementOf((joint.at.y - skull.throat) / skull.height, kBaseOfSkull, kBaseSpread);
  const float z = facing > 0 ? joint.at.z : -joint.at.z;
  if (joint.area > kSpeaks * joint.areaBelow) {
    score += agreementOf(1 - areaAbove(body.skinOf(chain[i]), skull.throat) / joint.area, 0, kOwnNeck);
    const float face = (frontOf(body.skinOf(chain[i]), facing) - z) / std::max(skull.tip - z, 1e-3f);
    score += agreementOf(std::min(face, 1.0f), 1, kFaceSpread);
  }
  const float toy = std::max(1.0f, (skull.throat + skull.height - skull.shoulders) / kHumanHead);
  score += agreementOf(skull.below(joint.at.y), kHeadHeight, kHeadHeightSpread * toy);
  if (i >= 1) score += agreementOf(skull.below(body[chain[0]].at.y), kNeckHeight, kNeckHeightSpread * toy);
  if (i >= 2) {
    const float last = distance(body[chain[i]].at, body[chain[i - 1]].at), before = distance(body[chain[i - 1]].at, body[chain[i - 2]].at);
    if (std::min(last, before) > kStep * skull.height) score += agreementOf(std::log(last / before), 0, kEvenNeck);
  }
  if (i + 1 < chain.size() && body[chain[i + 1]].areaBelow > 0.5f * joint.areaBelow) score += kSkinOnLeaf;
  if (i == 0 && chain.size() > 1 && body[chain[1]].areaBelow > 0.4f * joint.areaBelow) score += kHeadWithoutNeck;
  return score;
}

}  // namespace

Choice readHead(const Body& body, const Girdles& girdles, const std::vector<std::int32_t>& chain) {
  if (chain.empty()) return {};
  const Skull skull = skullOf(body, chain.front(), girdles);
  std::vector<std::pair<float, std::int32_t>> scored;
  for (std::size_t i = 0; i < chain.size(); ++i) scored.emplace_back(headScore(body, skull, chain, i, girdles.facing), chain[i]);
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });

  // Joints at one place are one head: the first of them that has skin carries the others.
  const std::int32_t best = scored.front().second;
  const auto together = [&](std::int32_t joint) { return distance(body[joint].at, body[best].at) < kTogether * skull.height; };
  const auto first = std::find_if(chain.begin(), chain.end(), [&](std::int32_t joint) { return together(joint) && body[joint].area > 0; });
  Choice choice{first == chain.end() ? best : *first, -1, kNoRival};
  for (const auto& [score, joint] : scored) {
    if (together(joint)) continue;
    choice.rival = joint;
    choice.margin = std::min(scored.front().first - score, kNoRival);
    break;
  }
  return choice;
}

}  // namespace sinew::topology
