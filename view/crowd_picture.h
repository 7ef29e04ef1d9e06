#pragma once

#include <memory>
#include <span>

#include <sinew/manikin/manikin.h>
#include <sinew/ragdoll/pose_map.h>

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

/// Pictures of a whole crowd without a display.
class CrowdPicture {
 public:
  static Result<std::unique_ptr<CrowdPicture>> create(const Asset& asset, const Rig& rig, const Manikin& manikin);

  /// Everybody in one picture, from in front and above: `worldFromPart` (count * partCount), `worldFromModel` (count).
  Image shoot(std::span<const Transform> worldFromPart, std::span<const Transform> worldFromModel, const scenes::Terrain* terrain);

 private:
  CrowdPicture(std::unique_ptr<Studio> studio, const Asset& asset, const Rig& rig, const Manikin& manikin);

  std::unique_ptr<Studio> studio_;  ///< before everything that needs its context
  const Manikin& manikin_;
  CrowdPose pose_;
  Model model_;
  Target target_;
};

}  // namespace sinew::view
