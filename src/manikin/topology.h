#pragma once

#include <optional>
#include <vector>

#include <sinew/manikin/roles.h>

namespace sinew {

/// One role that geometry and skin speak for.
struct Proposal {
  Role role = Role::none;
  std::int32_t joint = -1;
  float confidence = 0;  ///< [0, 1]
};

/// What the skeleton's shape says, without a single name or file map.
struct TopologyMap {
  std::optional<Creature> creature;  ///< none: no body plan of ours
  float confidence = 0;              ///< of the body plan, [0, 1]
  std::vector<Proposal> proposals;   ///< roles it is sure of, best first; one a role
  std::vector<Role> absent;          ///< roles this rig truly has not (no joint could play them)
  Findings findings;                 ///< failures: what stayed uncertain and why, each with its role
};

/// Walks the skeleton, not the names. `creature` narrows the search where the caller knows it. Knows when not to know: a role
/// whose second-best candidate is nearly as good is left out, with a failure that names both.
TopologyMap inferTopology(const Rig& rig, std::optional<Creature> creature);

}  // namespace sinew
