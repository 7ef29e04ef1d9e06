#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "manikin/topology_body.h"

namespace sinew::topology {

/// One reading of one limb: which joints of a chain are its three segments. Joints of the left-hand (x > 0) member of a pair.
struct LimbReading {
  std::int32_t first = -1;  ///< where the limb's chain leaves the trunk; the clavicle where that is not `upper`
  std::int32_t upper = -1;  ///< upper arm, thigh
  std::int32_t lower = -1;  ///< forearm, shin
  std::int32_t end = -1;    ///< hand, foot; -1 where the last segment rides on `lower`
  float score = 0;          ///< log-likelihood, 0 at best
};

/// What a chain is read as.
enum class LimbKind : std::uint8_t { arm, leg, beastLeg };

/// A pair of chains that leave the trunk on both sides, whatever they are: legs, arms, ears, wings.
struct LimbPair {
  std::int32_t root = -1;   ///< first joint of the x > 0 chain; its twin starts the other
  std::int32_t trunk = -1;  ///< the joint without a twin that it hangs from, or -1
  float lowest = 0;         ///< height of its lowest skin
  float highest = 0;
};

struct LimbSkin;

/// Finds paired chains and reads them as limbs. Measures the skin of every joint once. Keeps a reference to the body.
class LimbReader {
 public:
  explicit LimbReader(const Body& body);
  ~LimbReader();

  const std::vector<LimbPair>& pairs() const { return pairs_; }
  /// Every plausible reading of a pair as that kind of limb, best first; empty where its chains are too short.
  std::vector<LimbReading> read(const LimbPair& pair, LimbKind kind) const;

 private:
  const Body& body_;
  std::vector<LimbPair> pairs_;
  std::unique_ptr<LimbSkin> skin_;
};

/// The end joint and its siblings that start at the same place: several where a rig has palm bones instead of a hand.
std::vector<std::int32_t> endsAt(const Body& body, std::int32_t end);

/// Log-likelihood of `value` under Student's t with four degrees of freedom, 0 at the mean: near a Gaussian for what is usual,
/// but one oddity does not outvote everything else.
float agreementOf(float value, float mean, float sigma);

}  // namespace sinew::topology
