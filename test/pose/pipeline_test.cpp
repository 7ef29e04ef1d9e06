#include <gtest/gtest.h>

#include <cstring>

#include <sinew/base/log.h>
#include <sinew/base/random.h>
#include <sinew/pose/animator.h>

#include "pose/chain.h"

// The stages by themselves.

namespace sinew {
namespace {

using test::chainOf;
using test::swaying;

TEST(Decay, KeepsFiftyNineSevenPercentAfterOneHalflifeWhateverTheStep) {
  for (const int steps : {1, 7, 100}) {
    Vec3 x{1, 0, 0}, v{};
    for (int i = 0; i < steps; ++i) decay(x, v, 0.2f, 0.2f / static_cast<float>(steps));
    EXPECT_NEAR(x.x, (1 + 2 * std::log(2.0f)) / 4, 2e-6f) << steps;
  }
}

TEST(Decay, NoTimeChangesNothingAndNoHalflifeCuts) {
  Vec3 x{1, 2, 3}, v{4, 5, 6};
  decay(x, v, 0.1f, 0);
  EXPECT_EQ(x, (Vec3{1, 2, 3}));
  decay(x, v, 0, 0.01f);
  EXPECT_EQ(x, Vec3{});
}

TEST(ExponentialDecay, IsTheExponential) {
  for (float x = 0; x < 80; x += 0.037f) EXPECT_NEAR(exponentialDecay(x) / std::exp(-static_cast<double>(x)), 1, 1e-6) << x;
  EXPECT_EQ(exponentialDecay(1000), 0);
}

TEST(Layers, OverrideHalfWayMaskAndClamp) {
  const Skeleton skeleton = chainOf(4);
  std::vector<Transform> pose = skeleton.rest, target = skeleton.rest;
  for (Transform& joint : target) joint.rotation = axisAngle(Vec3{0, 0, 1}, 1.0f);
  std::vector<float> mask{0, 1, 0.5f, 1};
  blendLayer({.weight = 5, .mask = mask, .pose = target, .reference = {}}, pose);
  EXPECT_EQ(pose[0], skeleton.rest[0]);
  EXPECT_NEAR(angleBetween(pose[1].rotation, target[1].rotation), 0, 1e-6f);
  EXPECT_NEAR(angleBetween(pose[2].rotation, skeleton.rest[2].rotation), 0.5f, 1e-3f);
  std::vector<Transform> untouched = skeleton.rest;
  blendLayer({.weight = -1, .mask = {}, .pose = target, .reference = {}}, untouched);
  EXPECT_EQ(untouched, skeleton.rest);
}

TEST(Layers, AdditiveAddsTheDifference) {
  const Skeleton skeleton = chainOf(3);
  std::vector<Transform> pose = skeleton.rest, reference = skeleton.rest, layer = skeleton.rest;
  for (std::size_t j = 0; j < 3; ++j) {
    pose[j].rotation = axisAngle(Vec3{0, 0, 1}, 0.3f);
    reference[j].rotation = axisAngle(Vec3{0, 0, 1}, 0.1f);
    layer[j].rotation = axisAngle(Vec3{0, 0, 1}, 0.5f);
  }
  blendLayer({.mode = LayerMode::additive, .weight = 0.5f, .mask = {}, .pose = layer, .reference = reference}, pose);
  for (const Transform& joint : pose) EXPECT_NEAR(angleBetween(joint.rotation, axisAngle(Vec3{0, 0, 1}, 0.5f)), 0, 1e-5f);
}

TEST(Layers, AMaskReachesBelowAndFadesAbove) {
  const Skeleton skeleton = chainOf(5);
  EXPECT_EQ(maskBelow(skeleton, 2), (std::vector<float>{0, 0, 1, 1, 1}));
  EXPECT_EQ(maskBelow(skeleton, 2, 1), (std::vector<float>{0, 0.5f, 1, 1, 1}));
}

TEST(Model, ToModelAndBackWithScale) {
  Skeleton skeleton = chainOf(4);
  skeleton.restScale[1] = {2, 2, 2};
  skeleton.scaleAbove[2] = skeleton.scaleAbove[3] = {2, 2, 2};
  std::vector<Transform> local = skeleton.rest, model(4), back = skeleton.rest;
  Random random{5};
  for (Transform& joint : local) joint.rotation = exponential(Vec3{random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)});
  toModel(skeleton, local, model);
  EXPECT_NEAR(distance(model[2].translation, model[1].translation), 2 * length(local[2].translation), 1e-5f);
  toLocal(skeleton, model, back);
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(angleBetween(back[j].rotation, local[j].rotation), 0, 1e-5f);
    EXPECT_NEAR(distance(back[j].translation, local[j].translation), 0, 1e-5f);
  }
}

