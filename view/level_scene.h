#pragma once

#include <memory>

#include <sinew/locomotion/shadow.h>

#include "level_model.h"
#include "renderer.h"

namespace sinew::view {

/// A level on the graphics card, with the flat shadows that walkers throw on it.
class LevelScene {
 public:
  /// Draws the level as it stands. What broke since the last call is made anew.
  void draw(Renderer& renderer, const Level& level, const LevelState& state);
  /// A dark flat figure on the ground.
  static void shadow(Renderer& renderer, const Model& proxy, const Shadow& shadow);

 private:
  std::unique_ptr<Model> model_;
  const Level* level_ = nullptr;
  std::vector<std::uint8_t> crushed_;  ///< (solidCount) as `model_` was made
};

/// The shadow's proxy as a mesh: joint 0 carries the legs, joint 1 the torso.
ModelData shadowData(const ShadowProxy& proxy);

}  // namespace sinew::view
