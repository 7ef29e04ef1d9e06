#include "src/physics/composite.h"

#include <gtest/gtest.h>

#include "physics/conformance.h"

namespace sinew {
namespace {

TEST(Composite, TwoBallsAreADumbbell) {
  ArticulationDef def;
  def.bodies = {ball(1, 0.1f, {0, 0, 0}), ball(3, 0.1f, {0, 2, 0})};
  def.joints = {jointAt(def, 0, 1, ConstraintType::ball, {0, 1, 0})};
  const std::vector<CompositeMass> composites = compositesOf(def);
  EXPECT_FLOAT_EQ(composites[0].mass, 4);
  EXPECT_LT(distance(composites[0].center, Vec3{0, 1.5f, 0}), 1e-6f);
  const float own = 0.4f * 4 * 0.01f;
  EXPECT_NEAR(composites[0].inertia.x.x, own + 1 * 2.25f + 3 * 0.25f, 1e-5f);
  EXPECT_NEAR(composites[0].inertia.y.y, own, 1e-6f);
  EXPECT_NEAR(inertiaAbout(composites[1], {0, -1, 0}).z.z, 0.4f * 3 * 0.01f + 3, 1e-5f);
}

TEST(Composite, DoesNotDependOnTheFramesItIsWrittenIn) {
  const ArticulationDef upright = doll(), turned = doll({axisAngle(normalized(Vec3{1, 2, 3}), 1.0f), {3, -2, 1}});
  const std::vector<CompositeMass> a = compositesOf(upright), b = compositesOf(turned);
  EXPECT_NEAR(a[0].mass, 79.6f, 0.5f);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_LT(distance(a[i].center, b[i].center), 1e-5f);
    EXPECT_LT(distance(a[i].inertia.x, b[i].inertia.x), 1e-4f * a[i].mass);
  }
}

}  // namespace
}  // namespace sinew
