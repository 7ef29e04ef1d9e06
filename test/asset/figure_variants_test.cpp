#include <cmath>
#include <map>
#include <set>

#include "asset/figure_reading.h"

// Each variant of the figure changes what it says and nothing else.

namespace sinew {
namespace {

// ---- variants that keep the drawn body as it is --------------------------------------------------------------------------

struct SameBody {
  const char* spec;
  float scale = 1;   ///< of the file's world
  Quat turned = {};  ///< of the file's world
  double tolerance = 1e-5;
};

TEST(FigureVariants, DrawTheSameBodyHoweverItIsWritten) {
  const Quat toX = {0, std::sqrt(0.5f), 0, std::sqrt(0.5f)};
  const SameBody same[] = {
      {"mixamo"},
      {"nameless"},
      {"vrm1"},
      {"vrm0", 1, {0, 1, 0, 0}},
      {"centimetres", 100},
      {"small", 0.01f},
      {"armature"},
      {"zup"},
      {"sidewaysfacing", 1, toX},
      {"matrixnodes"},
      {"mirrored"},
      {"twist"},
      {"serialtwist"},
      {"noends"},
      {"skinnedends"},
      {"unskinnedends"},
      {"shuffled"},
      {"noinversebinds"},
      {"quantised", 1, {}, 2e-4},
      {"sparse"},
      {"eight"},
      {"u16joints"},
      {"u8weights"},
      {"u16weights"},
      {"unweighted"},
      {"rigid"},
      {"rotatedjoints"},
      {"bonex"},
      {"boney"},
      {"boneminusy"},
      {"bonez"},
      {"footroots"},
      {"ikbones"},
      {"multiskin"},
      {"zup+centimetres", 100},
      {"mirrored+rotatedjoints+armature+shuffled"},
      {"twist+rigid"},
      {"noinversebinds+armature+mirrored"},
  };
  const Asset& plain = figure("figure");
  const Surface expected = posed::surface(plain, posed::rest(plain));
  for (const SameBody& variant : same) {
    const Asset& asset = figure(std::string("figure:") + variant.spec);
    const Surface got = posed::surface(asset, posed::rest(asset), conjugate(variant.turned), 1 / variant.scale);
    EXPECT_NEAR(got.area, expected.area, 10 * variant.tolerance) << variant.spec;
    EXPECT_LT(distance(got.center, expected.center), variant.tolerance) << variant.spec;
    EXPECT_LT(distance(got.low, expected.low), 4 * variant.tolerance) << variant.spec;
    EXPECT_LT(distance(got.high, expected.high), 4 * variant.tolerance) << variant.spec;
  }
}

TEST(FigureVariants, MoveTheSameWayHoweverTheyAreWritten) {
  const Asset& plain = figure("figure");
  const Surface expected = posed::surface(plain, posed::at(plain, clipNamed(plain, "walk"), 10));
  const std::pair<const char*, float> same[] = {{"centimetres", 100.0f}, {"armature", 1.0f},
                                                {"zup", 1.0f},           {"mirrored", 1.0f},
                                                {"rotatedjoints", 1.0f}, {"twist", 1.0f},
                                                {"serialtwist", 1.0f},   {"unweighted", 1.0f},
                                                {"footroots", 1.0f},     {"shuffled", 1.0f},
                                                {"sparse", 1.0f},        {"multiskin", 1.0f},
                                                {"restturned", 1.0f},    {"mirrored+rotatedjoints+armature", 1.0f}};
  for (const auto& [spec, scale] : same) {
    const Asset& asset = figure(std::string("figure:") + spec);
    const Surface got = posed::surface(asset, posed::at(asset, clipNamed(asset, "walk"), 10), {}, 1 / scale);
    EXPECT_NEAR(got.area, expected.area, 2e-4) << spec;
    EXPECT_LT(distance(got.center, expected.center), 1e-4) << spec;
  }
}

TEST(FigureVariants, AllOfThemReadForBothCreatures) {
  std::size_t made = 0;
  for (const FigureVariant& variant : figureVariants()) {
    EXPECT_FALSE(variant.meaning.empty());
    for (const char* creature : {"figure:tiny+", "quadruped:tiny+"}) {
      const std::string spec = creature + std::string(variant.name);
      const auto bytes = makeFigure(spec);
      if (!bytes) {
        EXPECT_EQ(bytes.error().code, ErrorCode::usage) << spec;
        continue;
      }
      ++made;
      const auto asset = readAsset(*bytes, "@" + spec);
      ASSERT_TRUE(asset) << spec << ": " << asset.error().place << ": " << asset.error().message;
      for (const Finding& finding : asset->findings) EXPECT_EQ(finding.severity, Severity::note) << spec << ": " << finding.message;
    }
  }
  EXPECT_GT(made, 80u);
}

// ---- what each variant says it changes -------------------------------------------------------------------------------------

TEST(FigureVariants, NamingFamiliesNameEveryRoleTheirOwnWay) {
  const std::map<std::string, std::array<const char*, 3>> known{
      {"mixamo", {"mixamorig:Hips", "mixamorig:LeftUpLeg", "mixamorig:RightForeArm"}},
      {"unreal", {"pelvis", "thigh_l", "lowerarm_r"}},
      {"rigify", {"DEF-spine", "DEF-thigh.L", "DEF-forearm.R"}},
      {"makehuman", {"root", "upperleg01.L", "lowerarm01.R"}},
      {"biped", {"Bip01 Pelvis", "Bip01 L Thigh", "Bip01 R Forearm"}},
      {"humanik", {"Character1_Hips", "Character1_LeftUpLeg", "Character1_RightForeArm"}},
      {"vroid", {"J_Bip_C_Hips", "J_Bip_L_UpperLeg", "J_Bip_R_LowerArm"}},
      {"readyplayerme", {"Hips", "LeftUpLeg", "RightForeArm"}},
      {"quaternius", {"Hips", "UpperLeg.L", "LowerArm.R"}},
      {"kaykit", {"hips", "upperleg.l", "lowerarm.r"}},
      {"kenney", {"Hips", "LeftUpLeg", "RightForeArm"}},
      {"daz", {"hip", "lThighBend", "rForearmBend"}},
      {"smpl", {"Pelvis", "L_Hip", "R_Elbow"}},
      {"cmu", {"Hips", "LeftUpLeg", "RightForeArm"}},
      {"mmd", {"下半身", "左足", "右ひじ"}},
      {"gltfsample", {"Skeleton_torso_joint_1", "leg_joint_L_1", "Skeleton_arm_joint_R__3_"}},
      {"openpose", {"MidHip", "LHip", "RElbow"}},
      {"arkit", {"hips_joint", "left_upLeg_joint", "right_forearm_joint"}},
  };
  const Asset& plain = figure("figure");
  for (const auto& [family, names] : known) {
    const Asset& asset = figure("figure:" + family);
    const auto nameFor = [&](const char* role) { return asset.nodes[static_cast<std::size_t>(nodeNamed(plain, role))].name; };
    EXPECT_EQ(nameFor("pelvis"), names[0]) << family;
    EXPECT_EQ(nameFor("leftThigh"), names[1]) << family;
    EXPECT_EQ(nameFor("rightForearm"), names[2]) << family;
    std::set<std::string> all;
    std::size_t named = 0;
    for (const std::string& role : kRoles) {
      if (nameFor(role.c_str()).empty()) continue;
      all.insert(nameFor(role.c_str()));
      ++named;
    }
    EXPECT_EQ(all.size(), named) << family << ": two roles share a name";
    EXPECT_EQ(named, family == "openpose" ? kRoles.size() - 4 : kRoles.size()) << family;
  }
}

TEST(FigureVariants, NamelessHasNoNames) {
  for (const char* spec : {"figure:nameless", "quadruped:nameless", "figure:nameless+twist+ikbones+unweighted"}) {
    const Asset& asset = figure(spec);
    for (const AssetNode& node : asset.nodes) EXPECT_TRUE(node.name.empty() || node.mesh >= 0) << spec << " " << node.name;
  }
}

TEST(FigureVariants, VrmFilesCarryTheirMap) {
  for (const auto& [spec, version] : {std::pair{"figure:vrm0", VrmVersion::vrm0},
                                      {"figure:vrm1", VrmVersion::vrm1},
                                      {"figure:vrm1+nameless+shuffled", VrmVersion::vrm1}}) {
    const Asset& asset = figure(spec);
    EXPECT_EQ(asset.vrm, version) << spec;
    EXPECT_EQ(asset.vrmBones.size(), kRoles.size()) << spec;
    const Frame rest = posed::rest(asset);
    std::map<std::string, Vec3> at;
    for (const VrmBone& bone : asset.vrmBones) at[bone.bone] = rest[static_cast<std::size_t>(bone.node)].translation;
    EXPECT_GT(at["head"].y, at["hips"].y) << spec;
    const float forward = version == VrmVersion::vrm0 ? -1.0f : 1.0f;
    EXPECT_GT((at["leftToes"].z - at["leftFoot"].z) * forward, 0.05f) << spec;
    EXPECT_GT((at["leftUpperArm"].x - at["rightUpperArm"].x) * forward, 0.2f) << spec;
  }
}

TEST(FigureVariants, TwistJointsTakeHalfOfTheSkin) {
  const Asset& plain = figure("figure");
  for (const char* spec : {"figure:twist", "figure:serialtwist"}) {
    const Asset& asset = figure(spec);
    for (const char* limb : {"leftUpperArm", "rightForearm", "leftThigh", "rightShin"}) {
      const std::string twist = std::string(limb) + "_twist";
      const auto before = static_cast<double>(verticesOf(plain, limb));
      const auto kept = static_cast<double>(verticesOf(asset, limb));
      const auto taken = static_cast<double>(verticesOf(asset, twist));
      EXPECT_GT(kept, 0.2 * before) << spec << " " << limb;
      EXPECT_GT(taken, 0.2 * before) << spec << " " << limb;
    }
    const bool serial = std::string_view(spec).find("serial") != std::string_view::npos;
    const int forearm = nodeNamed(asset, "leftForearm");
    const int parent = asset.nodes[static_cast<std::size_t>(forearm)].parent;
    EXPECT_EQ(asset.nodes[static_cast<std::size_t>(parent)].name, serial ? "leftUpperArm_twist" : "leftUpperArm");
  }
}

TEST(FigureVariants, EndsAreGoneOrListed) {
  EXPECT_EQ(nodeNamed(figure("figure:noends"), "headEnd"), -1);
  const Asset& listed = figure("figure:skinnedends");
  const auto& joints = listed.skins[0].joints;
  EXPECT_EQ(std::count(joints.begin(), joints.end(), nodeNamed(listed, "headEnd")), 1);
  EXPECT_EQ(verticesOf(listed, "headEnd"), 0u);
  EXPECT_EQ(bytesOf("figure:unskinnedends"), bytesOf("figure"));
}

TEST(FigureVariants, UnweightedJointsStandBetween) {
  const Asset& asset = figure("figure:unweighted");
  const auto parentName = [&](const char* name) {
    const int parent = asset.nodes[static_cast<std::size_t>(nodeNamed(asset, name))].parent;
    return asset.nodes[static_cast<std::size_t>(parent)].name;
  };
  EXPECT_EQ(parentName("pelvis"), "MotionExtract");
  EXPECT_EQ(parentName("MotionExtract"), "root");
  EXPECT_EQ(parentName("leftThigh"), "leftThigh_offset");
  EXPECT_EQ(parentName("chest"), "chest_offset");
  for (const char* name : {"MotionExtract", "leftThigh_offset", "chest_offset", "rightClavicle_offset"})
    EXPECT_EQ(verticesOf(asset, name), 0u) << name;
}

TEST(FigureVariants, FeetHangFromTheRootAndTargetsAreRoots) {
  const Asset& feet = figure("figure:footroots");
  EXPECT_EQ(feet.nodes[static_cast<std::size_t>(nodeNamed(feet, "leftFoot"))].parent, nodeNamed(feet, "root"));
  const Asset& ik = figure("figure:ikbones");
  for (const char* name : {"ik_foot_l", "ik_hand_r", "pole_knee_l"}) {
    const int node = nodeNamed(ik, name);
    ASSERT_GE(node, 0) << name;
    EXPECT_EQ(ik.nodes[static_cast<std::size_t>(node)].parent, -1) << name;
    EXPECT_EQ(std::count(ik.skins[0].joints.begin(), ik.skins[0].joints.end(), node), 1) << name;
  }
}

TEST(FigureVariants, BonesPointAlongTheirStatedAxis) {
  const std::pair<const char*, Vec3> axes[] = {
      {"bonex", {1, 0, 0}}, {"boney", {0, 1, 0}}, {"boneminusy", {0, -1, 0}}, {"bonez", {0, 0, 1}}};
  for (const auto& [spec, axis] : axes) {
    const Asset& asset = figure(std::string("figure:") + spec);
    for (const auto& [bone, tail] : {std::pair{"leftUpperArm", "leftForearm"}, {"rightThigh", "rightShin"}, {"head", "headEnd"}}) {
      const Trs& local = asset.nodes[static_cast<std::size_t>(nodeNamed(asset, tail))].rest;
      EXPECT_LT(degrees(angleBetween(local.translation, axis)), 0.01f) << spec << " " << bone;
    }
  }
  const Asset& mixed = figure("figure:rotatedjoints");
  std::set<int> used;
  for (const char* tail : {"leftForearm", "leftHand", "leftShin", "leftFoot", "leftToes", "neck"}) {
    const Vec3 t = normalized(mixed.nodes[static_cast<std::size_t>(nodeNamed(mixed, tail))].rest.translation);
    for (int i = 0; i < 3; ++i) {
      if (std::abs(component(t, i)) > 0.999f) used.insert(component(t, i) > 0 ? i + 1 : -i - 1);
    }
  }
  EXPECT_GE(used.size(), 4u);
}

TEST(FigureVariants, MirroredJointsScaleTheRightSideByMinusOne) {
  const Asset& asset = figure("figure:mirrored");
  for (const char* name : {"rightClavicle", "rightThigh"}) {
    const Trs& rest = asset.nodes[static_cast<std::size_t>(nodeNamed(asset, name))].rest;
    EXPECT_LT(rest.scale.x * rest.scale.y * rest.scale.z, 0) << name;
  }
  // Below the mirror both sides hold the same numbers.
  const Vec3 left = asset.nodes[static_cast<std::size_t>(nodeNamed(asset, "leftForearm"))].rest.translation;
  const Vec3 right = asset.nodes[static_cast<std::size_t>(nodeNamed(asset, "rightForearm"))].rest.translation;
  EXPECT_LT(distance(left, right), 1e-6f);
}

TEST(FigureVariants, UnitsAndAxesAreWhatTheySay) {
  const Asset& armature = figure("figure:armature");
  const Trs& top = armature.nodes[static_cast<std::size_t>(nodeNamed(armature, "Armature"))].rest;
  EXPECT_NEAR(top.scale.x, 0.01f, 1e-7f);
  EXPECT_NEAR(armature.nodes[static_cast<std::size_t>(nodeNamed(armature, "pelvis"))].rest.translation.y, 95.7f, 0.1f);
  EXPECT_NEAR(posed::highest(armature.meshes[0].primitives[0]).y, 175, 1);

  const Asset& zup = figure("figure:zup");
  EXPECT_NEAR(posed::highest(zup.meshes[0].primitives[0]).z, 1.75f, 0.01f);
  EXPECT_NEAR(degrees(angleBetween(zup.nodes[static_cast<std::size_t>(nodeNamed(zup, "Armature"))].rest.rotation, Quat{})), 90, 0.01f);

  EXPECT_NEAR(posed::highest(figure("figure:centimetres").meshes[0].primitives[0]).y, 175, 1);
  EXPECT_NEAR(posed::highest(figure("figure:small").meshes[0].primitives[0]).y, 0.0175f, 0.0002f);

  const Asset& sideways = figure("figure:sidewaysfacing");
  const Frame rest = posed::rest(sideways);
  EXPECT_GT(placeOf(sideways, rest, "leftToes").x - placeOf(sideways, rest, "leftFoot").x, 0.1f);
}

TEST(FigureVariants, MatrixNodesHaveMatricesAndNoClips) {
  const Asset& asset = figure("figure:matrixnodes");
  EXPECT_TRUE(asset.nodes[static_cast<std::size_t>(nodeNamed(asset, "leftShin"))].hasMatrix);
  EXPECT_TRUE(asset.clips.empty());
}

TEST(FigureVariants, ShuffledNodesComeInNoOrder) {
  const Asset& asset = figure("figure:shuffled");
  std::size_t childFirst = 0;
  for (std::size_t i = 0; i < asset.nodes.size(); ++i) childFirst += asset.nodes[i].parent > static_cast<int>(i) ? 1 : 0;
  EXPECT_GT(childFirst, 5u);
  EXPECT_FALSE(std::is_sorted(asset.skins[0].joints.begin(), asset.skins[0].joints.end()));
}

TEST(FigureVariants, BindingsAreWhatTheySay) {
  const Asset& bare = figure("figure:noinversebinds");
  EXPECT_FALSE(bare.skins[0].hasInverseBinds);

  const Asset& rigid = figure("figure:rigid");
  EXPECT_TRUE(rigid.skins.empty());
  EXPECT_GE(rigid.meshes.size(), kRoles.size());

  const Asset& two = figure("figure:multiskin");
  ASSERT_EQ(two.skins.size(), 2u);
  std::set<int> first(two.skins[0].joints.begin(), two.skins[0].joints.end());
  std::size_t shared = 0;
  for (const int joint : two.skins[1].joints) shared += first.count(joint);
  EXPECT_GE(shared, 3u);

  const Asset& turned = figure("figure:restturned");
  const Affine rest = restWorldTransforms(turned)[static_cast<std::size_t>(nodeNamed(turned, "leftHand"))];
  const auto slot = std::find(turned.skins[0].joints.begin(), turned.skins[0].joints.end(), nodeNamed(turned, "leftHand")) -
                    turned.skins[0].joints.begin();
  const Affine bind = inverse(turned.skins[0].inverseBinds[static_cast<std::size_t>(slot)]);
  EXPECT_GT(distance(rest.translation, bind.translation), 0.3f);

  const Asset& eight = figure("figure:eight");
  const Primitive& p = eight.meshes[0].primitives[0];
  std::size_t most = 0;
  for (std::size_t v = 0; v < p.positions.size(); ++v) most = std::max<std::size_t>(most, p.influenceStart[v + 1] - p.influenceStart[v]);
  EXPECT_GT(most, 4u);
  EXPECT_LE(most, 8u);
}

TEST(FigureVariants, EncodingsAreInTheFile) {
  const auto has = [](const std::string& spec, std::string_view text) {
    const std::vector<std::byte> bytes = bytesOf(spec);
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return all.find(text) != std::string_view::npos;
  };
  EXPECT_TRUE(has("figure:quantised", "KHR_mesh_quantization"));
  EXPECT_TRUE(has("figure:sparse", "\"sparse\""));
  EXPECT_TRUE(has("figure:eight", "\"JOINTS_1\""));
  EXPECT_TRUE(has("figure:matrixnodes", "\"matrix\""));
  EXPECT_TRUE(has("figure:u16joints", R"("componentType":5123,"count":3898,"type":"VEC4")"));
  EXPECT_TRUE(has("figure:u8weights", R"("componentType":5121,"normalized":true)"));
  EXPECT_TRUE(has("figure:u16weights", R"("componentType":5123,"normalized":true)"));
  EXPECT_FALSE(has("figure", "\"sparse\""));
}

TEST(FigureVariants, AccessoriesHangOnOneJoint) {
  const Asset& asset = figure("figure:hair+backpack");
  ASSERT_EQ(asset.meshes.size(), 3u);
  for (const auto& [mesh, joint] : {std::pair{"Hair", "head"}, {"Backpack", "chest"}}) {
    const auto found =
        std::find_if(asset.meshes.begin(), asset.meshes.end(), [&, name = mesh](const AssetMesh& m) { return m.name == name; });
    ASSERT_NE(found, asset.meshes.end()) << mesh;
    for (const Influence& influence : found->primitives[0].influences) {
      EXPECT_EQ(asset.nodes[static_cast<std::size_t>(asset.skins[0].joints[influence.joint])].name, joint);
      EXPECT_EQ(influence.weight, 1);
    }
  }
}

TEST(FigureVariants, OneVertexInAHundredIsThreeTimesAsFar) {
  const Asset& plain = figure("figure");
  const Asset& asset = figure("figure:outliers");
  const auto& a = plain.meshes[0].primitives[0].positions;
  const auto& b = asset.meshes[0].primitives[0].positions;
  std::size_t moved = 0;
  for (std::size_t v = 0; v < a.size(); ++v) moved += distance(a[v], b[v]) > 1e-5f ? 1 : 0;
  const double share = static_cast<double>(moved) / static_cast<double>(a.size());
  EXPECT_GT(share, 0.005) << share;
  EXPECT_LT(share, 0.015) << share;
}

TEST(FigureVariants, APoseHangsTheArmsHalfwayDown) {
  const Asset& asset = figure("figure:apose");
  const Frame rest = posed::rest(asset);
  const Vec3 arm = placeOf(asset, rest, "leftHand") - placeOf(asset, rest, "leftUpperArm");
  EXPECT_NEAR(degrees(std::atan2(-arm.y, arm.x)), 45, 1);
  // Its clips end up in the same poses as those of the T-pose.
  const Asset& plain = figure("figure");
  const Vec3 a = placeOf(plain, posed::at(plain, clipNamed(plain, "run"), 7), "leftHand");
  const Vec3 b = placeOf(asset, posed::at(asset, clipNamed(asset, "run"), 7), "leftHand");
  EXPECT_LT(distance(a, b), 1e-4f);
}

TEST(FigureVariants, QuadrupedHasAFoxsNames) {
  const Asset& asset = figure("quadruped:fox");
  for (const char* name : {"b_Hip_01", "b_Spine02_03", "b_Tail01_012", "b_LeftUpperArm_01", "b_RightFoot02_02"})
    EXPECT_GE(nodeNamed(asset, name), 0) << name;
}

TEST(FigureVariants, ContradictionsAndUnknownNamesAreRefused) {
  const char* wrong[] = {"figure:mixamo+unreal",
                         "figure:rigid+eight",
                         "figure:armature+zup",
                         "figure:vrm0+sidewaysfacing",
                         "figure:centimetres+small",
                         "figure:twist+serialtwist",
                         "figure:noends+skinnedends",
                         "figure:quantised+noinversebinds",
                         "figure:child+giant",
                         "figure:hair+hair",
                         "figure:wings",
                         "figure:",
                         "figure:+",
                         "figure:child+",
                         "quadruped:mixamo",
                         "quadruped:vrm1",
                         "figure:fox",
                         "dragon",
                         "",
                         "figure:\x1b[31m"};
  for (const char* spec : wrong) {
    const auto bytes = makeFigure(std::string_view(spec));
    ASSERT_FALSE(bytes) << spec;
    EXPECT_EQ(bytes.error().code, ErrorCode::usage) << spec;
    EXPECT_EQ(bytes.error().place.find('\x1b'), std::string::npos);
  }
  FigureOptions options;
  options.stature = std::nanf("");
  EXPECT_FALSE(makeFigure(options));
  options.stature = 20;
  EXPECT_FALSE(makeFigure(options));
}

TEST(FigureVariants, OrderOfNamesDoesNotMatter) {
  EXPECT_EQ(bytesOf("figure:shuffled+mirrored+child+nameless"), bytesOf("figure:nameless+child+shuffled+mirrored"));
}

}  // namespace
}  // namespace sinew
