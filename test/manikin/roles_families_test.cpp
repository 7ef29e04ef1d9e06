#include <gtest/gtest.h>

#include <ostream>

#include "manikin/rig_of.h"

// One skeleton, the names of many families: the alias table reads each, names alone.

namespace sinew {
namespace {

struct Family {
  const char* name;
  const char* left;
  const char* right;
  const char* text;
};

std::ostream& operator<<(std::ostream& out, const Family& family) { return out << family.name; }

const Family kFamilies[] = {
    {"Mixamo", "Left", "Right",
     "mixamorig:Hips=pelvis{mixamorig:Spine=spine{mixamorig:Spine1=mid{mixamorig:Spine2=chest{mixamorig:Neck=neck{mixamorig:Head=head{"
     "mixamorig:HeadTop_End=tip}},@mixamorig:$Shoulder=Clavicle{mixamorig:$Arm=UpperArm{mixamorig:$ForeArm=Forearm{mixamorig:$Hand=Hand{"
     "mixamorig:$HandIndex1=Finger}}}}}}},@mixamorig:$UpLeg=Thigh{mixamorig:$Leg=Shin{mixamorig:$Foot=Foot{mixamorig:$ToeBase=Toes{"
     "mixamorig:$Toe_End}}}}}"},
    {"MixamoNumbered", "Left", "Right",
     "mixamorig1_Hips=pelvis{mixamorig1_Spine=spine{mixamorig1_Spine1=mid{mixamorig1_Spine2=chest{mixamorig1_Neck=neck{mixamorig1_Head="
     "head},"
     "@mixamorig1_$Shoulder=Clavicle{mixamorig1_$Arm=UpperArm{mixamorig1_$ForeArm=Forearm{mixamorig1_$Hand=Hand}}}}}},"
     "@mixamorig1_$UpLeg=Thigh{mixamorig1_$Leg=Shin{mixamorig1_$Foot=Foot{mixamorig1_$ToeBase=Toes}}}}"},
    {"Unreal", "l", "r",
     "root=root{pelvis=pelvis{spine_01=spine{spine_02=mid{spine_03=chest{neck_01=neck{head=head},@clavicle_$=Clavicle{upperarm_$=UpperArm{"
     "lowerarm_$=Forearm{hand_$=Hand{index_01_$=Finger},lowerarm_twist_01_$=twistForearm},upperarm_twist_01_$=twistArm}}}}},"
     "@thigh_$=Thigh{calf_$=Shin{foot_$=Foot{ball_$=Toes},calf_twist_01_$=twistShin},thigh_twist_01_$=twistThigh}},"
     "ik_foot_root=root{@ik_foot_$=Foot},ik_hand_root=root{@ik_hand_$=Hand}}"},
    {"RigifyMeta", "L", "R",
     "spine=pelvis{spine.001=spine{spine.002=mid{spine.003=chest{spine.004=neck{spine.005{spine.006=head}},@shoulder.$=Clavicle{"
     "upper_arm.$=UpperArm{forearm.$=Forearm{hand.$=Hand}}},@breast.$=Clavicle}}},@pelvis.$=HipLink,@thigh.$=Thigh{shin.$=Shin{foot.$=Foot{"
     "toe.$=Toes},heel.02.$=heel}}}"},
    {"RigifyDeform", "L", "R",
     "DEF-spine=pelvis{DEF-spine.001=spine{DEF-spine.002=mid{DEF-spine.003=chest{DEF-spine.004=neck{DEF-spine.005{DEF-spine.006=head}},"
     "@DEF-shoulder.$=Clavicle{DEF-upper_arm.$=UpperArm{DEF-upper_arm.$.001=twistArm{DEF-forearm.$=Forearm{DEF-forearm.$.001=twistForearm{"
     "DEF-hand.$=Hand}}}}}}}},@DEF-pelvis.$=HipLink,@DEF-thigh.$=Thigh{DEF-thigh.$.001=twistThigh{DEF-shin.$=Shin{DEF-shin.$.001=twistShin{"
     "DEF-foot.$=Foot{DEF-toe.$=Toes}}}}}}"},
    {"Biped", "L", "R",
     "Bip01=root{Bip01 Footsteps=root,Bip01 Pelvis=pelvis{Bip01 Spine=spine{Bip01 Spine1=mid{Bip01 Spine2=chest{Bip01 Neck=neck{Bip01 "
     "Head=head,"
     "@Bip01 $ Clavicle=Clavicle{Bip01 $ UpperArm=UpperArm{Bip01 $ Forearm=Forearm{Bip01 $ Hand=Hand{Bip01 $ Finger0=Finger}}}}}}},"
     "@Bip01 $ Thigh=Thigh{Bip01 $ Calf=Shin{Bip01 $ Foot=Foot{Bip01 $ Toe0=Toes}}}}}}"},
    {"VRoid", "L", "R",
     "Root=root{J_Bip_C_Hips=pelvis{J_Bip_C_Spine=spine{J_Bip_C_Chest=mid{J_Bip_C_UpperChest=chest{J_Bip_C_Neck=neck{J_Bip_C_Head=head{"
     "J_Sec_Hair1_01=tip}},@J_Bip_$_Shoulder=Clavicle{J_Bip_$_UpperArm=UpperArm{J_Bip_$_LowerArm=Forearm{J_Bip_$_Hand=Hand}}},"
     "@J_Sec_$_Bust1=Clavicle}}},@J_Bip_$_UpperLeg=Thigh{J_Bip_$_LowerLeg=Shin{J_Bip_$_Foot=Foot{J_Bip_$_ToeBase=Toes}}}}}"},
    {"Genesis8", "l", "r",
     "hip=root{pelvis=pelvis{@$ThighBend=Thigh{$ThighTwist=twistThigh{$Shin=Shin{$Foot=Foot{$Toe=Toes}}}}},abdomenLower=spine{abdomenUpper{"
     "chestLower=mid{chestUpper=chest{neckLower=neck{neckUpper{head=head}},@$Collar=Clavicle{$ShldrBend=UpperArm{$ShldrTwist=twistArm{"
     "$ForearmBend=Forearm{$ForearmTwist=twistForearm{$Hand=Hand}}}}},@$Pectoral}}}}}"},
    {"CharacterCreator", "L", "R",
     "CC_Base_BoneRoot=root{CC_Base_Hip=root{CC_Base_Pelvis=pelvis{@CC_Base_$_Thigh=Thigh{CC_Base_$_ThighTwist01=twistThigh,CC_Base_$_Calf="
     "Shin{"
     "CC_Base_$_KneeShareBone=twistShin,CC_Base_$_Foot=Foot{CC_Base_$_ToeBase=Toes}}}},CC_Base_Waist=spine{CC_Base_Spine01=mid{"
     "CC_Base_Spine02=chest{CC_Base_NeckTwist01=neck{CC_Base_NeckTwist02{CC_Base_Head=head{CC_Base_JawRoot}}},@CC_Base_$_Clavicle=Clavicle{"
     "CC_Base_$_Upperarm=UpperArm{CC_Base_$_UpperarmTwist01=twistArm,CC_Base_$_Forearm=Forearm{CC_Base_$_ElbowShareBone,"
     "CC_Base_$_Hand=Hand}}}}}}}}"},
    {"Smpl", "L", "R",
     "Pelvis=pelvis{Spine1=spine{Spine2=mid{Spine3=chest{Neck=neck{Head=head},@$_Collar=Clavicle{$_Shoulder=UpperArm{$_Elbow=Forearm{"
     "$_Wrist=Hand{$_Hand=Finger}}}}}}},@$_Hip=Thigh{$_Knee=Shin{$_Ankle=Foot{$_Foot=Toes}}}}"},
    {"CmuBvh", "Left", "Right",
     "Hips=pelvis{LHipJoint{LeftUpLeg=leftThigh{LeftLeg=leftShin{LeftFoot=leftFoot{LeftToeBase=leftToes}}}},RHipJoint{RightUpLeg="
     "rightThigh{"
     "RightLeg=rightShin{RightFoot=rightFoot{RightToeBase=rightToes}}}},LowerBack=spine{Spine=mid{Spine1=chest{Neck=neck{Neck1{Head=head}},"
     "@$Shoulder=Clavicle{$Arm=UpperArm{$ForeArm=Forearm{$Hand=Hand}}}}}}}"},
    {"MakeHuman", "L", "R",
     "root=pelvis{@pelvis.$=HipLink{upperleg01.$=Thigh{upperleg02.$=twistThigh{lowerleg01.$=Shin{lowerleg02.$=twistShin{foot.$=Foot{"
     "toe1-1.$=Toes}}}}}},spine05=spine{spine04=mid{spine03{spine02{spine01=chest{@clavicle.$=Clavicle{shoulder01.${upperarm01.$=UpperArm{"
     "upperarm02.$=twistArm{lowerarm01.$=Forearm{lowerarm02.$=twistForearm{wrist.$=Hand{finger2-1.$=Finger}}}}}}},neck01=neck{neck02{"
     "neck03{"
     "head=head{jaw,@eye.$=eye}}}}}}}}}}"},
    {"AdvancedSkeleton", "L", "R",
     "Root_M=pelvis{Spine1_M=spine{Spine2_M=mid{Chest_M=chest{Neck_M=neck{Head_M=head{HeadEnd_M=tip,Jaw_M}},@Scapula_$=Clavicle{"
     "Shoulder_$=UpperArm{Elbow_$=Forearm{Wrist_$=Hand{IndexFinger1_$=Finger}}}}}}},@Hip_$=Thigh{Knee_$=Shin{Ankle_$=Foot{Toes_$=Toes{"
     "ToesEnd_$}}}}}"},
    {"AutoRigPro", "l", "r",
     "root.x=pelvis{spine_01.x=spine{spine_02.x=mid{spine_03.x=chest{neck.x=neck{head.x=head},@shoulder.$=Clavicle{arm_stretch.$=UpperArm{"
     "forearm_stretch.$=Forearm{hand.$=Hand{c_index1.$=Finger},forearm_twist.$=twistForearm},arm_twist.$=twistArm}}}}},@thigh_stretch.$="
     "Thigh{"
     "leg_stretch.$=Shin{foot.$=Foot{toes_01.$=Toes},leg_twist.$=twistShin},thigh_twist.$=twistThigh}}"},
    {"SecondLife", "Left", "Right",
     "mPelvis=pelvis{mTorso=spine{mChest=chest{mNeck=neck{mHead=head{mSkull=tip,@mEye$=eye}},@mCollar$=Clavicle{mShoulder$=UpperArm{"
     "mElbow$=Forearm{mWrist$=Hand}}}}},@mHip$=Thigh{mKnee$=Shin{mAnkle$=Foot{mFoot${mToe$=Toes}}}}}"},
    {"Valve", "L", "R",
     "ValveBiped.Bip01_Pelvis=pelvis{ValveBiped.Bip01_Spine=spine{ValveBiped.Bip01_Spine1=mid{ValveBiped.Bip01_Spine2{"
     "ValveBiped.Bip01_Spine4=chest{ValveBiped.Bip01_Neck1=neck{ValveBiped.Bip01_Head1=head},@ValveBiped.Bip01_$_Clavicle=Clavicle{"
     "ValveBiped.Bip01_$_UpperArm=UpperArm{ValveBiped.Bip01_$_Forearm=Forearm{ValveBiped.Bip01_$_Hand=Hand}}}}}}},"
     "@ValveBiped.Bip01_$_Thigh=Thigh{ValveBiped.Bip01_$_Calf=Shin{ValveBiped.Bip01_$_Foot=Foot{ValveBiped.Bip01_$_Toe0=Toes}}}}"},
    {"Source2", "L", "R",
     "bip_pelvis=pelvis{bip_spine_0=spine{bip_spine_1=mid{bip_spine_2{bip_spine_3=chest{bip_neck=neck{bip_head=head},@bip_collar_$="
     "Clavicle{"
     "bip_upperArm_$=UpperArm{bip_lowerArm_$=Forearm{bip_hand_$=Hand{bip_index_0_$=Finger}}}}}}}},@bip_hip_$=Thigh{bip_knee_$=Shin{"
     "bip_foot_$=Foot{bip_toe_$=Toes}}}}"},
    {"Roblox", "Left", "Right",
     "HumanoidRootPart=root{LowerTorso=pelvis{UpperTorso=chest{Head=head,@$UpperArm=UpperArm{$LowerArm=Forearm{$Hand=Hand}}},@$UpperLeg="
     "Thigh{"
     "$LowerLeg=Shin{$Foot=Foot}}}}"},
    {"Kinect", "Left", "Right",
     "SpineBase=pelvis{SpineMid=spine{SpineShoulder=chest{Neck=neck{Head=head},@Shoulder$=UpperArm{Elbow$=Forearm{Wrist$=Hand{Hand$=Finger}"
     "}}}},"
     "@Hip$=Thigh{Knee$=Shin{Ankle$=Foot{Foot$=Toes}}}}"},
    {"ArKit", "left", "right",
     "root=root{hips_joint=pelvis{spine_1_joint=spine{spine_2_joint=mid{spine_3_joint{spine_7_joint=chest{neck_1_joint=neck{neck_2_joint{"
     "head_joint=head{jaw_joint}}},@$_shoulder_1_joint=Clavicle{$_arm_joint=UpperArm{$_forearm_joint=Forearm{$_hand_joint=Hand}}}}}}},"
     "@$_upLeg_joint=Thigh{$_leg_joint=Shin{$_foot_joint=Foot{$_toes_joint=Toes}}}}}"},
    {"Xsens", "Left", "Right",
     "Hips=pelvis{L5=spine{L3=mid{T12{T8=chest{Neck=neck{Head=head},@$Collar=Clavicle{$Shoulder=UpperArm{$Elbow=Forearm{$Wrist=Hand}}}}}}},"
     "@$Hip=Thigh{$Knee=Shin{$Ankle=Foot{$Toe=Toes}}}}"},
    {"Quaternius", "L", "R",
     "Bone=root{@Foot.$=Foot,Body=root{Hips=pelvis{Abdomen=spine{Torso=chest{Neck=neck{Head=head},@Shoulder.$=Clavicle{UpperArm.$=UpperArm{"
     "LowerArm.$=Forearm{Palm.$=Hand}}}}}},@UpperLeg.$=Thigh{LowerLeg.$=Shin}},@PoleTarget.$=Shin}"},
    {"KayKit", "l", "r",
     "root=root{hips=pelvis{spine=spine{chest=chest{head=head,@upperarm.$=UpperArm{lowerarm.$=Forearm{wrist.$=Hand{hand.$=Finger{handslot.$"
     "}}}}}},"
     "@upperleg.$=Thigh{lowerleg.$=Shin{foot.$=Foot{toes.$=Toes}}}},@kneeIK.$=Shin,@control-foot-roll.$=Foot}"},
    {"MmdJapanese", "左", "右",
     "全ての親=root{センター=root{グルーブ=root{腰=root{上半身=spine{上半身2=chest{首=neck{頭=head{@$目=eye}},@$肩=Clavicle{$腕=UpperArm{$"
     "腕捩=twistArm{"
     "$ひじ=Forearm{$手捩=twistForearm{$手首=Hand{$人指１=Finger}}}}}}}},下半身=pelvis{@$足=Thigh{$ひざ=Shin{$足首=Foot{$つま先=Toes}}}}}}}"
     ","
     "@$足ＩＫ=Foot}"},
    {"French", "gauche", "droite",
     "bassin=pelvis{colonne=spine{poitrine=chest{cou=neck{tête=head},@clavicule $=Clavicle{bras $=UpperArm{avant-bras $=Forearm{main "
     "$=Hand{"
     "doigt $=Finger}}}}}},@cuisse $=Thigh{jambe $=Shin{pied $=Foot{orteils $=Toes}}}}"},
    {"German", "L", "R",
     "Becken=pelvis{Wirbelsäule=spine{Brust=chest{Hals=neck{Kopf=head},@Schulter_$=Clavicle{Oberarm_$=UpperArm{Unterarm_$=Forearm{"
     "Hand_$=Hand}}}}},@Oberschenkel_$=Thigh{Unterschenkel_$=Shin{Fuß_$=Foot{Zehen_$=Toes}}}}"},
    {"Spanish", "izq", "der",
     "cadera=pelvis{columna=spine{pecho=chest{cuello=neck{cabeza=head},@clavicula_$=Clavicle{brazo_$=UpperArm{antebrazo_$=Forearm{mano_$="
     "Hand}}}}},"
     "@muslo_$=Thigh{pantorrilla_$=Shin{pie_$=Foot{dedos_pie_$=Toes}}}}"},
    {"Pinyin", "zuo", "you",
     "gupen=pelvis{jizhui=spine{xiong=chest{bozi=neck{tou=head},@$_suogu=Clavicle{$_dabi=UpperArm{$_xiaobi=Forearm{$_shou=Hand}}}}},"
     "@$_datui=Thigh{$_xiaotui=Shin{$_jiao=Foot{$_jiaozhi=Toes}}}}"},
    {"RunTogether", "left", "right",
     "hips=pelvis{spine=spine{spine1=mid{spine2=chest{neck=neck{head=head},@$shoulder=Clavicle{$arm=UpperArm{$forearm=Forearm{$hand=Hand}}}"
     "}}},"
     "@$upleg=Thigh{$leg=Shin{$foot=Foot{$toebase=Toes}}}}"},
    {"Prefixed", "L", "R",
     "Goblin_Pelvis=pelvis{Goblin_Spine_01=spine{Goblin_Spine_02=chest{Goblin_Neck=neck{Goblin_Head=head},@Goblin_$_Clavicle=Clavicle{"
     "Goblin_$_UpperArm=UpperArm{Goblin_$_ForeArm=Forearm{Goblin_$_Hand=Hand}}}}},@Goblin_$_Thigh=Thigh{Goblin_$_Shin=Shin{Goblin_$_Foot="
     "Foot{"
     "Goblin_$_Toe=Toes}}}}"},
    {"CatRig", "L", "R",
     "Base HumanPelvis=pelvis{Base HumanSpine1=spine{Base HumanSpine2=mid{Base HumanRibcage=chest{Base HumanNeck1=neck{Base "
     "HumanHead=head},"
     "@Base Human$ArmCollarbone=Clavicle{Base Human$ArmUpperarm=UpperArm{Base Human$ArmForearm=Forearm{Base Human$ArmPalm=Hand{"
     "Base Human$ArmDigit11=Finger}}}}}}},@Base Human$LegThigh=Thigh{Base Human$LegCalf=Shin{Base Human$LegAnkle=Foot{"
     "Base Human$LegToe=Toes}}}}"},
    {"Counted", "L", "R",
     "torso_joint_1=pelvis{torso_joint_2=spine{torso_joint_3=chest{neck_joint_1=neck{neck_joint_2=head},@arm_joint_$_1=UpperArm{arm_joint_$"
     "_2=Forearm{"
     "arm_joint_$_3=Hand}}}},@leg_joint_$_1=Thigh{leg_joint_$_2=Shin{leg_joint_$_3=Foot{leg_joint_$_5=Toes}}}}"},
};

const Family kQuadrupeds[] = {
    {"FrontBackLeg", "L", "R",
     "Body=root{Back=q.pelvis{Torso=q.spine{Torso2=q.chest{Neck1=q.neck{Neck2{Head=q.head{Ear.L,Ear.R}}},@Shoulder.$=front.Link{"
     "FrontUpperLeg.$=front.Upper{FrontLowerLeg.$=front.Lower{FrontFoot.$=front.Paw}}}}},Tail1=q.tail{Tail2=q.tip},"
     "@Hip.$=hind.Link{BackUpperLeg.$=hind.Upper{BackLowerLeg.$=hind.Lower{BackFoot.$=hind.Paw}}}}}"},
    {"BipedHorse", "L", "R",
     "Bip01=root{Bip01 Pelvis=q.pelvis{Bip01 Spine=q.spine{Bip01 Spine1=q.chest{Bip01 Neck=q.neck{Bip01 Head=q.head,@Bip01 $ "
     "Clavicle=front.Link{"
     "Bip01 $ UpperArm=front.Upper{Bip01 $ Forearm=front.Lower{Bip01 $ Hand=front.Paw{Bip01 $ Finger0=front.Tip}}}}}},@Bip01 $ "
     "Thigh=hind.Upper{"
     "Bip01 $ Calf=hind.Lower{Bip01 $ HorseLink=hind.Cannon{Bip01 $ Foot=hind.Paw{Bip01 $ Toe0=hind.Tip}}}}},Bip01 Tail=q.tail{"
     "Bip01 Tail1=q.tip}}}"},
    {"ArmsAndLegs", "Left", "Right",
     "b_Hip_01=q.pelvis{b_Spine01_02=q.spine{b_Spine02_03=q.chest{b_Neck_04=q.neck{b_Head_05=q.head},@b_$UpperArm_06=front.Upper{"
     "b_$ForeArm_07=front.Lower{b_$Hand_08=front.Paw}}}},b_Tail01_012=q.tail{b_Tail02_013=q.tip},@b_$Leg01_015=hind.Upper{b_$Leg02_016="
     "hind.Lower{"
     "b_$Foot01_017=hind.Paw}}}"},
    {"HindWords", "l", "r",
     "pelvis=q.pelvis{spine_01=q.spine{spine_02=q.mid{spine_03=q.chest{neck_01=q.neck{neck_02{head=q.head{jaw}}},@scapula_$=front.Link{"
     "fore_upperarm_$=front.Upper{fore_lowerarm_$=front.Lower{fore_paw_$=front.Paw{fore_toe_$=front.Tip}}}}}}},tail_01=q.tail{tail_02=q."
     "tip},"
     "@hind_thigh_$=hind.Upper{hind_calf_$=hind.Lower{hind_ankle_$=hind.Cannon{hind_paw_$=hind.Paw{hind_toe_$=hind.Tip}}}}}"},
    {"RigifyQuadruped", "L", "R",
     "spine=q.pelvis{spine.001=q.spine{spine.002=q.mid{spine.003=q.chest{neck=q.neck{head=q.head},@shoulder.$=front.Link{front_thigh.$="
     "front.Upper{"
     "front_shin.$=front.Lower{front_foot.$=front.Paw{front_toe.$=front.Tip}}}}}}},tail=q.tail{tail.001=q.tip},@pelvis.$=hind.Link,"
     "@thigh.$=hind.Upper{shin.$=hind.Lower{foot.$=hind.Paw{toe.$=hind.Tip}}}}"},
    {"PawsUnderTheRoot", "L", "R",
     "Root=root{Hips=q.pelvis{Spine=q.spine{Chest=q.chest{Neck=q.neck{Head=q.head},@FrontLegUpper.$=front.Upper{FrontLegLower.$=front."
     "Lower}}},"
     "Tail=q.tail,@BackLegUpper.$=hind.Upper{BackLegLower.$=hind.Lower}},@FrontPaw.$=front.Paw,@BackPaw.$=hind.Paw}"},
};

void expectMapped(const test::WrittenRig& written, const RoleMap& map) {
  for (const Finding& finding : map.findings)
    if (finding.severity == Severity::failure) ADD_FAILURE() << finding.rule << ": " << finding.message;
  EXPECT_FALSE(map.refused);
  for (const auto& [role, joint] : written.roles) {
    const std::int32_t found = map.jointOf(role);
    EXPECT_EQ(found, joint) << nameOf(role) << " is on '" << (found < 0 ? "none" : written.rig.joints[static_cast<std::size_t>(found)].name)
                            << "', not on '" << written.rig.joints[static_cast<std::size_t>(joint)].name << "'";
  }
}

class QuadrupedFamilies : public ::testing::TestWithParam<Family> {};

TEST_P(QuadrupedFamilies, NamesAloneGiveEveryRole) {
  const test::WrittenRig written = test::rigOf(GetParam().text, GetParam().left, GetParam().right);
  const RoleMap map = mapRoles(written.rig, {.only = MapSource::alias});
  EXPECT_EQ(map.creature, Creature::quadruped);
  expectMapped(written, map);
}

INSTANTIATE_TEST_SUITE_P(All, QuadrupedFamilies, ::testing::ValuesIn(kQuadrupeds),
                         [](const auto& tested) { return std::string(tested.param.name); });

class RoleFamilies : public ::testing::TestWithParam<Family> {};

TEST_P(RoleFamilies, NamesAloneGiveEveryRole) {
  const Family& family = GetParam();
  const test::WrittenRig written = test::rigOf(family.text, family.left, family.right);
  const RoleMap map = mapRoles(written.rig, {.only = MapSource::alias});
  EXPECT_EQ(map.creature, Creature::humanoid);
  expectMapped(written, map);
}

INSTANTIATE_TEST_SUITE_P(All, RoleFamilies, ::testing::ValuesIn(kFamilies),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace sinew
