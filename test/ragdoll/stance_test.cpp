#include <gtest/gtest.h>

#include "ragdoll/figure.h"

// How parts follow: one by one, and how far the whole may part from its animation.

namespace sinew {
namespace {

using test::figure;
using test::frame;
using test::kStep;
using test::levelWorld;
using test::stateOf;

/// rad, between what is drawn of a joint and what is animated, against the joint above.
float drawnOff(const Character& one, std::size_t joint) {
  return angleBetween(one.animator.displayedLocal()[joint].rotation, one.animator.animatedLocal()[joint].rotation);
}

TEST(Stance, ALimpLegOnAStandingBody) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = levelWorld(name);
    Character one = std::move(*Character::build(*world, figure().kind));
    for (int i = 0; i < 10; ++i) frame(*world, one);
    for (const Role role : {Role::leftShin, Role::leftFoot}) {
      one.stance[figure().index(role)].mode = PartMode::limp;
      one.stance[figure().index(role)].mapping = 1;
    }
    // It stands on: the limp shin swings where its clip does not, all the rest is the animation to the last bit.
    one.animator.play(figure().kind->animation->clipOf("run"), {.halflife = 0.1f});
    float most = 0;
    for (int i = 0; i < 120; ++i) {
      frame(*world, one);
      one.compose();
      most = std::max(most, drawnOff(one, figure().joint(Role::leftShin)));
      for (const Role role : {Role::pelvis, Role::rightShin, Role::leftThigh, Role::head, Role::leftHand})
        ASSERT_EQ(one.animator.displayedLocal()[figure().joint(role)], one.animator.animatedLocal()[figure().joint(role)]) << name << i;
    }
    EXPECT_GT(degrees(most), 10.0f) << name;
    EXPECT_EQ(one.balance(), Balance::standing);
  }
}

TEST(Stance, AHitArmOnARunningBody) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = std::move(*createWorld(name));
    Character one = std::move(*Character::build(*world, figure().kind));
    one.animator.play(figure().kind->animation->clipOf("run"), {.halflife = 0});
    for (int i = 0; i < 30; ++i) frame(*world, one);
    const std::size_t arm = figure().index(Role::leftForearm);
    one.hit(static_cast<std::int32_t>(arm), {0, 0, -20}, stateOf(one, figure().index(Role::leftHand)).worldFromBody.translation);
    float most = 0, parted = 0;
    for (int i = 0; i < 240; ++i) {
      frame(*world, one);
      one.compose();
      most = std::max(most, drawnOff(one, figure().joint(Role::leftForearm)));
      // The arm's root rides on the shoulder that is animated.
      const std::size_t top = figure().joint(Role::leftUpperArm);
      parted = std::max(parted, distance(one.animator.displayedModel()[top].translation, one.animator.animatedModel()[top].translation));
      EXPECT_EQ(one.animator.displayedLocal()[figure().joint(Role::rightThigh)],
                one.animator.animatedLocal()[figure().joint(Role::rightThigh)]);
    }
    std::printf("%s: a hit arm of a runner is %.0f degrees off at most, its shoulder %.1f mm\n", std::string(name).c_str(),
                static_cast<double>(degrees(most)), static_cast<double>(parted * 1000));
    EXPECT_GT(degrees(most), 5.0f) << name;
    const std::size_t fore = figure().joint(Role::leftForearm);
    EXPECT_EQ(one.animator.displayedLocal()[fore], one.animator.animatedLocal()[fore]) << name;  // handed back
    EXPECT_LT(parted, 0.1f) << name;
    EXPECT_EQ(one.balance(), Balance::standing);
  }
}

