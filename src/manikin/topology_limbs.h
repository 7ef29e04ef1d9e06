#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "manikin/topology_body.h"

namespace sinew::topology {

/// One reading of one limb: which joints of a chain are its three segments. Joints of the left-hand (x > 0) member of a pair.
struct LimbReading {
  std::int32_t first = -1;  ///< where the limb's chain leaves the trunk; the clavicle where that is not `upper`
  std::int32_t upper = -1;  ///< upper arm, thigh
  std::int32_t lower = -1;  ///< forearm, shin
  std::int32_t end = -1;    ///< hand, foot; -1 where the last segment rides on `lower`
  float score = 0;          ///< log-likelihood against human proportions, 0 at best
};

/// A pair of chains that leave the trunk on both sides, with every plausible reading, best first.
struct LimbPair {
  std::int32_t root = -1;   ///< first joint of the x > 0 chain; its twin starts the other
  std::int32_t trunk = -1;  ///< the joint on the mirror plane that it hangs from, or -1
  float lowest = 0;         ///< height of the lowest skin
  float highest = 0;
  std::vector<LimbReading> asLeg, asArm, asBeastLeg;
};

/// Roots of all paired chains with skin of their own, whatever they are: legs, arms, ears, wings.
std::vector<LimbPair> limbPairs(const Body& body);

/// The end joint and its siblings that start at the same place: several where a rig has palm bones instead of a hand.
std::vector<std::int32_t> endsAt(const Body& body, std::int32_t end);

/// Log-likelihood of `value` under Student's t with four degrees of freedom, 0 at the mean: near a Gaussian for what is usual,
/// but one oddity does not outvote everything else.
float agreementOf(float value, float mean, float sigma);

}  // namespace sinew::topology
