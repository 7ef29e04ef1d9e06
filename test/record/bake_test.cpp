#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>

#include <sinew/base/random.h>
#include <sinew/pose/sample.h>
#include <sinew/ragdoll/ragdoll.h>
#include <sinew/record/bake.h>
#include <sinew/record/settle.h>

#include "support/corpus.h"
#include "support/fitted.h"

// A bake is read back from the bytes of its file and sampled like any other clip: what a viewer shows must be where the bodies
// were.

namespace sinew {
namespace {

using test::fitFigure;
using test::fitFile;
using test::Fitted;

/// Frames in which every joint is turned and all joints hold: no physics, so that a difference is the bake's own.
Trajectory tumble(const Manikin& manikin, std::size_t frames) {
  Random random{21};
  const auto vector = [&](float size) { return Vec3{random.range(-size, size), random.range(-size, size), random.range(-size, size)}; };
  Trajectory trajectory;
  trajectory.partCount = static_cast<std::uint32_t>(manikin.parts.size());
  trajectory.worldFromModel = {axisAngle(Vec3{0, 1, 0}, 0.4f), {}};
  for (const Part& part : manikin.parts) trajectory.worldFromPart.push_back(trajectory.worldFromModel * part.modelFromPart);
  for (std::size_t frame = 1; frame < frames; ++frame) {
    const std::size_t first = trajectory.worldFromPart.size();
    for (const Part& part : manikin.parts) {
      if (part.parent < 0) {
        trajectory.worldFromPart.push_back({exponential(vector(2)), vector(manikin.stature)});
        continue;
      }
      const Transform& above = trajectory.worldFromPart[first + static_cast<std::size_t>(part.parent)];
      Transform pose;
      pose.rotation = normalized(above.rotation * part.toParent.parentFromFrame.rotation * exponential(vector(0.6f)) *
                                 conjugate(part.toParent.childFromFrame.rotation));
      pose.translation =
          above * part.toParent.parentFromFrame.translation - rotate(pose.rotation, part.toParent.childFromFrame.translation);
      trajectory.worldFromPart.push_back(pose);
    }
  }
  return trajectory;
}

struct Played {
  float position = 0;  ///< m, largest distance of a driven joint from its body
  float rotation = 0;  ///< rad
  float stretch = 0;   ///< of the stature, largest change of a distance between a joint and the joint above it
  float first = 0;     ///< m, the same as `position` in the first frame
};

/// Bakes, writes, reads, samples and compares with the bodies.
Played playedBack(const Fitted& fitted, const Trajectory& trajectory) {
  Played worst;
  const Result<BakedClip> clip = bakeTrajectory(fitted.asset, fitted.rig, fitted.manikin, trajectory, "fall");
  EXPECT_TRUE(clip) << (clip ? "" : clip.error().message);
  if (!clip) return worst;
  const Result<std::vector<std::byte>> bytes = withClips(fitted.asset, std::span(&*clip, 1));
  EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message);
  if (!bytes) return worst;
  const Result<Asset> again = readAsset(*bytes, "baked.glb", std::filesystem::path(fitted.asset.file).parent_path());
  EXPECT_TRUE(again) << (again ? "" : again.error().place + ": " + again.error().message);
  if (!again) return worst;
  EXPECT_EQ(again->clips.back().name, "fall");

