#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "manikin/bone_tree.h"

namespace sinew {

enum class LimbKind : std::uint8_t { arm, leg };

inline constexpr std::size_t kLimbStages = 5;

/// One limb as its joints' names tell it, from the trunk outwards; -1 where a stage has no joint.
/// Arm: clavicle, upper arm, forearm, hand, (none). Leg: connector, thigh, shin, foot, toes.
struct NamedLimb {
  std::array<std::int32_t, kLimbStages> joints{-1, -1, -1, -1, -1};
  std::array<float, kLimbStages> weights{};  ///< [0, 1] how clearly the name says so
  float score = 0;

  /// The joint by which the limb leaves the trunk, -1 where nothing was found.
  std::int32_t top() const;
};

/// Side of each joint as the names tell it; by geometry where the rig's names mark no sides.
std::vector<int> sidesOf(const BoneTree& skeleton);

/// The same corrected by the aligned skeleton: a joint that plainly lies on one side of the middle plane belongs to it, whatever
/// its name says.
std::vector<int> correctedSides(const BoneTree& skeleton, std::vector<int> sides);

/// The best reading of a whole limb. Words are ambiguous alone ("shoulder", "leg", "foot"), not in a chain: of all ways to put
/// stages on joints along one way down the skeleton, in order, the one whose words fit best together wins.
NamedLimb readLimb(const BoneTree& skeleton, LimbKind kind, int side, const std::vector<int>& sides);

/// Makes the two limbs of a pair tell the same story: where the body mirrors itself, the side whose names say less takes the joints
/// that mirror those of the other, so that one odd name does not shift a limb by a joint.
void agreeOnTwins(const BoneTree& skeleton, NamedLimb& left, NamedLimb& right);

}  // namespace sinew
