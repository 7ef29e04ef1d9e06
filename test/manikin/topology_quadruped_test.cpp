#include <gtest/gtest.h>

#include "manikin/topology_bodies.h"
#include "src/manikin/topology.h"

namespace sinew {
namespace {

using test::BuiltBody;
using test::Pieces;

std::int32_t proposed(const TopologyMap& map, Role role) {
  for (const Proposal& proposal : map.proposals)
    if (proposal.role == role) return proposal.joint;
  return -1;
}

void expectDog(const BuiltBody& body, const TopologyMap& map) {
  ASSERT_TRUE(map.creature.has_value()) << (map.findings.empty() ? "" : map.findings.front().message);
  EXPECT_EQ(*map.creature, Creature::quadruped);
  for (const Finding& finding : map.findings) ADD_FAILURE() << finding.role << ": " << finding.message;
  const std::pair<const char*, Role> expected[] = {{"pelvis", Role::pelvis},
                                                   {"spine", Role::spine},
                                                   {"chest", Role::chest},
                                                   {"neck", Role::neck},
                                                   {"head", Role::head},
                                                   {"tail", Role::tail},
                                                   {"l.frontUpper", Role::frontLeftUpper},
                                                   {"l.frontLower", Role::frontLeftLower},
                                                   {"l.frontPaw", Role::frontLeftPaw},
                                                   {"r.frontUpper", Role::frontRightUpper},
                                                   {"l.hindUpper", Role::hindLeftUpper},
                                                   {"l.hindLower", Role::hindLeftLower},
                                                   {"l.hindPaw", Role::hindLeftPaw},
                                                   {"r.hindPaw", Role::hindRightPaw}};
  for (const auto& [key, role] : expected) EXPECT_EQ(proposed(map, role), body.joints.at(key)) << key;
}

TEST(TopologyQuadruped, FindsTrunkAndFourLegs) {
  for (const float turn : {0.0f, 1.0f, kPi}) {
    SCOPED_TRACE(turn);
    const BuiltBody body = test::build(test::dog(), {axisAngle(Vec3{0, 1, 0}, turn), {}});
    expectDog(body, inferTopology(body.rig, std::nullopt));
  }
}

TEST(TopologyQuadruped, PawsThatAreRootsBelongToTheirLegs) {
  Pieces pieces = test::dog();
  pieces["l.frontPaw"].parent = "";
  pieces["l.hindPaw"].parent = "";
  const BuiltBody body = test::build(pieces);
  expectDog(body, inferTopology(body.rig, std::nullopt));
}

TEST(TopologyQuadruped, SixLegsAreTooMany) {
  Pieces pieces = test::dog();
  for (const char* key : {"l.frontUpper", "l.frontLower", "l.frontPaw"}) {
    test::Piece third = pieces[key];
    third.key += "3";
    third.parent = third.parent == "chest" ? "spine" : third.parent + "3";
    third.at.z -= 0.3f;
    third.skinTo.z -= 0.3f;
    pieces.add(third);
  }
  EXPECT_FALSE(inferTopology(test::build(pieces).rig, std::nullopt).creature.has_value());
}

TEST(TopologyQuadruped, LegsOfOneJointMakeNoTrunk) {
  Pieces pieces = test::dog();
  pieces.drop("chest").drop("spine");
  EXPECT_FALSE(inferTopology(test::build(pieces).rig, std::nullopt).creature.has_value());
}

TEST(TopologyQuadruped, TheCallerMayNarrowTheSearch) {
  const Rig dog = test::build(test::dog()).rig;
  EXPECT_FALSE(inferTopology(dog, Creature::humanoid).creature.has_value());
  EXPECT_EQ(inferTopology(dog, Creature::quadruped).creature, Creature::quadruped);
  EXPECT_FALSE(inferTopology(test::build(test::man()).rig, Creature::quadruped).creature.has_value());
}

TEST(Topology, ASnakeHasNoSides) {
  test::Body body;
  std::int32_t parent = -1;
  for (int i = 0; i < 12; ++i) {
    const Vec3 at{0, 0.1f, 0.2f * static_cast<float>(i)};
    parent = body.joint("", parent, at);
    test::closedTube(body, parent, at, at + Vec3{0, 0, 0.18f}, 0.08f);
  }
  EXPECT_FALSE(inferTopology(body.rig, std::nullopt).creature.has_value());
}

}  // namespace
}  // namespace sinew