  const std::vector<Transform> atStart = [&] {
    std::vector<Transform> bind;
    for (const Joint& joint : fitted.rig.joints) bind.push_back(joint.modelFromBind);
    return trajectory.nodeLocals.empty() ? bind : modelFromJoints(fitted.asset, fitted.rig, trajectory.nodeLocals);
  }();
  const Transform modelFromWorld = inverse(trajectory.worldFromModel);
  for (std::size_t frame = 0; frame < trajectory.frameCount(); ++frame) {
    std::vector<Trs> locals = restLocals(*again);
    sampleClip(*again, again->clips.back(), static_cast<float>(frame) * trajectory.dt, locals);
    const std::vector<Transform> joints = modelFromJoints(*again, fitted.rig, locals);
    for (std::size_t i = 0; i < fitted.manikin.parts.size(); ++i) {
      const Transform body = modelFromWorld * trajectory.worldFromPart[frame * trajectory.partCount + i];
      const Transform& joint = joints[static_cast<std::size_t>(fitted.manikin.parts[i].joint)];
      worst.position = std::max(worst.position, distance(joint.translation, body.translation));
      worst.rotation = std::max(worst.rotation, angleBetween(joint.rotation, body.rotation));
    }
    if (frame == 0) worst.first = worst.position;
    for (std::size_t i = 1; i < fitted.manikin.parts.size(); ++i) {
      const auto j = static_cast<std::size_t>(fitted.manikin.parts[i].joint);
      const std::int32_t parent = fitted.rig.joints[j].parent;
      if (parent != fitted.manikin.parts[static_cast<std::size_t>(fitted.manikin.parts[i].parent)].joint) continue;
      const auto p = static_cast<std::size_t>(parent);
      const float now = distance(joints[j].translation, joints[p].translation),
                  then = distance(atStart[j].translation, atStart[p].translation);
      worst.stretch = std::max(worst.stretch, std::abs(now - then) / fitted.manikin.stature);
    }
  }
  return worst;
}

void expectExact(const Played& played, const Manikin& manikin, const std::string& name, float stretch = 1e-5f) {
  EXPECT_LT(played.position, 1e-4f * manikin.stature) << name;
  EXPECT_LT(played.rotation, radians(0.1f)) << name;
  EXPECT_LT(played.stretch, stretch) << name;
}

TEST(Bake, EveryFormOfTheFigurePlaysItsBodies) {
  // The forms that differ in their nodes: units, axes, mirrors, matrices, joints between and beside the parts, loose feet.
  const std::vector<std::string> forms{"",
                                       ":apose",
                                       ":vrm0",
                                       ":serialtwist",
                                       ":footroots",
                                       ":ikbones",
                                       ":rotatedjoints",
                                       ":mirrored",
                                       ":centimetres",
                                       ":armature",
                                       ":zup",
                                       ":restturned",
                                       ":noinversebinds",
                                       ":rigid",
                                       ":shuffled",
                                       ":matrixnodes",
                                       ":quantised",
                                       ":footroots+armature+mirrored"};
  float worst = 0, stretch = 0;
  for (const std::string& form : forms) {
    const Fitted fitted = fitFigure("@figure" + form);
    if (fitted.manikin.parts.empty()) continue;
    const Played played = playedBack(fitted, tumble(fitted.manikin, 4));
    expectExact(played, fitted.manikin, form);
    worst = std::max(worst, played.position / fitted.manikin.stature);
    stretch = std::max(stretch, played.stretch);
  }
  std::cout << forms.size() << " figures: joints within " << worst << " of the stature, stretch " << stretch << '\n';
}

TEST(Bake, QuadrupedToo) {
  const Fitted fitted = fitFigure("@quadruped");
  if (fitted.manikin.parts.empty()) return;
  expectExact(playedBack(fitted, tumble(fitted.manikin, 6)), fitted.manikin, "@quadruped");
}

TEST(Bake, AClipGoesOnFromTheMomentItWasCutAt) {
  // Fingers and clavicles stay as the clip had them, and the first frame is the clip's pose.
  const Fitted fitted = fitFigure("@figure");
  ASSERT_FALSE(fitted.asset.clips.empty());
  const Result<StartPose> start = startOfClip(fitted.asset, fitted.rig, fitted.manikin, fitted.asset.clips.back().name, 0.3f);
  ASSERT_TRUE(start);
  Trajectory trajectory;
  trajectory.partCount = static_cast<std::uint32_t>(fitted.manikin.parts.size());
  trajectory.worldFromPart = start->modelFromPart;
  trajectory.nodeLocals = start->nodeLocals;
  const Result<BakedClip> clip = bakeTrajectory(fitted.asset, fitted.rig, fitted.manikin, trajectory, "fall");
  ASSERT_TRUE(clip);
  std::vector<Trs> locals = restLocals(fitted.asset);
  for (const BakedTrack& track : clip->tracks) {
    if (!track.rotations.empty()) locals[static_cast<std::size_t>(track.node)].rotation = track.rotations.front();
    if (!track.translations.empty()) locals[static_cast<std::size_t>(track.node)].translation = track.translations.front();
  }
  const std::vector<Transform> baked = modelFromJoints(fitted.asset, fitted.rig, locals);
  const std::vector<Transform> played = modelFromJoints(fitted.asset, fitted.rig, start->nodeLocals);
  for (std::size_t j = 0; j < baked.size(); ++j) {
    EXPECT_LT(distance(baked[j].translation, played[j].translation), 1e-4f) << fitted.rig.joints[j].name;
    EXPECT_LT(angleBetween(baked[j].rotation, played[j].rotation), 1e-3f) << fitted.rig.joints[j].name;
  }
}

TEST(Bake, TheBindPoseNeedsNoTracks) {
  // A body that never moves from a file that rests in its bind pose is the file's own rest: all but the root is left out.
  const Fitted fitted = fitFigure("@figure");
  Trajectory still;
  still.partCount = static_cast<std::uint32_t>(fitted.manikin.parts.size());
  for (const Part& part : fitted.manikin.parts) still.worldFromPart.push_back(part.modelFromPart);
  const Result<BakedClip> clip = bakeTrajectory(fitted.asset, fitted.rig, fitted.manikin, still, "still");
  ASSERT_TRUE(clip);
  for (const BakedTrack& track : clip->tracks) {
    const Trs& rest = fitted.asset.nodes[static_cast<std::size_t>(track.node)].rest;
    if (!track.rotations.empty()) {
      EXPECT_LT(angleBetween(track.rotations.front(), rest.rotation), 1e-3f);
    }
    if (!track.translations.empty()) {
      EXPECT_LT(distance(track.translations.front(), rest.translation), 1e-4f);
    }
    EXPECT_GE(fitted.manikin.partOfJoint(fitted.rig.jointOfNode(track.node)), 0) << "a joint that no part drives got a track";
  }
}

TEST(Bake, RefusesATrajectoryOfAnotherBody) {
  const Fitted fitted = fitFigure("@figure");
  EXPECT_FALSE(bakeTrajectory(fitted.asset, fitted.rig, fitted.manikin, {}, "empty"));
  Trajectory other = tumble(fitted.manikin, 2);
  other.partCount -= 1;
  EXPECT_FALSE(bakeTrajectory(fitted.asset, fitted.rig, fitted.manikin, other, "other"));
  Trajectory posed = tumble(fitted.manikin, 2);
  posed.nodeLocals.resize(3);
  EXPECT_FALSE(bakeTrajectory(fitted.asset, fitted.rig, fitted.manikin, posed, "posed"));
}

TEST(Bake, AFallEndsWhereTheBodiesLie) {
  // With a real solver the joints have gaps: the drawn body keeps its bones and stays within the gaps, summed along the limb.
  const Fitted fitted = fitFigure("@figure");
  SettleOptions options;
  options.seed = 2;
  options.record = true;
  const Result<Settle> fall = settle(fitted.manikin, options);
  ASSERT_TRUE(fall) << fall.error().message;
  const Played whole = playedBack(fitted, fall->trajectory);
  EXPECT_LT(whole.first, 1e-4f);
  EXPECT_LT(whole.stretch, 1e-5f);
  EXPECT_LT(whole.position, 5 * fall->jointSeparation.peak + 1e-4f);
  std::cout << "drawn joints from their bodies in the fall: " << 1000 * whole.position << " mm, at a peak separation of "
            << 1000 * fall->jointSeparation.peak << " mm\n";
}

TEST(Bake, CorpusPlaysItsBodies) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  int played = 0, refused = 0;
  float worst = 0;
  for (const test::KnownRig& known : rigs) {
    std::string why;
    const std::optional<Fitted> fitted = fitFile(known.file.string(), why);
    if (!fitted) {
      ++refused;
      continue;
    }
    // Exporters leave scales like (1, 1, 1.00004), under which a bone's length does depend on where it points.
    const Played result = playedBack(*fitted, tumble(fitted->manikin, 4));
    expectExact(result, fitted->manikin, known.slug, 5e-5f);
    worst = std::max(worst, result.position / fitted->manikin.stature);
    ++played;
  }
  std::cout << played << " rigs played back, joints within " << worst << " of the stature; " << refused << " without a manikin\n";
  EXPECT_GT(played, 0);
}

}  // namespace
}  // namespace sinew
