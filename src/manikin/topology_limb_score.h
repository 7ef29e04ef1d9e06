#pragma once

#include <cstdint>
#include <vector>

#include "manikin/topology_limbs.h"

namespace sinew::topology {

/// Skin measures of every joint that a limb may consist of, made once: readings are many.
struct LimbSkin {
  std::vector<float> reach;         ///< (jointCount) of the branch from its joint, with siblings that start at the same place
  std::vector<float> lowShare;      ///< (jointCount) share of its own skin in the lowest fifth of its height above the ground
  std::vector<std::int32_t> place;  ///< (jointCount) first of the siblings that start at the same place: four palm bones are one wrist
};

/// A chain and three places on it; `e` is the chain's length where the limb has no end of its own.
struct Candidate {
  const Body& body;
  const LimbSkin& skin;
  const std::vector<std::int32_t>& path;
  std::size_t u, l, e;

  bool hasEnd() const { return e < path.size(); }
  const Vec3& at(std::size_t i) const { return body[path[i]].at; }
  float reachOf(std::size_t i) const { return skin.reach[static_cast<std::size_t>(path[i])]; }
};

/// Log-likelihood of a candidate as that kind of limb, 0 at best.
float limbScore(const Candidate& candidate, LimbKind kind);

}  // namespace sinew::topology
