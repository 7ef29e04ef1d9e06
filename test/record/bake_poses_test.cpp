#include <gtest/gtest.h>

#include <sinew/base/random.h>
#include <sinew/pose/sample.h>
#include <sinew/record/bake.h>

#include "support/fitted.h"

namespace sinew {
namespace {

using test::fitFigure;
using test::Fitted;

/// Every joint turned by chance on its own bone, the roots moved.
PoseTrajectory dance(const Rig& rig, std::size_t frames) {
  Random random{5};
  const auto vector = [&](float size) { return Vec3{random.range(-size, size), random.range(-size, size), random.range(-size, size)}; };
  PoseTrajectory trajectory;
  trajectory.jointCount = static_cast<std::uint32_t>(rig.joints.size());
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const std::size_t first = trajectory.worldFromJoint.size();
    for (const Joint& joint : rig.joints) {
      const Transform step{joint.rest.rotation, joint.rest.translation};
      const Transform turned = step * Transform{exponential(vector(1)), {}};
      trajectory.worldFromJoint.push_back(joint.parent < 0
                                              ? Transform{exponential(vector(2)), vector(3)}
                                              : trajectory.worldFromJoint[first + static_cast<std::size_t>(joint.parent)] * turned);
    }
  }
  return trajectory;
}

TEST(BakePoses, EveryFormOfTheFigurePlaysItsJoints) {
  for (const char* form :
       {"", ":vrm0", ":footroots", ":rotatedjoints", ":mirrored", ":centimetres", ":armature", ":zup", ":matrixnodes", ":shuffled"}) {
    const Fitted fitted = fitFigure(std::string("@figure") + form);
    const PoseTrajectory trajectory = dance(fitted.rig, 3);
    const Result<BakedClip> clip = bakePoses(fitted.asset, fitted.rig, trajectory, "dance");
    ASSERT_TRUE(clip) << clip.error().message;
    const Result<std::vector<std::byte>> bytes = withClips(fitted.asset, std::span(&*clip, 1));
    ASSERT_TRUE(bytes) << bytes.error().message;
    const Result<Asset> again = readAsset(*bytes, "dance.glb");
    ASSERT_TRUE(again) << again.error().message;
    float worst = 0, turned = 0;
    for (std::size_t frame = 0; frame < 3; ++frame) {
      std::vector<Trs> locals = restLocals(*again);
      sampleClip(*again, again->clips.back(), static_cast<float>(frame) * trajectory.dt, locals);
      const std::vector<Transform> joints = modelFromJoints(*again, fitted.rig, locals);
      for (std::size_t j = 0; j < joints.size(); ++j) {
        const Transform& expected = trajectory.worldFromJoint[frame * joints.size() + j];
        worst = std::max(worst, distance(joints[j].translation, expected.translation));
        turned = std::max(turned, angleBetween(joints[j].rotation, expected.rotation));
      }
    }
    EXPECT_LT(worst, 2e-4f * fitted.manikin.stature) << form;
    EXPECT_LT(turned, radians(0.1f)) << form;
  }
}

TEST(BakePoses, AnotherRigsTrajectoryIsRefused) {
  const Fitted fitted = fitFigure("@figure");
  PoseTrajectory trajectory = dance(fitted.rig, 1);
  trajectory.jointCount -= 1;
  EXPECT_FALSE(bakePoses(fitted.asset, fitted.rig, trajectory, "dance"));
  EXPECT_FALSE(bakePoses(fitted.asset, fitted.rig, {}, "dance"));
}

}  // namespace
}  // namespace sinew
