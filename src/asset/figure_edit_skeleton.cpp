#include <algorithm>

#include "asset/figure_edit.h"

// Variants of the skeleton: extra, missing and oddly hung joints; joint frames turned and mirrored.

namespace sinew::figure {

namespace {

SceneNode& at(Scene& scene, int node) { return scene.nodes[static_cast<std::size_t>(node)]; }

/// Appends a joint that every skin lists.
int addJoint(Scene& scene, SceneNode node) {
  node.joint = true;
  const int index = static_cast<int>(scene.nodes.size());
  scene.nodes.push_back(std::move(node));
  for (SceneSkin& skin : scene.skins) skin.joints.push_back(index);
  return index;
}

void sortInfluences(std::vector<std::pair<int, double>>& list) {
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
}

bool isUpperLimb(std::string_view key) { return key.ends_with("UpperArm") || key.ends_with("Thigh") || key.ends_with("Upper"); }
bool isLowerLimb(std::string_view key) { return key.ends_with("Forearm") || key.ends_with("Shin") || key.ends_with("Lower"); }

/// Gives each limb a twist joint in its middle, which takes over the skin of one half: the upper one where `upperHalf` says so.
template <class UpperHalf>
std::vector<std::pair<int, int>> addTwists(Scene& scene, const Body& body, const UpperHalf& upperHalf) {
  std::vector<std::pair<int, int>> twistOfLimb;
  for (std::size_t j = 0; j < body.joints.size(); ++j) {
    const BodyJoint& limb = body.joints[j];
    if (!isUpperLimb(limb.key) && !isLowerLimb(limb.key)) continue;
    const int limbNode = scene.find(limb.key);
    SceneNode node = at(scene, limbNode);
    node.key = "twist." + limb.key;
    node.name += "_twist";
    node.parent = limbNode;
    node.worldFromNode.translation = lerp(limb.head, limb.tail, 0.5);
    const int twist = addJoint(scene, node);
    twistOfLimb.emplace_back(limbNode, twist);

    const Vec3d along = limb.tail - limb.head;
    for (SceneMesh& mesh : scene.meshes) {
      for (std::size_t v = 0; v < mesh.influences.size(); ++v) {
        auto& list = mesh.influences[v];
        const auto own = std::find_if(list.begin(), list.end(), [&](const auto& i) { return i.first == limbNode; });
        if (own == list.end()) continue;
        const double t = dot(mesh.positions[v] - limb.head, along) / dot(along, along);
        const double lower = smoothStep(0.42, 0.58, t);
        const double taken = own->second * (upperHalf(limb.key) ? 1 - lower : lower);
        if (taken < 1e-3) continue;
        own->second -= taken;
        if (own->second < 1e-3)
          own->first = twist, own->second += taken;
        else
          list.emplace_back(twist, taken);
        sortInfluences(list);
      }
    }
  }
  return twistOfLimb;
}

void turnFrames(Scene& scene, const Body& body, std::span<const Vec3d> axes) {
  for (SceneNode& node : scene.nodes) {
    if (!node.joint || node.bodyJoint < 0) continue;
    const BodyJoint& joint = body.joints[static_cast<std::size_t>(node.bodyJoint)];
    const Vec3d along = normalized(joint.tail - joint.head, {0, 1, 0});
    const Vec3d& axis = axes[static_cast<std::size_t>(node.bodyJoint) % axes.size()];
    node.worldFromNode.linear = node.worldFromNode.linear * toMatrix(fromTo(axis, along));
  }
}

}  // namespace

void addTwistLeaves(Scene& scene, const Body& body) {
  addTwists(scene, body, [](std::string_view key) { return isUpperLimb(key); });
}

void addTwistChain(Scene& scene, const Body& body) {
  for (const auto& [limb, twist] : addTwists(scene, body, [](std::string_view) { return false; })) {
    for (SceneNode& node : scene.nodes) {
      if (node.parent == limb && &node != &at(scene, twist)) node.parent = twist;
    }
  }
}

void addUnweightedJoints(Scene& scene, const Body& body) {
  constexpr std::string_view kBefore[] = {"pelvis",    "chest",      "leftClavicle",   "rightClavicle",
                                          "leftThigh", "rightThigh", "frontLeftUpper", "frontRightUpper"};
  for (const std::string_view key : kBefore) {
    const int child = jointByKey(body.joints, key);
    if (child < 0) continue;
    const int node = scene.find(key);
    const int parent = at(scene, node).parent;
    SceneNode between = at(scene, parent);
    between.key = "between." + std::string(key);
    between.name = key == "pelvis" ? "MotionExtract" : at(scene, node).name + "_offset";
    between.parent = parent;
    const Vec3d from = at(scene, parent).worldFromNode.translation;
    const Vec3d to = at(scene, node).worldFromNode.translation;
    between.worldFromNode.translation = key == "pelvis" ? from : lerp(from, to, 0.5);
    const int added = addJoint(scene, between);
    at(scene, node).parent = added;
  }
}

void addIkTargets(Scene& scene, const Body& body) {
  struct Target {
    const char* joint;
    const char* name;
    double ahead;  ///< m, share of the stature in front of the joint
  };
  constexpr Target kTargets[] = {{"leftFoot", "ik_foot_l", 0},   {"rightFoot", "ik_foot_r", 0},     {"leftHand", "ik_hand_l", 0},
                                 {"rightHand", "ik_hand_r", 0},  {"leftShin", "pole_knee_l", 0.25}, {"rightShin", "pole_knee_r", 0.25},
                                 {"hindLeftPaw", "ik_paw_l", 0}, {"hindRightPaw", "ik_paw_r", 0}};
  for (const Target& target : kTargets) {
    const int joint = jointByKey(body.joints, target.joint);
    if (joint < 0) continue;
    const Vec3d head = body.joints[static_cast<std::size_t>(joint)].head;
    SceneNode node{"ik." + std::string(target.joint), target.name, -1, {}};
    node.worldFromNode.translation = head + Vec3d{0, 0, target.ahead * head.y * 2};
    addJoint(scene, node);
  }
}

void hangFeetFromRoot(Scene& scene, const Body&) {
  for (const char* key : {"leftFoot", "rightFoot", "frontLeftPaw", "frontRightPaw", "hindLeftPaw", "hindRightPaw"}) {
    const int foot = scene.find(key);
    if (foot >= 0) at(scene, foot).parent = scene.find("root");
  }
}

void removeEnds(Scene& scene, const Body&) {
  removeNodes(scene, [](const SceneNode& node) { return node.key.ends_with(".end"); });
}

void listEndsInSkin(Scene& scene, const Body&) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (!scene.nodes[i].key.ends_with(".end")) continue;
    scene.nodes[i].joint = true;
    for (SceneSkin& skin : scene.skins) skin.joints.push_back(static_cast<int>(i));
  }
}

void turnFramesX(Scene& scene, const Body& body) { turnFrames(scene, body, std::array{Vec3d{1, 0, 0}}); }
void turnFramesY(Scene& scene, const Body& body) { turnFrames(scene, body, std::array{Vec3d{0, 1, 0}}); }
void turnFramesMinusY(Scene& scene, const Body& body) { turnFrames(scene, body, std::array{Vec3d{0, -1, 0}}); }
void turnFramesZ(Scene& scene, const Body& body) { turnFrames(scene, body, std::array{Vec3d{0, 0, 1}}); }
void turnFramesMixed(Scene& scene, const Body& body) {
  turnFrames(scene, body, std::array{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, -1, 0}, Vec3d{0, 0, 1}, Vec3d{-1, 0, 0}});
}

void mirrorRightFrames(Scene& scene, const Body& body) {
  for (SceneNode& node : scene.nodes) {
    if (node.bodyJoint < 0) continue;
    const std::string& key = body.joints[static_cast<std::size_t>(node.bodyJoint)].key;
    const bool right = key.starts_with("right") || key.find("Right") != std::string::npos;
    if (right) node.worldFromNode.linear.x = -node.worldFromNode.linear.x;
  }
}

}  // namespace sinew::figure
