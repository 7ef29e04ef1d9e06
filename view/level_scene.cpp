#include "level_scene.h"

namespace sinew::view {

void LevelScene::draw(Renderer& renderer, const Level& level, const LevelState& state) {
  if (model_ == nullptr || level_ != &level || crushed_ != state.crushed) {
    level_ = &level;
    crushed_ = state.crushed;
    model_ = std::make_unique<Model>(Asset{}, levelData(level, state));
  }
  if (!model_->parts().empty()) renderer.model(*model_, levelSkin(state), 1);
}

void LevelScene::shadow(Renderer& renderer, const Model& proxy, const Shadow& shadow) {
  if (!shadow.drawn) return;
  constexpr float kDark = 0.45f;
  Transform lifted = shadow.worldFromShadow;
  lifted.translation += rotate(lifted.rotation, Vec3{0, 1, 0}) * shadow.depthBias;
  // The torso's figure lies over that of the legs, so that where both are it is no darker.
  Transform torso = lifted * shadow.shadowFromTorso;
  torso.translation += rotate(torso.rotation, Vec3{0, 1, 0}) * shadow.depthBias;
  const std::array<Affine, 2> skin{toAffine(lifted), toAffine(torso)};
  renderer.model(proxy, skin, kDark);
}

ModelData shadowData(const ShadowProxy& proxy) {
  ModelData data;
  for (std::size_t i = 0; i < proxy.points.size(); ++i) {
    ModelVertex vertex;
    vertex.position = proxy.points[i];
    vertex.normal = {0, 1, 0};
    vertex.joints[0] = i < proxy.torsoStart ? 0 : 1;
    vertex.weights[0] = 1;
    data.vertices.push_back(vertex);
  }
  data.indices = proxy.triangles;
  data.parts.push_back({.firstIndex = 0,
                        .indexCount = static_cast<std::uint32_t>(proxy.triangles.size()),
                        .color = {0, 0, 0, 1},
                        .image = -1,
                        .doubleSided = true});
  return data;
}

}  // namespace sinew::view
