#pragma once

#include <map>

#include <sinew/manikin/roles.h>

#include "manikin/bone_tree.h"

// The two maps that somebody wrote down: the author's own, and the one inside the file.

namespace sinew {

struct AuthoredRoles {
  std::map<Role, std::int32_t> joints;  ///< role to joint
  Findings findings;                    ///< failures: entries that name nothing, or one joint twice
};

/// The author's map. An entry that names no joint is a failure that tells the nearest names.
AuthoredRoles resolveExplicit(const BoneTree& skeleton, const ExplicitMap& map);

/// The humanoid map of a VRM file (VRM 0.x `humanoid.humanBones`, VRM 1.0 `humanBones`): upperChest is the chest where present.
AuthoredRoles resolveFileMap(const BoneTree& skeleton);

}  // namespace sinew
