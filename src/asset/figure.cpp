#include <sinew/asset/figure.h>

#include "asset/figure_humanoid.h"
#include "asset/figure_scene.h"

namespace sinew {

Result<std::vector<std::byte>> makeFigure(const FigureOptions& options, std::span<const std::string> variants) {
  figure::Body body;
  body.joints = figure::humanoidJoints(options);
  body.meshes.push_back(figure::humanoidMesh(options, body.joints));
  body.clips = figure::humanoidClips(body.joints);
  (void)variants;
  return figure::writeGlb(figure::sceneOf(body));
}

std::span<const FigureVariant> figureVariants() { return {}; }

Result<std::vector<std::byte>> makeFigure(std::string_view spec) {
  FigureOptions options;
  if (spec == "figure:fine") options.detail = 2;
  if (spec == "figure:tiny") options.detail = 0;
  return makeFigure(options);
}

}  // namespace sinew
