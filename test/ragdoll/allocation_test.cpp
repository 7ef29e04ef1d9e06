#include <gtest/gtest.h>

#include "bones.h"
#include "ragdoll/figure.h"
#include "support/allocations.h"

// Built once: driving, syncing and reading allocate nothing.

namespace sinew {
namespace {

TEST(RagdollAllocation, NoneAfterBuilding) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = std::move(*createWorld(name));
    const test::BareBones bones = test::bareBones();
    Ragdoll doll = std::move(*ragdollFromBones(*world, bones.parents, bones.matrices()));
    const std::vector<Mat4> matrices = bones.matrices();
    std::vector<Transform> pose = bones.locals();
    PoseTarget target{pose};
    const auto frame = [&] {
      target.worldFromModel = {};
      doll.sync(*world, matrices);
      doll.drive(*world, target, 1);
      world->step(1.0f / 60);
      doll.readLoad();
      doll.writePose(target);
    };
    for (int i = 0; i < 60; ++i) frame();
    const std::size_t before = allocations;
    for (int i = 0; i < 60; ++i) frame();
    EXPECT_EQ(allocations - before, 0u) << name;
  }
}

TEST(CharacterAllocation, NoneInAFrame) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = test::levelWorld(name);
    Character one = std::move(*Character::build(*world, test::figure().kind));
    const AnimationSet& set = *test::figure().kind->animation;
    one.animator.addLayer(set.clipOf("idle"), {.weight = 0.3f, .mask = {}});
    const std::int32_t walk = set.clipOf("walk"), run = set.clipOf("run");
    std::size_t mostInAFrame = 0;
    // Switched, reaching, hit, felled, lying, getting up: once to warm up, once counted.
    const auto live = [&](bool counted) {
      for (int i = 0; i < 720; ++i) {
        const std::size_t before = allocations;
        if (i == 5) one.animator.play(walk, {.halflife = 0.1f});
        if (i == 20) one.animator.jump(run, 0.2, 0.1f);
        if (i == 30) one.animator.reach(0, {.position = {0.3f, 1, 0.4f}});
        if (i == 40) one.hit(test::figure().part(Role::leftForearm), {0, 0, -10}, {0, 1, 0});
        if (i == 60) one.animator.release(0);
        if (i == 100) one.hit(test::figure().part(Role::chest), {0, 0, -200}, {0, 1.3f, 0});
        one.advance(1.0f / 60);
        one.compose();
        one.drive(1.0f / 60);
        const std::size_t ours = allocations - before;
        world->step(1.0f / 60);
        const std::size_t stepped = allocations;
        one.read(1.0f / 60);
        if (counted) mostInAFrame = std::max(mostInAFrame, ours + (allocations - stepped));
      }
    };
    live(false);
    live(true);
    EXPECT_EQ(one.balance(), Balance::standing) << name;
    EXPECT_EQ(mostInAFrame, 0u) << name;
  }
}

}  // namespace
}  // namespace sinew
