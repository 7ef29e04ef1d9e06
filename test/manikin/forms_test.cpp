#include <algorithm>
#include <cmath>

#include "manikin/bodies.h"

// One body in the many forms that exporters write it in: the physical body must come out the same, whole, and where the mesh is.

namespace sinew::test {
namespace {

/// Box of the vertices that hang on a part by half or more, in the part frame.
struct Extent {
  Vec3 low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
  bool holds(const Vec3& p) const { return p.x > low.x && p.y > low.y && p.z > low.z && p.x < high.x && p.y < high.y && p.z < high.z; }
};

Extent skinOf(const Rig& rig, const Part& part) {
  Extent extent;
  const Transform partFromModel = inverse(part.modelFromPart);
  for (const SkinVertex& vertex : rig.body.vertices) {
    float held = 0;
    for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) {
      const JointWeight& influence = rig.body.influences[vertex.influenceStart + i];
      if (influence.joint == part.joint) held += influence.weight;
    }
    if (held < 0.5f) continue;
    const Vec3 p = partFromModel * vertex.position;
    extent.low = {std::min(extent.low.x, p.x), std::min(extent.low.y, p.y), std::min(extent.low.z, p.z)};
    extent.high = {std::max(extent.high.x, p.x), std::max(extent.high.y, p.y), std::max(extent.high.z, p.z)};
  }
  return extent;
}

/// A node that no skin lists, at the end of a joint's bone.
void addEndNode(Body& body, Role role, const Vec3& position) {
  RigNode node;
  node.name = std::string(nameOf(role)) + "_End";
  node.parent = body.rig.joints[static_cast<std::size_t>(body.map.jointOf(role))].node;
  node.positionBind = position;
  body.rig.nodes.push_back(node);
}

TEST(Forms, LeavesWithoutEndNodesAreMeasuredOnTheirMesh) {
  Body body = makeHumanoid();
  const Manikin leaves = body.fit();
  EXPECT_EQ(leaves.parts.size(), 16u) << "every role has a body";
  for (const Role role : {Role::head, Role::leftHand, Role::rightHand, Role::leftFoot, Role::rightFoot}) {
    const Part& part = partOf(leaves, role);
    EXPECT_EQ(part.tail.source, TailSource::mesh) << part.name;
    EXPECT_EQ(part.tail.node, -1) << part.name;
    EXPECT_EQ(count(leaves.findings, "fit.tail", part.name), 1) << part.name;
    EXPECT_TRUE(skinOf(body.rig, part).holds(part.center)) << part.name << " lies outside of its own mesh";
  }

  // The same body with the end nodes that an exporter left out of the skin: known from the node, and hardly moved.
  addEndNode(body, Role::head, {0, 1.75f, 0});
  addEndNode(body, Role::leftHand, {0.92f, 1.45f, 0});
  const Manikin ends = body.fit();
  for (const Role role : {Role::head, Role::leftHand}) {
    const Part &with = partOf(ends, role), &without = partOf(leaves, role);
    EXPECT_EQ(with.tail.source, TailSource::node) << with.name;
    EXPECT_EQ(count(ends.findings, "fit.tail", with.name), 0) << with.name;
    const float moved = distance(with.modelFromPart * with.center, without.modelFromPart * without.center);
    EXPECT_LT(moved, 0.01f) << with.name;
  }
}

TEST(Forms, TheHeadIsInsideTheSkull) {
  for (const char* spec : {"@figure", "@figure:noends", "@figure:child+noends", "@figure:bonex+noends", "@figure:armature"}) {
    const Rig rig = rigOf(spec);
    const Manikin manikin = fitOf(rig);
    EXPECT_EQ(manikin.parts.size(), 16u) << spec;
    const Part& head = partOf(manikin, Role::head);
    EXPECT_TRUE(skinOf(rig, head).holds(head.center)) << spec;
  }
}

TEST(Forms, CapsulesLieOnTheirBonesWhicheverWayTheJointPoints) {
  for (const char* spec :
       {"@figure:bonex", "@figure:boney", "@figure:bonez", "@figure:boneminusy", "@figure:rotatedjoints", "@figure:mirrored"}) {
    const Rig rig = rigOf(spec);
    const Manikin manikin = fitOf(rig);
    for (const Role role : {Role::leftUpperArm, Role::rightUpperArm, Role::leftForearm, Role::leftThigh, Role::rightShin}) {
      const Part& part = partOf(manikin, role);
      const auto next = std::find_if(manikin.parts.begin(), manikin.parts.end(),
                                     [&](const Part& p) { return p.parent >= 0 && p.parent == manikin.partOf(role); });
      ASSERT_NE(next, manikin.parts.end());
      const Vec3 bone = rig.joints[static_cast<std::size_t>(next->joint)].modelFromBind.translation -
                        rig.joints[static_cast<std::size_t>(part.joint)].modelFromBind.translation;
      const Vec3 axis = rotate(part.modelFromPart.rotation, rotate(partFromShape(part).rotation, Vec3{0, 1, 0}));
      EXPECT_LT(degrees(angleBetween(axis, bone)), 1.0f) << spec << " " << part.name;
    }
  }
}

TEST(Forms, JointsAboveTheHipsHaveNoBody) {
  for (const char* spec : {"@figure:unweighted", "@figure:unweighted+nameless", "@figure:unweighted+shuffled"}) {
    const Rig rig = rigOf(spec);
    const Manikin manikin = fitOf(rig);
    EXPECT_EQ(manikin.parts.size(), 16u) << spec;
    const Part& pelvis = manikin.parts.front();
    EXPECT_EQ(pelvis.role, Role::pelvis) << spec;
    std::vector<std::int32_t> above;
    for (std::int32_t j = rig.joints[static_cast<std::size_t>(pelvis.joint)].parent; j >= 0;
         j = rig.joints[static_cast<std::size_t>(j)].parent)
      above.push_back(j);
    EXPECT_GE(above.size(), 2u) << spec << ": the root and the joint that takes its motion";
    for (const Part& part : manikin.parts) EXPECT_EQ(std::count(above.begin(), above.end(), part.joint), 0) << spec << " " << part.name;
  }
}

TEST(Forms, RigidPartsFitAsSkinOfFullWeight) {
  const Manikin skinned = fitOf("@figure");
  const Rig rig = rigOf("@figure:rigid");
  for (const JointWeight& influence : rig.body.influences) EXPECT_EQ(influence.weight, 1);
  const Manikin rigid = fitOf(rig);
  ASSERT_EQ(rigid.parts.size(), skinned.parts.size());
  for (const Part& part : rigid.parts) {
    const Part& twin = partOf(skinned, part.role);
    EXPECT_EQ(part.shapeSource, ShapeSource::mesh) << part.name;
    EXPECT_GE(part.verticesUsed, 24u) << part.name;
    EXPECT_NEAR(part.boneLength, twin.boneLength, 1e-4f * twin.boneLength) << part.name;
    EXPECT_NEAR(part.radius, twin.radius, 0.1f * twin.radius) << part.name;
    EXPECT_LT(distance(part.center, twin.center), 0.1f * twin.boneLength) << part.name;
  }
}

TEST(Forms, StoredNumbersOfAnyKindGiveTheSameFit) {
  const Manikin plain = fitOf("@figure");
  struct Stored {
    const char* spec;
    float tolerance;  ///< relative; in eight bits a few vertices of just under half a weight change sides
  };
  for (const Stored& stored :
       {Stored{"@figure:u16joints", 0}, Stored{"@figure:sparse", 0}, Stored{"@figure:u8weights", 2e-3f},
        Stored{"@figure:u16weights", 1e-3f}, Stored{"@figure:quantised", 1e-3f}, Stored{"@figure:quantised+u8weights+u16joints", 2e-3f}}) {
    const Manikin manikin = fitOf(std::string(stored.spec));
    for (const Part& part : plain.parts) {
      const Part& other = partOf(manikin, part.role);
      EXPECT_NEAR(other.radius, part.radius, stored.tolerance * part.radius) << stored.spec << " " << part.name;
      EXPECT_NEAR(other.length(), part.length(), stored.tolerance * part.length()) << stored.spec << " " << part.name;
      EXPECT_LE(distance(other.center, part.center), stored.tolerance * part.boneLength) << stored.spec << " " << part.name;
    }
  }
}

TEST(Forms, OneStrayVertexInAHundredIsIgnored) {
  const Manikin plain = fitOf("@figure"), thrown = fitOf("@figure:outliers");
  for (const Part& part : plain.parts) {
    const Part& other = partOf(thrown, part.role);
    EXPECT_NEAR(other.radius, part.radius, 0.03f * part.radius) << part.name;
    EXPECT_NEAR(other.length(), part.length(), 0.03f * part.length()) << part.name;
  }
  const auto overlap =
      std::find_if(thrown.findings.begin(), thrown.findings.end(), [](const Finding& f) { return f.rule == "fit.overlap"; });
  EXPECT_EQ(overlap != thrown.findings.end(), !thrown.overlapping.empty()) << "the deepest overlap is told where there is one";
}

TEST(Forms, ScaledArmaturesAndMatricesStandOnTheFloorAtTheirHeight) {
  for (const char* spec :
       {"@figure", "@figure:armature", "@figure:matrixnodes", "@figure:armature+matrixnodes", "@figure:zup", "@figure:zup+matrixnodes"}) {
    const Rig rig = rigOf(spec);
    EXPECT_GT(rig.stature, 1.6f) << spec;
    EXPECT_LT(rig.stature, 1.9f) << spec;
    float lowest = 1e9f;
    for (const SkinVertex& vertex : rig.body.vertices) lowest = std::min(lowest, dot(vertex.position, rig.axes.up));
    EXPECT_NEAR(lowest, 0, 0.01f) << spec;
    const Manikin manikin = fitOf(rig);
    for (const Role role : {Role::leftFoot, Role::rightFoot}) {
      const Part& foot = partOf(manikin, role);
      const Vec3 center = foot.modelFromPart * foot.center;
      EXPECT_GT(dot(center, rig.axes.up), 0) << spec;
      EXPECT_LT(dot(center, rig.axes.up), 0.12f) << spec;
    }
  }
}

}  // namespace
}  // namespace sinew::test
