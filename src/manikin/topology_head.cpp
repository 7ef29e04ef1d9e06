#include <algorithm>
#include <cmath>
#include <limits>

#include "manikin/topology_trunk.h"

namespace sinew::topology {

namespace {

// What a head joint is like, each with its spread.
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
constexpr float kToy = 1.25f;           // crown above shoulders of a toy, of a natural body's
constexpr float kBroadNeck = 0.9f;      // of the head's breadth: a joint before the head that is so broad below it may be the head itself
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

float frontOf(std::span<const SkinSample> skin, float facing) { return facing > 0 ? quantile(skin, 2, 0.95f) : -quantile(skin, 2, 0.05f); }

/// Weighs every joint of a neck chain as the head.
class HeadSearch {
 public:
  HeadSearch(const Body& body, const Girdles& girdles, const NeckChain& chain)
      : body_(body), chain_(chain.joints), facing_(girdles.facing), shoulders_(girdles.shoulders.y) {
    const std::vector<SkinSample> skin = body.skinBelow(chain.joints[chain.candidates]);
    const float low = quantile(skin, 1, 0.02f);
    crown_ = quantile(skin, 1, 0.98f);
    throat_ = throatHeight(skin, low, crown_);
    area_ = std::max(areaAbove(skin, throat_), 1e-6f);
    tip_ = frontOf(skin, facing_);
  }

  float height() const { return std::max(crown_ - throat_, 1e-3f); }

  /// Crown above shoulders, of a natural body's: 1 where it is no larger.
  float toy() const { return std::max(1.0f, (crown_ - shoulders_) / kHumanHead); }

  /// The head moves nearly all of the skull and little of the neck, turns about a point at the skull's base, and reaches as far forward
  /// as the face.
  float score(std::size_t i) const {
    const BodyJoint& joint = body_[chain_[i]];
    float score = agreementOf(1 - areaAbove(body_.skinBelow(chain_[i]), throat_) / area_, 0, kMissedSkull);
    score += agreementOf((joint.at.y - throat_) / height(), kBaseOfSkull, kBaseSpread);
    if (joint.area > kSpeaks * joint.areaBelow) {
      score += agreementOf(1 - areaAbove(body_.skinOf(chain_[i]), throat_) / joint.area, 0, kOwnNeck);
      const float z = facing_ > 0 ? joint.at.z : -joint.at.z;
      const float face = (frontOf(body_.skinOf(chain_[i]), facing_) - z) / std::max(tip_ - z, 1e-3f);
      score += agreementOf(std::min(face, 1.0f), 1, kFaceSpread);
    }
    return score + chainScore(i);
  }

  /// How broad a joint's own skin is right below the joint `top` of its chain, of the breadth of what hangs from that: a neck is
  /// slender there, the lower half of a head is not. 0 where it has no skin there.
  float breadthBelow(std::size_t i, std::int32_t top) const {
    const float from = (body_[chain_[i]].at.y + body_[top].at.y) / 2;
    std::vector<SkinSample> below, above;
    for (const SkinSample& s : body_.skinOf(chain_[i]))
      if (s.at.y >= from && s.at.y <= body_[top].at.y) below.push_back({{std::abs(s.at.x), 0, 0}, s.area});
    for (const SkinSample& s : body_.skinBelow(top)) above.push_back({{std::abs(s.at.x), 0, 0}, s.area});
    if (below.empty() || above.empty()) return 0;
    return quantile(below, 0, 0.9f) / std::max(quantile(above, 0, 0.9f), 1e-6f);
  }

 private:
  /// Where the joint comes in its chain: how high, after which neck, and whether it leaves the skull to another.
  float chainScore(std::size_t i) const {
    const BodyJoint& joint = body_[chain_[i]];
    float score = agreementOf(belowCrown(joint), kHeadHeight, kHeadHeightSpread * toy());
    if (i >= 1) score += agreementOf(belowCrown(body_[chain_[0]]), kNeckHeight, kNeckHeightSpread * toy());
    if (i >= 2) {
      // Necks of several joints are evenly spaced.
      const float last = distance(joint.at, body_[chain_[i - 1]].at), before = distance(body_[chain_[i - 1]].at, body_[chain_[i - 2]].at);
      if (std::min(last, before) > kStep * height()) score += agreementOf(std::log(last / before), 0, kEvenNeck);
    }
    if (i + 1 == chain_.size()) return score;
    const float next = body_[chain_[i + 1]].areaBelow;
    if (next > 0.5f * joint.areaBelow) score += kSkinOnLeaf;
    if (i == 0 && next > 0.4f * joint.areaBelow) score += kHeadWithoutNeck;
    return score;
  }

  /// Of crown above shoulders.
  float belowCrown(const BodyJoint& joint) const { return (crown_ - joint.at.y) / std::max(crown_ - shoulders_, 1e-3f); }

  const Body& body_;
  const std::vector<std::int32_t>& chain_;
  float facing_, shoulders_;
  float crown_ = 1, throat_ = 0;  // heights
  float area_ = 0;                // of the skin above the throat
  float tip_ = 0;                 // how far the face reaches along the facing
};

}  // namespace

Choice readHead(const Body& body, const Girdles& girdles, const NeckChain& chain) {
  if (chain.candidates >= chain.joints.size()) return {};
  const HeadSearch search(body, girdles, chain);
  std::vector<std::pair<float, std::int32_t>> scored;
  for (std::size_t i = chain.candidates; i < chain.joints.size(); ++i) scored.emplace_back(search.score(i), chain.joints[i]);
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });

  // Joints at one place are one head: the first of them that has skin carries the others.
  const std::int32_t best = scored.front().second;
  const auto together = [&](std::int32_t joint) { return distance(body[joint].at, body[best].at) < kTogether * search.height(); };
  Choice choice{best, -1, kNoRival};
  for (std::size_t i = chain.joints.size(); i-- > chain.candidates;)
    if (together(chain.joints[i]) && body[chain.joints[i]].area > 0) choice.joint = chain.joints[i];
  for (const auto& [score, joint] : scored) {
    if (together(joint)) continue;
    choice.rival = joint;
    choice.margin = std::min(scored.front().first - score, kNoRival);
    break;
  }

  // A toy's joint that is as broad as the head above it is a stout neck under a head, or a head under its end: nobody knows.
  for (std::size_t i = chain.candidates; i < chain.joints.size() && chain.joints[i] != choice.joint; ++i) {
    if (together(chain.joints[i]) || search.toy() < kToy || search.breadthBelow(i, choice.joint) < kBroadNeck) continue;
    choice.rival = chain.joints[i];
    choice.margin = 0;
  }
  return choice;
}

}  // namespace sinew::topology
