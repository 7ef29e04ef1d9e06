#pragma once

#include <array>
#include <span>

#include <sinew/base/math.h>

#include "camera.h"
#include "canvas.h"
#include "font.h"
#include "gl.h"
#include "layers.h"
#include "model.h"

namespace sinew::view {

/// Draws models, lines and labels into whatever target is bound. One GL path for frames and the live window.
class Renderer {
 public:
  Renderer();

  /// Clears the bound target and takes the camera for everything that follows.
  void begin(const Camera& camera, int width, int height);

  /// The skinned mesh, lit. `skin` (jointCount) from `skinMatrices`. `opacity` below 1 lets colliders shine through.
  void model(const Model& model, std::span<const Affine> skin, float opacity);

  /// The same mesh many times, in a few calls: `skins` holds one palette of `skinMatrices` after the other, (count * (jointCount + 1)).
  /// Draws what `count` calls of `model` draw; bodies that shine through show the nearest surface of all.
  void models(const Model& model, std::span<const Affine> skins, std::size_t count, float opacity);

  /// Lines of the shown layers, as bright where they are visible and faint where something stands before them; then labels.
  void canvas(const Canvas& canvas, const LayerSet& layers);

 private:
  void uploadSkins(std::span<const Affine> skins);
  void lines(const std::vector<CanvasVertex>& vertices, float opacity);
  void labels(const std::vector<CanvasLabel>& labels, const LayerSet& layers);

  Program mesh_, line_, label_;
  Font font_;
  Texture fontTexture_;
  Texture jointTexture_;
  Buffer jointBuffer_;
  VertexArray lineArray_, labelArray_;
  Buffer lineBuffer_, labelBuffer_;
  Mat4 clipFromWorld_{};
  Camera camera_;
  std::vector<std::array<float, 12>> rows_;  ///< kept from frame to frame
  std::vector<CanvasVertex> edges_;          ///< kept from frame to frame
  int width_ = 1, height_ = 1;
};

}  // namespace sinew::view
