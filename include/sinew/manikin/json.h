#pragma once

#include <string>
#include <string_view>

#include <sinew/manikin/manikin.h>

namespace sinew {

/// Loss-free versioned JSON of a manikin (docs/manikin.schema.json): the document that `sinew fit --json` prints.
std::string writeManikin(const Manikin& manikin);

/// What `fit --json` prints for a refused map: `"refused": true`, the roles found, the findings.
std::string writeRefusal(const Rig& rig, const RoleMap& map);

/// Reads it back. Unknown versions, unknown part references, loops, more than one root and non-finite numbers are errors that
/// name the place.
Result<Manikin> readManikin(std::string_view json);

}  // namespace sinew
