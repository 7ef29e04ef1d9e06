#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "manikin/rig_of.h"

namespace sinew {
namespace {

const Finding* findingOf(const RoleMap& map, std::string_view rule, std::string_view role = {}) {
  for (const Finding& finding : map.findings)
    if (finding.rule == rule && (role.empty() || finding.role == role)) return &finding;
  return nullptr;
}

std::string failuresOf(const RoleMap& map) {
  std::string text;
  for (const Finding& finding : map.findings)
    if (finding.severity == Severity::failure) text += finding.rule + " " + finding.role + ": " + finding.message + "\n";
  return text;
}

Joint& joint(test::WrittenRig& written, Role role) { return written.rig.joints[static_cast<std::size_t>(written.roles.at(role))]; }

/// Moves a joint and everything below it.
void moveBranch(Rig& rig, std::int32_t top, const Vec3& by) {
  std::set<std::int32_t> moved{top};
  for (std::size_t i = 0; i < rig.joints.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    if (index == top || moved.contains(rig.joints[i].parent)) {
      moved.insert(index);
      rig.joints[i].modelFromBind.translation += by;
    }
  }
}

TEST(RoleTables, NamesParentsAndMirrorsAgree) {
  for (std::size_t i = 1; i < kRoleCount; ++i) {
    const Role role = static_cast<Role>(i);
    EXPECT_EQ(roleFromName(nameOf(role)), role);
    EXPECT_EQ(mirrored(mirrored(role)), role);
    EXPECT_EQ(sideOf(mirrored(role)), -sideOf(role)) << nameOf(role);
    EXPECT_EQ(mirrored(parentOf(role)), parentOf(mirrored(role))) << nameOf(role);
  }
  EXPECT_FALSE(roleFromName("").has_value());
  for (const Creature creature : {Creature::humanoid, Creature::quadruped}) {
    const auto roles = rolesOf(creature);
    for (auto at = roles.begin(); at != roles.end(); ++at) {
      const bool parentFirst = parentOf(*at) == Role::none || std::find(roles.begin(), at, parentOf(*at)) != at;
      EXPECT_TRUE(parentFirst) << nameOf(*at);
    }
    for (const Role core : coreRolesOf(creature)) EXPECT_NE(std::find(roles.begin(), roles.end(), core), roles.end());
  }
  EXPECT_EQ(coreRolesOf(Creature::humanoid).size(), 11u);
  EXPECT_EQ(coreRolesOf(Creature::quadruped).size(), 15u);
}

TEST(RoleMapping, PlainHumanoidIsWhole) {
  const test::WrittenRig written = test::plainHumanoid();
  const RoleMap map = mapRoles(written.rig);
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_EQ(map.creature, Creature::humanoid);
  for (const auto& [role, index] : written.roles) {
    EXPECT_EQ(map.jointOf(role), index) << nameOf(role);
    EXPECT_EQ(map.roles.at(role).by, MapSource::alias);
    EXPECT_GT(map.roles.at(role).confidence, 0.6f);
    EXPECT_LE(map.roles.at(role).confidence, 1);
  }
  EXPECT_TRUE(map.absent.empty());
}

TEST(RoleMapping, TheAuthorsWordWins) {
  const test::WrittenRig written = test::plainHumanoid();
  const RoleMap map =
      mapRoles(written.rig, {.explicitMap = {{Role::spine, "Spine1"}, {Role::head, std::int32_t{written.roles.at(Role::head)}}}});
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_EQ(map.jointOf(Role::spine), test::jointNamed(written.rig, "Spine1"));
  EXPECT_EQ(map.roles.at(Role::spine).by, MapSource::explicitMap);
  EXPECT_EQ(map.roles.at(Role::head).by, MapSource::explicitMap);
  EXPECT_EQ(map.roles.at(Role::chest).by, MapSource::alias);
}

TEST(RoleMapping, ExplicitNameThatIsGoneIsNamedWithItsNeighbours) {
  test::WrittenRig written = test::plainHumanoid();
  joint(written, Role::leftForearm).name = "LeftForeArmature";
  const RoleMap map = mapRoles(written.rig, {.explicitMap = {{Role::leftForearm, "LeftForeArm"}}});
  EXPECT_TRUE(map.refused);
  const Finding* finding = findingOf(map, "roles.explicit", "leftForearm");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::failure);
  EXPECT_NE(finding->message.find("nearest: 'LeftForeArmature'"), std::string::npos) << finding->message;
}

TEST(RoleMapping, ExplicitNodeOrDoubleThatCannotBeIsRefused) {
  const test::WrittenRig written = test::plainHumanoid();
  EXPECT_NE(findingOf(mapRoles(written.rig, {.explicitMap = {{Role::head, 999}}}), "roles.explicit", "head"), nullptr);
  const RoleMap doubled = mapRoles(written.rig, {.explicitMap = {{Role::head, "Head"}, {Role::neck, "Head"}}});
  EXPECT_TRUE(doubled.refused);
  EXPECT_NE(findingOf(doubled, "roles.duplicate"), nullptr);
}

TEST(RoleMapping, HalfAnExplicitMapAloneIsRefusedRoleByRole) {
  const test::WrittenRig written = test::plainHumanoid();
  const RoleMap map = mapRoles(written.rig, {.explicitMap = {{Role::leftThigh, "LeftUpLeg"}}, .only = MapSource::explicitMap});
  EXPECT_TRUE(map.refused);
  for (const Role role : coreRolesOf(Creature::humanoid))
    EXPECT_EQ(findingOf(map, "roles.unresolved", nameOf(role)) == nullptr, role == Role::leftThigh) << nameOf(role);
}

TEST(RoleMapping, OneOddNameTakesItsTwinsPlace) {
  for (const Role role : {Role::leftUpperArm, Role::leftForearm, Role::leftHand, Role::rightThigh, Role::rightShin, Role::rightFoot}) {
    test::WrittenRig written = test::plainHumanoid();
    joint(written, role).name = "Foo";
    const RoleMap map = mapRoles(written.rig);
    EXPECT_FALSE(map.refused) << nameOf(role) << "\n" << failuresOf(map);
    EXPECT_EQ(map.jointOf(role), written.roles.at(role)) << nameOf(role);
    EXPECT_EQ(map.roles.at(role).by, MapSource::topology) << nameOf(role);
    EXPECT_LT(map.roles.at(role).confidence, map.roles.at(mirrored(role)).confidence) << nameOf(role);
  }
}

TEST(RoleMapping, ForearmBetweenTwistsIsUnresolvedAndNamed) {
  // Two twist joints where the forearm should be, on both sides: no joint may stand in.
  const test::WrittenRig written = test::rigOf(
      "Hips=pelvis{Spine=spine{Chest=chest{Neck=neck{Head=head},@$Shoulder=Clavicle{$Arm=UpperArm{$ArmTwist1=twistArm{$ArmTwist2=Forearm{"
      "$Hand=Hand}}}}}},@$UpLeg=Thigh{$Leg=Shin{$Foot=Foot}}}",
      "Left", "Right");
  const RoleMap map = mapRoles(written.rig);
  EXPECT_TRUE(map.refused);
  EXPECT_NE(findingOf(map, "roles.unresolved", "leftForearm"), nullptr) << failuresOf(map);
  EXPECT_NE(findingOf(map, "roles.unresolved", "rightForearm"), nullptr);
  for (const auto& [role, found] : map.roles)
    EXPECT_EQ(written.rig.joints[static_cast<std::size_t>(found.joint)].name.find("Twist"), std::string::npos) << nameOf(role);
}

TEST(RoleMapping, DeclaredAbsenceIsNoGap) {
  const test::WrittenRig written =
      test::rigOf("Hips=pelvis{Spine=spine{Chest=chest{Neck=neck{Head=head}}},@$UpLeg=Thigh{$Leg=Shin{$Foot=Foot}}}", "Left", "Right");
  EXPECT_TRUE(mapRoles(written.rig, {.creature = Creature::humanoid}).refused);
  const RoleMap map = mapRoles(written.rig, {.creature = Creature::humanoid,
                                             .absent = {Role::leftUpperArm, Role::leftForearm, Role::rightUpperArm, Role::rightForearm}});
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_NE(std::find(map.absent.begin(), map.absent.end(), Role::leftForearm), map.absent.end());
}

TEST(RoleMapping, RolesTheRigLacksSayWhereTheirMassGoes) {
  const test::WrittenRig written = test::rigOf(
      "Hips=pelvis{Spine=spine{Chest=chest{Head=head,@$Arm=UpperArm{$ForeArm=Forearm{$Hand=Hand}}}},@$UpLeg=Thigh{$Leg=Shin{$Foot=Foot}}}",
      "Left", "Right");
  const RoleMap map = mapRoles(written.rig);
  EXPECT_FALSE(map.refused) << failuresOf(map);
  for (const Role role : {Role::neck, Role::leftClavicle, Role::leftToes})
    EXPECT_NE(std::find(map.absent.begin(), map.absent.end(), role), map.absent.end()) << nameOf(role);
  ASSERT_NE(findingOf(map, "roles.absent", "leftToes"), nullptr);
  EXPECT_NE(findingOf(map, "roles.absent", "leftToes")->message.find("leftFoot"), std::string::npos);
  EXPECT_NE(findingOf(map, "roles.absent", "neck")->message.find("chest"), std::string::npos);
}

TEST(RoleMapping, TheFilesOwnMapComesBeforeNames) {
  test::WrittenRig written = test::plainHumanoid();
  written.rig.vrm = VrmVersion::vrm1;
  const auto bone = [&](const char* name, const char* jointName) {
    written.rig.vrmBones.push_back({.bone = name, .node = test::jointNamed(written.rig, jointName)});
  };
  bone("hips", "Hips");
  bone("spine", "Spine");
  bone("chest", "Spine1");
  bone("upperChest", "Spine2");
  bone("leftUpperArm", "LeftArm");
  const RoleMap map = mapRoles(written.rig);
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_EQ(map.jointOf(Role::chest), written.roles.at(Role::chest)) << "upperChest is the chest where present";
  EXPECT_EQ(map.roles.at(Role::chest).by, MapSource::file);
  EXPECT_EQ(map.roles.at(Role::leftForearm).by, MapSource::alias);

  // The same bone twice is an error of the file.
  bone("hips", "Spine");
  const RoleMap doubled = mapRoles(written.rig);
  EXPECT_TRUE(doubled.refused);
  EXPECT_NE(findingOf(doubled, "roles.duplicate", "pelvis"), nullptr);
}

TEST(RoleMapping, MotionRootsAboveTheHipsAreHelpers) {
  const test::WrittenRig written = test::rigOf(
      "Root=root{MotionExtract=root{Hips=pelvis{Spine=spine{Chest=chest{Neck=neck{Head=head,HairFront_01=tip},@$Shoulder=Clavicle{$Arm="
      "UpperArm{"
      "$ArmTwist=twistArm,$ForeArm=Forearm{$Hand=Hand{$HandIndex1=Finger}}}}}},@$UpLeg=Thigh{$Leg=Shin{$Foot=Foot}}}},@ik_foot_$=Foot}",
      "Left", "Right");
  const RoleMap map = mapRoles(written.rig);
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_EQ(map.jointOf(Role::pelvis), test::jointNamed(written.rig, "Hips"));
  for (const char* name : {"Root", "MotionExtract", "HairFront_01", "LeftArmTwist", "RightArmTwist", "LeftHandIndex1", "ik_foot_Left"})
    EXPECT_TRUE(map.helper[static_cast<std::size_t>(test::jointNamed(written.rig, name))]) << name;
  for (const auto& [role, found] : map.roles) EXPECT_FALSE(map.helper[static_cast<std::size_t>(found.joint)]) << nameOf(role);
}

TEST(RoleMapping, SidesComeFromGeometry) {
  // The same skeleton with left and right swapped in every name; the toes still point forward.
  const test::WrittenRig written = test::rigOf(
      "Hips=pelvis{Spine=spine{Chest=chest{Neck=neck{Head=head},@$Shoulder=Clavicle{$Arm=UpperArm{$ForeArm=Forearm{$Hand=Hand}}}}},"
      "@$UpLeg=Thigh{$Leg=Shin{$Foot=Foot{$ToeBase=Toes}}}}",
      "Right", "Left");
  const RoleMap map = mapRoles(written.rig);
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_EQ(map.jointOf(Role::leftThigh), written.roles.at(Role::leftThigh));
  EXPECT_EQ(map.jointOf(Role::rightHand), written.roles.at(Role::rightHand));
  ASSERT_NE(findingOf(map, "roles.side"), nullptr);
  EXPECT_EQ(findingOf(map, "roles.side")->severity, Severity::warning);
}

TEST(RoleMapping, TwoNamesOnTheWrongSideDoNotCrossTheLegs) {
  test::WrittenRig written = test::plainHumanoid();
  std::swap(joint(written, Role::leftShin).name, joint(written, Role::rightShin).name);
  const RoleMap map = mapRoles(written.rig);
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_EQ(map.jointOf(Role::leftShin), written.roles.at(Role::leftShin));
  EXPECT_EQ(map.jointOf(Role::rightShin), written.roles.at(Role::rightShin));
}

TEST(RoleValidation, UnequalThighsAreRefusedSlightlyUnequalOnesAreNot) {
  for (const auto& [by, refused] : {std::pair{0.03f, false}, std::pair{0.36f, true}}) {
    test::WrittenRig written = test::plainHumanoid();
    moveBranch(written.rig, written.roles.at(Role::leftShin), {0, by, 0});
    const RoleMap map = mapRoles(written.rig);
    EXPECT_EQ(map.refused, refused) << failuresOf(map);
    EXPECT_EQ(findingOf(map, "roles.length", "leftThigh") != nullptr, refused);
  }
}

TEST(RoleValidation, LimbsOnOneSideAreRefused) {
  test::WrittenRig written = test::plainHumanoid();
  moveBranch(written.rig, written.roles.at(Role::rightThigh), {0.2f, 0, 0});  // both legs start on one point
  const RoleMap map = mapRoles(written.rig);
  EXPECT_TRUE(map.refused);
  EXPECT_NE(findingOf(map, "roles.mirror", "leftThigh"), nullptr) << failuresOf(map);
}

TEST(RoleValidation, NamesShiftedByOneJointAreRefused) {
  // Every joint named after the end of its bone: the hip connectors are called hips, so thighs would start on the middle plane.
  const test::WrittenRig written = test::rigOf(
      "MidHip=pelvis{Spine=spine{Chest=chest{Neck=neck{Head=head},@$Collar{$Shoulder=Clavicle{$Elbow=UpperArm{$Wrist=Forearm}}}}},"
      "@$Hip=pelvis{$Knee=Thigh{$Ankle=Shin{$BigToe=Foot}}}}",
      "L", "R");
  EXPECT_TRUE(mapRoles(written.rig).refused);
}

TEST(RoleValidation, RolesOutOfOrderAreRefused) {
  const test::WrittenRig written = test::plainHumanoid();
  const RoleMap map = mapRoles(written.rig, {.explicitMap = {{Role::leftUpperArm, "LeftForeArm"}, {Role::leftForearm, "LeftArm"}}});
  EXPECT_TRUE(map.refused);
  EXPECT_NE(findingOf(map, "roles.order", "leftForearm"), nullptr) << failuresOf(map);
}

TEST(RoleMapping, FeetUnderTheRootAreFeet) {
  const test::WrittenRig written = test::rigOf(
      "Root=root{Hips=pelvis{Spine=spine{Chest=chest{Neck=neck{Head=head},@Shoulder.$=Clavicle{UpperArm.$=UpperArm{LowerArm.$=Forearm{"
      "Hand.$=Hand}}}}},@UpperLeg.$=Thigh{LowerLeg.$=Shin}},@Foot.$=Foot}",
      "L", "R");
  const RoleMap map = mapRoles(written.rig);
  EXPECT_FALSE(map.refused) << failuresOf(map);
  EXPECT_EQ(map.jointOf(Role::leftFoot), written.roles.at(Role::leftFoot));
  EXPECT_NE(findingOf(map, "roles.detached", "leftFoot"), nullptr);
}

TEST(RoleMapping, WhatIsNoBodyIsRefusedAndNeverFallsBackToBones) {
  const test::WrittenRig chest = test::rigOf("Chest_Base=pelvis{Lid=chest{Lock=head}}", "L", "R");
  const RoleMap map = mapRoles(chest.rig);
  EXPECT_TRUE(map.refused);
  EXPECT_NE(map.creature, Creature::bones);
  EXPECT_TRUE(hasFailure(map.findings));

  const RoleMap bones = mapRoles(chest.rig, {.creature = Creature::bones});
  EXPECT_FALSE(bones.refused);
  EXPECT_TRUE(bones.roles.empty());
  EXPECT_EQ(bones.helper.size(), chest.rig.joints.size());
}

TEST(RoleMapping, EmptyAndNamelessRigsAreRefusedQuietly) {
  EXPECT_TRUE(mapRoles(Rig{}).refused);
  test::WrittenRig written = test::plainHumanoid();
  for (Joint& nameless : written.rig.joints) nameless.name.clear();
  const RoleMap map = mapRoles(written.rig);
  EXPECT_TRUE(map.refused) << "no names and no skin: nothing speaks for any role";
}

TEST(ExplicitMapJson, ReadsNamesAndNodes) {
  const Result<ExplicitMap> map = readExplicitMap(R"({"leftThigh": "thigh_l", "head": 12})");
  ASSERT_TRUE(map.has_value());
  EXPECT_EQ(std::get<std::string>(map->at(Role::leftThigh)), "thigh_l");
  EXPECT_EQ(std::get<std::int32_t>(map->at(Role::head)), 12);
}

TEST(ExplicitMapJson, RefusesWhatIsNoMap) {
  for (const char* text : {"", "[]", "{", R"({"leftWing": "a"})", R"({"head": -1})", R"({"head": 1.5})", R"({"head": null})",
                           R"({"bone": 1})", R"({"head": 99999999999})", "{\"head\": [[[[[[[[1]]]]]]]]}"})
    EXPECT_FALSE(readExplicitMap(text).has_value()) << text;
  EXPECT_EQ(readExplicitMap(R"({"leftWing": "a"})").error().place, "map.leftWing");
}

}  // namespace
}  // namespace sinew
