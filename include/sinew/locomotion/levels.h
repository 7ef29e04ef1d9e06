#pragma once

#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/physics/level.h>

namespace sinew {

/// A level from a glTF file, in metres, +Y up. A node's mesh becomes triangles, unless its `extras` say otherwise:
///
///     "solid": "mesh" | "box" | "wedge" | "none"     box and wedge: the bounds of the mesh in the node's own frame
///     "crushable": true, "trigger": true             as boxes
///     "moving": {"travel_m": [x, y, z], "period_s": s, "turn_degps": d, "phase": share}     box or wedge
///     "start": true                                  where walkers begin: the node's place and heading (its +z)
///     "shadows": false                               on any node: nobody casts a shadow here
///
/// A file without any mesh, or with a node that cannot be what its extras say, is an error that names the node.
Result<Level> levelOf(const Asset& asset);

/// "flat", "stairs", "ramps", "walls", "crates", "platforms", "polar"; anything else is a usage error that lists them.
Result<Level> builtInLevel(std::string_view name);
std::vector<std::string_view> levelNames();

/// A built-in name, else the path of a file.
Result<Level> loadLevel(std::string_view nameOrPath);

}  // namespace sinew
