#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "manikin/rig_of.h"

// Bodies that lack something: a gap is named and stops, unless the role is one that a body may do without.

namespace sinew {
namespace {

const Finding* findingOf(const RoleMap& map, std::string_view rule, std::string_view role) {
  for (const Finding& finding : map.findings)
    if (finding.rule == rule && finding.role == role) return &finding;
  return nullptr;
}

TEST(RoleGaps, OneForearmBetweenTwistsIsNamedAndNothingStandsIn) {
  // The right arm is whole; in the left one two twist joints stand where the forearm should be.
  const test::WrittenRig written = test::rigOf(
      "Hips=pelvis{Spine=spine{Chest=chest{Neck=neck{Head=head},LeftShoulder=leftClavicle{LeftArm=leftUpperArm{LeftArmTwist1=lefttwistArm{"
      "LeftArmTwist2=leftForearm{LeftHand=leftHand}}}},RightShoulder=rightClavicle{RightArm=rightUpperArm{RightForeArm=rightForearm{"
      "RightHand=rightHand}}}}},@$UpLeg=Thigh{$Leg=Shin{$Foot=Foot}}}",
      "Left", "Right");
  const RoleMap map = mapRoles(written.rig);
  EXPECT_TRUE(map.refused);
  const Finding* gap = findingOf(map, "roles.unresolved", "leftForearm");
  ASSERT_NE(gap, nullptr);
  EXPECT_EQ(gap->severity, Severity::failure);
  EXPECT_EQ(findingOf(map, "roles.unresolved", "rightForearm"), nullptr);
  for (const char* twist : {"LeftArmTwist1", "LeftArmTwist2"}) {
    const std::int32_t joint = test::jointNamed(written.rig, twist);
    EXPECT_TRUE(map.helper[static_cast<std::size_t>(joint)]) << twist;
    for (const auto& [role, found] : map.roles) EXPECT_NE(found.joint, joint) << nameOf(role) << " on " << twist;
  }
}

TEST(RoleGaps, AHumanoidMapInTheFileMayLackWhatIsOptional) {
  struct Bone {
    const char* vrm;
    const char* joint;
  };
  constexpr Bone kRequired[] = {{"hips", "Hips"},
                                {"spine", "Spine"},
                                {"chest", "Spine2"},
                                {"head", "Head"},
                                {"leftUpperArm", "LeftArm"},
                                {"leftLowerArm", "LeftForeArm"},
                                {"leftHand", "LeftHand"},
                                {"rightUpperArm", "RightArm"},
                                {"rightLowerArm", "RightForeArm"},
                                {"rightHand", "RightHand"},
                                {"leftUpperLeg", "LeftUpLeg"},
                                {"leftLowerLeg", "LeftLeg"},
                                {"leftFoot", "LeftFoot"},
                                {"rightUpperLeg", "RightUpLeg"},
                                {"rightLowerLeg", "RightLeg"},
                                {"rightFoot", "RightFoot"}};
  // VRM 0 requires a chest; VRM 1 lets even that go, so that the spine is all the trunk there is.
  for (const VrmVersion version : {VrmVersion::vrm0, VrmVersion::vrm1}) {
    test::WrittenRig written = test::plainHumanoid();
    written.rig.vrm = version;
    for (const Bone& bone : kRequired) {
      if (version == VrmVersion::vrm1 && bone.vrm == std::string_view("chest")) continue;
      written.rig.vrmBones.push_back({.bone = bone.vrm, .node = test::jointNamed(written.rig, bone.joint)});
    }
    const RoleMap map = mapRoles(written.rig, {.only = MapSource::file});
    std::string why;
    for (const Finding& finding : map.findings)
      if (finding.severity == Severity::failure) why += finding.message + "; ";
    EXPECT_FALSE(map.refused) << why;
    for (const Role role : coreRolesOf(Creature::humanoid)) {
      const bool onlyTrunk = role == Role::chest && version == VrmVersion::vrm1;
      ASSERT_EQ(map.jointOf(role), written.roles.at(onlyTrunk ? Role::spine : role)) << nameOf(role);
      EXPECT_EQ(map.roles.at(role).by, MapSource::file) << nameOf(role);
    }
    for (const Role role : {Role::neck, Role::leftToes, Role::rightToes, Role::leftClavicle})
      EXPECT_NE(std::find(map.absent.begin(), map.absent.end(), role), map.absent.end()) << nameOf(role);
  }
}

}  // namespace
}  // namespace sinew
