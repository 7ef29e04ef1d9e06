#include <sinew/base/random.h>

#include "physics/conformance.h"

// Joints hold, and their limits stand where they were authored: each end driven into by a steady torque and measured.

namespace sinew {
namespace {

constexpr float kReach = 3;  ///< degrees, by which a limit may be missed

/// N m that lean on the limit: enough to turn the arm in a blink.
constexpr float kLean = 10;

struct Ends {
  Vec3 low, high;  ///< degrees: (twist, swing1, swing2)
};

constexpr Ends kCases[] = {
    {{-20, -35, -60}, {70, 15, 25}}, {{-90, -10, -10}, {90, 10, 10}}, {{-5, -80, -20}, {40, 30, 100}}, {{-120, 0, -45}, {10, 50, 0}}};

void setRanges(JointDef& joint, const Ends& ends) {
  joint.limited = true;
  joint.twist = {radians(ends.low.x), radians(ends.high.x)};
  joint.swing1 = {radians(ends.low.y), radians(ends.high.y)};
  joint.swing2 = {radians(ends.low.z), radians(ends.high.z)};
}

/// x of the joint's frame along the hanging arm.
const Quat kAlongArm = fromTo(Vec3{1, 0, 0}, Vec3{0, -1, 0});

TEST_P(WorldConformance, BallLimitsStandAtBothEndsOfEachAxis) {
  for (const Ends& ends : kCases) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const float side : {-1.0f, 1.0f}) {
        make(weightless());
        ArticulationDef def = arm(ConstraintType::ball, kAlongArm);
        setRanges(def.joints[0].joint, ends);
        const ArticulationId id = articulation(def);
        const BodyId child = world_->bodiesOf(id)[1];
        const JointId hung = world_->jointsOf(id)[0];
        const Vec3 axisWorld = rotate(kAlongArm, axis == 0 ? Vec3{1, 0, 0} : axis == 1 ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
        for (int i = 0; i < 90; ++i) {
          turn(child, axisWorld * (side * kLean * kStep * (axis == 0 ? 0.05f : 1.0f)));
          world_->step(kStep);
        }
        const float wanted = component(side < 0 ? ends.low : ends.high, axis);
        const float got = degrees(component(joint(hung).angles, axis));
        EXPECT_NEAR(got, wanted, kReach + degrees(world_->traits().limitError)) << "axis " << axis << " end " << wanted;
      }
    }
  }
}

TEST_P(WorldConformance, BallLimitsHoldUnderGravity) {
  // The frame tilts so that gravity itself leans on each end.
  const Ends ends{{-20, -35, -60}, {70, 15, 25}};
  for (const Vec3& outward : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}}) {
    make();
    ArticulationDef def = arm(ConstraintType::ball);
    setRanges(def.joints[0].joint, ends);
    const Quat worldFromFrame = fromTo(Vec3{1, 0, 0}, outward);
    def.joints[0].joint.parentFromFrame.rotation = worldFromFrame;
    def.bodies[1].worldFromBody = {fromTo(Vec3{0, -1, 0}, outward), outward * 0.2f};
    def.joints[0].joint.childFromFrame = inverse(def.bodies[1].worldFromBody) * Transform{worldFromFrame, {}};
    def.joints[0].joint.damping = 2;
    const ArticulationId id = articulation(def);
    run(3);
    const JointState rest = joint(world_->jointsOf(id)[0]);
    const Vec3 inside = clampBall(rest.angles * 1.1f, def.joints[0].joint.twist, def.joints[0].joint.swing1, def.joints[0].joint.swing2);
    EXPECT_LT(degrees(rest.overshoot), kReach);
    EXPECT_LT(degrees(length(Vec3{0, rest.angles.y - inside.y, rest.angles.z - inside.z})), kReach + degrees(world_->traits().limitError))
        << "rests at " << degrees(rest.angles.y) << " " << degrees(rest.angles.z);
  }
}

TEST_P(WorldConformance, SwingLimitIsAnEllipse) {
  const Ends ends{{-20, -30, -60}, {20, 50, 20}};
  for (int i = 0; i < 16; ++i) {
    make(weightless());
    ArticulationDef def = arm(ConstraintType::ball, kAlongArm);
    setRanges(def.joints[0].joint, ends);
    const ArticulationId id = articulation(def);
    const JointId hung = world_->jointsOf(id)[0];
    const float around = 2 * kPi * (static_cast<float>(i) + 0.3f) / 16;
    const Vec3 axis = rotate(kAlongArm, Vec3{0, std::cos(around), std::sin(around)});
    for (int k = 0; k < 40; ++k) {
      turn(world_->bodiesOf(id)[1], axis * (kLean * 0.3f * kStep));
      world_->step(kStep);
    }
    const Vec3 a = joint(hung).angles;
    const float u = degrees(a.y) / (a.y < 0 ? -ends.low.y : ends.high.y), v = degrees(a.z) / (a.z < 0 ? -ends.low.z : ends.high.z);
    EXPECT_NEAR(std::sqrt(u * u + v * v), 1, 0.12) << "swing " << degrees(a.y) << " " << degrees(a.z);
    EXPECT_LT(degrees(joint(hung).overshoot), kReach);
  }
}

