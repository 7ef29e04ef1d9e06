#include <gtest/gtest.h>

#include <tbb/global_control.h>

#include <sinew/base/fixed_step.h>
#include <sinew/base/hash.h>

#include "ragdoll/figure.h"

// Many characters: the same with any number of workers and at any frame rate, and sleepers that stay asleep.

namespace sinew {
namespace {

using test::figure;
using test::frame;
using test::kStep;
using test::levelWorld;
using test::stateOf;

struct Crowd {
  std::unique_ptr<World> world = levelWorld();
  std::vector<Character> all;
  int steps = 0;

  explicit Crowd(int count) {
    for (int i = 0; i < count; ++i) {
      all.push_back(std::move(
          *Character::build(*world, figure().kind, {{}, {1.2f * static_cast<float>(i % 5), 0, 1.2f * static_cast<float>(i / 5)}})));
      all.back().animator.play(figure().kind->animation->clipOf(i % 2 == 0 ? "walk" : "idle"), {.halflife = 0});
    }
  }

  /// One physics step of everybody; every third is felled in passing.
  void step() {
    for (Character& one : all) {
      one.advance(kStep);
      one.compose();
      one.drive(kStep);
    }
    world->step(kStep);
    for (Character& one : all) one.read(kStep);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (steps == 10 + static_cast<int>(i) && i % 3 == 0)
        all[i].hit(figure().part(Role::chest), {0, 0, 200}, stateOf(all[i], 0).worldFromBody.translation);
    }
    ++steps;
  }

  std::uint64_t hash() const {
    std::vector<Transform> seen;
    for (const Character& one : all) seen.insert(seen.end(), one.animator.displayedModel().begin(), one.animator.displayedModel().end());
    return hashOf(std::span<const Transform>(seen)) ^ world->stateHash();
  }
};

TEST(ManyCharacters, TheSameWithAnyNumberOfWorkers) {
  std::vector<std::uint64_t> hashes;
  for (const std::size_t workers : {1u, 2u, 4u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers);
    Crowd crowd(20);
    for (int i = 0; i < 200; ++i) crowd.step();
    hashes.push_back(crowd.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(ManyCharacters, FramesAtAnyRateEndTheSame) {
  std::vector<std::uint64_t> hashes;
  for (const double rate : {20.0, 60.0, 144.0}) {
    Crowd crowd(4);
    FixedStep fixed{.dt = kStep};
    for (int i = 0; crowd.steps < 150 && i < 10000; ++i) {
      for (int steps = fixed.advance(1 / rate); steps > 0 && crowd.steps < 150; --steps) crowd.step();
    }
    ASSERT_EQ(crowd.steps, 150) << rate;
    hashes.push_back(crowd.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(ManyCharacters, WhoLiesFallsAsleepWhateverItsClipDoesAndAHitWakesIt) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = levelWorld(name);
    Character one = std::move(*Character::build(*world, figure().kind));
    one.options.getsUp = false;
    one.animator.play(figure().kind->animation->clipOf("walk"), {.halflife = 0});
    one.knockOut();
    int slept = 0;
    for (int i = 0; i < 60 * 12; ++i) {
      frame(*world, one);
      slept += world->asleep(one.ragdoll.bodies.front()) ? 1 : 0;
    }
    EXPECT_EQ(one.balance(), Balance::lying) << name;
    EXPECT_GT(slept, 60) << name;
    EXPECT_TRUE(world->asleep(one.ragdoll.bodies.front())) << name;

    // What it shows is its body.
    const Vec3 drawn = one.worldFromModel * one.animator.displayedModel()[figure().joint(Role::pelvis)].translation;
    EXPECT_LT(distance(drawn, stateOf(one, 0).worldFromBody.translation), 1e-4f) << name;
    const Vec3 head = stateOf(one, figure().index(Role::head)).worldFromBody.translation;
    one.hit(figure().part(Role::head), {0, 30, 0}, head);
    for (int i = 0; i < 10; ++i) frame(*world, one);
    EXPECT_FALSE(world->asleep(one.ragdoll.bodies.front())) << name;
    one.compose();
    const Vec3 drawnHead = one.worldFromModel * one.animator.displayedModel()[figure().joint(Role::head)].translation;
    EXPECT_GT(distance(drawnHead, head), 0.02f) << name;
  }
}

}  // namespace
}  // namespace sinew
