#include "view/actor.h"

#include <sinew/asset/read.h>
#include <sinew/manikin/fit.h>

#include <gtest/gtest.h>

#include "view/canvas.h"
#include "view/level_model.h"
#include "view/session.h"

// A character with a body, and a walk through a level, as the window plays with them.

namespace sinew::view {
namespace {

std::unique_ptr<Session> sessionOf(const char* spec = "@figure", const char* world = kDefaultWorld.data()) {
  Asset asset = *readAsset(spec);
  Rig rig = *buildRig(asset);
  Manikin manikin = *fitManikin(rig, mapRoles(rig));
  auto session = Session::create(std::move(asset), std::move(rig), std::move(manikin), {}, world);
  EXPECT_TRUE(session);
  return std::move(*session);
}

std::unique_ptr<Session> acting() {
  auto session = sessionOf();
  session->act();
  EXPECT_NE(session->actor(), nullptr);
  return session;
}

void run(Session& session, float seconds) {
  for (int i = 0; i < static_cast<int>(seconds / Session::kStep); ++i) session.stepOnce();
}

/// m, largest distance between the joints that are drawn and those of the animation.
float apart(Session& session) {
  const std::vector<Transform> animated = session.actor()->animated();
  float most = 0;
  for (std::size_t j = 0; j < animated.size(); ++j)
    most = std::max(most, distance(animated[j].translation, session.worldFromJoint()[j].translation));
  return most;
}

std::size_t part(const Session& session, Role role) { return static_cast<std::size_t>(session.manikin()->partOf(role)); }

TEST(Actor, PlaysAsAnimatedUntilItIsHit) {
  const auto session = acting();
  run(*session, 1);
  EXPECT_LT(apart(*session), 1e-5f);
  // A push on the hand of a standing character is a hit: it gives way and recovers.
  const std::size_t hand = part(*session, Role::leftForearm);
  session->push(hand, session->worldFromPart()[hand].translation, {0, 0, -20});
  float away = 0;
  for (int i = 0; i < 9; ++i) {
    session->stepOnce();
    away = std::max(away, apart(*session));
  }
  EXPECT_GT(away, 0.03f);
  EXPECT_EQ(session->actor()->character().balance(), Balance::standing);
  run(*session, 3);
  EXPECT_LT(apart(*session), 0.1f * away);
}

TEST(Actor, StaggersFallsAndStandsUp) {
  const auto session = acting();
  run(*session, 0.5f);
  session->actor()->stagger();
  run(*session, 0.1f);
  EXPECT_EQ(session->actor()->character().balance(), Balance::staggering);
  run(*session, 2.5f);
  ASSERT_EQ(session->actor()->character().balance(), Balance::standing);

  session->actor()->character().options.getsUp = false;
  session->actor()->character().knockOut();
  run(*session, 8);
  EXPECT_EQ(session->actor()->character().balance(), Balance::lying) << "it may not get up";
  const float lying = session->worldFromPart()[0].translation.y;
  session->actor()->character().options.getsUp = true;
  run(*session, 10);
  EXPECT_EQ(session->actor()->character().balance(), Balance::standing);
  EXPECT_GT(session->worldFromPart()[0].translation.y, lying + 0.4f);
  EXPECT_GE(session->actor()->log().size(), 6u);
}

TEST(Actor, WeightZeroGoesLimpAndComesBack) {
  const auto session = acting();
  run(*session, 0.2f);
  const float standing = session->worldFromPart()[0].translation.y;
  session->actor()->goLimp();
  run(*session, 2);
  EXPECT_LT(session->worldFromPart()[0].translation.y, 0.5f * standing);
  session->actor()->followAll();
  run(*session, 0.5f);
  EXPECT_LT(apart(*session), 1e-4f);
}

TEST(Actor, GroupsFollowOnTheirOwn) {
  const auto session = acting();
  const std::vector<PartGroup> groups = partGroups(*session->manikin());
  std::size_t sum = 0;
  for (const PartGroup& group : groups) sum += group.parts.size();
  EXPECT_EQ(sum, 2 * session->manikin()->parts.size()) << "all, and everything once more by limb";
  const auto arm = std::find_if(groups.begin(), groups.end(), [](const PartGroup& one) { return one.name == "left arm"; });
  ASSERT_NE(arm, groups.end());

  // A limp arm hangs; the rest stays with the animation, bit by bit.
  const std::size_t hand = part(*session, Role::leftHand), head = part(*session, Role::head);
  session->actor()->play(session->actor()->animation().clipOf("run"));
  session->actor()->follow(arm->parts, PartMode::limp, 0, 0, 1);
  run(*session, 2);
  const std::vector<Transform> animated = session->actor()->animated();
  const auto gap = [&](std::size_t i) {
    const auto joint = static_cast<std::size_t>(session->manikin()->parts[i].joint);
    return distance(animated[joint].translation, session->worldFromJoint()[joint].translation);
  };
  EXPECT_GT(gap(hand), 0.05f);
  EXPECT_LT(gap(head), 1e-5f);
}

TEST(Actor, ADraggedHandReachesAndLetsGo) {
  const auto session = acting();
  run(*session, 0.3f);
  Actor& actor = *session->actor();
  const std::size_t hand = part(*session, Role::leftHand);
  const std::int32_t limb = actor.limbOf(hand);
  ASSERT_EQ(actor.limbName(limb), "left hand");
  EXPECT_EQ(actor.limbOf(part(*session, Role::chest)), -1);

  const auto end = static_cast<std::size_t>(actor.limb(limb).end);
  const Vec3 target = session->worldFromJoint()[end].translation + Vec3{0.05f, 0.35f, 0.2f};
  session->drag(hand, {}, target);
  run(*session, 3);
  EXPECT_LT(distance(session->worldFromJoint()[end].translation, target), 0.01f);
  Canvas canvas;
  actor.drawReaches(canvas);
  EXPECT_EQ(canvas.lines(Layer::skeleton).size(), 2 * 6u) << "two bones, what is missing, and a cross";
  actor.release(limb);
  run(*session, 3);
  EXPECT_GT(distance(session->worldFromJoint()[end].translation, target), 0.1f);
}

TEST(Actor, LayersBlendByWeight) {
  const auto session = acting();
  Actor& actor = *session->actor();
  const auto joint = static_cast<std::size_t>(session->manikin()->parts[part(*session, Role::leftForearm)].joint);
  const auto forearmIn = [&](float weight) {
    actor.setLayerWeight(0, weight);
    run(*session, 0.02f);
    return session->worldFromJoint()[joint].rotation;
  };
  actor.addLayer(actor.animation().clipOf("run"), LayerMode::override, true);
  const Quat none = forearmIn(0), half = forearmIn(0.5f), full = forearmIn(1);
  EXPECT_GT(angleBetween(none, half), 0.05f);
  EXPECT_GT(angleBetween(none, full), angleBetween(none, half) + 0.05f);
  actor.removeLayer(0);
  run(*session, 0.02f);
  EXPECT_LT(angleBetween(none, session->worldFromJoint()[joint].rotation), 0.02f);
}

TEST(Actor, PausedAnimationStandsWhileTimeGoesOn) {
  const auto session = acting();
  session->actor()->play(session->actor()->animation().clipOf("walk"));
  run(*session, 0.5f);
  session->actor()->character().animator.setPaused(true);
  run(*session, 0.1f);
  const std::vector<Transform> before = session->worldFromJoint();
  run(*session, 0.5f);
  for (std::size_t j = 0; j < before.size(); ++j)
    EXPECT_LT(distance(before[j].translation, session->worldFromJoint()[j].translation), 1e-6f);
  session->actor()->character().animator.setPaused(false);
  run(*session, 0.3f);
  EXPECT_GT(distance(before[0].translation, session->worldFromJoint()[0].translation), 0.1f);
}

TEST(Stroll, KeysWalkItThroughALevelAndOnlyWithFocus) {
  const auto session = sessionOf();
  ASSERT_TRUE(session->enter(*builtInLevel("stairs")));
  ASSERT_NE(session->stroll(), nullptr);
  run(*session, 0.5f);
  const Vec3 start = session->place().translation;
  session->controls = {.throttleUp = true, .focused = false};
  run(*session, 1);
  EXPECT_LT(distance(session->place().translation, start), 1e-3f) << "without focus no key counts";

  session->controls = {.throttleUp = true, .focused = true};
  run(*session, 0.6f);
  session->controls = {.focused = true};
  run(*session, 4);
  const Vec3 there = session->place().translation;
  EXPECT_GT(there.z, start.z + 4);
  EXPECT_GT(there.y, 1.0f) << "up the stairs";
  EXPECT_GT(session->stroll()->travelled(), 4.0f);
  EXPECT_GT(session->stroll()->controls().lever, 0.3f) << "the lever stays";

  session->walk();
  EXPECT_LT(distance(session->place().translation, start), 0.05f) << "from the start again";
}

TEST(Stroll, TellsWhatItMetOnce) {
  const auto session = sessionOf();
  ASSERT_TRUE(session->enter(*builtInLevel("walls")));
  session->controls = {.throttleUp = true, .focused = true};
  run(*session, 5);
  const auto& log = session->stroll()->log();
  ASSERT_FALSE(log.empty());
  const auto count = std::count_if(log.begin(), log.end(), [](const Stroll::Told& one) { return one.text == "crashed ahead"; });
  EXPECT_EQ(count, 1) << "ten frames at the wall are one crash";
}

TEST(Stroll, WhatBrokeIsNoLongerDrawn) {
  const auto session = sessionOf();
  ASSERT_TRUE(session->enter(*builtInLevel("crates")));
  const Level& level = session->stroll()->level();
  const std::size_t whole = levelData(level, session->stroll()->levelState()).indices.size();
  session->controls = {.throttleUp = true, .focused = true};
  run(*session, 5);
  const LevelState& state = session->stroll()->levelState();
  const auto broken = static_cast<std::size_t>(std::count(state.crushed.begin(), state.crushed.end(), 1));
  ASSERT_GT(broken, 0u);
  EXPECT_EQ(levelData(level, state).indices.size(), whole - 36 * broken);
}

TEST(LevelModel, DrawsTheSolidsWhereTheyStand) {
  // Every built-in level: its faces reach exactly as far as its solids, and moving ones are carried by their own joint.
  for (const std::string_view name : levelNames()) {
    const Level level = *builtInLevel(name);
    LevelState state = startOf(level);
    advanceLevel(level, state, 1.3f);
    const ModelData data = levelData(level, state);
    const std::vector<Affine> skin = levelSkin(state);
    for (std::size_t i = 0; i < level.solids.size(); ++i) {
      const Solid& solid = level.solids[i];
      if (solid.role == SolidRole::trigger) continue;
      const Vec3 corner = solid.shape == SolidShape::triangle
                              ? solid.corners[1]
                              : worldFromSolid(level, state, static_cast<std::int32_t>(i)) * solid.halfExtent;
      float nearest = 1e30f;
      for (const ModelVertex& vertex : data.vertices) nearest = std::min(nearest, distance(skinned(vertex, skin), corner));
      EXPECT_LT(nearest, 1e-4f) << name << " solid " << i;
    }
  }
}

}  // namespace
}  // namespace sinew::view
