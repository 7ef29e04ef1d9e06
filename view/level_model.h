#pragma once

#include <vector>

#include <sinew/base/draw.h>
#include <sinew/physics/level.h>

#include "model.h"

namespace sinew::view {

/// Faces of a level's solids for the renderer: blocking ones grey, crushable brown, what moves blue; crushed ones and triggers have none.
/// Joint 0 stands still, joint i + 1 is mover i.
ModelData levelData(const Level& level, const LevelState& state);

/// The palette of `levelData`: (moverCount + 1).
std::vector<Affine> levelSkin(const LevelState& state);

/// Edges of all solids, triggers among them, on layer `grid`.
void drawLevel(DebugDraw& draw, const Level& level, const LevelState& state);

}  // namespace sinew::view
