#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include <sinew/base/random.h>
#include <sinew/ragdoll/character.h>

#include "ragdoll/figure.h"

// Animation and body together: hits, falls, and getting up.

namespace sinew {
namespace {

using test::figure;
using test::frame;
using test::kStep;

Vec3 drawnPelvis(const Character& character) {
  const auto joint = static_cast<std::size_t>(character.kind().body->headJoint[0]);
  return character.worldFromModel * character.animator.displayedModel()[joint].translation;
}

TEST(Character, WhatIsNotHitIsTheAnimationToTheLastBit) {
  const std::unique_ptr<World> world = std::move(*createWorld("crowd"));
  Character character = std::move(*Character::build(*world, figure().kind));
  for (int i = 0; i < 30; ++i) frame(*world, character);
  const std::int32_t arm = figure().part(Role::leftForearm);
  BodyState state;
  world->getStates({&character.ragdoll.bodies[static_cast<std::size_t>(arm)], 1}, {&state, 1});
  character.hit(arm, {0, 0, -20}, state.worldFromBody.translation);
  float moved = 0, later = 0;
  for (int i = 0; i < 240; ++i) {
    frame(*world, character);
    character.compose();
    const auto joint = static_cast<std::size_t>(character.kind().body->headJoint[static_cast<std::size_t>(arm)]);
    const auto shin = static_cast<std::size_t>(character.kind().body->headJoint[static_cast<std::size_t>(figure().part(Role::leftShin))]);
    const float off = angleBetween(character.animator.displayedModel()[joint].rotation, character.animator.animatedModel()[joint].rotation);
    moved = std::max(moved, off);
    later = off;
    EXPECT_EQ(character.animator.displayedModel()[shin], character.animator.animatedModel()[shin]);
  }
  EXPECT_GT(degrees(moved), 5.0f);
  EXPECT_EQ(later, 0.0f);  // recovered, and handed back
  EXPECT_EQ(character.balance(), Balance::standing);
}

TEST(Character, FallsWithTheSpeedOfItsClip) {
  const std::unique_ptr<World> world = std::move(*createWorld("crowd"));
  Character character = std::move(*Character::build(*world, figure().kind));
  const std::int32_t run = figure().kind->animation->clipOf("run");
  ASSERT_GE(run, 0);
  character.animator.play(run, {.halflife = 0});
  Vec3 before, after;
  for (int i = 0; i < 40; ++i) {
    before = character.worldFromModel.translation;
    frame(*world, character);
    after = character.worldFromModel.translation;
  }
  const Vec3 speed = (after - before) / kStep;
  ASSERT_GT(length(speed), 1.0f);
  character.knockOut();
  frame(*world, character);
  BodyState pelvis;
  world->getStates({character.ragdoll.bodies.data(), 1}, {&pelvis, 1});
  const float kept = dot(pelvis.linearVelocity, normalized(speed)) / length(speed);
  std::printf("a runner at %.2f m/s goes limp: %.0f %% kept after one step\n", static_cast<double>(length(speed)),
              static_cast<double>(kept * 100));
  EXPECT_GT(kept, 0.9f);
}

TEST(Character, ALargeHitFellsAndASmallOneDoesNot) {
  const std::unique_ptr<World> world = std::move(*createWorld("crowd"));
  ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  Character character = std::move(*Character::build(*world, figure().kind));
  for (int i = 0; i < 10; ++i) frame(*world, character);
  const std::int32_t chest = figure().part(Role::chest);
  character.hit(chest, {0, 0, -10}, {0, 1.3f, 0.1f});
  frame(*world, character);
  EXPECT_EQ(character.balance(), Balance::standing);
  character.hit(chest, {0, 0, -200}, {0, 1.3f, 0.1f});
  EXPECT_EQ(character.balance(), Balance::falling);
  frame(*world, character);
  ASSERT_EQ(character.events().size(), 1u);
  EXPECT_EQ(character.events()[0].to, Balance::falling);
  float landed = 0;
  for (int i = 0; i < 90; ++i) {
    frame(*world, character);
    for (const float impulse : character.contactImpulses()) landed = std::max(landed, impulse);
  }
  EXPECT_GT(landed, 1.0f);
}

struct Risen {
  int count = std::getenv("SINEW_SOAK") != nullptr ? 100 : 10;
  int standing = 0, fronts = 0;
  float jump = 0, rate = 0;  // m; rad/s beyond which no joint turned while easing
};

/// Characters dropped at random orientations, until they stand: a hundred in a soak, else ten.
Risen rise(const Vec3& normal) {
  const std::unique_ptr<World> world = std::move(*createWorld("crowd"));
  EXPECT_TRUE(world->createPlane(normal, 0, {}));
  std::vector<Character> all;
  Random random{7};
  Risen risen;
  for (int i = 0; i < risen.count; ++i) {
    const float x = 4 * static_cast<float>(i % 10), z = 4 * static_cast<float>(i / 10);
    const float ground = -(normal.x * x + normal.z * z) / normal.y;
    all.push_back(std::move(*Character::build(*world, figure().kind, {{}, {x, ground, z}})));
    Character& one = all.back();
    const Vec3 spin{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)};
    const Transform turned{exponential(normalized(spin) * random.range(0, kPi)), {x, ground + 1.2f, z}};
    std::vector<Transform> thrown;
    for (const Joint& joint : figure().fitted.rig.joints) thrown.push_back(turned * Transform{{}, {0, -1, 0}} * joint.modelFromBind);
    one.knockOut();
    frame(*world, one);
    one.ragdoll.sync(*world, thrown);
  }
  const auto stands = [](const Character& one) { return one.balance() == Balance::standing; };
  for (int i = 0; i < 60 * 16 && !std::all_of(all.begin(), all.end(), stands); ++i) {
    for (Character& one : all) {
      one.advance(kStep);
      const std::vector<Transform> drawn(one.animator.displayedLocal().begin(), one.animator.displayedLocal().end());
      const bool eased = one.balance() == Balance::easing;
      one.compose();
      if (eased && one.easeTime() > 0) {
        for (std::size_t j = 0; j < drawn.size(); ++j) {
          if (one.kind().body->parents[j] < 0) continue;
          risen.rate = std::max(risen.rate, angleBetween(drawn[j].rotation, one.animator.displayedLocal()[j].rotation) / kStep);
        }
      }
      one.drive(kStep);
    }
    world->step(kStep);
    for (Character& one : all) {
      const Vec3 pelvis = drawnPelvis(one);
      const bool lay = one.balance() == Balance::lying;
      one.read(kStep);
      if (lay && one.balance() == Balance::easing) {
        one.compose();
        risen.jump = std::max(risen.jump, distance(pelvis, drawnPelvis(one)));
        risen.fronts += one.onItsFront() ? 1 : 0;
      }
    }
  }
  for (const Character& one : all) risen.standing += one.balance() == Balance::standing ? 1 : 0;
  std::printf("%d of %d stand, %d from their front; pelvis jump %.2g mm, fastest joint of an ease %.1f degrees/s\n", risen.standing,
              risen.count, risen.fronts, static_cast<double>(risen.jump * 1000), static_cast<double>(degrees(risen.rate)));
  return risen;
}

void expectRisen(const Risen& risen) {
  EXPECT_EQ(risen.standing, risen.count);
  EXPECT_GT(risen.fronts, 0);
  EXPECT_LT(risen.fronts, risen.count);
  EXPECT_LT(risen.jump, 0.01f);
  EXPECT_LT(degrees(risen.rate), 121.0f);
}

TEST(Character, AllGetUpFromFlatGround) { expectRisen(rise({0, 1, 0})); }
TEST(Character, AllGetUpFromASlope) { expectRisen(rise({std::sin(radians(15.0f)), std::cos(radians(15.0f)), 0})); }

TEST(Character, WithoutRoomItStaysDown) {
  const std::unique_ptr<World> world = std::move(*createWorld("crowd"));
  ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
  Character character = std::move(*Character::build(*world, figure().kind));
  character.knockOut();
  for (int i = 0; i < 60; ++i) frame(*world, character);
  const Result<GroundId> roof = world->createBox({{}, {0, 1.0f, 0}}, {5, 0.1f, 5}, {});
  ASSERT_TRUE(roof);
  for (int i = 0; i < 600; ++i) frame(*world, character);
  EXPECT_EQ(character.balance(), Balance::lying);
  world->destroyGround(*roof);
  for (int i = 0; i < 600; ++i) frame(*world, character);
  EXPECT_EQ(character.balance(), Balance::standing);
}

}  // namespace
}  // namespace sinew
