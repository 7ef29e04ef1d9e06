#include "view/session.h"

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>

#include <gtest/gtest.h>

namespace sinew::view {
namespace {

std::unique_ptr<Session> figure(const char* spec = "@figure") {
  Asset asset = *readAsset(spec);
  Rig rig = *buildRig(asset);
  Manikin manikin = *fitManikin(rig, mapRoles(rig));
  auto session = Session::create(std::move(asset), std::move(rig), std::move(manikin), {}, "bullet");
  EXPECT_TRUE(session);
  return std::move(*session);
}

float pelvisHeight(const Session& session) { return session.worldFromPart()[0].translation.y; }

/// m over the ground, of the lowest point of all shapes.
float lowestCollider(const Session& session) {
  float lowest = 1e30f;
  for (std::size_t i = 0; i < session.worldFromPart().size(); ++i) {
    const Part& part = session.manikin()->parts[i];
    for (const float end : {-part.halfHeight, part.halfHeight}) {
      const Vec3 center = session.worldFromPart()[i] * (partFromShape(part) * Vec3{0, end, 0});
      lowest = std::min(lowest, center.y - part.radius);
    }
  }
  return lowest;
}

TEST(Session, FallsWhenDroppedAndReturnsToThePose) {
  const auto session = figure();
  const float standing = pelvisHeight(*session);
  session->drop(0.2f);
  EXPECT_NEAR(lowestCollider(*session), 0.2f, 1e-4f);
  for (int i = 0; i < 180; ++i) session->stepOnce();
  EXPECT_LT(pelvisHeight(*session), 0.5f * standing);
  session->toPose();
  EXPECT_FLOAT_EQ(pelvisHeight(*session), standing);
}

TEST(Session, RewindShowsThePastAndGoesOnFromThere) {
  const auto session = figure();
  session->drop(1);
  std::vector<float> heights{pelvisHeight(*session)};
  for (int i = 0; i < 60; ++i) {
    session->stepOnce();
    heights.push_back(pelvisHeight(*session));
  }
  session->rewind(20);
  EXPECT_FLOAT_EQ(pelvisHeight(*session), heights[20]);
  EXPECT_FALSE(session->playing);
  session->stepOnce();
  EXPECT_EQ(session->history().size(), 22u);
  EXPECT_NEAR(pelvisHeight(*session), heights[21], 2e-3f);
}

TEST(Session, HistoryKeepsTwentySeconds) {
  const auto session = figure();
  session->drop(0);
  for (int i = 0; i < 21 * 60; ++i) session->stepOnce();
  EXPECT_LE(static_cast<float>(session->history().size()) * Session::kStep, Session::kHistory);
  EXPECT_GT(static_cast<float>(session->history().size()) * Session::kStep, Session::kHistory - 0.1f);
}

TEST(Session, PickFindsThePartUnderTheRay) {
  const auto session = figure();
  const auto head = session->manikin()->partOf(Role::head);
  const Vec3 center =
      session->worldFromPart()[static_cast<std::size_t>(head)] * session->manikin()->parts[static_cast<std::size_t>(head)].center;
  const auto hit = session->pick(center + Vec3{0, 0, 5}, center - Vec3{0, 0, 5});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->part, static_cast<std::size_t>(head));
  EXPECT_NEAR(hit->point.z - center.z, session->manikin()->parts[static_cast<std::size_t>(head)].radius, 2e-3f);
  EXPECT_FALSE(session->pick({0, 50, 5}, {0, 50, -5}));
}

TEST(Session, PushMovesThePartAlongTheImpulse) {
  const auto session = figure();
  const std::size_t chest = static_cast<std::size_t>(session->manikin()->partOf(Role::chest));
  const Vec3 before = session->worldFromPart()[chest].translation;
  session->push(chest, before, {0, 0, -60});
  for (int i = 0; i < 12; ++i) session->stepOnce();
  EXPECT_LT(session->worldFromPart()[chest].translation.z, before.z - 0.1f);
}

TEST(Session, DragHoldsTheGrabbedPointUp) {
  const auto session = figure();
  const std::size_t hand = static_cast<std::size_t>(session->manikin()->partOf(Role::leftHand));
  session->drop(0.05f);
  const Vec3 target{0.3f, 2.2f, 0};
  for (int i = 0; i < 300; ++i) {
    session->drag(hand, {}, target);
    session->stepOnce();
  }
  // The whole body hangs from the hand.
  EXPECT_LT(distance(session->worldFromPart()[hand].translation, target), 0.1f);
  session->endDrag();
  for (int i = 0; i < 240; ++i) session->stepOnce();
  EXPECT_LT(session->worldFromPart()[hand].translation.y, 0.8f);
}

TEST(Session, TunedJointsHoldThePoseLongerThanLimpOnes) {
  // Head over the floor after a second: stiff joints keep the body long, limp ones let it fold.
  const auto fallen = [](float hertz) {
    const auto session = figure();
    session->drop(0.02f);
    session->tune({.hertz = hertz, .strength = 3});
    for (int i = 0; i < 45; ++i) session->stepOnce();
    return session->worldFromPart()[static_cast<std::size_t>(session->manikin()->partOf(Role::head))].translation.y;
  };
  EXPECT_GT(fallen(12), fallen(0) + 0.1f);
}

TEST(Session, SlowMotionTakesFewerSteps) {
  const auto session = figure();
  session->drop(1);
  session->speed = 0.1f;
  for (int i = 0; i < 60; ++i) session->advance(1.0f / 60);
  EXPECT_NEAR(session->time(), 0.1f, 0.02f);
  session->playing = false;
  session->advance(1);
  EXPECT_NEAR(session->time(), 0.1f, 0.02f);
}

TEST(Session, UpIsUpForRigsThatLieOnTheirSide) {
  const auto session = figure("@figure:zup");
  EXPECT_NEAR(pelvisHeight(*session), pelvisHeight(*figure()), 0.02f);
}

TEST(Session, RefusedMapsShowPosesAlone) {
  Asset asset = *readAsset("@figure");
  Rig rig = *buildRig(asset);
  const auto session = Session::create(std::move(asset), std::move(rig), std::nullopt, {}, "bullet");
  ASSERT_TRUE(session);
  (*session)->drop(1);
  (*session)->stepOnce();
  EXPECT_EQ((*session)->drive(), Drive::pose);
  EXPECT_FALSE((*session)->pick({0, 1, 5}, {0, 1, -5}));
}

}  // namespace
}  // namespace sinew::view
