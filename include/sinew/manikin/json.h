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

/// That a manikin from a file belongs to this rig: every joint it names is there and drives the node it says. Whatever takes
/// both may rely on it; a manikin fitted to the rig itself always passes.
Result<void> describes(const Manikin& manikin, const Rig& rig);

}  // namespace sinew
