#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "manikin/topology_bodies.h"
#include "src/manikin/topology.h"

namespace sinew {
namespace {

using test::BuiltBody;
using test::Pieces;

const std::map<std::string, Role>& humanRoles() {
  static const std::map<std::string, Role> roles{
      {"pelvis", Role::pelvis}, {"spine", Role::spine},           {"chest", Role::chest},           {"neck", Role::neck},
      {"head", Role::head},     {"clavicle", Role::leftClavicle}, {"upperArm", Role::leftUpperArm}, {"forearm", Role::leftForearm},
      {"hand", Role::leftHand}, {"thigh", Role::leftThigh},       {"shin", Role::leftShin},         {"foot", Role::leftFoot},
      {"toes", Role::leftToes}};
  return roles;
}

Role roleOfKey(const std::string& key) {
  const bool sided = key.starts_with("l.") || key.starts_with("r.");
  const auto found = humanRoles().find(sided ? key.substr(2) : key);
  if (found == humanRoles().end()) return Role::none;
  return key.starts_with("r.") ? mirrored(found->second) : found->second;
}

/// Joint that a role was given to, or -1.
std::int32_t proposed(const TopologyMap& map, Role role) {
  for (const Proposal& proposal : map.proposals)
    if (proposal.role == role) return proposal.joint;
  return -1;
}

bool isAbsent(const TopologyMap& map, Role role) { return std::count(map.absent.begin(), map.absent.end(), role) != 0; }

/// Every piece that is named after a role must have it, roles without a piece must be absent, and nothing may be in doubt.
void expectAllRoles(const BuiltBody& body, const TopologyMap& map) {
  ASSERT_TRUE(map.creature.has_value()) << (map.findings.empty() ? "" : map.findings.front().message);
  EXPECT_EQ(*map.creature, Creature::humanoid);
  for (const Finding& finding : map.findings) ADD_FAILURE() << finding.role << ": " << finding.message;
  std::size_t expected = 0;
  for (const auto& [key, joint] : body.joints) {
    const Role role = roleOfKey(key);
    if (role == Role::none) continue;
    ++expected;
    EXPECT_EQ(proposed(map, role), joint) << key;
  }
  EXPECT_EQ(map.proposals.size(), expected);
  EXPECT_EQ(map.proposals.size() + map.absent.size(), rolesOf(Creature::humanoid).size());
  for (const Proposal& proposal : map.proposals) EXPECT_GT(proposal.confidence, 0.5f) << nameOf(proposal.role);
}

void expectAllRoles(const Pieces& pieces) {
  const BuiltBody body = test::build(pieces);
  expectAllRoles(body, inferTopology(body.rig, std::nullopt));
}

bool hasFailureFor(const TopologyMap& map, Role role) {
  return std::any_of(map.findings.begin(), map.findings.end(),
                     [&](const Finding& f) { return f.severity == Severity::failure && f.role == nameOf(role); });
}

TEST(TopologyHumanoid, FindsEveryRoleWithoutNames) { expectAllRoles(test::man()); }

TEST(TopologyHumanoid, SizePlaceAndHeadingDoNotMatter) {
  for (const float scale : {0.01f, 1.0f, 100.0f}) {
    for (const float turn : {0.0f, 0.7f, kPi / 2, kPi, -2.0f}) {
      const BuiltBody body = test::build(test::man(), {axisAngle(Vec3{0, 1, 0}, turn), Vec3{3, -2, 5} * scale}, scale);
      SCOPED_TRACE(testing::Message() << "scale " << scale << ", turned " << turn);
      expectAllRoles(body, inferTopology(body.rig, std::nullopt));
    }
  }
}

TEST(TopologyHumanoid, SidesFollowTheFeetAndNotTheAxesOfTheFile) {
  // The rig says the body faces +Z, its feet and knees say -Z: a weak word is overruled, and left is where the body's left is.
  BuiltBody body = test::build(test::man(), {axisAngle(Vec3{0, 1, 0}, kPi), {}});
  body.rig.axes.forward = {0, 0, 1};
  body.rig.axes.left = {1, 0, 0};
  body.rig.axes.confidence = 0.2f;
  expectAllRoles(body, inferTopology(body.rig, std::nullopt));
}

TEST(TopologyHumanoid, FeetThatAreRootsBelongToTheirShins) {
  Pieces pieces = test::man();
  pieces["l.foot"].parent = "";
  expectAllRoles(pieces);

  pieces.list.insert(pieces.list.begin(), {"control", "", {0, 0, 0}, {}, 0});
  pieces["l.foot"].parent = "control";
  pieces["pelvis"].parent = "control";
  expectAllRoles(pieces);
}

TEST(TopologyHumanoid, LegsAndArmsMayHangElsewhere) {
  Pieces biped = test::man();
  biped["l.thigh"].parent = "spine";
  biped["l.clavicle"].parent = "neck";
  expectAllRoles(biped);

  Pieces siblings = test::man();
  siblings.list.insert(siblings.list.begin(), {"control", "", {0, 0, 0}, {}, 0});
  siblings["l.thigh"].parent = "control";
  siblings["pelvis"].parent = "control";
  expectAllRoles(siblings);
}

TEST(TopologyHumanoid, TwistJointsPlayNoRole) {
  // In line: each segment is two joints. Beside: the outer half of each segment's skin sits on a leaf.
  for (const bool inLine : {true, false}) {
    Pieces pieces = test::man();
    for (const auto& segment : {std::pair{"l.upperArm", "l.forearm"}, std::pair{"l.forearm", "l.hand"}}) {
      const char *upper = segment.first, *lower = segment.second;
      const Vec3 middle = lerp(pieces[upper].at, pieces[lower].at, 0.5f);
      const test::Piece twist{std::string(upper) + ".twist", upper, middle, pieces[upper].skinTo, pieces[upper].radius};
      pieces[upper].skinTo = middle;
      const auto next = std::find_if(pieces.list.begin(), pieces.list.end(), [&](const test::Piece& p) { return p.key == lower; });
      if (inLine) next->parent = twist.key;
      pieces.list.insert(next, twist);
    }
    SCOPED_TRACE(inLine ? "in line" : "beside");
    expectAllRoles(pieces);
  }
}

TEST(TopologyHumanoid, ControlsWithoutSkinAreNotSeen) {
  Pieces pieces = test::man();
  pieces.add({"l.ikFoot", "", {0.1f, 0.08f, 0}, {}, 0});
  pieces.add({"l.knee", "", {0.1f, 0.5f, 0.6f}, {}, 0});
  pieces.add({"l.thighCopy", "pelvis", {0.1f, 0.92f, 0}, {}, 0});
  pieces.add({"l.shinCopy", "l.thighCopy", {0.1f, 0.5f, 0.02f}, {}, 0});
  expectAllRoles(pieces);
}

TEST(TopologyHumanoid, PartsThatARigHasNotAreAbsent) {
  for (const std::vector<std::string>& gone : {std::vector<std::string>{"l.clavicle"},
                                               {"neck"},
                                               {"l.toes"},
                                               {"spine"},
                                               {"l.toes", "l.foot"},
                                               {"l.hand"},
                                               {"l.clavicle", "neck", "l.toes"}}) {
    Pieces pieces = test::man();
    for (const std::string& key : gone) pieces.drop(key);
    const BuiltBody body = test::build(pieces);
    const TopologyMap map = inferTopology(body.rig, std::nullopt);
    SCOPED_TRACE(gone.front());
    expectAllRoles(body, map);
    for (const std::string& key : gone) EXPECT_TRUE(isAbsent(map, roleOfKey(key))) << key;
  }
}

TEST(TopologyHumanoid, PalmBonesAreNoHand) {
  Pieces pieces = test::man();
  const Vec3 wrist = pieces["l.hand"].at;
  pieces.drop("l.hand");
  pieces["l.forearm"].skinTo = wrist;
  for (const float z : {-0.03f, 0.0f, 0.03f})
    pieces.add({"l.palm" + std::to_string(z), "l.forearm", wrist, wrist + Vec3{0.17f, 0, z}, 0.015f});
  const BuiltBody body = test::build(pieces);
  const TopologyMap map = inferTopology(body.rig, std::nullopt);
  expectAllRoles(body, map);
  EXPECT_TRUE(isAbsent(map, Role::leftHand));
  EXPECT_TRUE(isAbsent(map, Role::rightHand));
}

TEST(TopologyHumanoid, TheHeadIsWhatTurnsTheSkull) {
  // Skin on a leaf above the head, a jaw, hair: whatever hangs from the head does not become it.
  Pieces pieces = test::man();
  pieces.add({"jaw", "head", {0, 1.62f, 0.04f}, {0, 1.6f, 0.1f}, 0.03f});
  pieces.add({"hair", "head", {0, 1.75f, -0.05f}, {0, 1.7f, -0.12f}, 0.05f});
  pieces.add({"l.eye", "head", {0.03f, 1.7f, 0.09f}, {0.03f, 1.7f, 0.11f}, 0.012f});
  expectAllRoles(pieces);

  // Two neck joints: the head is above both.
  Pieces longNeck = test::man();
  const auto head = std::find_if(longNeck.list.begin(), longNeck.list.end(), [](const test::Piece& p) { return p.key == "head"; });
  longNeck.list.insert(head, {"neck2", "neck", {0, 1.54f, 0.005f}, {0, 1.59f, 0.01f}, 0.05f});
  longNeck["neck"].skinTo = {0, 1.54f, 0.005f};
  longNeck["head"].parent = "neck2";
  expectAllRoles(longNeck);
}

// A toy with a big head, no neck and skin on the joint at the end of its head looks by shape like one with a neck: its head is found,
// or refused, and never taken to be the end.
TEST(TopologyHumanoid, ABigHeadsEndIsNoHead) {
  int right = 0, refused = 0;
  for (const float height : {0.5f, 0.7f, 0.9f}) {
    for (const float radius : {0.15f, 0.25f, 0.35f}) {
      for (const float split : {0.2f, 0.35f, 0.5f, 0.65f, 0.8f}) {
        Pieces toy = test::man();
        toy.drop("neck");
        const Vec3 base{0, 1.5f, 0}, end{0, 1.5f + split * height, 0};
        toy["head"].at = base;
        toy["head"].skinTo = end;
        toy["head"].radius = radius;
        toy.add({"leaf", "head", end, {0, 1.5f + height, 0.01f}, radius});
        const BuiltBody body = test::build(toy);
        const TopologyMap map = inferTopology(body.rig, Creature::humanoid);
        bool found = false;
        for (const Proposal& proposal : map.proposals) {
          if (proposal.role != Role::head) continue;
          found = true;
          EXPECT_EQ(proposal.joint, body.joints.at("head")) << height << " m high, " << radius << " m wide, split at " << split;
        }
        right += found ? 1 : 0;
        refused += found ? 0 : 1;
      }
    }
  }
  std::cout << right << " big heads found, " << refused << " refused\n";
}

TEST(TopologyHumanoid, ThingsInHandAndOnTheBackDoNotConfuse) {
  Pieces pieces = test::man();
  pieces.add({"pack", "chest", {0, 1.3f, -0.2f}, {0, 1.5f, -0.25f}, 0.12f});
  BuiltBody body = test::build(pieces);
  test::Body carrot;
  carrot.rig = body.rig;
  test::closedTube(carrot, body.joints.at("l.hand"), {0.8f, 1.45f, 0}, {0.8f, 1.5f, 0.5f}, 0.06f);
  body.rig = carrot.rig;
  expectAllRoles(body, inferTopology(body.rig, std::nullopt));
}

TEST(TopologyHumanoid, WithoutAFrontThereIsNoLeft) {
  // Straight limbs, a round head and feet that reach as far back as forward: nothing may be given a side.
  Pieces pieces = test::man();
  pieces.drop("l.toes");
  for (test::Piece& piece : pieces.list) piece.at.z = piece.skinTo.z = 0;
  pieces["l.foot"].at = {0.1f, 0.06f, 0};
  pieces["l.foot"].skinTo = {0.1f, 0.02f, 0};
  const BuiltBody body = test::build(pieces);
  const TopologyMap map = inferTopology(body.rig, std::nullopt);
  for (const Proposal& proposal : map.proposals) EXPECT_EQ(sideOf(proposal.role), 0) << nameOf(proposal.role);
  EXPECT_TRUE(std::any_of(map.findings.begin(), map.findings.end(), [](const Finding& f) { return f.rule == "topology.facing"; }));
}

TEST(TopologyHumanoid, TwoPairsOfArmsAreTooMany) {
  Pieces pieces = test::man();
  for (const char* key : {"l.clavicle", "l.upperArm", "l.forearm", "l.hand"}) {
    test::Piece second = pieces[key];
    second.key += "2";
    if (second.parent != "chest") second.parent += "2";
    second.at.y -= 0.12f;
    second.skinTo.y -= 0.12f;
    pieces.add(second);
  }
  const BuiltBody body = test::build(pieces);
  const TopologyMap map = inferTopology(body.rig, std::nullopt);
  EXPECT_TRUE(hasFailureFor(map, Role::leftUpperArm));
  EXPECT_EQ(proposed(map, Role::leftUpperArm), -1);
  EXPECT_EQ(proposed(map, Role::rightForearm), -1);
}

TEST(TopologyHumanoid, DoubtNamesBothCandidates) {
  // A head whose skin is shared half and half by the two joints above the chest.
  Pieces pieces = test::man();
  pieces["neck"].skinTo = lerp(pieces["neck"].at, pieces["head"].skinTo, 0.6f);
  pieces["neck"].radius = pieces["head"].radius;
  const BuiltBody body = test::build(pieces);
  const TopologyMap map = inferTopology(body.rig, std::nullopt);
  ASSERT_TRUE(hasFailureFor(map, Role::head));
  EXPECT_EQ(proposed(map, Role::head), -1);
  for (const Finding& finding : map.findings) {
    if (finding.role != nameOf(Role::head)) continue;
    for (const char* key : {"neck", "head"}) {
      const std::int32_t node = body.rig.joints[static_cast<std::size_t>(body.joints.at(key))].node;
      EXPECT_NE(finding.message.find("node " + std::to_string(node)), std::string::npos) << finding.message;
    }
  }
}

TEST(TopologyHumanoid, NumbersFromHostileFilesDoNoHarm) {
  const float nowhere = std::numeric_limits<float>::quiet_NaN(), far = std::numeric_limits<float>::max();
  for (const float bad : {nowhere, far, -std::numeric_limits<float>::infinity()}) {
    // One vertex and the left hand's joint are out of this world: what is proposed is still in range.
    BuiltBody body = test::build(test::man());
    body.rig.body.vertices[7].position = {bad, bad, 0};
    body.rig.joints[static_cast<std::size_t>(body.joints.at("l.hand"))].modelFromBind.translation = {0, bad, bad};
    for (const Proposal& proposal : inferTopology(body.rig, std::nullopt).proposals) {
      EXPECT_GE(proposal.joint, 0);
      EXPECT_LT(proposal.joint, static_cast<std::int32_t>(body.rig.joints.size()));
      EXPECT_TRUE(proposal.confidence >= 0 && proposal.confidence <= 1) << proposal.confidence;
    }
    for (Joint& joint : body.rig.joints) joint.modelFromBind.translation = {bad, bad, bad};
    EXPECT_FALSE(inferTopology(body.rig, std::nullopt).creature.has_value());
  }
}

TEST(TopologyHumanoid, SaysNothingAboutWhatIsNoHuman) {
  // Half a body, a body on its belly, a creature with a trunk of one joint.
  Pieces noLegs = test::man();
  for (const char* key : {"l.toes", "l.foot", "l.shin", "l.thigh"})
    std::erase_if(noLegs.list, [&](const test::Piece& p) { return p.key == key; });
  EXPECT_FALSE(inferTopology(test::build(noLegs).rig, std::nullopt).creature.has_value());

  Pieces noArms = test::man();
  for (const char* key : {"l.hand", "l.forearm", "l.upperArm", "l.clavicle"})
    std::erase_if(noArms.list, [&](const test::Piece& p) { return p.key == key; });
  EXPECT_FALSE(inferTopology(test::build(noArms).rig, std::nullopt).creature.has_value());

  Pieces oneTrunk = test::man();
  oneTrunk.drop("chest").drop("spine");
  EXPECT_FALSE(inferTopology(test::build(oneTrunk).rig, std::nullopt).creature.has_value());

  Rig bare = test::build(test::man()).rig;
  bare.body = {};
  const TopologyMap map = inferTopology(bare, std::nullopt);
  EXPECT_FALSE(map.creature.has_value());
  EXPECT_TRUE(hasFailure(map.findings));
}

}  // namespace
}  // namespace sinew
