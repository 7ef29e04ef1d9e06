#pragma once

#include <cstdint>
#include <vector>

#include "manikin/topology_limbs.h"

namespace sinew::topology {

inline constexpr float kNoRival = 6.0f;  ///< margin of a choice that has no second candidate

/// The best joint for a role, the next best, and how far apart they are.
struct Choice {
  std::int32_t joint = -1;  ///< index into Body::joints; -1: the rig has none
  std::int32_t rival = -1;  ///< second candidate, or -1
  float margin = kNoRival;  ///< log-likelihood of the first over the second
};

struct Trunk {
  Choice pelvis, spine, chest, neck, head;
};

/// Where the limbs leave the trunk: what the trunk is measured by.
struct Girdles {
  std::int32_t arms = -1;               ///< joint that the arms hang from
  std::int32_t armRoot = -1;            ///< first joint of an arm's chain: the clavicle, or the upper arm itself
  std::int32_t legs = -1;               ///< joint that the legs hang from, or -1
  Vec3 shoulders, hips;                 ///< middle of the two upper arm joints, of the two thigh joints
  float shoulderHalfBreadth = 0;        ///< of the upper arm joints from the mirror plane
  float facing = 1;                     ///< positive where the body faces +z
  std::vector<std::int32_t> limbRoots;  ///< both sides
};

/// The joints between the girdles and up to the skull: which is pelvis, spine, chest, neck and head.
Trunk readTrunk(const Body& body, const Girdles& girdles);

/// Neck joints and all that follows them up to the crown; the head is among those from `candidates` on.
struct NeckChain {
  std::vector<std::int32_t> joints;
  std::size_t candidates = 0;
};

/// The joint that turns the skull. None where the chain has no candidate.
Choice readHead(const Body& body, const Girdles& girdles, const NeckChain& chain);

/// From `start` on, always the twinless child with most skin below it.
std::vector<std::int32_t> mainChain(const Body& body, std::int32_t start);

}  // namespace sinew::topology
