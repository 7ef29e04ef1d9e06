#pragma once

#include <vector>

#include "camera.h"
#include "canvas.h"

namespace sinew::view {

/// The edge of a capsule as this camera sees it, as line pairs: what the solver's shape covers in the picture lies exactly inside.
/// Nothing where the eye is inside the shape.
void outline(const CanvasCapsule& capsule, const Camera& camera, std::vector<CanvasVertex>& lines);

}  // namespace sinew::view
