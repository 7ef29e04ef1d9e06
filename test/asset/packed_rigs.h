#pragma once

#include "asset/glb_builder.h"

namespace sinew::test {

/// The small rig with its positions, indices and weights packed by EXT_meshopt_compression; a second buffer without bytes stands
/// for what they unpack to.
GlbBuilder meshoptRig();

enum class DracoMethod { edgeBreaker, sequential };

/// The small rig with its square packed by KHR_draco_mesh_compression. The attributes' unique ids are not their order (position
/// 7, joints 3, weights 5), and the position accessor states a wrong count.
GlbBuilder dracoRig(DracoMethod method);

}  // namespace sinew::test
