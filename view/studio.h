#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sinew/manikin/manikin.h>

#include "camera.h"
#include "context.h"
#include "layers.h"
#include "renderer.h"
#include "target.h"

namespace sinew::view {

enum class Angle : std::uint8_t { front, side, threeQuarter };
std::string_view nameOf(Angle angle);  ///< "front", "side", "three-quarter"

/// What stands before the camera, in world space.
struct Subject {
  const Asset* asset = nullptr;
  const Rig* rig = nullptr;
  const Manikin* manikin = nullptr;       ///< none: mesh and skeleton alone
  std::vector<Transform> worldFromJoint;  ///< (jointCount)
  std::vector<Transform> worldFromPart;   ///< (partCount)
  Vec3 up{0, 1, 0}, forward{0, 0, 1};     ///< unit, of the ground that it stands on
  std::optional<float> floor;             ///< m along `up`; none: under its lowest point
  std::string caption;                    ///< shown above it
};

/// The character in bind pose, or as `modelFromJoint` (jointCount) has it.
Subject subjectOf(const Asset& asset, const Rig& rig, const Manikin* manikin, std::span<const Transform> modelFromJoint = {});

struct ShotOptions {
  int width = 1024, height = 1024;
  LayerSet layers = LayerSet::usual();
  float meshOpacity = 0.75f;  ///< 1 where no colliders are shown
};

/// Box in space, m.
struct Bounds {
  Vec3 low, high;
  Vec3 center() const { return (low + high) * 0.5f; }
};

/// Of the drawn vertices (of the joints where there is no mesh).
Bounds boundsOf(const Subject& subject, const ModelData& data);

/// Frames the bounds from an angle of the rig's own axes; front and side are orthographic, so that lengths can be read.
Camera frame(const Bounds& bounds, const RigAxes& axes, Angle angle, float aspect);

/// Takes pictures without a display.
class Studio {
 public:
  static Result<std::unique_ptr<Studio>> create();

  /// Uploads the character; kept until the next call.
  void load(const Asset& asset, const Rig& rig);
  const ModelData& data() const { return data_; }

  Image shoot(const Subject& subject, const Camera& camera, const ShotOptions& options);
  /// The three standard views.
  std::vector<Image> shootAll(const Subject& subject, const ShotOptions& options);

  Renderer& renderer() { return *renderer_; }

 private:
  Studio() = default;
  std::unique_ptr<HeadlessContext> context_;  ///< before everything that needs it
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Target> target_;
  ModelData data_;
};

}  // namespace sinew::view
