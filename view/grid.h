#pragma once

#include <sinew/base/draw.h>

namespace sinew::view {

/// A round length (1, 2 or 5 times a power of ten) of about a fifth of `size`, m.
float roundLength(float size);

/// Ground squares of a round length under `center`, with a scale bar that says how long it is. `up` and `forward` are unit vectors.
void drawGround(DebugDraw& draw, const Vec3& center, const Vec3& up, const Vec3& forward, float size);

}  // namespace sinew::view
