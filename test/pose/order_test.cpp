#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include <sinew/base/random.h>
#include <sinew/pose/skin.h>

#include "pose/chain.h"
#include "pose/legs.h"
#include "support/hand_asset.h"

// One update runs its stages in one order, and travel is taken from the clip before any of them.

namespace sinew {
namespace {

using test::FunctionGround;

constexpr float kDt = 1.0f / 60;

/// The legs with clips that swing all joints.
std::shared_ptr<const AnimationSet> swinging() {
  auto set = test::legsSet();
  Random random{8};
  for (const char* name : {"walk", "sway", "nod"}) {
    Clip clip;
    clip.name = name;
    clip.duration = 1;
    clip.loops = true;
    clip.rate = 10;
    clip.keyCount = 11;
    clip.jointCount = static_cast<std::uint32_t>(set->skeleton.size());
    if (clip.name == "walk") clip.root = {.rate = 1, .position = {Vec3{}, Vec3{0, 0, 1.2f}}, .yaw = {0, 0.3f}};
    std::vector<Vec3> swing;
    for (std::size_t j = 0; j < set->skeleton.size(); ++j)
      swing.push_back({random.range(-0.3f, 0.3f), random.range(-0.1f, 0.1f), random.range(-0.1f, 0.1f)});
    for (int k = 0; k <= 10; ++k)
      for (std::size_t j = 0; j < set->skeleton.size(); ++j)
        clip.samples.push_back({exponential(swing[j] * std::sin(2 * kPi * static_cast<float>(k) / 10)), set->skeleton.rest[j].translation});
    set->clips.push_back(clip);
  }
  set->limbs.arms = set->limbs.legs;  // something to reach with, too
  return set;
}

bool sameBits(std::span<const Transform> a, std::span<const Transform> b) { return std::memcmp(a.data(), b.data(), a.size_bytes()) == 0; }

TEST(Order, OneUpdateIsItsStagesByHand) {
  const auto set = swinging();
  const Skeleton& skeleton = set->skeleton;
  const std::size_t joints = skeleton.size();
  const FunctionGround ground([](const Vec3& p) { return GroundHit{true, p.x > 0 ? -0.1f : 0.05f, {0, 1, 0}, {}}; });
  Animator animator(set);
  animator.play(0, {.halflife = 0});
  animator.addLayer(1, {.weight = 0.4f, .mask = {}});
  animator.addLayer(2, {.mode = LayerMode::additive, .weight = 0.7f, .mask = {}});
  animator.reach(1, {.position = {-0.2f, 0.3f, 0.4f}});
  animator.setFeet({});

  // By hand, with the same calls that anyone may make.
  std::vector<Transform> local(joints), model(joints), layer(joints), reference(joints), shownLocal(joints), shownModel(joints);
  std::vector<ReachState> reaches(4);
  setReach(reaches[1], {.position = {-0.2f, 0.3f, 0.4f}});
  FeetState feet;
  PhysicsPose physics{std::vector<Transform>(joints), std::vector<float>(joints, 0), false};
  std::vector<Mat4> pose(joints);
  Transform node;
  double time = 0;
  samplePose(set->clips[2], skeleton, 0, reference);
  for (int i = 0; i < 200; ++i) {
    const Animator::Advance step = animator.advance(kDt);
    const RootDelta travel = travelOf(set->clips[0], time, time + kDt);
    EXPECT_EQ(step.root, travel) << i;
    time = std::fmod(time + kDt, 1.0);
    node = moved(node, travel);
    animator.compose(node, &ground);

    const auto now = static_cast<float>(animator.time());
    EXPECT_NEAR(now, time, 1e-5);
    samplePose(set->clips[0], skeleton, now, local);
    for (const std::size_t c : {1u, 2u}) {
      samplePose(set->clips[c], skeleton, now, layer);
      blendLayer({.mode = c == 1 ? LayerMode::override : LayerMode::additive,
                  .weight = c == 1 ? 0.4f : 0.7f,
                  .mask = {},
                  .pose = layer,
                  .reference = reference},
                 local);
    }
    toModel(skeleton, local, model);
    applyReaches(skeleton, set->limbs, reaches, kDt, local, model);
    plantFeet(skeleton, set->limbs, {}, {.ground = ground, .worldFromModel = node, .dt = kDt}, feet, local, model);
    EXPECT_TRUE(sameBits(animator.animatedLocal(), local)) << i;
    EXPECT_TRUE(sameBits(animator.animatedModel(), model)) << i;
    shownLocal = local;
    shownModel = model;
    blendPhysicsPose(skeleton, physics, TopTranslation::parentAtZero, shownLocal, shownModel);
    EXPECT_TRUE(sameBits(animator.displayedLocal(), shownLocal)) << i;
    EXPECT_TRUE(sameBits(animator.displayedModel(), shownModel)) << i;

    // The skin follows what is displayed.
    std::vector<Mat4> skin(joints);
    skinMatrices(skeleton, animator.displayedModel(), skin);
    EXPECT_EQ(skin[3], toMat4(shownModel[3] * inverse(skeleton.modelFromBind[3])));
    if (i != 60) continue;
    for (std::size_t j = 0; j < joints; ++j) {
      physics.target[j] = {exponential(Vec3{0.3f, 0.1f * static_cast<float>(j), 0}), {0.1f, 1, 0}};
      physics.weight[j] = j % 3 == 0 ? 0 : 0.6f;
      pose[j] = toMat4(physics.target[j]);
    }
    ASSERT_TRUE(animator.setPhysicsPose(pose, physics.weight));
    for (std::size_t j = 0; j < joints; ++j) physics.target[j] = {rotationOf(toAffine(pose[j]).linear), physics.target[j].translation};
    physics.active = true;
  }
}

TEST(Order, TransitionsAreBelowLayers) {
  // A layer that covers a joint whole shows nothing of the switch that runs below it.
  const auto set = swinging();
  Animator animator(set);
  animator.play(0);
  std::vector<float> mask(set->skeleton.size(), 0);
  mask[2] = 1;
  animator.addPoseLayer(set->skeleton.rest, {.weight = 1, .mask = mask});
  float below = 0;
  for (int i = 0; i < 60; ++i) {
    if (i == 20) animator.play(1, {.halflife = 0.3f});
    animator.advance(kDt);
    animator.compose();
    EXPECT_EQ(animator.animatedLocal()[2], set->skeleton.rest[2]) << i;
    std::vector<Transform> plain(set->skeleton.size());
    samplePose(set->clips[static_cast<std::size_t>(animator.clip())], set->skeleton, static_cast<float>(animator.time()), plain);
    if (i > 20) below = std::max(below, angleBetween(plain[3].rotation, animator.animatedLocal()[3].rotation));
  }
  EXPECT_GT(below, 0.02f);
}

TEST(Order, ReachComesAfterLayersAndFeetAfterReach) {
  const auto set = swinging();
  const FunctionGround ground([](const Vec3&) { return GroundHit{true, 0, {0, 1, 0}, {}}; });
  Animator animator(set);
  const std::vector<Transform> rest = set->skeleton.rest;
  animator.addPoseLayer(rest, {.weight = 1, .mask = {}});
  animator.reach(0, {.position = {0.15f, 0.2f, 0.3f}});
  for (int i = 0; i < 240; ++i) {
    animator.advance(kDt);
    animator.compose({}, nullptr);
  }
  EXPECT_LT(distance(animator.animatedModel()[3].translation, (Vec3{0.15f, 0.2f, 0.3f})), 2e-3f);  // no layer covers a reach
  animator.setFeet({});
  const FunctionGround raised([](const Vec3&) { return GroundHit{true, 0.1f, {0, 1, 0}, {}}; });
  for (int i = 0; i < 240; ++i) {
    animator.advance(kDt);
    animator.compose({}, &raised);
  }
  // The foot that reaches keeps its height over the ground.
  EXPECT_NEAR(animator.animatedModel()[3].translation.y, 0.3f, 5e-3f);
}

TEST(NonUniformScale, WhatWasReadComesBackWithinABound) {
  // A non-uniform rest scale under a rotation is approximated by its factors along the axes, the same both ways.
  auto set = std::make_shared<AnimationSet>(*test::chainSet());
  for (std::size_t j = 0; j < 6; ++j) {
    set->skeleton.restScale[j] = j == 1 ? Vec3{1.2f, 1, 0.9f} : Vec3{1, 1, 1};
    if (j > 1) set->skeleton.scaleAbove[j] = {1.2f, 1, 0.9f};
  }
  Animator animator(set);
  animator.play(2);
  float turned = 0, moved = 0;
  for (int i = 0; i < 120; ++i) {
    animator.clearPhysicsPose();
    animator.advance(kDt);
    animator.compose();
    const std::vector<Transform> before(animator.displayedModel().begin(), animator.displayedModel().end());
    const std::vector<Mat4> read(animator.jointModelTransforms().begin(), animator.jointModelTransforms().end());
    ASSERT_TRUE(animator.setPhysicsPose(read, std::vector<float>(6, 1)));
    animator.compose();
    for (std::size_t j = 0; j < 6; ++j) {
      turned = std::max(turned, angleBetween(before[j].rotation, animator.displayedModel()[j].rotation));
      moved = std::max(moved, distance(before[j].translation, animator.displayedModel()[j].translation));
    }
  }
  std::printf("rest scale 1.2 : 1 : 0.9: read and handed back within %.2g rad and %.2g m\n", static_cast<double>(turned),
              static_cast<double>(moved));
  EXPECT_LT(turned, 1e-5f);
  EXPECT_LT(moved, 1e-5f);
}

// ------------------------------------------------------------------------------------------------------------------------- root motion

Clip travelling(bool loops) {
  Clip clip = test::swaying("walk", 3, 0.3f, 0.8f);
  clip.loops = loops;
  clip.root = {.rate = 2 / 0.8f, .position = {Vec3{}, Vec3{0.1f, 0, 0.5f}, Vec3{0, 0, 1.3f}}, .yaw = {0, 0.2f, 0.1f}};
  return clip;
}

TEST(Travel, TelescopesOverAnySplitDirectionAndNumberOfLoops) {
  const Clip clip = travelling(true);
  Random random{17};
  for (int run = 0; run < 200; ++run) {
    const double from = random.range(-3, 3), to = from + random.range(-60, 60);
    const RootDelta whole = travelOf(clip, from, to);
    RootDelta sum;
    double at = from;
    const int parts = 1 + static_cast<int>(random.next() % 40);
    for (int i = 0; i < parts; ++i) {
      const double next = i + 1 == parts ? to : from + (to - from) * (i + double{random.unit()}) / parts;
      sum = combined(sum, travelOf(clip, at, next));
      at = next;
    }
    EXPECT_LT(distance(sum.translation, whole.translation), 1.3e-4f) << from << ' ' << to;
    EXPECT_NEAR(sum.yaw, whole.yaw, 1e-4f);
    // There and back is nowhere.
    const RootDelta back = combined(whole, travelOf(clip, to, from));
    EXPECT_LT(length(back.translation), 1.3e-4f);
    EXPECT_NEAR(back.yaw, 0, 1e-4f);
  }
}

TEST(Travel, ManyLoopsInOneStepAreAsManySteps) {
  const Clip clip = travelling(true);
  RootDelta sum;
  for (int i = 0; i < 1000; ++i) sum = combined(sum, travelOf(clip, 0, clip.duration));
  const RootDelta once = travelOf(clip, 0, 1000.0 * double{clip.duration});
  EXPECT_LT(distance(sum.translation, once.translation), 1e-4f * 1.3f * 1000);
  EXPECT_NEAR(sum.yaw, once.yaw, 0.01f);
}

TEST(Travel, AClampedClipGivesNothingBeyondItsEnds) {
  const Clip clip = travelling(false);
  EXPECT_EQ(travelOf(clip, 0.8, 5), RootDelta{});
  EXPECT_EQ(travelOf(clip, -3, 0), RootDelta{});
  EXPECT_NEAR(travelOf(clip, -3, 5).translation.z, 1.3f, 1e-6f);
  auto set = std::make_shared<AnimationSet>();
  set->skeleton = test::chainOf(3);
  set->clips = {clip};
  Animator animator(set);
  animator.play(0);
  RootDelta sum;
  int completions = 0;
  for (int i = 0; i < 200; ++i) {
    const Animator::Advance step = animator.advance(kDt);
    sum = combined(sum, step.root);
    completions += step.completions;
  }
  EXPECT_NEAR(sum.translation.z, 1.3f, 1e-4f);
  EXPECT_EQ(completions, 1);
}

TEST(Travel, SpeedGoesOverWithThePoseOnASwitch) {
  Animator animator(test::chainSet());  // walks 1.4 m/s, runs 3.5 m/s
  animator.play(1);
  for (int i = 0; i < 30; ++i) animator.advance(kDt), animator.compose();
  animator.play(2, {.halflife = 0.2f});
  float before = 1.4f, last = 0;
  for (int i = 0; i < 120; ++i) {
    last = animator.advance(kDt).root.translation.z / kDt;
    animator.compose();
    EXPECT_LT(std::abs(last - before), 0.2f) << i;  // a cut would be 2.1 m/s in one frame
    before = last;
  }
  EXPECT_NEAR(last, 3.5f, 0.02f);
}

TEST(Travel, ARootThatRestsTurnedOverDoesNotRollOver) {
  // Modelled lying, stood up by its rest rotation, as some tools export: it walks a quarter circle.
  for (const Quat& rest : {axisAngle(Vec3{1, 0, 0}, -kPi / 2), axisAngle(normalized(Vec3{1, 1, 0}), 2.5f), axisAngle(Vec3{0, 0, 1}, kPi)}) {
    test::HandAsset file;
    const std::int32_t root = file.node("hips", -1, Trs{{0, 1, 0}, rest, {1, 1, 1}});
    const std::int32_t mesh = file.node("mesh", -1, Vec3{});
    file.mesh(mesh, test::HandAsset::primitive({{0, 1, 0}, {0.1f, 1.3f, 0}, {0, 1.7f, 0.1f}}, {0, 0, 0}), file.skin({root}));
    AssetClip clip;
    clip.name = "turn";
    clip.duration = 1;
    ClipChannel turn{root, ChannelPath::rotation, Interpolation::linear, {}, {}},
        place{root, ChannelPath::translation, Interpolation::linear, {}, {}};
    for (int k = 0; k <= 10; ++k) {
      const float t = static_cast<float>(k) / 10, yaw = t * kPi / 2;
      const Quat q = axisAngle(Vec3{0, 1, 0}, yaw) * rest;
      turn.times.push_back(t);
      turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
      place.times.push_back(t);
      place.values.insert(place.values.end(), {2 * (1 - std::cos(yaw)), 1, 2 * std::sin(yaw)});
    }
    clip.channels = {turn, place};
    const Result<Rig> rig = buildRig(file.asset);
    ASSERT_TRUE(rig);
    const Skeleton skeleton = skeletonOf(*rig);
    const Result<Clip> compiled = compileClip(file.asset, *rig, skeleton, clip);
    ASSERT_TRUE(compiled);
    const RootDelta travel = travelOf(*compiled, 0, 1);
    EXPECT_NEAR(travel.yaw, kPi / 2, 1e-3f);
    EXPECT_LT(distance(travel.translation, (Vec3{2, 0, 2})), 5e-3f);
    std::vector<Transform> pose(1);
    for (float t = 0; t <= 1; t += 0.05f) {
      samplePose(*compiled, skeleton, t, pose);
      EXPECT_LT(angleBetween(pose[0].rotation, rest), 2e-3f) << t;
      EXPECT_LT(distance(pose[0].translation, (Vec3{0, 1, 0})), 1e-4f) << t;
    }
  }
}

}  // namespace
}  // namespace sinew