TEST_P(WorldConformance, TwistAndSwingAreNotSwapped) {
  make(weightless());
  ArticulationDef def = arm(ConstraintType::ball, kAlongArm);
  setRanges(def.joints[0].joint, {{-90, -10, -10}, {90, 10, 10}});
  const ArticulationId id = articulation(def);
  const BodyId child = world_->bodiesOf(id)[1];
  const JointId hung = world_->jointsOf(id)[0];
  for (int i = 0; i < 60; ++i) {
    turn(child, rotate(kAlongArm, Vec3{0.5f * kStep, 0, 0}));
    world_->step(kStep);
  }
  EXPECT_NEAR(degrees(joint(hung).angles.x), 90, kReach);
  EXPECT_LT(std::abs(degrees(joint(hung).angles.y)), kReach);
  for (int i = 0; i < 60; ++i) {
    turn(child, rotate(kAlongArm, Vec3{0, kLean * kStep, 0}));
    world_->step(kStep);
  }
  EXPECT_NEAR(degrees(joint(hung).angles.y), 10, kReach);
}

TEST_P(WorldConformance, HingeLimitsStandAtBothEnds) {
  constexpr float kHinges[][2] = {{0, 140}, {-140, 0}, {-20, 100}, {-5, 5}, {-170, 30}};
  for (const auto& ends : kHinges) {
    for (const int end : {0, 1}) {
      for (const float gravity : {0.0f, -9.81f}) {
        WorldDef def = weightless();
        def.gravity.y = gravity;
        make(def);
        const Quat across = fromTo(Vec3{1, 0, 0}, Vec3{0, 0, 1});
        ArticulationDef body = arm(ConstraintType::hinge, across);
        body.joints[0].joint.limited = true;
        body.joints[0].joint.twist = {radians(ends[0]), radians(ends[1])};
        const ArticulationId id = articulation(body);
        for (int i = 0; i < 120; ++i) {
          turn(world_->bodiesOf(id)[1], Vec3{0, 0, (end == 0 ? -1.0f : 1.0f) * kLean * kStep});
          world_->step(kStep);
        }
        const JointState now = joint(world_->jointsOf(id)[0]);
        EXPECT_NEAR(degrees(now.angles.x), ends[end], kReach + degrees(world_->traits().limitError));
        EXPECT_LT(degrees(now.misalignment), 1);
      }
    }
  }
}

TEST_P(WorldConformance, LimitsPushButNeverPull) {
  // From the end of its range a hinge swings back as freely as if there were no limit.
  for (const bool limited : {false, true}) {
    make(weightless());
    const Quat across = fromTo(Vec3{1, 0, 0}, Vec3{0, 0, 1});
    ArticulationDef def = arm(ConstraintType::hinge, across);
    def.joints[0].joint.limited = limited;
    def.joints[0].joint.twist = {0, radians(140)};
    const ArticulationId id = articulation(def);
    turn(world_->bodiesOf(id)[1], Vec3{0, 0, 0.1f});
    run(0.5f);
    const float inertia = def.bodies[1].inertia.z + 2 * 0.2f * 0.2f;
    EXPECT_NEAR(joint(world_->jointsOf(id)[0]).angles.x, 0.5f * 0.1f / inertia, 0.01f) << "limited " << limited;
  }
}

TEST_P(WorldConformance, LimitStopsWithoutBouncing) {
  make(weightless());
  const Quat across = fromTo(Vec3{1, 0, 0}, Vec3{0, 0, 1});
  ArticulationDef def = arm(ConstraintType::hinge, across);
  def.joints[0].joint.limited = true;
  def.joints[0].joint.twist = {radians(-30), radians(40)};
  const ArticulationId id = articulation(def);
  turn(world_->bodiesOf(id)[1], Vec3{0, 0, 1});
  float peak = 0;
  for (int i = 0; i < 60; ++i) {
    world_->step(kStep);
    peak = std::max(peak, joint(world_->jointsOf(id)[0]).angles.x);
  }
  EXPECT_NEAR(degrees(peak), 40, kReach);
  EXPECT_NEAR(degrees(joint(world_->jointsOf(id)[0]).angles.x), 40, kReach);
}