TEST(TwoBone, TenThousandTargetsWithinReachAreReached) {
  Random random{9};
  float worst = 0;
  for (int i = 0; i < 10000; ++i) {
    Skeleton skeleton = chainOf(4);
    const float size = std::exp(random.range(std::log(0.02f), std::log(2.0f)));
    const float share = random.range(0.3f, 0.7f);
    skeleton.rest[2].translation = {0, -size * share, 0};
    skeleton.rest[3].translation = {0, -size * (1 - share), 0};
    std::vector<Transform> local = skeleton.rest, model(4);
    local[1].rotation = exponential(Vec3{random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)});
    local[2].rotation = axisAngle(Vec3{1, 0, 0}, random.range(0, 2.5f));
    toModel(skeleton, local, model);
    const Limb limb{
        .upper = 1, .lower = 2, .end = 3, .foot = 3, .bend = {0, 0, 1}, .belowUpper = {1, 2, 3}, .belowLower = {2, 3}, .belowEnd = {3}};
    const Vec3 direction = normalized(Vec3{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)}, Vec3{0, 1, 0});
    const float least = std::abs(2 * share - 1) * size;
    const Vec3 target = model[1].translation + direction * random.range(least + 0.02f * size, 0.95f * size);
    const Quat before = model[3].rotation;
    const TwoBoneResult result = solveTwoBone(skeleton, limb, {.position = target}, local, model);
    worst = std::max(worst, result.error / size);
    ASSERT_TRUE(result.reached) << size << ' ' << result.error / size;
    EXPECT_NEAR(angleBetween(model[3].rotation, before), 0, 2e-3f);  // the hand keeps its way
    // What was written as locals is the same pose.
    std::vector<Transform> again(4);
    toModel(skeleton, local, again);
    EXPECT_NEAR(distance(again[3].translation, target), 0, 1e-4f * size);
  }
  EXPECT_LT(worst, 1e-4f);
}

TEST(TwoBone, OutOfReachItPointsThereAndSaysSo) {
  const Skeleton skeleton = chainOf(4);
  std::vector<Transform> local = skeleton.rest, model(4);
  toModel(skeleton, local, model);
  const Limb limb{
      .upper = 1, .lower = 2, .end = 3, .foot = 3, .bend = {0, 0, 1}, .belowUpper = {1, 2, 3}, .belowLower = {2, 3}, .belowEnd = {3}};
  const Vec3 target = model[1].translation + Vec3{9, 0, 0};
  EXPECT_FALSE(solveTwoBone(skeleton, limb, {.position = target}, local, model).reached);
  EXPECT_GT(normalized(model[3].translation - model[1].translation).x, 0.9999f);
}

TEST(TwoBone, ThePoleSaysWhereTheElbowGoes) {
  const Skeleton skeleton = chainOf(4);
  for (const Vec3& pole : {Vec3{1, 0, 0}, Vec3{0, 0, -1}}) {
    std::vector<Transform> local = skeleton.rest, model(4);
    toModel(skeleton, local, model);
    const Limb limb{
        .upper = 1, .lower = 2, .end = 3, .foot = 3, .bend = {0, 0, 1}, .belowUpper = {1, 2, 3}, .belowLower = {2, 3}, .belowEnd = {3}};
    solveTwoBone(skeleton, limb, {.position = model[1].translation + Vec3{0, 1.2f, 0}, .pole = pole}, local, model);
    EXPECT_GT(dot(normalized(model[2].translation - model[1].translation), pole), 0.3f);
  }
}

