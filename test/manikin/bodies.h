#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sinew/asset/read.h>
#include <sinew/base/random.h>
#include <sinew/manikin/factors.h>
#include <sinew/manikin/fit.h>

// Bodies for the fit tests: the built-in figures by way of the whole reader, and small rigs made by hand, whose right answers
// can be counted on fingers.

namespace sinew::test {

inline Rig rigOf(const std::string& spec) {
  const Result<Asset> asset = readAsset(spec);
  EXPECT_TRUE(asset) << spec << ": " << (asset ? "" : asset.error().message);
  const Result<Rig> rig = buildRig(*asset);
  EXPECT_TRUE(rig) << spec << ": " << (rig ? "" : rig.error().message);
  return *rig;
}

inline Manikin fitOf(const Rig& rig, const FitOptions& options = {}, const MapOptions& mapping = {}) {
  const RoleMap map = mapRoles(rig, mapping);
  Result<Manikin> manikin = fitManikin(rig, map, options);
  EXPECT_TRUE(manikin) << rig.file << ": " << (manikin ? "" : manikin.error().message);
  for (const Finding& finding : map.findings)
    if (!manikin && finding.severity == Severity::failure) ADD_FAILURE() << finding.role << ": " << finding.message;
  return manikin ? *manikin : Manikin{};
}

inline Manikin fitOf(const std::string& spec, const FitOptions& options = {}) { return fitOf(rigOf(spec), options); }

inline const Part& partOf(const Manikin& manikin, Role role) {
  static const Part none;
  const auto i = manikin.partOf(role);
  EXPECT_GE(i, 0) << nameOf(role);
  return i < 0 ? none : manikin.parts[static_cast<std::size_t>(i)];
}

inline int count(const Findings& findings, std::string_view rule, std::string_view role = {}) {
  int found = 0;
  for (const Finding& finding : findings)
    if (finding.rule == rule && (role.empty() || finding.role == role)) ++found;
  return found;
}

/// A rig made joint by joint, tube by tube.
class Body {
 public:
  Body() {
    rig.file = "hand-made";
    rig.referenceLength = 1.5f;
    rig.referenceFrom = "by hand";
    rig.stature = 1.75f;
  }

  std::int32_t joint(const std::string& name, std::int32_t parent, const Vec3& position, const Quat& rotation = {}) {
    Joint joint;
    joint.name = name;
    joint.node = static_cast<std::int32_t>(rig.nodes.size());
    joint.parent = parent;
    joint.modelFromBind = {rotation, position};
    RigNode node;
    node.name = name;
    node.parent = parent >= 0 ? rig.joints[static_cast<std::size_t>(parent)].node : -1;
    node.joint = static_cast<std::int32_t>(rig.joints.size());
    node.positionBind = position;
    rig.nodes.push_back(node);
    rig.joints.push_back(joint);
    return node.joint;
  }

  /// Rings of vertices about the line a - b, all with the given weights.
  void tube(const std::vector<JointWeight>& weights, const Vec3& a, const Vec3& b, float radius, int rings = 12, int sectors = 16) {
    const Vec3 axis = normalized(b - a), u = perpendicular(axis), v = cross(axis, u);
    for (int r = 0; r < rings; ++r) {
      for (int s = 0; s < sectors; ++s) {
        const float t = static_cast<float>(r) / static_cast<float>(rings - 1),
                    turn = 2 * kPi * static_cast<float>(s) / static_cast<float>(sectors);
        vertex(weights, lerp(a, b, t) + (u * std::cos(turn) + v * std::sin(turn)) * radius);
      }
    }
  }

  std::uint32_t vertex(const std::vector<JointWeight>& weights, const Vec3& position) {
    SkinVertex vertex{position, static_cast<std::uint32_t>(rig.body.influences.size()), static_cast<std::uint32_t>(weights.size())};
    for (const JointWeight& weight : weights) {
      rig.body.influences.push_back(weight);
      rig.joints[static_cast<std::size_t>(weight.joint)].weight += weight.weight;
    }
    rig.body.vertices.push_back(vertex);
    return static_cast<std::uint32_t>(rig.body.vertices.size()) - 1;
  }

  /// A box of eight vertices and twelve triangles.
  void box(std::int32_t joint, const Vec3& center, const Vec3& half) {
    std::uint32_t corner[8];
    for (unsigned i = 0; i < 8; ++i) {
      const Vec3 sign{(i & 1u) != 0 ? 1.0f : -1.0f, (i & 2u) != 0 ? 1.0f : -1.0f, (i & 4u) != 0 ? 1.0f : -1.0f};
      corner[i] = vertex({{joint, 1.0f}}, center + scaled(sign, half));
    }
    for (const unsigned i : {0u, 1u, 3u, 0u, 3u, 2u, 4u, 6u, 7u, 4u, 7u, 5u, 0u, 4u, 5u, 0u, 5u, 1u,
                             2u, 3u, 7u, 2u, 7u, 6u, 0u, 2u, 6u, 0u, 6u, 4u, 1u, 5u, 7u, 1u, 7u, 3u})
      rig.body.indices.push_back(corner[i]);
  }