TEST_P(WorldConformance, AnOvershotLimitIsDrivenBackTheShortWay) {
  // Set 30 degrees beyond the upper end: back to that end, not round to the lower one, and without being shot back.
  make(weightless());
  const Quat across = fromTo(Vec3{1, 0, 0}, Vec3{0, 0, 1});
  ArticulationDef def = arm(ConstraintType::hinge, across);
  def.joints[0].joint.limited = true;
  def.joints[0].joint.twist = {radians(-20), radians(160)};
  const ArticulationId id = articulation(def);
  const BodyId child = world_->bodiesOf(id)[1];
  const Quat bent = axisAngle(Vec3{0, 0, 1}, radians(190));
  put(child, {{bent, rotate(bent, Vec3{0, -0.2f, 0})}, {}, {}});
  EXPECT_NEAR(degrees(joint(world_->jointsOf(id)[0]).overshoot), 30, 0.1);
  run(2);
  EXPECT_NEAR(degrees(joint(world_->jointsOf(id)[0]).angles.x), 160, kReach);
  EXPECT_LT(length(state(child).angularVelocity), 0.2f);
}

TEST_P(WorldConformance, FixedJointHolds) {
  make();
  const ArticulationId id = articulation(arm(ConstraintType::fixed, axisAngle(Vec3{0, 0, 1}, 0.7f)));
  for (int i = 0; i < 60; ++i) {
    push(world_->bodiesOf(id)[1], Vec3{20 * kStep, 0, 0});
    world_->step(kStep);
  }
  const JointState now = joint(world_->jointsOf(id)[0]);
  EXPECT_LT(degrees(now.misalignment), 1);
  EXPECT_LT(now.separation, 1e-3f);
}

TEST_P(WorldConformance, ATailOfTwelveLinksHoldsTogether) {
  make();
  ArticulationDef def;
  for (int i = 0; i < 12; ++i) {
    def.bodies.push_back(rod(0.5f, 0.02f, 0.05f, {axisAngle(Vec3{0, 0, 1}, kPi / 2), {0.14f * static_cast<float>(i), 0, 0}}));
    if (i > 0) def.joints.push_back(jointAt(def, i - 1, i, ConstraintType::ball, {0.14f * (static_cast<float>(i) - 0.5f), 0, 0}));
  }
  def.bodies[0].mode = BodyMode::kinematic;
  def.selfCollision = false;
  const ArticulationId id = articulation(def);
  float worst = 0;
  std::vector<JointState> joints(11);
  for (int i = 0; i < 300; ++i) {
    world_->step(kStep);
    world_->jointStates(world_->jointsOf(id), joints);
    for (const JointState& now : joints) worst = std::max(worst, now.separation);
  }
  EXPECT_LT(worst, 0.01f * 12 * 0.14f) << "m, while it swings";
  for (const JointState& now : joints) EXPECT_LT(now.separation, 1e-3f);
}

TEST_P(WorldConformance, BindPoseIsAtRest) {
  // No energy comes from building a body: with no weight, ten steps move nothing.
  make(weightless());
  const ArticulationId id = articulation(doll());
  std::vector<JointState> joints(world_->jointsOf(id).size());
  world_->jointStates(world_->jointsOf(id), joints);
  for (const JointState& now : joints) EXPECT_LT(degrees(now.overshoot), 0.01f);
  const Vec3 head = place(world_->bodiesOf(id)[4]);
  run(10 * kStep);
  EXPECT_LT(kineticEnergy(world_->bodiesOf(id)), 1e-3);
  EXPECT_LT(distance(place(world_->bodiesOf(id)[4]), head), 1e-4f);
}

