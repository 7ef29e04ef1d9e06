#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sinew/asset/asset.h>

// Which skeletons a file holds. Most hold one; a scene may hold two people, or a rider on a horse.

namespace sinew {

/// Skins that hold together because they share joints, and the meshes that they move.
struct Figure {
  std::string name;                 ///< printable; of its topmost joint, "" where nameless
  std::int32_t node = -1;           ///< glTF node of its topmost joint
  std::vector<std::int32_t> skins;  ///< indices into Asset::skins
  std::size_t joints = 0;           ///< that its skins list, each counted once
  std::size_t vertices = 0;         ///< that its skins move
};

/// The figures whose skins move vertices of the default scene, most vertices first, then in the order of the file. Empty where the
/// file has no skin in use.
std::vector<Figure> figuresOf(const Asset& asset);

/// The figure that a node is a joint of, stands right above or hangs from: index into `figures`; -1 where it belongs to none or
/// stands above several.
std::int32_t figureAt(const Asset& asset, const std::vector<Figure>& figures, std::int32_t node);

/// The file with that figure alone: the others' skins are gone, and so are the meshes that they move or carry. Node indices stay;
/// joints of the others are plain nodes.
Asset isolate(const Asset& asset, const Figure& figure);

}  // namespace sinew
