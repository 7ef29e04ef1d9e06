#include "asset/figure_names.h"

#include <array>
#include <utility>

namespace sinew::figure {

namespace {

constexpr NameFamily kFamilies[] = {
    {"mixamo",
     "names as Mixamo exports them (mixamorig:LeftUpLeg)",
     "Left",
     "Right",
     {"Root", "mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine2", "mixamorig:Neck", "mixamorig:Head"},
     {"mixamorig:*Shoulder", "mixamorig:*Arm", "mixamorig:*ForeArm", "mixamorig:*Hand", "mixamorig:*UpLeg", "mixamorig:*Leg",
      "mixamorig:*Foot", "mixamorig:*ToeBase"},
     "mixamorig:HeadTop_End",
     "mixamorig:*HandMiddle4",
     "mixamorig:*Toe_End"},
    {"unreal",
     "names of the Unreal mannequin (thigh_l)",
     "l",
     "r",
     {"root", "pelvis", "spine_01", "spine_03", "neck_01", "head"},
     {"clavicle_*", "upperarm_*", "lowerarm_*", "hand_*", "thigh_*", "calf_*", "foot_*", "ball_*"},
     "head_end",
     "hand_*_end",
     "ball_*_end"},
    {"rigify",
     "deform bones of Blender's Rigify (DEF-thigh.L)",
     "L",
     "R",
     {"root", "DEF-spine", "DEF-spine.001", "DEF-spine.003", "DEF-spine.004", "DEF-spine.006"},
     {"DEF-shoulder.*", "DEF-upper_arm.*", "DEF-forearm.*", "DEF-hand.*", "DEF-thigh.*", "DEF-shin.*", "DEF-foot.*", "DEF-toe.*"},
     "DEF-spine.006_end",
     "DEF-hand.*_end",
     "DEF-toe.*_end"},
    {"makehuman",
     "MakeHuman's default rig (upperleg01.L)",
     "L",
     "R",
     {"origin", "root", "spine04", "spine01", "neck01", "head"},
     {"clavicle.*", "upperarm01.*", "lowerarm01.*", "wrist.*", "upperleg01.*", "lowerleg01.*", "foot.*", "toe1-1.*"},
     "head_end",
     "wrist.*_end",
     "toe1-1.*_end"},
    {"biped",
     "3ds Max Biped (Bip01 L Thigh)",
     "L",
     "R",
     {"Bip01", "Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine2", "Bip01 Neck", "Bip01 Head"},
     {"Bip01 * Clavicle", "Bip01 * UpperArm", "Bip01 * Forearm", "Bip01 * Hand", "Bip01 * Thigh", "Bip01 * Calf", "Bip01 * Foot",
      "Bip01 * Toe0"},
     "Bip01 HeadNub",
     "Bip01 * HandNub",
     "Bip01 * Toe0Nub"},
    {"humanik",
     "MotionBuilder HumanIK (Character1_LeftUpLeg)",
     "Left",
     "Right",
     {"Character1_Reference", "Character1_Hips", "Character1_Spine", "Character1_Spine2", "Character1_Neck", "Character1_Head"},
     {"Character1_*Shoulder", "Character1_*Arm", "Character1_*ForeArm", "Character1_*Hand", "Character1_*UpLeg", "Character1_*Leg",
      "Character1_*Foot", "Character1_*ToeBase"},
     "Character1_Head_End",
     "Character1_*Hand_End",
     "Character1_*Toe_End"},
    {"vroid",
     "VRoid Studio (J_Bip_L_UpperLeg)",
     "L",
     "R",
     {"Root", "J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Neck", "J_Bip_C_Head"},
     {"J_Bip_*_Shoulder", "J_Bip_*_UpperArm", "J_Bip_*_LowerArm", "J_Bip_*_Hand", "J_Bip_*_UpperLeg", "J_Bip_*_LowerLeg", "J_Bip_*_Foot",
      "J_Bip_*_ToeBase"},
     "J_Bip_C_Head_end",
     "J_Bip_*_Hand_end",
     "J_Bip_*_ToeBase_end"},
    {"readyplayerme",
     "Ready Player Me (LeftUpLeg)",
     "Left",
     "Right",
     {"Armature", "Hips", "Spine", "Spine2", "Neck", "Head"},
     {"*Shoulder", "*Arm", "*ForeArm", "*Hand", "*UpLeg", "*Leg", "*Foot", "*ToeBase"},
     "HeadTop_End",
     "*Hand_End",
     "*Toe_End"},
    {"quaternius",
     "Quaternius packs (UpperLeg.L)",
     "L",
     "R",
     {"Root", "Hips", "Abdomen", "Chest", "Neck", "Head"},
     {"Shoulder.*", "UpperArm.*", "LowerArm.*", "Hand.*", "UpperLeg.*", "LowerLeg.*", "Foot.*", "Toes.*"},
     "Head_end",
     "Hand.*_end",
     "Toes.*_end"},
    {"kaykit",
     "KayKit packs (upperleg.l)",
     "l",
     "r",
     {"root", "hips", "spine", "chest", "neck", "head"},
     {"shoulder.*", "upperarm.*", "lowerarm.*", "hand.*", "upperleg.*", "lowerleg.*", "foot.*", "toes.*"},
     "head_end",
     "hand.*_end",
     "toes.*_end"},
    {"kenney",
     "Kenney packs (LeftUpLeg, UpperChest)",
     "Left",
     "Right",
     {"Root", "Hips", "Spine", "UpperChest", "Neck", "Head"},
     {"*Shoulder", "*Arm", "*ForeArm", "*Hand", "*UpLeg", "*Leg", "*Foot", "*Toes"},
     "HeadTop_End",
     "*Hand_End",
     "*Toes_End"},
    {"daz",
     "DAZ Genesis (lThighBend)",
     "l",
     "r",
     {"Genesis8Male", "hip", "abdomenLower", "chestLower", "neckLower", "head"},
     {"*Collar", "*ShldrBend", "*ForearmBend", "*Hand", "*ThighBend", "*Shin", "*Foot", "*Toe"},
     "head_end",
     "*Hand_end",
     "*Toe_end"},
    {"smpl",
     "SMPL (L_Hip, L_Knee)",
     "L",
     "R",
     {"root", "Pelvis", "Spine1", "Spine3", "Neck", "Head"},
     {"*_Collar", "*_Shoulder", "*_Elbow", "*_Wrist", "*_Hip", "*_Knee", "*_Ankle", "*_Foot"},
     "Head_end",
     "*_Hand_end",
     "*_Foot_end"},
    {"cmu",
     "CMU motion capture, BVH (LeftUpLeg, LowerBack)",
     "Left",
     "Right",
     {"Reference", "Hips", "LowerBack", "Spine1", "Neck", "Head"},
     {"*Shoulder", "*Arm", "*ForeArm", "*Hand", "*UpLeg", "*Leg", "*Foot", "*ToeBase"},
     "Head_EndSite",
     "*Hand_EndSite",
     "*ToeBase_EndSite"},
    {"mmd",
     "MikuMikuDance, Japanese names",
     "左",
     "右",
     {"全ての親", "下半身", "上半身", "上半身2", "首", "頭"},
     {"*肩", "*腕", "*ひじ", "*手首", "*足", "*ひざ", "*足首", "*つま先"},
     "頭先",
     "*手先",
     "*つま先先"},
    {"gltfsample",
     "the Khronos sample man (leg_joint_L_1)",
     "L",
     "R",
     {"Armature", "Skeleton_torso_joint_1", "Skeleton_torso_joint_2", "torso_joint_3", "Skeleton_neck_joint_1", "Skeleton_neck_joint_2"},
     {"shoulder_joint_*", "Skeleton_arm_joint_*__4_", "Skeleton_arm_joint_*__3_", "Skeleton_arm_joint_*__2_", "leg_joint_*_1",
      "leg_joint_*_2", "leg_joint_*_3", "leg_joint_*_5"},
     "head_joint_end",
     "arm_joint_*_end",
     "leg_joint_*_end"},
    {"openpose",
     "OpenPose key points (LKnee); what it has no point for is nameless",
     "L",
     "R",
     {"Root", "MidHip", "", "", "Neck", "Nose"},
     {"", "*Shoulder", "*Elbow", "*Wrist", "*Hip", "*Knee", "*Ankle", "*BigToe"},
     "",
     "",
     ""},
    {"arkit",
     "ARKit body tracking (left_upLeg_joint)",
     "left",
     "right",
     {"root", "hips_joint", "spine_1_joint", "spine_5_joint", "neck_1_joint", "head_joint"},
     {"*_shoulder_1_joint", "*_arm_joint", "*_forearm_joint", "*_hand_joint", "*_upLeg_joint", "*_leg_joint", "*_foot_joint",
      "*_toes_joint"},
     "head_end",
     "*_hand_end",
     "*_toes_end"},
};

constexpr std::string_view kTrunk[] = {"root", "pelvis", "spine", "chest", "neck", "head"};
constexpr std::string_view kSide[] = {"Clavicle", "UpperArm", "Forearm", "Hand", "Thigh", "Shin", "Foot", "Toes"};

std::string withSide(std::string_view pattern, std::string_view side) {
  std::string name(pattern);
  const std::size_t star = name.find('*');
  if (star != std::string::npos) name.replace(star, 1, side);
  return name;
}

}  // namespace

std::span<const NameFamily> nameFamilies() { return kFamilies; }

std::string nameIn(const NameFamily& family, std::string_view key) {
  for (std::size_t i = 0; i < std::size(kTrunk); ++i) {
    if (key == kTrunk[i]) return std::string(family.trunk[i]);
  }
  if (key == "head.end") return std::string(family.headEnd);
  for (const auto& [prefix, side] : {std::pair<std::string_view, std::string_view>{"left", family.left}, {"right", family.right}}) {
    if (!key.starts_with(prefix)) continue;
    const std::string_view part = key.substr(prefix.size());
    if (part == "Hand.end") return withSide(family.handEnd, side);
    if (part == "Toes.end") return withSide(family.toesEnd, side);
    for (std::size_t i = 0; i < std::size(kSide); ++i) {
      if (part == kSide[i]) return withSide(family.side[i], side);
    }
  }
  return {};
}

std::string foxName(std::string_view key) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"root", "root"},      {"pelvis", "b_Hip_01"},   {"spine", "b_Spine01_02"},  {"chest", "b_Spine02_03"},  {"neck", "b_Neck_04"},
      {"head", "b_Head_05"}, {"tail", "b_Tail01_012"}, {"tail.2", "b_Tail02_013"}, {"tail.3", "b_Tail03_014"}, {"tail.4", "b_Tail04_015"},
  };
  for (const auto& [from, to] : kNames) {
    if (key == from) return std::string(to);
  }
  constexpr std::pair<std::string_view, std::string_view> kLimbs[] = {
      {"Upper", "UpperArm"}, {"Lower", "ForeArm"}, {"Cannon", "Wrist"},  {"Paw", "Hand"},
      {"Upper", "Leg01"},    {"Lower", "Leg02"},   {"Cannon", "Foot01"}, {"Paw", "Foot02"},
  };
  for (const std::string_view end : {"front", "hind"}) {
    for (const std::string_view side : {"Left", "Right"}) {
      const std::string prefix = std::string(end) + std::string(side);
      if (!key.starts_with(prefix)) continue;
      for (std::size_t i = 0; i < 4; ++i) {
        const auto& [part, name] = kLimbs[i + (end == "hind" ? 4 : 0)];
        if (key.substr(prefix.size()) == part) return "b_" + std::string(side) + std::string(name) + "_0" + (end == "hind" ? "2" : "1");
      }
    }
  }
  return {};
}

std::string_view vrmBone(std::string_view key) {
  constexpr std::pair<std::string_view, std::string_view> kBones[] = {
      {"pelvis", "hips"},
      {"spine", "spine"},
      {"chest", "chest"},
      {"neck", "neck"},
      {"head", "head"},
      {"leftClavicle", "leftShoulder"},
      {"leftUpperArm", "leftUpperArm"},
      {"leftForearm", "leftLowerArm"},
      {"leftHand", "leftHand"},
      {"leftThigh", "leftUpperLeg"},
      {"leftShin", "leftLowerLeg"},
      {"leftFoot", "leftFoot"},
      {"leftToes", "leftToes"},
      {"rightClavicle", "rightShoulder"},
      {"rightUpperArm", "rightUpperArm"},
      {"rightForearm", "rightLowerArm"},
      {"rightHand", "rightHand"},
      {"rightThigh", "rightUpperLeg"},
      {"rightShin", "rightLowerLeg"},
      {"rightFoot", "rightFoot"},
      {"rightToes", "rightToes"},
  };
  for (const auto& [role, bone] : kBones) {
    if (key == role) return bone;
  }
  return {};
}

}  // namespace sinew::figure
