#include <gtest/gtest.h>

#include <sinew/ragdoll/ragdoll.h>

#include "support/handmade.h"

// Bodies put back on their joints: what they did before must leave no trace.

namespace sinew {
namespace {

TEST(Sync, WhatTheBodiesDidBeforeLeavesNoTrace) {
  const test::Handmade made = test::makeHandmade();
  Result<std::unique_ptr<World>> world = createWorld("bullet");
  ASSERT_TRUE(world);
  ASSERT_TRUE((*world)->createPlane({0, 1, 0}, 0, {}));
  const Result<Ragdoll> ragdoll = buildRagdoll(**world, made.manikin);
  ASSERT_TRUE(ragdoll);

  // It falls and lies, its joints and contacts full of impulses, until it sleeps.
  constexpr float kStep = 1.0f / 60;
  int steps = 0;
  while (steps++ < 900 && !(*world)->asleep(ragdoll->bodies.front())) (*world)->step(kStep);
  ASSERT_TRUE((*world)->asleep(ragdoll->bodies.front()));

  const Transform worldFromModel{axisAngle(Vec3{0, 1, 0}, 1.0f), {3, 2, -1}};
  std::vector<Transform> worldFromJoint;
  for (const Joint& joint : made.rig.joints) worldFromJoint.push_back(worldFromModel * joint.modelFromBind);
  syncBodies(**world, *ragdoll, made.manikin, worldFromJoint);
  std::vector<BodyState> states(ragdoll->bodies.size());
  const auto read = [&] { (*world)->getStates(ragdoll->bodies, states); };
  read();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Part& part = made.manikin.parts[i];
    EXPECT_FALSE((*world)->asleep(ragdoll->bodies[i])) << part.name;
    EXPECT_EQ(states[i].linearVelocity, Vec3{}) << part.name;
    EXPECT_EQ(states[i].angularVelocity, Vec3{}) << part.name;
    EXPECT_LT(distance(states[i].worldFromBody.translation, (worldFromModel * part.modelFromPart).translation), 1e-4f) << part.name;
  }

  // The first step in the new place is gravity and nothing else.
  (*world)->step(kStep);
  read();
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_LT(distance(states[i].linearVelocity, Vec3{0, -9.81f * kStep, 0}), 1e-3f) << made.manikin.parts[i].name;
    EXPECT_LT(length(states[i].angularVelocity), 1e-2f) << made.manikin.parts[i].name;
  }
}

TEST(Sync, JointsAreLeftAlone) {
  const test::Handmade made = test::makeHandmade();
  Result<std::unique_ptr<World>> world = createWorld("bullet");
  ASSERT_TRUE(world);
  const Result<Ragdoll> ragdoll = buildRagdoll(**world, made.manikin);
  ASSERT_TRUE(ragdoll);
  std::vector<JointInfo> before;
  for (const JointId joint : ragdoll->joints) before.push_back(*(*world)->jointInfo(joint));
  std::vector<Transform> worldFromJoint;
  for (const Joint& joint : made.rig.joints) {
    Transform place = joint.modelFromBind;
    place.translation += Vec3{1, 2, 3};
    worldFromJoint.push_back(place);
  }
  syncBodies(**world, *ragdoll, made.manikin, worldFromJoint);
  for (std::size_t j = 0; j < before.size(); ++j) {
    const JointInfo after = *(*world)->jointInfo(ragdoll->joints[j]);
    EXPECT_EQ(after.parentFromFrame, before[j].parentFromFrame);
    EXPECT_EQ(after.childFromFrame, before[j].childFromFrame);
  }
}

}  // namespace
}  // namespace sinew
