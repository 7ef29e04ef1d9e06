#include <gtest/gtest.h>

#include <sinew/ragdoll/ragdoll.h>

#include "support/handmade.h"

namespace sinew {
namespace {

TEST(Articulation, BodiesStandOnTheirJoints) {
  const Manikin manikin = test::makeHandmade().manikin;
  RagdollOptions options;
  options.worldFromModel = {axisAngle(Vec3{0, 1, 0}, 0.7f), {3, 1, -2}};
  const ArticulationDef def = articulationOf(manikin, options);
  ASSERT_EQ(def.bodies.size(), manikin.parts.size());
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    const Part& part = manikin.parts[i];
    const BodyDef& body = def.bodies[i];
    // The shape's middle in the world, straight from the bone: the body frame itself is the joint's.
    const Vec3 middle = options.worldFromModel * (part.modelFromPart * part.center);
    EXPECT_LT(distance(body.worldFromBody * body.shape.bodyFromShape.translation, middle), 1e-5f) << part.name;
    EXPECT_LT(distance(body.worldFromBody.translation, options.worldFromModel * part.modelFromPart.translation), 1e-6f) << part.name;
    const Vec3 along = rotate(body.worldFromBody.rotation * body.shape.bodyFromShape.rotation, {0, 1, 0});
    const Vec3 bone = rotate(options.worldFromModel.rotation * part.modelFromPart.rotation, part.axis);
    EXPECT_LT(angleBetween(along, bone), 1e-3f) << part.name;
    // The smallest moment of inertia lies along the capsule.
    EXPECT_LT(angleBetween(rotate(body.bodyFromInertia, {0, 1, 0}), part.axis), 1e-3f) << part.name;
    EXPECT_EQ(body.mass, part.mass);
    EXPECT_EQ(body.inertia, part.inertia);
  }
}

TEST(Articulation, HingesCarryFlexionAndBallsTheirThreeRanges) {
  const Manikin manikin = test::makeHandmade().manikin;
  const ArticulationDef def = articulationOf(manikin);
  ASSERT_EQ(def.joints.size(), manikin.parts.size() - 1);
  for (std::size_t i = 0; i < def.joints.size(); ++i) {
    const Part& part = manikin.parts[i + 1];
    const ArticulationJointDef& joint = def.joints[i];
    EXPECT_EQ(joint.parent, part.parent);
    EXPECT_EQ(joint.child, static_cast<std::int32_t>(i + 1));
    EXPECT_FALSE(joint.joint.collide);
    if (part.toParent.type == JointType::hinge) {
      EXPECT_EQ(joint.joint.type, ConstraintType::hinge);
      EXPECT_EQ(joint.joint.twist.high, part.toParent.flexion.high);
    } else {
      EXPECT_EQ(joint.joint.type, ConstraintType::ball);
      EXPECT_EQ(joint.joint.twist.low, part.toParent.twist.low);
      EXPECT_EQ(joint.joint.swing1.high, part.toParent.swing1.high);
      EXPECT_EQ(joint.joint.swing2.low, part.toParent.swing2.low);
    }
    // Both ends of a joint meet in bind pose.
    const Vec3 a = def.bodies[static_cast<std::size_t>(joint.parent)].worldFromBody * joint.joint.parentFromFrame.translation;
    const Vec3 b = def.bodies[i + 1].worldFromBody * joint.joint.childFromFrame.translation;
    EXPECT_LT(distance(a, b), 1e-5f) << part.name;
  }
}

TEST(Articulation, OverlappingPairsAreFiltered) {
  Manikin manikin = test::makeHandmade().manikin;
  manikin.overlapping = {{manikin.partOf(Role::leftThigh), manikin.partOf(Role::rightThigh)}};
  EXPECT_EQ(articulationOf(manikin).filteredPairs, manikin.overlapping);
}

TEST(Articulation, AnchorsMoveToThePoseTheyStartIn) {
  const Manikin manikin = test::makeHandmade().manikin;
  std::vector<Transform> pose;
  for (const Part& part : manikin.parts) pose.push_back(part.modelFromPart);
  const auto chest = static_cast<std::size_t>(manikin.partOf(Role::chest));
  pose[chest].translation += Vec3{0.02f, -0.01f, 0.03f};
  const Manikin moved = anchoredAt(manikin, pose);
  const PartJoint& joint = moved.parts[chest].toParent;
  const Transform& spine = pose[static_cast<std::size_t>(moved.parts[chest].parent)];
  EXPECT_LT(distance(spine * joint.parentFromFrame.translation, pose[chest] * joint.childFromFrame.translation), 1e-6f);
  EXPECT_EQ(joint.parentFromFrame.rotation, manikin.parts[chest].toParent.parentFromFrame.rotation);
}

TEST(Ragdoll, RefusesAManikinWithoutParts) {
  Result<std::unique_ptr<World>> world = createWorld("bullet");
  ASSERT_TRUE(world);
  const Result<Ragdoll> ragdoll = buildRagdoll(**world, Manikin{});
  ASSERT_FALSE(ragdoll);
  EXPECT_EQ(ragdoll.error().place, "manikin.parts");
}

TEST(Ragdoll, RefusesASecondRoot) {
  Result<std::unique_ptr<World>> world = createWorld("bullet");
  ASSERT_TRUE(world);
  Manikin manikin = test::makeHandmade().manikin;
  manikin.parts[3].parent = -1;
  EXPECT_FALSE(buildRagdoll(**world, manikin));
  manikin.parts[3].parent = 5;
  EXPECT_FALSE(buildRagdoll(**world, manikin));
}

TEST(Ragdoll, IsGoneAfterItWasDestroyed) {
  Result<std::unique_ptr<World>> world = createWorld("bullet");
  ASSERT_TRUE(world);
  Result<Ragdoll> ragdoll = buildRagdoll(**world, test::makeHandmade().manikin);
  ASSERT_TRUE(ragdoll);
  const BodyId body = ragdoll->bodies.front();
  EXPECT_TRUE((*world)->valid(body));
  destroyRagdoll(**world, *ragdoll);
  EXPECT_FALSE((*world)->valid(body));
  EXPECT_TRUE(ragdoll->bodies.empty());
}

}  // namespace
}  // namespace sinew
