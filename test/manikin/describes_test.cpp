#include <gtest/gtest.h>

#include <sinew/manikin/json.h>

#include "manikin/bodies.h"

// A manikin file may come with any rig: whoever draws or bakes both trusts its joint numbers.

namespace sinew::test {
namespace {

TEST(Describes, TheRigItWasFittedTo) {
  for (const char* spec : {"@figure", "@quadruped", "@figure:rigid"}) {
    const Rig rig = rigOf(spec);
    const Result<Manikin> read = readManikin(writeManikin(fitOf(rig)));
    ASSERT_TRUE(read) << spec;
    EXPECT_TRUE(describes(*read, rig)) << spec;
  }
}

TEST(Describes, NoOther) {
  const Manikin fox = fitOf("@quadruped");
  const Result<void> result = describes(fox, rigOf("@figure"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::reference);
}

TEST(Describes, JointsThatAreThere) {
  const Rig rig = rigOf("@figure");
  const Manikin good = fitOf(rig);
  const auto expectForeign = [&](const Manikin& manikin, const char* place) {
    const Result<void> result = describes(manikin, rig);
    ASSERT_FALSE(result) << place;
    EXPECT_EQ(result.error().place, place);
  };
  Manikin bad = good;
  bad.parts[3].joint = static_cast<std::int32_t>(rig.joints.size());
  expectForeign(bad, "parts[3].jointIndex");
  bad = good;
  bad.parts[3].joint = -1;
  expectForeign(bad, "parts[3].jointIndex");
  bad = good;
  bad.parts[2].riders.push_back(1 << 24);
  expectForeign(bad, "parts[2].riders");
  bad = good;
  bad.roles[Role::leftHand].joint = 1 << 20;
  expectForeign(bad, "roles.leftHand.jointIndex");
}

}  // namespace
}  // namespace sinew::test
