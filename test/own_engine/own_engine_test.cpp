#include "examples/own_engine/toy_world.h"
#include "physics/conformance.h"

// The example of an engine of one's own under the conformance suite. It keeps the part that CMakeLists.txt names; what it does not
// do, it says.

namespace sinew {
namespace {

Result<std::unique_ptr<World>> makeToy(const WorldDef& def) { return std::make_unique<toy::ToyWorld>(def); }

INSTANTIATE_TEST_SUITE_P(Toy, WorldConformance, testing::Values(Backend{"toy", makeToy}), nameOfBackend);

TEST(OwnEngine, WhatItDoesNotDoItSays) {
  toy::ToyWorld world({});
  const Result<GroundId> mesh = world.createMesh({}, {}, {});
  ASSERT_FALSE(mesh);
  EXPECT_EQ(mesh.error().code, ErrorCode::unsupported);
  const MotorTarget motor;
  world.setMotors({&motor, 1});
  EXPECT_EQ(world.step(kStep).skippedTargets, 1u);
  EXPECT_EQ(world.traits().limitError, kPi);
}

}  // namespace
}  // namespace sinew
