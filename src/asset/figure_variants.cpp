#include "asset/figure_variants.h"

#include <algorithm>

#include <sinew/base/text.h>

namespace sinew::figure {

namespace {

// Two variants of one group would write the same thing twice.
enum Group : unsigned {
  kNames = 1u << 0,
  kUnits = 1u << 1,
  kAbove = 1u << 2,
  kFacing = 1u << 3,
  kEnds = 1u << 4,
  kTwist = 1u << 5,
  kAxes = 1u << 6,
  kBinding = 1u << 7,
  kWeightCount = 1u << 8,
  kWeightFormat = 1u << 9,
  kJointFormat = 1u << 10,
  kSkins = 1u << 11,
  kStored = 1u << 12,
  kVrm = 1u << 13,
};

using Edit = void (*)(Scene&, const Body&);

void nameByVrm(Scene& scene, const Body&) {
  for (SceneNode& node : scene.nodes) {
    const std::string_view bone = vrmBone(node.key);
    if (!bone.empty()) node.name = bone;
  }
}

void nameAsFox(Scene& scene, const Body&) {
  for (SceneNode& node : scene.nodes) {
    if (node.joint) node.name = foxName(node.key);
  }
}

void removeNames(Scene& scene, const Body&) {
  for (SceneNode& node : scene.nodes) {
    if (node.mesh < 0) node.name.clear();
  }
}

/// Humanoid families are rows of their table; the rest is listed here, in the order of application.
std::vector<Variant> listOfVariants() {
  const auto body = [](std::string_view name, std::string_view meaning, void (*edit)(Body&, std::uint32_t), Plan plan = Plan::both) {
    return Variant{{name, meaning}, 0, plan, edit};
  };
  const auto scene = [](std::string_view name, std::string_view meaning, unsigned groups, Edit edit, Plan plan = Plan::both) {
    return Variant{{name, meaning}, groups, plan, nullptr, edit};
  };

  std::vector<Variant> list{
      body("hair", "long hair, a mesh of its own skinned to the head", addHair),
      body("backpack", "a backpack, a mesh of its own skinned to the chest", addBackpack),
      body(
          "apose", "bound with the arms 45 degrees down instead of in T-pose", [](Body& b, std::uint32_t) { poseArmsDown(b); },
          Plan::humanoid),

      // What the file says about names.
      scene(
          "vrm0", "VRM 0: humanoid map in the file, facing -Z", kVrm | kFacing,
          [](Scene& s, const Body& b) { nameByVrm(s, b), faceBackwards(s, b), s.encoding.vrm = 0; }, Plan::humanoid),
      scene(
          "vrm1", "VRM 1: humanoid map in the file, facing +Z", kVrm, [](Scene& s, const Body& b) { nameByVrm(s, b), s.encoding.vrm = 1; },
          Plan::humanoid),
      scene("fox", "quadruped: names of the Khronos sample fox (b_LeftLeg01)", kNames, nameAsFox, Plan::quadruped),
  };
  for (const NameFamily& family : nameFamilies()) {
    list.push_back({{family.variant, family.meaning}, kNames, Plan::humanoid, nullptr, nullptr, &family});
  }

  const Variant rest[] = {
      // Joints that are missing, extra or oddly hung.
      scene("twist", "twist joints beside the limbs that carry half of their skin", kTwist, addTwistLeaves),
      scene("serialtwist", "twist joints within the limbs: upper arm, twist, forearm", kTwist, addTwistChain),
      scene("unweighted", "joints without skin between root, trunk and limbs", 0, addUnweightedJoints),
      scene("ikbones", "IK targets and pole vectors as further joint roots", 0, addIkTargets),
      scene("footroots", "feet hang from the root, as baked IK leaves them", 0, hangFeetFromRoot),
      scene("noends", "no end nodes: head, hands and toes are leaves", kEnds, removeEnds),
      scene("unskinnedends", "end nodes that no skin lists (as in the plain figure)", kEnds, [](Scene&, const Body&) {}),
      scene("skinnedends", "end nodes that the skin lists without weight", kEnds, listEndsInSkin),
      scene("nameless", "no joint has a name", kNames, removeNames),

      // Frames of the joints.
      scene("rotatedjoints", "every joint's axes turned another way", kAxes, turnFramesMixed),
      scene("bonex", "bones along +X of their joint", kAxes, turnFramesX),
      scene("boney", "bones along +Y of their joint", kAxes, turnFramesY),
      scene("boneminusy", "bones along -Y of their joint", kAxes, turnFramesMinusY),
      scene("bonez", "bones along +Z of their joint", kAxes, turnFramesZ),
      scene("mirrored", "joints of the right side mirrored by a scale of -1", 0, mirrorRightFrames),

      scene("outliers", "one vertex in a hundred three times as far from its joint", 0, throwOutliers),

      // Units and axes.
      scene("centimetres", "the file is in centimetres", kUnits, useCentimetres),
      scene("small", "the file is a hundredth of its size", kUnits, useHundredths),
      scene("sidewaysfacing", "faces +X", kFacing, faceSideways),
      scene("armature", "data in centimetres under a node of scale 0.01", kUnits | kAbove, putUnderScaledArmature),
      scene("zup", "data +Z up under a node turned by -90 degrees", kAbove, putUnderTurnedArmature),

      // How vertices are bound, and how it is written.
      scene("restturned", "the rest pose is not the bind pose", kBinding, turnRestPose),
      scene("multiskin", "upper and lower body are two meshes with two skins", kSkins, splitIntoTwoSkins),
      scene("noinversebinds", "no inverse bind matrices: vertices lie in their joint's frame", kBinding | kStored | kWeightCount,
            bindWithoutMatrices),
      scene("rigid", "rigid meshes under the bones, no skin", kBinding | kStored | kWeightCount | kWeightFormat | kJointFormat | kSkins,
            breakIntoRigidParts),
      scene("eight", "eight influences a vertex", kWeightCount, spreadWeights),
      scene("shuffled", "nodes and joints in no order", 0, shuffleNodes),
      scene("matrixnodes", "nodes carry matrices; no clips", 0, [](Scene& s, const Body&) { s.encoding.matrixNodes = true; }),
      scene("quantised", "KHR_mesh_quantization, the scale in the inverse binds", kStored,
            [](Scene& s, const Body&) { s.encoding.quantised = true; }),
      scene("sparse", "sparse accessors", 0, [](Scene& s, const Body&) { s.encoding.sparse = true; }),
      scene("u16joints", "joint indices of 16 bits", kJointFormat, [](Scene& s, const Body&) { s.encoding.wordJoints = true; }),
      scene("u8weights", "weights of 8 bits", kWeightFormat, [](Scene& s, const Body&) { s.encoding.weights = WeightFormat::byte; }),
      scene("u16weights", "weights of 16 bits", kWeightFormat, [](Scene& s, const Body&) { s.encoding.weights = WeightFormat::word; }),
  };
  list.insert(list.end(), std::begin(rest), std::end(rest));
  return list;
}

}  // namespace

void nameByFamily(Scene& scene, const NameFamily& family) {
  for (SceneNode& node : scene.nodes) {
    if (node.mesh < 0) node.name = nameIn(family, node.key);
  }
}

std::span<const Variant> allVariants() {
  static const std::vector<Variant> list = listOfVariants();
  return list;
}

Result<std::vector<const Variant*>> chooseVariants(std::span<const std::string> names, bool quadruped) {
  const std::span<const Variant> all = allVariants();
  std::vector<const Variant*> chosen;
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Variant& v) { return v.listed.name == name; });
    if (found == all.end()) return fail(ErrorCode::usage, printable(name), "the figure has no variant of that name");
    const Plan plan = quadruped ? Plan::quadruped : Plan::humanoid;
    if (found->plan != Plan::both && found->plan != plan) {
      return fail(ErrorCode::usage, name, quadruped ? "the quadruped has no such variant" : "only the quadruped has this variant");
    }
    for (const Variant* other : chosen) {
      if (other == &*found) return fail(ErrorCode::usage, name, "the variant is named twice");
      if ((other->groups & found->groups) != 0) {
        return fail(ErrorCode::usage, name, "the variant contradicts '" + std::string(other->listed.name) + "'");
      }
    }
    chosen.push_back(&*found);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace sinew::figure
