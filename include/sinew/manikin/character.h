#pragma once

#include <cstdint>
#include <optional>

#include <sinew/asset/asset.h>
#include <sinew/manikin/roles.h>
#include <sinew/rig/rig.h>

namespace sinew {

/// A rig with its roles.
struct MappedRig {
  Rig rig;
  RoleMap map;
};

/// buildRig and mapRoles on ONE character of the file. Where several of its figures (figuresOf, the sixteen largest) have a whole body
/// each, the one with the most vertices is taken, the first in the file among equals, and a warning (`rig.figures`) names them; nothing
/// of the others counts towards the body. `node` (a glTF node at, above or below the joints of one figure) chooses instead: an error
/// (`usage`) where it belongs to none. With creature `bones` every skeleton in the file is taken together, unless `node` chooses.
Result<MappedRig> mapCharacter(const Asset& asset, const RigOptions& options = {}, const MapOptions& mapping = {},
                               std::optional<std::int32_t> node = {});

}  // namespace sinew
