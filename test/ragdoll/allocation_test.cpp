#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "bones.h"

// Built once: driving, syncing and reading allocate nothing.

namespace {
std::size_t allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

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

}  // namespace
}  // namespace sinew
