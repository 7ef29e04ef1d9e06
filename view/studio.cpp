#include "studio.h"

#include <filesystem>

#include <sinew/manikin/draw.h>
#include <sinew/rig/draw.h>

#include "grid.h"

namespace sinew::view {

std::string_view nameOf(Angle angle) { return angle == Angle::front ? "front" : angle == Angle::side ? "side" : "three-quarter"; }

Subject subjectOf(const Asset& asset, const Rig& rig, const Manikin* manikin, std::span<const Transform> modelFromJoint) {
  Subject subject{.asset = &asset,
                  .rig = &rig,
                  .manikin = manikin,
                  .worldFromJoint = {},
                  .worldFromPart = {},
                  .up = rig.axes.up,
                  .forward = rig.axes.forward,
                  .floor = std::nullopt,
                  .caption = std::filesystem::path(rig.file).filename().string()};
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    subject.worldFromJoint.push_back(j < modelFromJoint.size() ? modelFromJoint[j] : rig.joints[j].modelFromBind);
  }
  if (manikin == nullptr) return subject;
  for (const Part& part : manikin->parts) subject.worldFromPart.push_back(subject.worldFromJoint[static_cast<std::size_t>(part.joint)]);
  return subject;
}

Bounds boundsOf(const Subject& subject, const ModelData& data) {
  Bounds bounds{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
  const auto add = [&](const Vec3& p) {
    bounds.low = {std::min(bounds.low.x, p.x), std::min(bounds.low.y, p.y), std::min(bounds.low.z, p.z)};
    bounds.high = {std::max(bounds.high.x, p.x), std::max(bounds.high.y, p.y), std::max(bounds.high.z, p.z)};
  };
  const std::vector<Affine> skin = skinMatrices(*subject.rig, subject.worldFromJoint);
  for (const ModelVertex& vertex : data.vertices) add(skinned(vertex, skin));
  if (data.vertices.empty()) {
    for (const Transform& joint : subject.worldFromJoint) add(joint.translation);
  }
  if (!(bounds.low.x <= bounds.high.x)) bounds = {{-1, 0, -1}, {1, 2, 1}};
  return bounds;
}

Camera frame(const Bounds& bounds, const RigAxes& axes, Angle angle, float aspect) {
  const Vec3 toEye = angle == Angle::front  ? axes.forward
                     : angle == Angle::side ? axes.left
                                            : normalized(axes.forward * 0.8f + axes.left * 0.6f + axes.up * 0.3f);
  const Vec3 right = cross(axes.up, toEye), half = (bounds.high - bounds.low) * 0.5f;
  const auto extent = [&](const Vec3& d) { return std::abs(d.x) * half.x + std::abs(d.y) * half.y + std::abs(d.z) * half.z; };
  const float size = std::max(length(half), 1e-4f);

  Camera camera{.eye = {}, .target = bounds.center(), .up = axes.up};
  camera.halfHeight = 1.15f * std::max(extent(axes.up), extent(normalized(right)) / aspect);
  if (angle == Angle::threeQuarter) {
    // Far enough that the nearest side of the box still fits.
    camera.eye = camera.target + toEye * (0.95f * camera.halfHeight / std::tan(camera.fovY * 0.5f) + extent(toEye));
  } else {
    camera.fovY = 0;
    camera.eye = camera.target + toEye * (4 * size);
  }
  camera.near = 0.02f * size;
  camera.far = 40 * size;
  return camera;
}

Result<std::unique_ptr<Studio>> Studio::create() {
  std::unique_ptr<Studio> studio(new Studio());
  Result<std::unique_ptr<HeadlessContext>> context = HeadlessContext::create();
  if (!context) return Failure(context.error());
  studio->context_ = std::move(*context);
  studio->renderer_ = std::make_unique<Renderer>();
  return studio;
}

void Studio::load(const Asset& asset, const Rig& rig) {
  data_ = modelData(asset, rig);
  model_ = std::make_unique<Model>(asset, data_);
}

Image Studio::shoot(const Subject& subject, const Camera& camera, const ShotOptions& options) {
  if (target_ == nullptr || target_->width() != options.width || target_->height() != options.height) {
    target_ = std::make_unique<Target>(options.width, options.height);
  }
  const Rig& rig = *subject.rig;
  Canvas canvas;
  const Bounds bounds = boundsOf(subject, data_);
  const Vec3 half = (bounds.high - bounds.low) * 0.5f, &up = subject.up;
  const float extent = std::abs(up.x) * half.x + std::abs(up.y) * half.y + std::abs(up.z) * half.z;
  const float lowest = dot(bounds.center(), up) - extent;
  drawGround(canvas, bounds.center() + up * (subject.floor.value_or(lowest) - dot(bounds.center(), up)), up, subject.forward,
             2 * length(half));
  canvas.layer(Layer::labels);
  canvas.text(bounds.center() + up * (1.12f * extent), subject.caption, {1, 1, 1, 1});
  drawSkeleton(canvas, rig, subject.worldFromJoint);
  if (subject.manikin != nullptr) drawManikin(canvas, *subject.manikin, subject.worldFromPart);

  target_->bind();
  renderer_->begin(camera, options.width, options.height);
  if (options.layers.has(Layer::mesh) && model_ != nullptr) {
    renderer_->model(*model_, skinMatrices(rig, subject.worldFromJoint), options.layers.has(Layer::colliders) ? options.meshOpacity : 1.0f);
  }
  renderer_->canvas(canvas, options.layers);
  return target_->read();
}

std::vector<Image> Studio::shootAll(const Subject& subject, const ShotOptions& options) {
  const Bounds bounds = boundsOf(subject, data_);
  const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
  std::vector<Image> images;
  for (const Angle angle : {Angle::front, Angle::side, Angle::threeQuarter}) {
    images.push_back(shoot(subject, frame(bounds, subject.rig->axes, angle, aspect), options));
  }
  return images;
}

}  // namespace sinew::view
