#pragma once

#include <optional>
#include <span>

#include <sinew/manikin/manikin.h>
#include <sinew/ragdoll/pose_map.h>

#include "renderer.h"
#include "scenes/terrain.h"
#include "studio.h"

namespace sinew::view {

/// The skeletons of many characters of one kind, recovered from their bodies as they are drawn.
class CrowdPose {
 public:
  CrowdPose(const Rig& rig, const Manikin& manikin);

  /// Skin matrices in world space, (jointCount + 1), of one character: its bodies `worldFromPart` (partCount), and where its bind
  /// pose was put for what no body moves. Stands until the next call.
  std::span<const Affine> skin(std::span<const Transform> worldFromPart, const Transform& worldFromModel);

 private:
  const Rig& rig_;
  PoseMap map_;
  std::vector<Transform> bindLocals_, locals_, modelFromPart_, joints_;
  std::vector<Affine> skin_;
};

/// Where everybody is: bodies `worldFromPart` (count * partCount), bind poses as they were put `worldFromModel` (count).
struct CrowdView {
  std::span<const Transform> worldFromPart, worldFromModel;
  const scenes::Terrain* terrain = nullptr;  ///< none: level ground
};

/// Box around all bodies' origins, m.
Bounds boundsOf(std::span<const Transform> worldFromPart);

/// From in front and above, as near as all of the box and `margin` m around it stay in the picture.
Camera frameCrowd(const Bounds& bounds, float margin, float aspect);

/// The ground under a crowd: hills as lines, or a grid as wide as the bounds.
void drawCrowdGround(Canvas& canvas, const CrowdView& crowd, const Bounds& bounds);

/// Everybody's skin, into what `begin` of the renderer was called for.
void drawCrowd(Renderer& renderer, const Model& model, CrowdPose& pose, const CrowdView& crowd);

}  // namespace sinew::view
