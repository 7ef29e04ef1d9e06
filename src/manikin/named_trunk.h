#pragma once

#include <cstdint>

#include "manikin/bone_tree.h"

namespace sinew {

/// The joints by which the limbs leave the trunk; -1 where unknown.
struct LimbTops {
  std::int32_t foreLeft = -1, foreRight = -1, hindLeft = -1, hindRight = -1;
};

/// One joint of the trunk and how clearly its name says so; weight 0 where the structure alone speaks.
struct TrunkJoint {
  std::int32_t joint = -1;
  float weight = 0;
};

struct NamedTrunk {
  TrunkJoint pelvis, spine, chest, neck, head, tail;
};

/// Reads the trunk between the limbs. Names of trunk joints mean little alone ("spine" is the pelvis of one family, "Neck" the
/// chest of another): the pelvis is where the legs meet, the chest is the last joint before the arms leave,
/// the neck leads from there to the head, and names decide where the structure leaves a choice.
NamedTrunk readTrunk(const BoneTree& skeleton, const LimbTops& tops);

}  // namespace sinew
