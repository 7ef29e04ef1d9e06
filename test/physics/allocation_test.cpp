
#include "physics/conformance.h"
#include "support/allocations.h"

// A step allocates nothing of ours once it has warmed up. Bullet's own arrays keep their size, too.

namespace sinew {
namespace {

TEST(Allocation, NoneInAStep) {
  for (const std::string_view name : worldNames()) {
    WorldDef def;
    def.sleepTime = 1000;
    const auto world = *createWorld(name, def);
    ASSERT_TRUE(world->createPlane({0, 1, 0}, 0, {}));
    ASSERT_TRUE(world->createArticulation(doll({axisAngle(Vec3{1, 0, 0}, -kPi / 2), {0, 0.4f, 0}})));
    for (int i = 0; i < 240; ++i) world->step(kStep);
    const std::size_t before = allocations;
    for (int i = 0; i < 60; ++i) world->step(kStep);
    EXPECT_EQ(allocations - before, 0u) << name;
  }
}

}  // namespace
}  // namespace sinew
