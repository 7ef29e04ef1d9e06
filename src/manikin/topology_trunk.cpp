#include "manikin/topology_trunk.h"

#include <algorithm>
#include <cmath>

namespace sinew::topology {

namespace {

constexpr float kLeastPelvis = 0.003f;  // share of the skin below which a joint at the hips is a control, not a pelvis
constexpr float kSamePlace = 0.02f;     // of the body's height
constexpr float kNeckShare = -1.8f;     // ln of a neck's skin beside the chest's, at most
constexpr float kBare = 0.001f;         // share of the skin that counts as none
constexpr float kHipsBelow = 0.4f;      // of hip-to-shoulder height: how far from the hips a pelvis joint may lie
constexpr float kHipsAbove = 0.45f;

/// From the root down to `joint`.
std::vector<std::int32_t> pathTo(const Body& body, std::int32_t joint) {
  std::vector<std::int32_t> path;
  for (; joint >= 0; joint = body[joint].parent) path.push_back(joint);
  std::reverse(path.begin(), path.end());
  return path;
}

/// Skin that a joint moves itself or through duplicates of it: leaves at the same place.
float ownSkin(const Body& body, std::int32_t joint) {
  float area = body[joint].area;
  for (const std::int32_t child : body[joint].children)
    if (body[child].children.empty() && distance(body[child].at, body[joint].at) < kSamePlace) area += body[child].area;
  return area;
}

bool isAtHips(const Body& body, const Girdles& girdles, std::int32_t joint) {
  const float trunk = std::max(girdles.shoulders.y - girdles.hips.y, 1e-3f), offset = (body[joint].at.y - girdles.hips.y) / trunk;
  return offset > -kHipsBelow && offset < kHipsAbove;
}

/// The joint nearest the root that lies at the hips and moves their skin. Where the tree splits at the waist (legs on one
/// branch, trunk on the other) it is on the legs' branch.
Choice readPelvis(const Body& body, const Girdles& girdles, const std::vector<std::int32_t>& path) {
  std::vector<std::int32_t> candidates;
  if (girdles.legs >= 0 && std::find(path.begin(), path.end(), girdles.legs) == path.end()) candidates.push_back(girdles.legs);
  candidates.insert(candidates.end(), path.begin(), path.end());
  std::int32_t bare = -1;
  for (const std::int32_t joint : candidates) {
    if (!isAtHips(body, girdles, joint)) continue;
    if (ownSkin(body, joint) >= kLeastPelvis) return {joint, -1, kNoRival};
    if (bare < 0) bare = joint;
  }
  return {bare, -1, kNoRival};
}

/// Largest half breadth of a joint's own skin beside the mirror plane, 90 % of it.
float halfBreadth(const Body& body, std::int32_t joint) {
  std::vector<SkinSample> beside;
  for (const SkinSample& s : body.skinOf(joint)) beside.push_back({{std::abs(s.at.x), 0, 0}, s.area});
  return quantile(beside, 0, 0.9f);
}

/// The arms hang from the chest, or, a habit of some exporters, from the neck: then the joint lies at or above the start of the arms
/// and its skin is narrow and little.
Choice readChest(const Body& body, const Girdles& girdles, std::int32_t pelvis) {
  const std::int32_t above = girdles.arms, below = body[above].parent;
  if (above == pelvis) return {};
  const float trunk = std::max(girdles.shoulders.y - girdles.hips.y, 1e-3f);
  const float height = (body[above].at.y - body[girdles.armRoot].at.y) / trunk;
  float chest = agreementOf(height, -0.2f, 0.15f), neck = agreementOf(height, 0.1f, 0.12f);
  if (body[above].area > kBare) {
    const float breadth = halfBreadth(body, above) / std::max(girdles.shoulderHalfBreadth, 1e-3f);
    chest += agreementOf(breadth, 1.0f, 0.35f);
    neck += agreementOf(breadth, 0.45f, 0.35f);
  }
  if (below >= 0 && body[above].area > kBare) {
    const float share = std::log(body[above].area / std::max(body[below].area, kBare));
    chest += agreementOf(std::min(share, 0.0f), 0, 1.5f);
    neck += agreementOf(std::max(share, kNeckShare), kNeckShare, 1.2f);
  }
  if (below < 0 || below == pelvis || body.isAbove(below, pelvis)) return {above, -1, kNoRival};
  return chest >= neck ? Choice{above, below, chest - neck} : Choice{below, above, neck - chest};
}

/// The first joint above the pelvis on the way to the chest.
Choice readSpine(const Body& body, std::int32_t pelvis, std::int32_t chest) {
  Choice spine;
  for (std::int32_t joint = body[chest].parent; joint >= 0 && joint != pelvis && !body.isAbove(joint, pelvis); joint = body[joint].parent)
    spine.joint = joint;
  return spine;
}

/// The branch that leads from the chest to the skull: no limb, no twin, with most skin above the shoulders.
std::int32_t neckRoot(const Body& body, const Girdles& girdles, std::int32_t chest) {
  std::int32_t best = -1;
  float most = 0;
  for (const std::int32_t child : body[chest].children) {
    if (std::find(girdles.limbRoots.begin(), girdles.limbRoots.end(), child) != girdles.limbRoots.end() || body.hasTwin(child)) continue;
    float above = 0;
    for (const SkinSample& s : body.skinBelow(child))
      if (s.at.y > girdles.shoulders.y && std::abs(s.at.x) < girdles.shoulderHalfBreadth * 2) above += s.area;
    if (above > most) {
      most = above;
      best = child;
    }
  }
  return best;
}

}  // namespace

std::vector<std::int32_t> mainChain(const Body& body, std::int32_t start) {
  std::vector<std::int32_t> chain;
  for (std::int32_t joint = start; joint >= 0;) {
    chain.push_back(joint);
    std::int32_t next = -1;
    for (const std::int32_t child : body[joint].children)
      if (!body.hasTwin(child) && (next < 0 || body[child].areaBelow > body[next].areaBelow)) next = child;
    joint = next;
  }
  return chain;
}

Trunk readTrunk(const Body& body, const Girdles& girdles) {
  Trunk trunk;
  const std::vector<std::int32_t> path = pathTo(body, girdles.arms);
  trunk.pelvis = readPelvis(body, girdles, path);
  if (trunk.pelvis.joint < 0) return trunk;
  trunk.chest = readChest(body, girdles, trunk.pelvis.joint);
  if (trunk.chest.joint < 0) return trunk;
  trunk.spine = readSpine(body, trunk.pelvis.joint, trunk.chest.joint);
  // Without a spine between them, a bare joint at the hips that legs and trunk hang from is the pelvis, and its skin the spine's.
  const std::int32_t bare = girdles.legs;
  if (trunk.spine.joint < 0 && bare >= 0 && bare != trunk.pelvis.joint && body.isAbove(bare, trunk.pelvis.joint) &&
      isAtHips(body, girdles, bare)) {
    trunk.spine = trunk.pelvis;
    trunk.pelvis.joint = bare;
  }
  const bool armsOnNeck = trunk.chest.joint != girdles.arms;
  const std::int32_t start = armsOnNeck ? girdles.arms : neckRoot(body, girdles, trunk.chest.joint);
  if (start < 0) return trunk;
  trunk.head = readHead(body, girdles, {mainChain(body, start), armsOnNeck ? std::size_t{1} : 0});
  if (trunk.head.joint >= 0 && trunk.head.joint != start) trunk.neck.joint = start;
  return trunk;
}

}  // namespace sinew::topology
