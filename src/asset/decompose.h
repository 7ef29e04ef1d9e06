#pragma once

#include <sinew/base/math.h>

namespace sinew::gltf {

/// Translation, rotation and scale of a matrix. A mirror becomes a negative z scale; scales of any size are kept, also those of
/// millionths; where columns have no length the rotation is completed from the others. Shear is lost.
Trs decompose(const Affine& parentFromNode);

}  // namespace sinew::gltf