TEST(Stance, AStaggerPlaysItsClipAndGoesOnWithWhatItDid) {
  const std::unique_ptr<World> world = levelWorld();
  Character one = std::move(*Character::build(*world, figure().kind));
  const std::int32_t walk = figure().kind->animation->clipOf("walk");
  one.animator.play(walk, {.halflife = 0});
  for (int i = 0; i < 20; ++i) frame(*world, one);
  ASSERT_GE(figure().kind->stagger, 0);
  const float push = 0.5f * (one.options.staggerSpeed + one.options.fallSpeed) * figure().kind->mass;
  one.hit(figure().part(Role::chest), {0, 0, -push}, {0, 1.3f, 0});
  EXPECT_EQ(one.balance(), Balance::staggering);
  EXPECT_EQ(one.animator.clip(), figure().kind->stagger);
  int frames = 0;
  std::vector<Balance> path;
  for (; frames < 600 && one.balance() == Balance::staggering; ++frames) {
    frame(*world, one);
    for (const CharacterEvent& event : one.events()) path.push_back(event.to);
    EXPECT_EQ(one.animator.displayedLocal()[figure().joint(Role::leftShin)], one.animator.animatedLocal()[figure().joint(Role::leftShin)]);
  }
  const float duration = figure().kind->animation->clips[static_cast<std::size_t>(figure().kind->stagger)].duration;
  EXPECT_NEAR(static_cast<float>(frames) * kStep, duration, 2 * kStep);
  EXPECT_EQ(one.balance(), Balance::standing);
  EXPECT_EQ(one.animator.clip(), walk);
  frame(*world, one);
  for (const CharacterEvent& event : one.events()) path.push_back(event.to);
  EXPECT_EQ(path, (std::vector<Balance>{Balance::staggering, Balance::standing}));

  // A second push of the same kind in the middle of it does not begin it anew; a large one fells it.
  one.hit(figure().part(Role::chest), {0, 0, -push}, {0, 1.3f, 0});
  for (int i = 0; i < 10; ++i) frame(*world, one);
  const double time = one.animator.time();
  one.hit(figure().part(Role::chest), {0, 0, -push}, {0, 1.3f, 0});
  frame(*world, one);
  EXPECT_GT(one.animator.time(), time);
  one.hit(figure().part(Role::chest), {0, 0, -3 * push}, {0, 1.3f, 0});
  EXPECT_EQ(one.balance(), Balance::falling);
}

/// m, level, between the animated pelvis and its body.
float leashed(const Character& one) {
  const Vec3 gap = stateOf(one, 0).worldFromBody.translation -
                   one.worldFromModel * one.animator.animatedModel()[figure().joint(Role::pelvis)].translation;
  return length(Vec3{gap.x, 0, gap.z});
}

TEST(Leash, AnimationDoesNotWalkAwayFromABodyThatIsHeldUp) {
  for (const std::string_view name : worldNames()) {
    const std::unique_ptr<World> world = levelWorld(name);
    ASSERT_TRUE(world->createBox({{}, {0, 1, 2.0f}}, {3, 2, 0.2f}, {}));
    Character one = std::move(*Character::build(*world, figure().kind));
    for (PartDrive& drive : one.stance) {
      drive.mode = PartMode::powered;
      drive.pin = 0.2f;
      drive.mapping = 1;
    }
    one.animator.play(figure().kind->animation->clipOf("walk"), {.halflife = 0});
    float most = 0;
    for (int i = 0; i < 600; ++i) {
      frame(*world, one);
      most = std::max(most, leashed(one));
    }
    std::printf("%s: against a wall the animation is %.3f m from the body at most, which is at %.2f m\n", std::string(name).c_str(),
                static_cast<double>(most), static_cast<double>(stateOf(one, 0).worldFromBody.translation.z));
    EXPECT_GT(stateOf(one, 0).worldFromBody.translation.z, 0.8f) << name;  // it walked there
    EXPECT_LT(stateOf(one, 0).worldFromBody.translation.z, 2.0f) << name;
    EXPECT_GT(most, 0.1f) << name;  // and the wall holds it
    EXPECT_LE(most, one.options.leash + 1e-5f) << name;
  }
}

TEST(Leash, TheNodeFollowsWhoIsCarriedOff) {
  const std::unique_ptr<World> world = levelWorld();
  Character one = std::move(*Character::build(*world, figure().kind));
  frame(*world, one);
  one.hit(figure().part(Role::chest), {0, 0, -900}, {0, 1.3f, 0});
  for (int i = 0; i < 40; ++i) {
    frame(*world, one);
    ASSERT_LE(leashed(one), one.options.leash + 1e-5f) << i;
    // What is drawn stays on the body all the same.
    one.compose();
    const Vec3 drawn = one.worldFromModel * one.animator.displayedModel()[figure().joint(Role::pelvis)].translation;
    ASSERT_LT(distance(drawn, stateOf(one, 0).worldFromBody.translation), 1e-4f) << i;
  }
  EXPECT_GT(length(one.worldFromModel.translation), 1.0f);
}

