#include "manikin/bodies.h"
#include "manikin/mass.h"

// Where a row of a mass table is cut into several parts.

namespace sinew::test {
namespace {

// Three vertices make a neck of a few cubic millimetres: it still carries the head.
TEST(MassCut, NoneIsLighterThanATenthOfTheLargest) {
  const Rig rig = rigOf("@figure");
  const RoleMap map = mapRoles(rig);
  const FitOptions options{.preset = Preset::full, .mass = 100};
  Manikin manikin = fitOf(rig, options);
  Part& neck = manikin.parts[static_cast<std::size_t>(manikin.partOf(Role::neck))];
  neck.radius = 0.002f;
  neck.halfHeight = 0;
  weighParts(manikin, map, options);
  EXPECT_NEAR(neck.mass, 6.94f / 11, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::head).mass, 6.94f * 10 / 11, 1e-3f);

  double total = 0;
  for (const Part& part : manikin.parts) total += static_cast<double>(part.mass);
  EXPECT_NEAR(total, 100, 1e-3);
}

}  // namespace
}  // namespace sinew::test
