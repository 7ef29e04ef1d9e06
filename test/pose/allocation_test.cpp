#include <gtest/gtest.h>

#include "pose/legs.h"
#include "support/allocations.h"

// An animator allocates when it is made and when a layer is added, and in no update.

namespace sinew {
namespace {

TEST(AnimatorAllocation, NoneInAnUpdate) {
  auto set = test::legsSet();
  for (const bool keyed : {false, true}) {
    Clip clip;
    clip.name = keyed ? "keyed" : "uniform";
    clip.duration = 1;
    clip.loops = true;
    clip.jointCount = static_cast<std::uint32_t>(set->skeleton.size());
    clip.root = {.rate = 1, .position = {Vec3{}, Vec3{0, 0, 1}}, .yaw = {0, 0.2f}};
    if (keyed) {
      clip.tracks.push_back({.joint = 2,
                             .path = ChannelPath::rotation,
                             .interpolation = Interpolation::linear,
                             .times = {0, 0.5f, 1},
                             .values = {0, 0, 0, 1, 0.6f, 0, 0, 0.8f, 0, 0, 0, 1}});
    } else {
      clip.keyCount = 2;
      clip.rate = 1;
      for (int k = 0; k < 2; ++k) clip.samples.insert(clip.samples.end(), set->skeleton.rest.begin(), set->skeleton.rest.end());
    }
    set->clips.push_back(clip);
  }
  set->limbs.arms = set->limbs.legs;
  const test::FunctionGround ground([](const Vec3& p) { return GroundHit{true, 0.1f * p.x, {0, 1, 0}, {}}; });
  Animator animator(set);
  animator.play(0);
  const std::int32_t layer = animator.addLayer(1, {.weight = 0.5f, .mask = {}});
  animator.addLayer(0, {.mode = LayerMode::additive, .weight = 0.3f, .mask = {}});
  animator.setFeet({});
  std::vector<Mat4> pose(animator.jointModelTransforms().begin(), animator.jointModelTransforms().end());
  const std::vector<float> weights(pose.size(), 0.5f);

  const std::size_t before = allocations;
  for (int i = 0; i < 300; ++i) {
    if (i % 20 == 0) animator.play(i / 20 % 2, {.halflife = 0.1f});
    if (i % 33 == 0) animator.jump(i % 2, 0.4, 0.1f);
    if (i == 50) animator.reach(0, {.position = {0.1f, 0.2f, 0.3f}});
    if (i == 120) animator.release(0);
    if (i == 60) animator.setPhysicsPose(pose, weights);
    if (i == 200) animator.clearPhysicsPose();
    animator.setLayerWeight(layer, 0.01f * static_cast<float>(i % 100));
    animator.advance(1.0f / 60);
    animator.compose({}, &ground);
    EXPECT_EQ(animator.jointModelTransforms().size(), pose.size());
    EXPECT_EQ(animator.animatedJointModelTransforms().size(), pose.size());
  }
  EXPECT_EQ(allocations - before, 0u);
}

}  // namespace
}  // namespace sinew
