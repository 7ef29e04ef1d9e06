#include <sinew/base/joint_angles.h>

#include "manikin/bodies.h"

namespace sinew::test {
namespace {

/// Where a point fixed to the part goes in model space when its joint stands at `r` instead of the bind pose.
Vec3 movedBy(const Manikin& manikin, const Part& part, const Quat& r, const Vec3& pointInPart) {
  const Part& parent = manikin.parts[static_cast<std::size_t>(part.parent)];
  const PartJoint& joint = part.toParent;
  const Transform turned{r, {}};
  return parent.modelFromPart * (joint.parentFromFrame * (turned * (inverse(joint.childFromFrame) * pointInPart)));
}

Vec3 boneAt(const Manikin& manikin, const Part& part, const Vec3& angles) {
  const Quat r = part.toParent.type == JointType::hinge ? axisAngle(Vec3{1, 0, 0}, angles.x) : fromBallAngles(angles);
  return movedBy(manikin, part, r, part.axis) - movedBy(manikin, part, r, {});
}

void expectEqual(const Range& a, const Range& b, const std::string& what) {
  EXPECT_FLOAT_EQ(a.low, b.low) << what;
  EXPECT_FLOAT_EQ(a.high, b.high) << what;
}

TEST(Limits, TheBindPoseStandsInside) {
  for (const char* spec : {"@figure", "@figure:apose", "@quadruped", "@figure:rotatedjoints", "@figure:mirrored", "@figure:child"}) {
    const Manikin manikin = fitOf(rigOf(spec), {.preset = Preset::full});
    for (const Part& part : manikin.parts) {
      const PartJoint& joint = part.toParent;
      if (part.parent < 0) {
        EXPECT_EQ(joint.type, JointType::none);
        continue;
      }
      // The frames meet in the joint, and the stored angles are what they measure.
      const Part& parent = manikin.parts[static_cast<std::size_t>(part.parent)];
      const Transform r = inverse(joint.parentFromFrame) * inverse(parent.modelFromPart) * part.modelFromPart * joint.childFromFrame;
      EXPECT_LT(length(r.translation), 1e-5f) << spec << " " << part.name;
      if (joint.type == JointType::hinge) {
        EXPECT_NEAR(hingeAngle(r.rotation), joint.bindAngles.x, 1e-4f) << spec << " " << part.name;
        EXPECT_LT(length(logarithm(r.rotation) - Vec3{joint.bindAngles.x, 0, 0}), 2e-3f)
            << "a hinge can only turn about its axis: " << part.name;
        EXPECT_LE(joint.flexion.low, joint.bindAngles.x);
        EXPECT_GE(joint.flexion.high, joint.bindAngles.x);
        continue;
      }
      ASSERT_EQ(joint.type, JointType::ball);
      EXPECT_LT(distance(ballAngles(r.rotation), joint.bindAngles), 1e-3f) << spec << " " << part.name;
      const Vec3 inside = clampSwing(joint.bindAngles, joint.swing1.low, joint.swing1.high, joint.swing2.low, joint.swing2.high);
      EXPECT_LT(distance(inside, joint.bindAngles), 1e-4f) << spec << " " << part.name;
      EXPECT_LE(joint.twist.low, joint.bindAngles.x) << part.name;
      EXPECT_GE(joint.twist.high, joint.bindAngles.x) << part.name;
    }
  }
}

TEST(Limits, HowTheArmsAreModelledChangesNoLimit) {
  const Manikin t = fitOf("@figure"), a = fitOf("@figure:apose");
  for (const Part& part : t.parts) {
    const Part& twin = partOf(a, part.role);
    EXPECT_EQ(twin.toParent.type, part.toParent.type);
    expectEqual(twin.toParent.twist, part.toParent.twist, part.name + " twist");
    expectEqual(twin.toParent.swing1, part.toParent.swing1, part.name + " swing1");
    expectEqual(twin.toParent.swing2, part.toParent.swing2, part.name + " swing2");
    expectEqual(twin.toParent.flexion, part.toParent.flexion, part.name + " flexion");
  }

  // Equal angles are equal anatomy: with every joint at its neutral both hold their arms alike.
  for (const Role role : {Role::leftUpperArm, Role::rightUpperArm}) {
    const Vec3 boneT = boneAt(t, partOf(t, role), {}), boneA = boneAt(a, partOf(a, role), {});
    EXPECT_LT(degrees(angleBetween(boneT, boneA)), 0.5f) << nameOf(role);
    const Vec3 neutral = normalized(Vec3{static_cast<float>(sideOf(role)) * std::sqrt(0.5f), -1, std::sqrt(0.5f)});
    EXPECT_LT(degrees(angleBetween(boneT, neutral)), 0.5f);
  }
}

TEST(Limits, RangesByRole) {
  const Manikin manikin = makeHumanoid().fit();
  const auto range = [](const Range& r, float low, float high, const char* what) {
    EXPECT_NEAR(degrees(r.low), low, 0.01f) << what;
    EXPECT_NEAR(degrees(r.high), high, 0.01f) << what;
  };
  const PartJoint& hip = partOf(manikin, Role::leftThigh).toParent;
  range(hip.swing1, -20, 120, "hip flexion");
  range(hip.swing2, -25, 45, "hip abduction");
  range(hip.twist, -40, 40, "hip rotation");
  range(partOf(manikin, Role::rightShin).toParent.flexion, 0, 140, "knee");
  range(partOf(manikin, Role::leftForearm).toParent.flexion, 0, 145, "elbow");
  const PartJoint& ankle = partOf(manikin, Role::leftFoot).toParent;
  range(ankle.swing1, -45, 20, "ankle");
  range(ankle.twist, -20, 20, "inversion");
  const PartJoint& shoulder = partOf(manikin, Role::rightUpperArm).toParent;
  range(shoulder.swing1, -100, 100, "shoulder");
  range(shoulder.twist, -70, 90, "shoulder rotation");
  const PartJoint& wrist = partOf(manikin, Role::rightHand).toParent;
  range(wrist.swing1, -70, 75, "wrist");
  range(wrist.swing2, -20, 30, "deviation");
  range(wrist.twist, -80, 80, "forearm twist");
  const PartJoint& spine = partOf(manikin, Role::spine).toParent;
  range(spine.swing1, -15, 35, "lower spine");
  const PartJoint& chest = partOf(manikin, Role::chest).toParent;
  range(chest.swing1, -15, 30, "upper spine");
  range(chest.twist, -25, 25, "upper spine turn");
  const PartJoint& head = partOf(manikin, Role::head).toParent;
  range(head.swing1, -50, 45, "neck and head");
  range(head.twist, -60, 60, "neck and head turn");
}

// A small positive angle, and where the far end of the bone really goes.
TEST(Limits, PositiveAnglesAreTheSameAnatomyOnBothSides) {
  for (const Stance& stance : {Stance{}, Stance{.armDown = 0.8f}, Stance{.armDown = 0.3f, .elbowBend = 0.4f, .kneeBend = 0.3f}}) {
    const Manikin manikin = makeHumanoid(stance).fit();
    for (const float side : {1.0f, -1.0f}) {
      const Vec3 out{side, 0, 0}, forward{0, 0, 1}, up{0, 1, 0};
      const auto sided = [&](Role left) -> const Part& { return partOf(manikin, side > 0 ? left : mirrored(left)); };
      const auto moves = [&](const Part& part, const Vec3& angles) { return boneAt(manikin, part, angles) - boneAt(manikin, part, {}); };
      const float d = 0.1f;

      const Part& thigh = sided(Role::leftThigh);
      EXPECT_GT(dot(moves(thigh, {0, d, 0}), forward), 0.09f) << "hip flexes forward";
      EXPECT_GT(dot(moves(thigh, {0, 0, d}), out), 0.09f) << "hip abducts outward";
      const Part& arm = sided(Role::leftUpperArm);
      EXPECT_GT(dot(moves(arm, {0, d, 0}), forward), 0.07f) << "shoulder flexes forward";
      EXPECT_GT(dot(moves(arm, {0, 0, d}), out), 0.05f) << "shoulder abducts outward";
      EXPECT_GT(dot(moves(arm, {0, 0, d}), up), 0.05f) << "and upward";
      const Part& foot = sided(Role::leftFoot);
      EXPECT_GT(dot(moves(foot, {0, d, 0}), up), 0.08f) << "toes up";
      EXPECT_GT(dot(moves(foot, {0, 0, d}), out), 0.08f) << "toes outward";

      // Twist: a point beside the bone, turned.
      const auto turns = [&](const Part& part, const Vec3& beside) {
        const Vec3 inPart = rotate(conjugate(part.modelFromPart.rotation), beside);
        const Quat bind = fromBallAngles(part.toParent.bindAngles);
        const Quat turned = fromBallAngles(part.toParent.bindAngles + Vec3{d, 0, 0});
        return movedBy(manikin, part, turned, inPart) - movedBy(manikin, part, bind, inPart);
      };
      EXPECT_GT(dot(turns(thigh, forward), out), 0.09f) << "the knee cap turns outward";
      EXPECT_GT(dot(turns(foot, up), out), 0.08f) << "inversion turns the instep outward";
    }
    const auto nods = [&](Role role, const Vec3& angles) {
      return boneAt(manikin, partOf(manikin, role), angles) - boneAt(manikin, partOf(manikin, role), {});
    };
    for (const Role role : {Role::spine, Role::chest, Role::head}) {
      EXPECT_GT(nods(role, {0, 0.1f, 0}).z, 0.09f) << nameOf(role) << " bends forward";
      EXPECT_GT(nods(role, {0, 0, 0.1f}).x, 0.09f) << nameOf(role) << " bends to the left";
    }
  }
}

TEST(Limits, WristsBendTowardThePalmAndTheLittleFinger) {
  const Manikin manikin = makeHumanoid().fit();  // T-pose: palms down, thumbs forward
  for (const Role role : {Role::leftHand, Role::rightHand}) {
    const Part& hand = partOf(manikin, role);
    EXPECT_LT(boneAt(manikin, hand, {0, 0.1f, 0}).y - boneAt(manikin, hand, {}).y, -0.09f) << nameOf(role);
    EXPECT_LT(boneAt(manikin, hand, {0, 0, 0.1f}).z - boneAt(manikin, hand, {}).z, -0.09f) << nameOf(role);
  }
}

TEST(Limits, KneesBendBackwardAndElbowsForward) {
  for (const Stance& stance : {Stance{}, Stance{.armDown = 1.4f}, Stance{.elbowBend = 0.5f, .kneeBend = 0.5f},
                               Stance{.jointAxes = axisAngle(Vec3{0, 0, 1}, 1.1f)}}) {
    const Manikin manikin = makeHumanoid(stance).fit();
    for (const Role role : {Role::leftShin, Role::rightShin}) {
      const Part& shin = partOf(manikin, role);
      ASSERT_EQ(shin.toParent.type, JointType::hinge);
      EXPECT_NEAR(shin.toParent.bindAngles.x, stance.kneeBend, 1e-3f) << nameOf(role);
      EXPECT_LT(boneAt(manikin, shin, {1.2f, 0, 0}).z, -0.5f) << "heel goes backward: " << nameOf(role);
    }
    for (const Role role : {Role::leftForearm, Role::rightForearm}) {
      const Part& forearm = partOf(manikin, role);
      ASSERT_EQ(forearm.toParent.type, JointType::hinge);
      EXPECT_NEAR(forearm.toParent.bindAngles.x, stance.elbowBend, 1e-3f) << nameOf(role);
      EXPECT_GT(boneAt(manikin, forearm, {1.2f, 0, 0}).z, 0.8f) << "hand goes forward: " << nameOf(role);
    }
  }
}

TEST(Limits, ABindPoseOutsideAnatomyWidensItsLimit) {
  const Manikin manikin = makeHumanoid({.kneeBend = -0.2f}).fit();
  const PartJoint& knee = partOf(manikin, Role::leftShin).toParent;
  EXPECT_NEAR(knee.bindAngles.x, -0.2f, 1e-3f);
  EXPECT_FLOAT_EQ(knee.flexion.low, knee.bindAngles.x);
  EXPECT_NEAR(degrees(knee.flexion.high), 140, 0.01f);
  EXPECT_EQ(count(manikin.findings, "limits.widened", "leftShin"), 1);
  EXPECT_EQ(count(manikin.findings, "limits.widened", "leftThigh"), 0);
}

TEST(Limits, AnAnimalsLegClosesTheWayItIsBent) {
  const Manikin dog = fitOf("@quadruped");
  for (const Role role : {Role::frontLeftLower, Role::frontRightLower, Role::hindLeftLower, Role::hindRightLower}) {
    const Part& lower = partOf(dog, role);
    ASSERT_EQ(lower.toParent.type, JointType::hinge) << lower.name;
    const Part& upper = dog.parts[static_cast<std::size_t>(lower.parent)];
    const Vec3 upperBone = rotate(upper.modelFromPart.rotation, upper.axis);
    EXPECT_GT(lower.toParent.bindAngles.x, 0) << lower.name;
    EXPECT_GT(angleBetween(upperBone, boneAt(dog, lower, {lower.toParent.bindAngles.x + 0.3f, 0, 0})),
              angleBetween(upperBone, boneAt(dog, lower, {lower.toParent.bindAngles.x, 0, 0})) + 0.25f)
        << lower.name;
  }
}

TEST(Limits, MotorsGrowWithTheBody) {
  const Manikin light = makeHumanoid().fit({.mass = 37.5f}), heavy = makeHumanoid().fit({.mass = 75});
  EXPECT_NEAR(partOf(heavy, Role::leftThigh).toParent.maxTorque, 120, 1e-3f);
  EXPECT_NEAR(partOf(heavy, Role::leftHand).toParent.maxTorque, 8, 1e-3f);
  EXPECT_NEAR(partOf(light, Role::leftThigh).toParent.maxTorque, 60, 1e-3f);
}

TEST(Limits, PlainBonesHangInACone) {
  const Manikin manikin = fitOf(rigOf("@figure"), {}, {.creature = Creature::bones});
  for (const Part& part : manikin.parts) {
    if (part.parent < 0) continue;
    EXPECT_EQ(part.toParent.type, JointType::ball);
    EXPECT_LT(length(part.toParent.bindAngles), 1e-3f) << part.name;
    EXPECT_NEAR(degrees(part.toParent.swing1.high), 45, 0.01f);
    EXPECT_GT(part.toParent.maxTorque, 0);
  }
}

}  // namespace
}  // namespace sinew::test