TEST_P(WorldConformance, KneesAndElbowsBendOneWay) {
  for (int side = 0; side < 6; ++side) {
    make();
    floor();
    const Vec3 up[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
    const Quat turned = fromTo(Vec3{0, 1, 0}, up[side]);
    const ArticulationId id = articulation(doll({turned, Vec3{0, 2, 0} - rotate(turned, Vec3{0, 0.9f, 0})}));
    float worstLow = 0, worstHigh = 0, rest = 0;
    for (int i = 0; i < 240; ++i) {
      world_->step(kStep);
      for (const std::size_t hinge : {std::size_t{5}, std::size_t{8}, std::size_t{11}, std::size_t{14}}) {
        const JointState now = joint(world_->jointsOf(id)[hinge]);
        worstLow = std::min(worstLow, degrees(now.angles.x));
        worstHigh = std::max(worstHigh, degrees(now.angles.x));
        if (i > 200) rest = std::max(rest, degrees(now.overshoot));
      }
    }
    EXPECT_GT(worstLow, -5) << "side " << side;
    EXPECT_LT(worstHigh, 150) << "side " << side;
    EXPECT_LT(rest, 1) << "side " << side;
  }
}

TEST_P(WorldConformance, ABlowNearAHingeTurnsItByItsMomentAboutTheHinge) {
  // Alone the rod would spin by hundreds of radians a second; on the hinge it takes J d / (I + m l^2), far inside its limits.
  for (const float blow : {-60.0f, -20.0f, 20.0f, 60.0f}) {
    make(weightless());
    ArticulationDef def = arm(ConstraintType::hinge, {}, 1.2f);
    def.joints[0].joint.limited = true;
    def.joints[0].joint.twist = {-1.2f, 1.2f};
    const ArticulationId id = articulation(def);
    const BodyId rod = world_->bodiesOf(id)[1];
    const BodyDef& hung = def.bodies[1];
    constexpr float kBelow = 0.02f, kLong = 0.2f;  // m, from the hinge: of the blow, of the centre
    const Vec3 impulse{0, 0, blow}, point{0, -kBelow, 0};
    world_->addImpulses({&rod, 1}, {&impulse, 1}, {&point, 1});
    world_->step(kStep);
    const float wanted = std::abs(blow) * kBelow / (hung.inertia.x + hung.mass * kLong * kLong);
    EXPECT_NEAR(length(state(rod).angularVelocity), wanted, 0.03f * wanted + 0.02f) << blow << " N s";
  }
}

TEST_P(WorldConformance, JointsOfAFallenDollHold) {
  make();
  floor();
  Random random{11};
  for (int seed = 0; seed < 4; ++seed) {
    const Quat turned = normalized(Quat{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
    const ArticulationId id = articulation(doll({turned, Vec3{0, 1.8f, 0} - rotate(turned, Vec3{0, 0.9f, 0})}));
    std::vector<JointState> joints(world_->jointsOf(id).size());
    float early = 0;
    for (int i = 0; i < 300; ++i) {
      world_->step(kStep);
      if (i >= 15) continue;
      for (const BodyId part : world_->bodiesOf(id)) early = std::max(early, length(state(part).linearVelocity));
    }
    world_->jointStates(world_->jointsOf(id), joints);
    for (const JointState& now : joints) {
      EXPECT_LT(now.separation, 0.01f);
      EXPECT_LT(degrees(now.overshoot), 8);
      EXPECT_LT(degrees(now.misalignment), 8);
    }
    EXPECT_LT(early, 1.2f * std::sqrt(2 * 9.81f * 1.0f)) << "no explosion at the start";
    world_->destroyArticulation(id);
  }
}

TEST_P(WorldConformance, LooseJointsBindBodiesToEachOtherAndToTheWorld) {
  make();
  const BodyId high = body(ball(1, 0.1f, {0, 0, 0})), low = body(ball(1, 0.1f, {0, -1, 0}));
  JointDef hook;
  hook.child = high;
  hook.limited = false;
  JointDef rope = hook;
  rope.parent = high;
  rope.child = low;
  rope.childFromFrame.translation = {0, 1, 0};
  const auto first = world_->createJoint(hook);
  const auto second = world_->createJoint(rope);
  ASSERT_TRUE(first && second);
  run(1);
  EXPECT_LT(distance(place(high), Vec3{0, 0, 0}), 1e-3f);
  EXPECT_LT(distance(place(low), Vec3{0, -1, 0}), 2e-3f);
  EXPECT_EQ(world_->jointInfo(*second)->parent, high);
  world_->destroyJoint(*second);
  EXPECT_FALSE(world_->valid(*second));
  run(0.5f);
  EXPECT_LT(place(low).y, -1.5f);
  EXPECT_LT(distance(place(high), Vec3{0, 0, 0}), 1e-3f);
}

TEST_P(WorldConformance, JointInfoIsReadBack) {
  make();
  const ArticulationDef def = doll();
  const ArticulationId id = articulation(def);
  for (std::size_t i = 0; i < def.joints.size(); ++i) {
    const JointInfo info = *world_->jointInfo(world_->jointsOf(id)[i]);
    const JointDef& wanted = def.joints[i].joint;
    EXPECT_EQ(info.type, wanted.type);
    EXPECT_EQ(info.child, world_->bodiesOf(id)[static_cast<std::size_t>(def.joints[i].child)]);
    EXPECT_EQ(info.parent, world_->bodiesOf(id)[static_cast<std::size_t>(def.joints[i].parent)]);
    EXPECT_LT(distance(info.parentFromFrame.translation, wanted.parentFromFrame.translation), 1e-5f);
    EXPECT_LT(distance(info.childFromFrame.translation, wanted.childFromFrame.translation), 1e-5f);
    EXPECT_LT(angleBetween(info.childFromFrame.rotation, wanted.childFromFrame.rotation), 1e-3f);
    EXPECT_NEAR(info.twist.low, wanted.twist.low, 1e-6f);
    EXPECT_NEAR(info.twist.high, wanted.twist.high, 1e-6f);
  }
}

}  // namespace
}  // namespace sinew