TEST(Drawn, PivotsStandOnTheirBodies) {
  // Nearly limp in a fall, all of it drawn: joints stand where their bodies do, at rest within 2 mm.
  const std::unique_ptr<World> world = levelWorld();
  Character one = std::move(*Character::build(*world, figure().kind));
  one.options.getsUp = false;
  one.knockOut();
  float moving = 0, resting = 0;
  for (int i = 0; i < 600; ++i) {
    frame(*world, one);
    one.compose();
    float worst = 0;
    for (std::size_t p = 0; p < one.ragdoll.bodies.size(); ++p) {
      const auto joint = static_cast<std::size_t>(figure().kind->body->headJoint[p]);
      const Vec3 drawn = one.worldFromModel * one.animator.displayedModel()[joint].translation;
      worst = std::max(worst, distance(drawn, stateOf(one, p).worldFromBody.translation));
    }
    (i < 400 ? moving : resting) = std::max(i < 400 ? moving : resting, worst);
  }
  std::printf("drawn pivots are %.2f mm off their bodies in a fall, %.2f mm at rest\n", static_cast<double>(moving * 1000),
              static_cast<double>(resting * 1000));
  EXPECT_LT(resting, 0.002f);
  EXPECT_LT(moving, 0.01f);
}

TEST(Drawn, NoFrameShowsTheBindPose) {
  // From standing to falling to lying to standing again: the figure is modelled with its arms away from the body, which no clip has.
  const std::unique_ptr<World> world = levelWorld();
  Character one = std::move(*Character::build(*world, figure().kind));
  const std::span<const Transform> rest = figure().kind->animation->skeleton.rest;
  const auto nearBind = [&] {
    float most = 0;
    for (std::size_t j = 0; j < rest.size(); ++j)
      if (figure().kind->body->parents[j] >= 0)
        most = std::max(most, angleBetween(rest[j].rotation, one.animator.displayedLocal()[j].rotation));
    return degrees(most) < 5;
  };
  for (int i = 0; i < 1200; ++i) {
    frame(*world, one);
    if (i == 60) one.knockOut();
    ASSERT_FALSE(nearBind()) << i;
  }
  EXPECT_EQ(one.balance(), Balance::standing);
}

TEST(DrivenByPose, TheAnimatedPoseLeadsTheDisplayedOneStalls) {
  // Bodies hand their pose back in full. Led by the animated pose they get where it is; led by what is drawn, which is their own answer,
  // they stay where they were.
  float off[2] = {};
  for (const int displayed : {0, 1}) {
    WorldDef weightless;
    weightless.gravity = {};
    const std::unique_ptr<World> world = std::move(*createWorld("crowd", weightless));
    const auto set = figure().kind->animation;
    Animator animator(set);
    Ragdoll doll = std::move(*buildRagdoll(*world, figure().kind->body));
    const std::size_t joints = set->skeleton.size();
    std::vector<Transform> local(set->skeleton.rest), model(joints);
    std::vector<Mat4> pose(joints);
    const std::vector<float> weights(joints, 1);
    const std::int32_t kneel = set->clipOf("kneel");
    ASSERT_GE(kneel, 0);
    animator.play(kneel, {.halflife = 0, .speed = 0, .time = 0.9});
    for (int i = 0; i < 120; ++i) {
      doll.readModel({}, local, model);
      for (std::size_t j = 0; j < joints; ++j) pose[j] = toMat4(model[j]);
      ASSERT_TRUE(animator.setPhysicsPose(pose, weights));
      animator.advance(kStep);
      animator.compose();
      doll.drive(*world, displayed ? animator.displayedModel() : animator.animatedModel(), DriveStep{1, 0});
      world->step(kStep);
    }
    const std::size_t shin = figure().joint(Role::leftShin);
    off[displayed] = angleBetween(animator.displayedLocal()[shin].rotation, animator.animatedLocal()[shin].rotation);
  }
  std::printf("led by the animated pose %.1f degrees off after 2 s, by the displayed one %.1f\n", static_cast<double>(degrees(off[0])),
              static_cast<double>(degrees(off[1])));
  EXPECT_LT(degrees(off[0]), 3.0f);
  EXPECT_GT(degrees(off[1]), 30.0f);
}

}  // namespace
}  // namespace sinew