TEST(PhysicsPose, FullWeightOnALeafTakesItAndHalfIsHalfWay) {
  const Skeleton skeleton = chainOf(3);
  for (const float weight : {1.0f, 0.5f}) {
    std::vector<Transform> local = skeleton.rest, model(3);
    toModel(skeleton, local, model);
    PhysicsPose physics{.target = model, .weight = {0, 0, weight}, .active = true};
    physics.target[2].rotation = axisAngle(Vec3{1, 0, 0}, 0.8f);
    physics.target[2].translation += Vec3{0.2f, 0, 0};
    const Vec3 before = model[2].translation;
    blendPhysicsPose(skeleton, physics, TopTranslation::parentAtZero, local, model);
    EXPECT_NEAR(angleBetween(model[2].rotation, Quat{}), 0.8f * weight, 1e-4f);
    EXPECT_NEAR(distance(model[2].translation, before), 0.2f * weight, 1e-5f);
  }
}

TEST(PhysicsPose, BonesBelowADrivenJointKeepTheirLength) {
  const Skeleton skeleton = chainOf(4);
  std::vector<Transform> local = skeleton.rest, model(4);
  toModel(skeleton, local, model);
  PhysicsPose physics{.target = model, .weight = {1, 1, 1, 0}, .active = true};
  for (Transform& target : physics.target) target.translation += Vec3{0, 0, 0.5f};
  physics.target[2].translation += Vec3{3, 0, 0};  // a body that drifted off
  const Transform leaf = local[3];
  blendPhysicsPose(skeleton, physics, TopTranslation::parentAtZero, local, model);
  EXPECT_NEAR(model[0].translation.z, 0.5f, 1e-6f);  // the top follows
  for (std::size_t j = 1; j < 4; ++j) EXPECT_EQ(local[j].translation, skeleton.rest[j].translation);
  EXPECT_EQ(local[3], leaf);  // an animated hand rides on a driven forearm
}

TEST(PhysicsPose, ContinuousTranslationHasNoJump) {
  const Skeleton skeleton = chainOf(3);
  const auto placeAt = [&](float parentWeight, TopTranslation top) {
    std::vector<Transform> local = skeleton.rest, model(3);
    toModel(skeleton, local, model);
    PhysicsPose physics{.target = model, .weight = {0, parentWeight, 1}, .active = true};
    physics.target[2].translation += Vec3{0.3f, 0, 0};
    blendPhysicsPose(skeleton, physics, top, local, model);
    return model[2].translation.x;
  };
  EXPECT_GT(placeAt(0, TopTranslation::parentAtZero) - placeAt(1e-3f, TopTranslation::parentAtZero), 0.25f);
  float before = placeAt(0, TopTranslation::continuous);
  EXPECT_NEAR(before, placeAt(0, TopTranslation::parentAtZero), 1e-6f);
  for (float weight = 1e-3f; weight <= 1; weight += 1e-3f) {
    const float now = placeAt(weight, TopTranslation::continuous);
    ASSERT_LT(std::abs(now - before), 1e-3f) << weight;
    before = now;
  }
}

TEST(PhysicsPose, AScaleOfZeroKeepsTheLocalTranslation) {
  Skeleton skeleton = chainOf(2);
  skeleton.scaleAbove[1] = {0, 1, 1};
  std::vector<Transform> local = skeleton.rest, model(2);
  local[1].translation = {0.4f, 1, 0};
  toModel(skeleton, local, model);
  PhysicsPose physics{.target = model, .weight = {0, 1}, .active = true};
  physics.target[1].translation = {7, 0.5f, 0};
  blendPhysicsPose(skeleton, physics, TopTranslation::parentAtZero, local, model);
  EXPECT_EQ(local[1].translation.x, 0.4f);
  EXPECT_NEAR(local[1].translation.y, 0.5f, 1e-6f);
}

TEST(Sampling, KeysBetweenKeysAndBeyondTheEnds) {
  const Clip clip = swaying("sway", 3, 1, 2);
  const Skeleton skeleton = chainOf(3);
  std::vector<Transform> pose(3), end(3);
  samplePose(clip, skeleton, -1, pose);
  EXPECT_NEAR(angleBetween(pose[1].rotation, clip.samples[1].rotation), 0, 1e-5f);
  samplePose(clip, skeleton, clip.duration, pose);
  samplePose(clip, skeleton, clip.duration + 5, end);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(pose[j], end[j]);  // bitwise: a clamped clip stays
}

}  // namespace
}  // namespace sinew