  /// Closes the mesh that was made since the last call.
  void mesh(const std::string& name) {
    MeshPart part;
    part.node = part.mesh = part.material = name;
    const MeshPart* last = rig.body.parts.empty() ? nullptr : &rig.body.parts.back();
    part.firstVertex = last != nullptr ? last->firstVertex + last->vertexCount : 0;
    part.firstIndex = last != nullptr ? last->firstIndex + last->indexCount : 0;
    part.vertexCount = static_cast<std::uint32_t>(rig.body.vertices.size()) - part.firstVertex;
    part.indexCount = static_cast<std::uint32_t>(rig.body.indices.size()) - part.firstIndex;
    rig.body.parts.push_back(part);
  }

  void role(Role role, std::int32_t joint) { map.roles[role] = {joint, MapSource::explicitMap, 1.0f}; }

  Manikin fit(const FitOptions& options = {}) {
    map.helper.resize(rig.joints.size(), false);
    if (rig.body.parts.empty()) mesh("Body");
    Result<Manikin> manikin = fitManikin(rig, map, options);
    EXPECT_TRUE(manikin) << (manikin ? "" : manikin.error().message);
    return manikin ? *manikin : Manikin{};
  }

  Rig rig;
  RoleMap map;
};

/// How a hand-made humanoid stands.
struct Stance {
  float armDown = 0;    ///< rad below the horizontal
  float elbowBend = 0;  ///< rad, forward
  float kneeBend = 0;   ///< rad, backward; the thigh goes forward half as far
  Quat jointAxes{};     ///< turns every joint's own axes
  bool skin = true;
};

/// Sixteen joints with every role of the standard preset, tubes for skin; +Y up, facing +Z.
inline Body makeHumanoid(const Stance& stance = {}) {
  Body body;
  const Quat axes = stance.jointAxes;
  const auto limb = [&](Role role, std::int32_t parent, const Vec3& from, const Vec3& to, float radius) {
    const auto joint = body.joint(std::string(nameOf(role)), parent, from, axes);
    if (stance.skin) body.tube({{joint, 1.0f}}, lerp(from, to, 0.02f), lerp(from, to, 0.98f), radius);
    body.role(role, joint);
    return joint;
  };
  const auto pelvis = limb(Role::pelvis, -1, {0, 0.95f, 0}, {0, 1.08f, 0}, 0.15f);
  const auto spine = limb(Role::spine, pelvis, {0, 1.08f, 0}, {0, 1.25f, 0}, 0.13f);
  const auto chest = limb(Role::chest, spine, {0, 1.25f, 0}, {0, 1.5f, 0}, 0.15f);
  limb(Role::head, chest, {0, 1.5f, 0}, {0, 1.75f, 0}, 0.09f);
  for (const float side : {1.0f, -1.0f}) {
    const auto sided = [&](Role left) { return side > 0 ? left : mirrored(left); };
    const Vec3 down{side * std::cos(stance.armDown), -std::sin(stance.armDown), 0};
    const Vec3 shoulder{side * 0.18f, 1.45f, 0}, elbow = shoulder + down * 0.3f;
    const Vec3 fore = down * std::cos(stance.elbowBend) + Vec3{0, 0, std::sin(stance.elbowBend)};
    const Vec3 wrist = elbow + fore * 0.26f;
    const auto upperArm = limb(sided(Role::leftUpperArm), chest, shoulder, elbow, 0.05f);
    const auto forearm = limb(sided(Role::leftForearm), upperArm, elbow, wrist, 0.04f);
    limb(sided(Role::leftHand), forearm, wrist, wrist + fore * 0.18f, 0.04f);

    const float lean = 0.5f * stance.kneeBend;
    const Vec3 hip{side * 0.1f, 0.92f, 0}, knee = hip + Vec3{0, -std::cos(lean), std::sin(lean)} * 0.43f;
    const Vec3 ankle = knee + Vec3{0, -std::cos(stance.kneeBend - lean), -std::sin(stance.kneeBend - lean)} * 0.42f;
    const auto thigh = limb(sided(Role::leftThigh), pelvis, hip, knee, 0.08f);
    const auto shin = limb(sided(Role::leftShin), thigh, knee, ankle, 0.055f);
    limb(sided(Role::leftFoot), shin, ankle, ankle + Vec3{0, -0.05f, 0.2f}, 0.04f);
  }
  body.map.absent = {Role::neck, Role::leftClavicle, Role::leftToes, Role::rightClavicle, Role::rightToes};
  return body;
}

}  // namespace sinew::test
