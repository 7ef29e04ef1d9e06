#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "manikin/aliases.h"
#include "manikin/normalise.h"

namespace sinew {
namespace {

struct Spelling {
  const char* name;
  const char* compact;
  int side;
};

/// One name among neutral ones, so that no word counts as shared.
JointName readOne(const std::string& name) {
  const std::vector<std::string> names{name, "alpha", "beta_1", "gamma2", "delta.x", "epsilon", "zeta"};
  return normaliseNames(names).front();
}

TEST(JointNames, SpellingIsTakenOff) {
  const Spelling spellings[] = {
      {"mixamorig:LeftForeArm", "forearm", 1},
      {"mixamorigRightUpLeg", "upleg", -1},
      {"Armature|Bip01 L UpperArm", "upperarm", 1},
      {"DEF-upper_arm.R.001", "upperarm", -1},
      {"J_Bip_L_LowerLeg", "lowerleg", 1},
      {"lThighBend", "thighbend", 1},
      {"LHipJoint", "hipjoint", 1},
      {"RThigh", "thigh", -1},
      {"spine.003", "spine", 0},
      {"thigh_l", "thigh", 1},
      {"lthigh", "thigh", 1},
      {"rightshoulder", "shoulder", -1},
      {"UPPERARM_R", "upperarm", -1},
      {"Ｌｅｆｔ＿Ｈａｎｄ", "hand", 1},
      {"左腕", "腕", 1},
      {"右ひざ", "ひざ", -1},
      {"avant-bras gauche", "avantbras", 1},
      {"Fuß_L", "fuss", 1},
      {"leg_joint_L_1", "leg", 1},
      {"Bip001 L Toe0", "toe", 1},
  };
  for (const Spelling& spelling : spellings) {
    const JointName name = readOne(spelling.name);
    EXPECT_EQ(name.compact, spelling.compact) << spelling.name;
    EXPECT_EQ(name.side, spelling.side) << spelling.name;
    EXPECT_FALSE(name.readings.empty()) << spelling.name;
  }
}

TEST(JointNames, HelpersAreNoParts) {
  for (const char* name :
       {"upperarm_twist_01_l", "ik_foot_l", "LeftFootCtrl", "PoleTarget.L", "r-LEGCONTROL", "HairJoint_01", "Bip01 Xtra01", "HeadTop_End",
        "head_leaf", "LeftHandThumb1", "handslot.r", "左足ＩＫ", "全ての親", "breast.L", "weapon_r", "Jaw"})
    EXPECT_TRUE(readOne(name).helper) << name;
  for (const char* name : {"LeftToeBase", "ball_l", "Spine2", "CC_Base_NeckTwist01", "Wrist_L", "shin.R", "root.x"})
    EXPECT_FALSE(readOne(name).helper) << name;
}

TEST(JointNames, SharedWordsAndRunningNumbersSayNothing) {
  std::vector<std::string> names;
  int running = 1;
  for (const char* part : {"Hips", "Spine", "Chest", "Neck", "Head", "L_Arm", "R_Arm", "L_Leg", "R_Leg"}) {
    std::string number = std::to_string(running++);
    number.insert(0, 3 - number.size(), '0');
    names.push_back("Goblin_" + std::string(part) + "_" + number);
  }
  const std::vector<JointName> read = normaliseNames(names);
  EXPECT_EQ(read[0].compact, "hips");
  EXPECT_EQ(read[4].compact, "head");
  EXPECT_EQ(read[5].compact, "arm");
  EXPECT_EQ(read[5].side, 1);
}

TEST(JointNames, LimbPairsAreHeard) {
  EXPECT_EQ(readOne("Front_Leg_Upper_L").pair, 1);
  EXPECT_EQ(readOne("BackLeg.R").pair, -1);
  EXPECT_EQ(readOne("MidFrontLeg.L").pair, 2);
  EXPECT_EQ(readOne("Back").side, 0);
}

TEST(JointNames, SimilarityCountsEdits) {
  EXPECT_FLOAT_EQ(similarity("thigh", "thigh"), 1);
  EXPECT_FLOAT_EQ(similarity("thigh", "thihg"), 1 - 2.0f / 5);
  EXPECT_FLOAT_EQ(similarity("", "thigh"), 0);
}

TEST(Aliases, AmbiguousWordsKeepAllTheirMeanings) {
  EXPECT_GE(readingsOf("shoulder").size(), 2u);
  EXPECT_GE(readingsOf("leg").size(), 2u);
  EXPECT_GE(readingsOf("hip").size(), 2u);
  EXPECT_TRUE(readingsOf("no such part").empty());
  for (const std::string_view text : textsOf(Word::thigh)) EXPECT_FALSE(readingsOf(text).empty()) << text;
}

}  // namespace
}  // namespace sinew
