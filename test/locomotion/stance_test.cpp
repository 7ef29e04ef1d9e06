#include <gtest/gtest.h>

#include "locomotion/levels.h"
#include "locomotion/walking.h"

namespace sinew {
namespace {

using test::fitFigure;
using test::Fitted;
using test::kindOf;
using test::straight;

/// The same figure with everything moved: its skeleton, its mesh and its clips hang from a node that stands elsewhere.
Fitted movedBy(const Vec3& by) {
  Fitted fitted = fitFigure("@figure");
  AssetNode above;
  above.name = "above";
  above.rest.translation = by;
  above.parentFromNode.translation = by;
  above.children = fitted.asset.sceneRoots;
  const auto index = static_cast<std::int32_t>(fitted.asset.nodes.size());
  for (const std::int32_t root : fitted.asset.sceneRoots) fitted.asset.nodes[static_cast<std::size_t>(root)].parent = index;
  fitted.asset.sceneRoots = {index};
  fitted.asset.nodes.push_back(above);
  fitted.rig = *buildRig(fitted.asset);
  fitted.map = mapRoles(fitted.rig);
  fitted.manikin = *fitManikin(fitted.rig, fitted.map);
  return fitted;
}

float lowestAnkle(const WalkerKind& kind, const WalkRecord& record, std::size_t frame) {
  float lowest = 1e9f;
  for (const Limb& leg : kind.animation->limbs.legs)
    lowest =
        std::min(lowest, record.worldFromJoint[frame * kind.animation->skeleton.size() + static_cast<std::size_t>(leg.end)].translation.y);
  return lowest;
}

TEST(Stance, TheModelsOriginMayHangAnywhereOverTheFloor) {
  const auto usual = kindOf(fitFigure("@figure"));
  const WalkRecord plain = walkThrough(usual, *builtInLevel("stairs"), straight(0.4f, 5.5), {.poses = true});
  for (const float over : {1.0f, -0.9f, 0.35f}) {  // high up; about the pelvis; a little
    const auto kind = kindOf(movedBy({0, over, 0}));
    EXPECT_NEAR(kind->floor, over, 0.01f);
    const WalkRecord record = walkThrough(kind, *builtInLevel("stairs"), straight(0.4f, 5.5), {.poses = true});
    ASSERT_EQ(record.steps.size(), plain.steps.size());
    float apart = 0;
    for (std::size_t frame = 0; frame < record.steps.size(); ++frame) {
      apart = std::max(apart, std::abs(lowestAnkle(*kind, record, frame) - lowestAnkle(*usual, plain, frame)));
      ASSERT_FALSE(record.steps[frame].rejected);
    }
    EXPECT_LT(apart, 0.02f) << over;
    EXPECT_NEAR(record.steps.back().worldFromModel.translation.y + kind->floor, 1.7f, 1e-3f) << over;
  }
}

TEST(Stance, WhoFallsGetsUpOnTheFloorToo) {
  const auto kind = kindOf(movedBy({0, 1, 0}));
  WalkScript script = straight(0.4f, 14);
  script.hits.push_back({.time = 2, .part = Role::chest, .impulse = {0, 0, -200}});
  const WalkRecord record = walkThrough(kind, *builtInLevel("flat"), script, {.poses = true});
  ASSERT_EQ(
      std::count_if(record.events.begin(), record.events.end(), [](const auto& one) { return one.second.type == WalkEventType::rose; }), 1);
  EXPECT_NEAR(record.steps.back().worldFromModel.translation.y, -kind->floor, 1e-4f);
  EXPECT_LT(lowestAnkle(*kind, record, record.steps.size() - 1), 0.2f);
}

TEST(Stance, TheTorsoTwistsAndTheLegsDoNot) {
  const auto kind = kindOf(fitFigure("@figure"));
  WalkScript script = straight(0, 2);
  script.keys.push_back({.time = 0.5, .demand = {.torsoTwist = 0.8f}});
  const WalkRecord record = walkThrough(kind, *builtInLevel("flat"), script, {.poses = true});
  const std::size_t joints = kind->animation->skeleton.size();
  const auto turned = [&](std::int32_t joint) {
    const Transform& before = record.worldFromJoint[20 * joints + static_cast<std::size_t>(joint)];
    const Transform& after = record.worldFromJoint[(record.steps.size() - 1) * joints + static_cast<std::size_t>(joint)];
    return logarithm(after.rotation * conjugate(before.rotation)).y;
  };
  EXPECT_NEAR(turned(kind->torso), 0.8f, 0.03f);
  for (const Limb& leg : kind->animation->limbs.legs) EXPECT_NEAR(turned(leg.upper), 0, 0.03f);
}

TEST(Stance, WhatIsDrawnEasesOverAStepAndTheOriginDoesNot) {
  Walkers walkers(*builtInLevel("stairs"));
  walkers.add(test::figureKind(), {axisAngle(Vec3{0, 1, 0}, walkers.level().startYaw), walkers.level().start});
  const WalkerInput input{.demand = {.speed = 0.4f}};
  float before = walkers.walkers().front().worldFromModel().translation.y, drawnBefore = before, step = 0, drawnStep = 0;
  for (int i = 0; i < 330; ++i) {
    walkers.step(std::span(&input, 1), 1.0f / 60);
    const float now = walkers.walkers().front().worldFromModel().translation.y, drawn = now + walkers.frames().front().drawnLift;
    step = std::max(step, now - before);
    drawnStep = std::max(drawnStep, std::abs(drawn - drawnBefore));
    before = now;
    drawnBefore = drawn;
  }
  EXPECT_GT(step, 0.1f);
  EXPECT_LT(drawnStep, 0.4f * step);
}

/// Terrain drawn in waves of a hand over the flat that is walked on: the picture follows it, no bit of the walk does.
TEST(Stance, WhatIsDrawnConformsToTheTerrainThatIsSeen) {
  const auto wave = [](float x, float z) { return 0.05f + 0.03f * std::sin(x + z); };
  std::array<std::uint64_t, 2> hashes{};
  float worst = 0;
  for (const bool shows : {false, true}) {
    Walkers walkers(*builtInLevel("flat"));
    walkers.add(test::figureKind(), {});
    if (shows) walkers.showGround(std::make_shared<HeightGround>(wave));
    const WalkerInput input{.demand = {.speed = 0.4f}};
    for (int frame = 0; frame < 240; ++frame) {
      walkers.step(std::span(&input, 1), 1.0f / 60);
      const Vec3& at = walkers.walkers().front().worldFromFeet().translation;
      EXPECT_EQ(at.y, 0);
      const float off = walkers.frames().front().drawnLift - (shows ? wave(at.x, at.z) : 0);
      if (frame > 60) worst = std::max(worst, std::abs(off));
    }
    hashes[shows ? 1 : 0] = walkers.stateHash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_LT(worst, 0.015f);  // it eases
}

TEST(Stance, PawsThatStandDoNotSlide) {
  WalkerOptions options;
  options.plantFeet = false;
  const auto kind = kindOf(fitFigure("@quadruped"), options);
  ASSERT_EQ(kind->animation->limbs.legs.size(), 4u);
  EXPECT_FALSE(kind->character);  // it has no clip to get up with
  const WalkRecord record = walkThrough(kind, *builtInLevel("flat"), straight(0.3f, 6), {.poses = true});
  EXPECT_GT(record.travelled, 2);
  const std::size_t joints = kind->animation->skeleton.size();
  for (const Limb& leg : kind->animation->limbs.legs) {
    const auto paw = static_cast<std::size_t>(leg.end);
    float lowest = 1e9f;
    for (std::size_t frame = 200; frame < record.steps.size(); ++frame)
      lowest = std::min(lowest, record.worldFromJoint[frame * joints + paw].translation.y);
    float slid = 0;
    int stood = 0, best = 0;
    Vec3 anchor;
    for (std::size_t frame = 200; frame < record.steps.size(); ++frame) {
      const Vec3& at = record.worldFromJoint[frame * joints + paw].translation;
      const bool stands = at.y < lowest + 0.002f;
      if (stands && stood == 0) anchor = at;
      stood = stands ? stood + 1 : 0;
      best = std::max(best, stood);
      if (stands) slid = std::max(slid, std::hypot(at.x - anchor.x, at.z - anchor.z));
    }
    EXPECT_GT(best, 10);
    EXPECT_LT(slid, 0.01f);
  }
  // Left and right stay on their own sides.
  for (std::size_t frame = 200; frame < record.steps.size(); ++frame)
    for (std::size_t pair = 0; pair < 4; pair += 2) {
      const auto side = [&](std::size_t leg) {
        const auto paw = static_cast<std::size_t>(kind->animation->limbs.legs[leg].end);
        return (inverse(record.steps[frame].worldFromModel) * record.worldFromJoint[frame * joints + paw].translation).x;
      };
      ASSERT_GT(side(pair), side(pair + 1));
    }
}

}  // namespace
}  // namespace sinew
