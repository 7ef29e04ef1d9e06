#pragma once

#include <sinew/pose/animator.h>

// A pelvis on two legs, standing: thigh 0.4 m, shin 0.42 m, ankles 8 cm over the ground at x = +-0.1 m. Joints: pelvis, then thigh, shin,
// foot of the left (+x) and of the right side.

namespace sinew::test {

inline constexpr float kAnkle = 0.08f;  // m

inline std::shared_ptr<AnimationSet> legsSet() {
  auto set = std::make_shared<AnimationSet>();
  Skeleton& skeleton = set->skeleton;
  const auto add = [&](const char* name, std::int32_t parent, const Vec3& model) {
    const Vec3 above = parent < 0 ? Vec3{} : skeleton.modelFromBind[static_cast<std::size_t>(parent)].translation;
    skeleton.paths.emplace_back(name);
    skeleton.parents.push_back(parent);
    skeleton.rest.push_back({{}, model - above});
    skeleton.restScale.push_back({1, 1, 1});
    skeleton.scaleAbove.push_back({1, 1, 1});
    skeleton.modelFromBind.push_back({{}, model});
    return static_cast<std::int32_t>(skeleton.size()) - 1;
  };
  set->limbs.pelvis = add("pelvis", -1, {0, 0.92f, 0});
  for (const float x : {0.1f, -0.1f}) {
    const std::int32_t thigh = add("thigh", 0, {x, 0.88f, 0}), shin = add("shin", thigh, {x, 0.49f, 0.03f});
    const std::int32_t foot = add("foot", shin, {x, kAnkle, 0});
    Limb leg{.upper = thigh, .lower = shin, .end = foot, .foot = foot, .bend = {0, 0, 1}};
    leg.belowUpper = {thigh, shin, foot};
    leg.belowLower = {shin, foot};
    leg.belowEnd = {foot};
    set->limbs.legs.push_back(leg);
  }
  set->limbs.belowPelvis = {0, 1, 2, 3, 4, 5, 6};
  return set;
}

/// Ground from a function of the place.
template <class Surface>
struct FunctionGround : Ground {
  Surface surface;
  explicit FunctionGround(Surface from) : surface(std::move(from)) {}
  GroundHit below(const Vec3& point, float reach) const override {
    GroundHit hit = surface(point);
    hit.hit = hit.hit && hit.height <= point.y && hit.height >= point.y - reach;
    return hit;
  }
};

/// An animator's feet without the animator: a standing pose, planted frame by frame.
struct Stander {
  std::shared_ptr<const AnimationSet> set = legsSet();
  FootOptions options{};
  FeetState state{};
  Transform worldFromModel{};
  std::vector<Transform> animated = set->skeleton.rest;  ///< local, before planting
  std::vector<Transform> local = animated, model = animated;

  void frame(const Ground& ground, float dt = 1.0f / 60) {
    local = animated;
    toModel(set->skeleton, local, model);
    plantFeet(set->skeleton, set->limbs, options, {.ground = ground, .worldFromModel = worldFromModel, .dt = dt}, state, local, model);
  }
  void settle(const Ground& ground) {
    for (int i = 0; i < 120; ++i) frame(ground);
  }
  Vec3 foot(std::size_t side) const { return worldFromModel * model[side == 0 ? 3 : 6].translation; }
  Quat sole(std::size_t side) const { return worldFromModel.rotation * model[side == 0 ? 3 : 6].rotation; }
};

}  // namespace sinew::test
