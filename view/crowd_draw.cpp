#include "crowd_draw.h"

#include <algorithm>

#include "grid.h"

namespace sinew::view {
namespace {

/// The hills as lines along both directions, each a cell of the mesh apart from the next but one.
void drawTerrain(Canvas& canvas, const scenes::Terrain& terrain) {
  canvas.layer(Layer::grid);
  const auto columns = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(terrain.vertices().size()))));
  const Color color{0.4f, 0.45f, 0.5f, 0.35f};
  for (std::size_t row = 0; row < columns; row += 2) {
    for (std::size_t column = 0; column + 2 < columns; column += 2) {
      canvas.line(terrain.vertices()[row * columns + column], terrain.vertices()[row * columns + column + 2], color);
      canvas.line(terrain.vertices()[column * columns + row], terrain.vertices()[(column + 2) * columns + row], color);
    }
  }
}

}  // namespace

CrowdPose::CrowdPose(const Rig& rig, const Manikin& manikin)
    : rig_(rig),
      map_(poseMapOf(manikin, rig)),
      bindLocals_(rig.joints.size()),
      modelFromPart_(manikin.parts.size()),
      joints_(rig.joints.size()) {
  for (std::size_t j = 0; j < rig.joints.size(); ++j) joints_[j] = rig.joints[j].modelFromBind;
  localsFromModel(rig, joints_, bindLocals_);
}

std::span<const Affine> CrowdPose::skin(std::span<const Transform> worldFromPart, const Transform& worldFromModel) {
  const Transform modelFromWorld = inverse(worldFromModel);
  for (std::size_t i = 0; i < modelFromPart_.size(); ++i) modelFromPart_[i] = modelFromWorld * worldFromPart[i];
  locals_ = bindLocals_;
  recoverPose(map_, modelFromPart_, locals_, joints_);
  for (Transform& joint : joints_) joint = worldFromModel * joint;
  skin_ = skinMatrices(rig_, joints_);
  return skin_;
}

Bounds boundsOf(std::span<const Transform> worldFromPart) {
  Bounds bounds{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
  for (const Transform& part : worldFromPart) {
    const Vec3& p = part.translation;
    bounds.low = {std::min(bounds.low.x, p.x), std::min(bounds.low.y, p.y), std::min(bounds.low.z, p.z)};
    bounds.high = {std::max(bounds.high.x, p.x), std::max(bounds.high.y, p.y), std::max(bounds.high.z, p.z)};
  }
  return bounds;
}

Camera frameCrowd(const Bounds& bounds, float margin, float aspect) {
  const Vec3 toEye = normalized(Vec3{0.35f, 0.45f, 1}), right = normalized(cross(Vec3{0, 1, 0}, toEye)), up = cross(toEye, right);
  Camera camera;
  const float high = std::tan(0.5f * camera.fovY), wide = high * aspect;
  const Vec3 half = (bounds.high - bounds.low) * 0.5f + Vec3{margin, margin, margin};
  float far = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner = scaled(half, {i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
    far = std::max({far, std::abs(dot(corner, right)) / wide + dot(corner, toEye), std::abs(dot(corner, up)) / high + dot(corner, toEye)});
  }
  camera.target = bounds.center();
  camera.eye = camera.target + toEye * far;
  camera.near = 0.002f * far;
  camera.far = 10 * far;
  return camera;
}

void drawCrowdGround(Canvas& canvas, const CrowdView& crowd, const Bounds& bounds) {
  if (crowd.terrain != nullptr) return drawTerrain(canvas, *crowd.terrain);
  const Vec3 center = bounds.center();
  drawGround(canvas, {center.x, 0, center.z}, {0, 1, 0}, {0, 0, 1}, std::max(length(bounds.high - bounds.low), 1e-3f));
}

void drawCrowd(Renderer& renderer, const Model& model, CrowdPose& pose, const CrowdView& crowd) {
  if (crowd.worldFromModel.empty()) return;
  const std::size_t count = crowd.worldFromModel.size(), parts = crowd.worldFromPart.size() / count;
  std::vector<Affine> skins;
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const Affine> skin = pose.skin(crowd.worldFromPart.subspan(i * parts, parts), crowd.worldFromModel[i]);
    skins.insert(skins.end(), skin.begin(), skin.end());
  }
  renderer.models(model, skins, count, 1);
}

}  // namespace sinew::view
