#pragma once

#include <sinew/asset/asset.h>

namespace sinew::gltf {

/// Leaves out the vertices that no index names, with their influences, and renumbers. Primitives that share one large vertex
/// buffer come out with their own vertices only, so that no vertex is measured twice.
void dropUnusedVertices(Primitive& primitive);

}  // namespace sinew::gltf
