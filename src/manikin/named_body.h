#pragma once

#include <map>
#include <optional>

#include <sinew/manikin/roles.h>

#include "manikin/bone_tree.h"

namespace sinew {

/// One role that names speak for.
struct NamedRole {
  std::int32_t joint = -1;
  float confidence = 0;  ///< [0, 1]
  bool byName = true;    ///< false: its own name is silent, its place between named joints speaks
};

/// What the names of a rig say, read as a whole body. Sides are as named; `resolveSides` settles them.
struct NamedBody {
  std::optional<Creature> creature;  ///< none: the names describe no body plan
  std::map<Role, NamedRole> roles;
  Findings findings;
};

/// Reads the names with the alias table. `creature` narrows the reading where the caller knows it. Aligns the skeleton's middle plane to
/// the pairs that the names tell.
NamedBody readNamedBody(BoneTree& skeleton, std::optional<Creature> creature);

/// The reading of a four-legged body.
NamedBody readNamedQuadruped(BoneTree& skeleton);

/// Confidence of a role whose name means it with that weight.
float confidenceOfName(float weight);

}  // namespace sinew
