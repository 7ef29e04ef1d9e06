#include <gtest/gtest.h>

#include <algorithm>

#include <sinew/ragdoll/pose_map.h>
#include <sinew/ragdoll/ragdoll.h>

#include "support/handmade.h"

namespace sinew {
namespace {

using test::Feet;
using test::Handmade;
using test::makeHandmade;

std::vector<Transform> bindOf(const Rig& rig) {
  std::vector<Transform> pose;
  for (const Joint& joint : rig.joints) pose.push_back(joint.modelFromBind);
  return pose;
}

struct Recovered {
  std::vector<Transform> local, model;
};

Recovered recover(const Handmade& made, std::span<const Transform> modelFromPart) {
  Recovered out{std::vector<Transform>(made.rig.joints.size()), std::vector<Transform>(made.rig.joints.size())};
  localsFromModel(made.rig, bindOf(made.rig), out.local);
  recoverPose(poseMapOf(made.manikin, made.rig), modelFromPart, out.local, out.model);
  return out;
}

/// Bodies turned at random about their joints and thrown somewhere, with gaps as a solver leaves them.
std::vector<Transform> thrown(const Manikin& manikin, float gap) {
  Random random{11};
  const auto vector = [&](float size) { return Vec3{random.range(-size, size), random.range(-size, size), random.range(-size, size)}; };
  std::vector<Transform> parts;
  for (const Part& part : manikin.parts) {
    Transform pose;
    if (part.parent < 0) {
      pose = {exponential(vector(2)), vector(3)};
    } else {
      const Transform& above = parts[static_cast<std::size_t>(part.parent)];
      pose.rotation = normalized(above.rotation * part.toParent.parentFromFrame.rotation * exponential(vector(0.7f)) *
                                 conjugate(part.toParent.childFromFrame.rotation));
      pose.translation =
          above * part.toParent.parentFromFrame.translation - rotate(pose.rotation, part.toParent.childFromFrame.translation);
      pose.translation += vector(gap);
    }
    parts.push_back(pose);
  }
  return parts;
}

TEST(PoseMap, BindComesBackUnchanged) {
  for (const Feet feet : {Feet::onShins, Feet::loose}) {
    const Handmade made = makeHandmade(feet);
    std::vector<Transform> parts;
    for (const Part& part : made.manikin.parts) parts.push_back(part.modelFromPart);
    const Recovered pose = recover(made, parts);
    for (std::size_t j = 0; j < pose.model.size(); ++j) {
      EXPECT_LT(distance(pose.model[j].translation, made.rig.joints[j].modelFromBind.translation), 1e-5f) << made.rig.joints[j].name;
      EXPECT_LT(angleBetween(pose.model[j].rotation, made.rig.joints[j].modelFromBind.rotation), 1e-3f) << made.rig.joints[j].name;
    }
  }
}

TEST(PoseMap, JointsMatchBodiesThatMeet) {
  // Where the physics joints hold, every driven joint stands on its body, through joints that no part drives.
  for (const Feet feet : {Feet::onShins, Feet::loose}) {
    const Handmade made = makeHandmade(feet);
    const std::vector<Transform> parts = thrown(made.manikin, 0);
    const Recovered pose = recover(made, parts);
    float worst = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Transform& joint = pose.model[static_cast<std::size_t>(made.manikin.parts[i].joint)];
      worst = std::max(worst, distance(joint.translation, parts[i].translation));
      EXPECT_LT(angleBetween(joint.rotation, parts[i].rotation), 1e-3f) << made.manikin.parts[i].name;
    }
    EXPECT_LT(worst, 1e-5f);
  }
}

TEST(PoseMap, BonesNeverStretch) {
  // Five centimetres of gap at every joint: all of it must stay in physics. Translations are compared bit by bit.
  const Handmade made = makeHandmade();
  std::vector<Transform> before(made.rig.joints.size());
  localsFromModel(made.rig, bindOf(made.rig), before);
  const Recovered pose = recover(made, thrown(made.manikin, 0.05f));
  const std::int32_t hips = made.manikin.parts.front().joint;
  for (std::size_t j = 0; j < before.size(); ++j) {
    if (static_cast<std::int32_t>(j) != hips) {
      EXPECT_EQ(pose.local[j].translation, before[j].translation) << made.rig.joints[j].name;
    }
  }
  const std::vector<Transform> parts = thrown(made.manikin, 0.05f);
  EXPECT_LT(distance(pose.model[static_cast<std::size_t>(hips)].translation, parts.front().translation), 1e-5f);
}

TEST(PoseMap, ALooseFootStaysOnItsShin) {
  const Handmade made = makeHandmade(Feet::loose);
  const std::vector<Transform> parts = thrown(made.manikin, 0.05f);
  const Recovered pose = recover(made, parts);
  for (const Role role : {Role::leftFoot, Role::rightFoot}) {
    const Part& foot = made.manikin.parts[static_cast<std::size_t>(made.manikin.partOf(role))];
    const Part& shin = made.manikin.parts[static_cast<std::size_t>(foot.parent)];
    ASSERT_EQ(made.rig.joints[static_cast<std::size_t>(foot.joint)].parent, -1);
    const Vec3 onShin = pose.model[static_cast<std::size_t>(shin.joint)] * foot.toParent.parentFromFrame.translation;
    const Vec3 onFoot = pose.model[static_cast<std::size_t>(foot.joint)] * foot.toParent.childFromFrame.translation;
    EXPECT_LT(distance(onShin, onFoot), 1e-5f);
  }
}

TEST(PoseMap, JointsThatNoPartDrivesKeepTheirLocalPose) {
  const Handmade made = makeHandmade();
  const PoseMap map = poseMapOf(made.manikin, made.rig);
  std::vector<Transform> local(made.rig.joints.size()), model(made.rig.joints.size());
  localsFromModel(made.rig, bindOf(made.rig), local);
  for (std::size_t j = 0; j < local.size(); ++j) local[j].rotation = normalized(local[j].rotation * axisAngle(Vec3{0, 0, 1}, 0.3f));
  const std::vector<Transform> before = local;
  recoverPose(map, thrown(made.manikin, 0), local, model);
  std::size_t kept = 0;
  for (const PoseStep& step : map.steps) {
    if (step.follow != Follow::keep) continue;
    EXPECT_EQ(local[static_cast<std::size_t>(step.joint)], before[static_cast<std::size_t>(step.joint)]);
    ++kept;
  }
  EXPECT_EQ(kept, 4u);  // root, second spine joint, two clavicles
}

TEST(PoseMap, AWeightedRootIsCarriedByItsPelvis) {
  // A root above the hips that holds skin of the pelvis must come along, though the pelvis hangs from it.
  Handmade made = makeHandmade();
  made.manikin.parts.front().riders = {0};
  const std::vector<Transform> parts = thrown(made.manikin, 0);
  const Recovered pose = recover(made, parts);
  const Transform expected = parts.front() * inverse(made.manikin.parts.front().modelFromPart) * made.rig.joints.front().modelFromBind;
  EXPECT_LT(distance(pose.model.front().translation, expected.translation), 1e-5f);
  EXPECT_LT(angleBetween(pose.model.front().rotation, expected.rotation), 1e-3f);
  EXPECT_LT(distance(pose.model[1].translation, parts.front().translation), 1e-5f);
}

TEST(PoseMap, EveryJointOnceBehindWhatItNeeds) {
  Handmade made = makeHandmade(Feet::loose);
  // The foot before its shin, as a skeleton with foot roots first would have it: the order must not matter.
  made.manikin.parts.front().riders = {0};
  const PoseMap map = poseMapOf(made.manikin, made.rig);
  ASSERT_EQ(map.steps.size(), made.rig.joints.size());
  std::vector<bool> done(map.steps.size(), false);
  for (const PoseStep& step : map.steps) {
    EXPECT_FALSE(done[static_cast<std::size_t>(step.joint)]);
    if (step.parent >= 0) {
      EXPECT_TRUE(done[static_cast<std::size_t>(step.parent)]);
    }
    if (step.anchorJoint >= 0) {
      EXPECT_TRUE(done[static_cast<std::size_t>(step.anchorJoint)]);
    }
    done[static_cast<std::size_t>(step.joint)] = true;
  }
}

TEST(WritePose, SyncThenWriteGivesThePoseBack) {
  const Handmade made = makeHandmade(Feet::loose);
  Result<std::unique_ptr<World>> world = createWorld("bullet");
  ASSERT_TRUE(world);
  const Result<Ragdoll> ragdoll = buildRagdoll(**world, made.manikin);
  ASSERT_TRUE(ragdoll);

  // A pose in which every joint is turned, also those that no part drives, somewhere in the world.
  std::vector<Transform> local(made.rig.joints.size()), worldFromJoint(made.rig.joints.size());
  localsFromModel(made.rig, bindOf(made.rig), local);
  Random random{3};
  const Transform worldFromModel{axisAngle(Vec3{0, 1, 0}, 1.1f), {4, 2, -1}};
  for (std::size_t j = 0; j < local.size(); ++j) {
    local[j].rotation =
        normalized(local[j].rotation * exponential(Vec3{random.range(-0.3f, 0.3f), random.range(-0.3f, 0.3f), random.range(-0.3f, 0.3f)}));
    const std::int32_t parent = made.rig.joints[j].parent;
    worldFromJoint[j] = (parent < 0 ? worldFromModel : worldFromJoint[static_cast<std::size_t>(parent)]) * local[j];
  }
  // The loose feet are where their shins end.
  Manikin posed = made.manikin;
  for (const Role role : {Role::leftFoot, Role::rightFoot}) {
    const Part& foot = posed.parts[static_cast<std::size_t>(posed.partOf(role))];
    const Part& shin = posed.parts[static_cast<std::size_t>(foot.parent)];
    Transform& place = worldFromJoint[static_cast<std::size_t>(foot.joint)];
    place.translation = worldFromJoint[static_cast<std::size_t>(shin.joint)] * foot.toParent.parentFromFrame.translation -
                        rotate(place.rotation, foot.toParent.childFromFrame.translation);
  }

  syncBodies(**world, *ragdoll, made.manikin, worldFromJoint);
  std::vector<Transform> written = local;
  writePose(**world, *ragdoll, made.manikin, made.rig, written, worldFromModel);
  std::vector<Transform> back(written.size());
  float worst = 0;
  for (std::size_t j = 0; j < written.size(); ++j) {
    const std::int32_t parent = made.rig.joints[j].parent;
    back[j] = (parent < 0 ? worldFromModel : back[static_cast<std::size_t>(parent)]) * written[j];
    worst = std::max(worst, distance(back[j].translation, worldFromJoint[j].translation));
  }
  EXPECT_LT(worst, 1e-4f);
}

}  // namespace
}  // namespace sinew
