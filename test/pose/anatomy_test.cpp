#include <gtest/gtest.h>

#include <iostream>

#include <sinew/base/random.h>
#include <sinew/pose/anatomy.h>
#include <sinew/pose/ik.h>
#include <sinew/pose/root_motion.h>

#include "support/corpus.h"
#include "support/fitted.h"

namespace sinew {
namespace {

using test::fitFigure;
using test::Fitted;

const std::vector<std::string> kForms{"",          ":apose",       ":child",    ":giant", ":vrm0",      ":serialtwist", ":rotatedjoints",
                                      ":mirrored", ":centimetres", ":armature", ":zup",   ":restturned"};

/// Angles by chance inside what every joint allows.
AnatomicalPose anyPose(const Manikin& manikin, Random& random) {
  AnatomicalPose pose;
  pose.pelvisRotation = exponential(Vec3{random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)});
  pose.pelvisOffset = {random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)};
  for (const Part& part : manikin.parts) {
    if (part.parent < 0 || part.role == Role::none) continue;
    const bool hinge = part.toParent.type == JointType::hinge;
    pose.angles[part.role] = hinge ? AnatomicalAngles{.flexion = random.range(0, 2)}
                                   : AnatomicalAngles{random.range(-0.8f, 1), random.range(-0.5f, 0.8f), random.range(-0.6f, 0.6f)};
  }
  return pose;
}

float roundTrip(const Fitted& fitted) {
  const Skeleton skeleton = skeletonOf(fitted.rig);
  const AnatomyFrames frames = anatomyOf(fitted.manikin, fitted.rig);
  std::vector<Transform> model(skeleton.size());
  Random random{3};
  float worst = 0;
  for (int i = 0; i < 20; ++i) {
    const AnatomicalPose pose = anyPose(fitted.manikin, random);
    toModel(pose, frames, fitted.manikin, skeleton, model);
    const AnatomicalPose back = toAnatomical(frames, fitted.manikin, model);
    worst = std::max(worst, angleBetween(pose.pelvisRotation, back.pelvisRotation));
    EXPECT_LT(distance(pose.pelvisOffset, back.pelvisOffset), 1e-4f);
    for (const auto& [role, angles] : pose.angles) {
      const AnatomicalAngles& got = back.angles.at(role);
      worst = std::max({worst, std::abs(got.flexion - angles.flexion), std::abs(got.abduction - angles.abduction),
                        std::abs(got.rotation - angles.rotation)});
    }
  }
  return worst;
}

TEST(Anatomy, AnglesComeBackOnEveryFormOfTheFigure) {
  for (const std::string& form : kForms) EXPECT_LT(degrees(roundTrip(fitFigure("@figure" + form))), 0.1f) << form;
  EXPECT_LT(degrees(roundTrip(fitFigure("@quadruped"))), 0.1f);
}

TEST(Anatomy, CorpusAnglesComeBack) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  float worst = 0;
  int count = 0;
  for (const test::KnownRig& rig : rigs) {
    const std::string file = rig.file.string();
    std::string why;
    const std::optional<Fitted> fitted = test::fitFile(file, why);
    if (!fitted) continue;
    const float one = roundTrip(*fitted);
    EXPECT_LT(degrees(one), 0.1f) << file;
    worst = std::max(worst, one);
    ++count;
  }
  std::cout << count << " rigs: angles come back within " << degrees(worst) << " degrees\n";
}

/// Where the tip of a role's bone points, in body axes, for one angle.
Vec3 boneDirection(const Fitted& fitted, Role role, const AnatomicalAngles& angles) {
  const Skeleton skeleton = skeletonOf(fitted.rig);
  const AnatomyFrames frames = anatomyOf(fitted.manikin, fitted.rig);
  std::vector<Transform> model(skeleton.size());
  AnatomicalPose pose;
  pose.angles[role] = angles;
  toModel(pose, frames, fitted.manikin, skeleton, model);
  const Part& part = fitted.manikin.parts[static_cast<std::size_t>(fitted.manikin.partOf(role))];
  return rotate(conjugate(frames.modelFromBody), rotate(model[static_cast<std::size_t>(part.joint)].rotation, part.axis));
}

TEST(Anatomy, PositiveAnglesMeanTheSameOnEveryForm) {
  constexpr float k = 0.6f;
  for (const std::string& form : kForms) {
    const Fitted fitted = fitFigure("@figure" + form);
    const auto direction = [&](Role role, const AnatomicalAngles& angles) { return boneDirection(fitted, role, angles); };
    for (const Role role : {Role::leftUpperArm, Role::rightUpperArm, Role::leftThigh, Role::rightThigh}) {
      const float out = sideOf(role) > 0 ? 1.0f : -1.0f;
      EXPECT_NEAR(direction(role, {}).y, -1, 1e-3f) << form << ' ' << nameOf(role);  // hangs
      EXPECT_NEAR(direction(role, {.flexion = k}).z, std::sin(k), 1e-3f) << form << ' ' << nameOf(role);
      EXPECT_NEAR(direction(role, {.abduction = k}).x, out * std::sin(k), 1e-3f) << form << ' ' << nameOf(role);
    }
    for (const Role role : {Role::leftForearm, Role::rightForearm})
      EXPECT_GT(direction(role, {.flexion = k}).z, 0.35f) << form << ' ' << nameOf(role);
    for (const Role role : {Role::leftShin, Role::rightShin})
      EXPECT_LT(direction(role, {.flexion = k}).z, -0.35f) << form << ' ' << nameOf(role);
    EXPECT_GT(direction(Role::chest, {.flexion = k}).z, 0.3f) << form;
    EXPECT_GT(direction(Role::head, {.abduction = k}).x, 0.3f) << form;  // to the left
  }
}

struct Standing {
  float drift = 0;   ///< m, worst slide of a standing foot over one cycle
  float lowest = 0;  ///< m, lowest ankle under its height at bind
  float stride = 0;
};

/// Follows both feet over one cycle with the travel: a foot at its bind height with a flat sole is standing.
Standing walkOn(const Fitted& fitted, std::string_view name) {
  const Skeleton skeleton = skeletonOf(fitted.rig);
  const Result<Clip> clip = builtInClip(name, fitted.manikin, fitted.rig, skeleton);
  EXPECT_TRUE(clip) << clip.error().message;
  Standing standing;
  if (!clip) return standing;
  const Limbs limbs = limbsOf(fitted.manikin, skeleton);
  const float leg = anatomyOf(fitted.manikin, fitted.rig).legLength;
  std::vector<Transform> local(skeleton.size()), model(skeleton.size());
  standing.stride = length(travelOf(*clip, 0, clip->duration).translation);
  std::array<Vec3, 2> anchor{};
  std::array<bool, 2> held{};
  constexpr int kSteps = 240;
  for (int i = 0; i <= kSteps; ++i) {
    const float time = clip->duration * static_cast<float>(i) / kSteps;
    samplePose(*clip, skeleton, time, local);
    toModel(skeleton, local, model);
    const Transform travelled = toTransform(travelOf(*clip, 0, time));
    for (std::size_t side = 0; side < 2; ++side) {
      const auto ankle = static_cast<std::size_t>(limbs.legs[side].end);
      const Vec3 at = travelled * model[ankle].translation;
      const float up = dot(at - skeleton.modelFromBind[ankle].translation, fitted.manikin.axes.up);
      standing.lowest = std::min(standing.lowest, up / leg);
      const float pitch = angleBetween(model[ankle].rotation, skeleton.modelFromBind[ankle].rotation);
      const bool stands = up < 0.004f * leg && pitch < radians(0.5f);
      if (stands && !held[side]) anchor[side] = at;
      if (stands) standing.drift = std::max(standing.drift, distance(at, anchor[side]));
      held[side] = stands;
    }
  }
  return standing;
}

TEST(BuiltInClips, AStandingFootStands) {
  for (const std::string& form : kForms) {
    const Fitted fitted = fitFigure("@figure" + form);
    for (const char* name : {"walk", "run", "walkBackward", "limp"}) {
      const Standing standing = walkOn(fitted, name);
      EXPECT_LT(standing.drift, 0.005f * standing.stride) << form << ' ' << name;
      EXPECT_GT(standing.lowest, -0.01f) << form << ' ' << name;
      EXPECT_GT(standing.stride, 0) << form << ' ' << name;
    }
  }
}

TEST(BuiltInClips, LoopsCloseAndAnglesStayWithinTheLimits) {
  const Fitted fitted = fitFigure("@figure");
  const Skeleton skeleton = skeletonOf(fitted.rig);
  const AnatomyFrames frames = anatomyOf(fitted.manikin, fitted.rig);
  std::vector<Transform> first(skeleton.size()), pose(skeleton.size()), model(skeleton.size());
  for (const std::string_view name : builtInClipNames()) {
    const Result<Clip> clip = builtInClip(name, fitted.manikin, fitted.rig, skeleton);
    ASSERT_TRUE(clip) << name;
    samplePose(*clip, skeleton, 0, first);
    samplePose(*clip, skeleton, clip->duration, pose);
    for (std::size_t j = 0; clip->loops && j < pose.size(); ++j)
      EXPECT_LT(angleBetween(pose[j].rotation, first[j].rotation), 1e-3f) << name;
    for (int i = 0; i <= 40; ++i) {
      samplePose(*clip, skeleton, clip->duration * static_cast<float>(i) / 40, pose);
      toModel(skeleton, pose, model);
      const AnatomicalPose angles = toAnatomical(frames, fitted.manikin, model);
      for (const Role knee : {Role::leftShin, Role::rightShin})
        EXPECT_GT(angles.angles.at(knee).flexion, radians(-1.0f)) << name << ' ' << i;
      for (const Role knee : {Role::leftShin, Role::rightShin})
        EXPECT_LT(angles.angles.at(knee).flexion, radians(145.0f)) << name << ' ' << i;
    }
  }
}

TEST(BuiltInClips, WhoLiesOrKneelsTouchesTheGroundAndDoesNotSink) {
  for (const std::string& form : {std::string(), std::string(":child"), std::string(":giant")}) {
    const Fitted fitted = fitFigure("@figure" + form);
    const Skeleton skeleton = skeletonOf(fitted.rig);
    const float floor = anatomyOf(fitted.manikin, fitted.rig).floor;
    std::vector<Transform> pose(skeleton.size()), model(skeleton.size());
    for (const char* name : {"getUpFront", "getUpBack", "kneel"}) {
      const Clip clip = *builtInClip(name, fitted.manikin, fitted.rig, skeleton);
      for (int i = 0; i <= 60; ++i) {
        samplePose(clip, skeleton, clip.duration * static_cast<float>(i) / 60, pose);
        toModel(skeleton, pose, model);
        float lowest = 1e9f;
        for (const Part& part : fitted.manikin.parts) {
          const Transform shape = model[static_cast<std::size_t>(part.joint)] * partFromShape(part);
          for (const float end : {-part.halfHeight, part.halfHeight}) lowest = std::min(lowest, (shape * Vec3{0, end, 0}).y - part.radius);
        }
        EXPECT_NEAR(lowest - floor, 0, 0.02f * fitted.manikin.stature / 1.75f) << form << ' ' << name << ' ' << i;
      }
    }
  }
}

TEST(BuiltInClips, TheFilesOwnClipsWin) {
  const Fitted fitted = fitFigure("@figure");
  Findings findings;
  const std::vector<Clip> clips = clipsFor(fitted.asset, fitted.rig, fitted.manikin, skeletonOf(fitted.rig), findings);
  const auto walk = std::find_if(clips.begin(), clips.end(), [](const Clip& clip) { return clip.name == "walk"; });
  ASSERT_NE(walk, clips.end());
  EXPECT_NEAR(walk->duration, fitted.asset.clips[1].duration, 1e-5f);
  for (const std::string_view name : builtInClipNames())
    EXPECT_EQ(std::count_if(clips.begin(), clips.end(), [&](const Clip& clip) { return clip.name == name; }), 1) << name;
}

/// What clips of those names in a file are played as: "name>role" each, where one is taken.
std::vector<std::string> takenOf(const std::vector<std::string>& names) {
  Fitted fitted = fitFigure("@figure:tiny");
  fitted.asset.clips.resize(names.size(), fitted.asset.clips.front());
  for (std::size_t i = 0; i < names.size(); ++i) fitted.asset.clips[i].name = names[i];
  Findings findings;
  clipsFor(fitted.asset, fitted.rig, fitted.manikin, skeletonOf(fitted.rig), findings);
  std::vector<std::string> taken;
  for (const Finding& finding : findings) {
    if (finding.rule != "clips.named") continue;
    const std::size_t open = finding.message.find('\''), close = finding.message.rfind('\'');
    taken.push_back(finding.message.substr(open + 1, close - open - 1) + '>' + finding.message.substr(finding.message.rfind(' ') + 1));
  }
  return taken;
}

TEST(BuiltInClips, AFilesClipIsKnownByItsWordsAndNeverTakenForAnother) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(takenOf({"Walking", "Idle_01", "Armature|Run", "WalkBackwards", "GetUp_Back", "stand up front"}),
            (Names{"Walking>walk", "Idle_01>idle", "Armature|Run>run", "WalkBackwards>walkBackward", "GetUp_Back>getUpBack",
                   "stand up front>getUpFront"}));
  EXPECT_EQ(takenOf({"walk_forward", "Walking"}), (Names{"walk_forward>walk"})) << "the first one";
  EXPECT_EQ(takenOf({"Run_Attack", "Idle_Gun_Pointing", "Crouching_Walk", "StandUp", "Stand_To_Sit", "SittingIdle", "Walk_Holding",
                     "Flying_Idle", "RunLeft", "Swimming_Idle", "prune", "Walkie"}),
            Names{});
}

/// A pose of a clip in model space, moved by what the root has travelled.
std::vector<Transform> shownAt(const Clip& clip, const Skeleton& skeleton, float time) {
  std::vector<Transform> local(skeleton.size()), model(skeleton.size());
  samplePose(clip, skeleton, time, local);
  toModel(skeleton, local, model);
  const Transform travelled = toTransform(travelOf(clip, 0, time));
  for (Transform& joint : model) joint = travelled * joint;
  return model;
}

TEST(BuiltInClips, WhoGetsUpRisesOverAFootThatStands) {
  for (const std::string& form : {std::string(), std::string(":child"), std::string(":rotatedjoints"), std::string(":restturned")}) {
    const Fitted fitted = fitFigure("@figure" + form);
    const Skeleton skeleton = skeletonOf(fitted.rig);
    const auto foot = static_cast<std::size_t>(limbsOf(fitted.manikin, skeleton).legs[0].end);
    for (const char* name : {"getUpFront", "getUpBack"}) {
      const Clip clip = *builtInClip(name, fitted.manikin, fitted.rig, skeleton);
      const Vec3 stood = shownAt(clip, skeleton, 0.7f * clip.duration)[foot].translation;
      float drift = 0;
      for (int i = 0; i <= 30; ++i) {
        const Vec3 at = shownAt(clip, skeleton, clip.duration * (0.7f + 0.01f * static_cast<float>(i)))[foot].translation - stood;
        drift = std::max(drift, std::hypot(at.x, at.z));
      }
      EXPECT_LT(drift, 0.005f * fitted.manikin.stature) << form << ' ' << name;
      EXPECT_GT(length(travelOf(clip, 0, clip.duration).translation), 0.05f * fitted.manikin.stature) << "the pelvis comes over the feet";
    }
  }
}

TEST(BuiltInClips, WhoLiesTouchesTheGroundWithBothHalves) {
  for (const std::string& form : kForms) {
    const Fitted fitted = fitFigure("@figure" + form);
    const Skeleton skeleton = skeletonOf(fitted.rig);
    const AnatomyFrames frames = anatomyOf(fitted.manikin, fitted.rig);
    for (const char* name : {"lieFront", "lieBack"}) {
      const Clip clip = *builtInClip(name, fitted.manikin, fitted.rig, skeleton);
      const std::vector<Transform> model = shownAt(clip, skeleton, 0);
      const auto lowest = [&](std::initializer_list<Role> roles) {
        float low = 1e9f;
        for (const Role role : roles) {
          const Part& part = fitted.manikin.parts[static_cast<std::size_t>(fitted.manikin.partOf(role))];
          const Transform shape = model[static_cast<std::size_t>(part.joint)] * partFromShape(part);
          for (const float end : {-part.halfHeight, part.halfHeight}) low = std::min(low, (shape * Vec3{0, end, 0}).y - part.radius);
        }
        return low - frames.floor;
      };
      const float most = 0.01f * fitted.manikin.stature;
      EXPECT_NEAR(lowest({Role::chest, Role::head, Role::leftHand, Role::rightHand, Role::leftForearm, Role::leftUpperArm}), 0, most)
          << form << ' ' << name;
      EXPECT_NEAR(lowest({Role::pelvis, Role::leftThigh, Role::leftShin, Role::leftFoot}), 0, most) << form << ' ' << name;
    }
  }
}

TEST(BuiltInClips, HalfACycleLaterIsTheMirrorImage) {
  const Fitted fitted = fitFigure("@figure");
  const Skeleton skeleton = skeletonOf(fitted.rig);
  const AnatomyFrames frames = anatomyOf(fitted.manikin, fitted.rig);
  std::vector<Transform> local(skeleton.size()), model(skeleton.size());
  for (const char* name : {"walk", "run", "walkBackward"}) {
    const Clip clip = *builtInClip(name, fitted.manikin, fitted.rig, skeleton);
    const auto anglesAt = [&](float time) {
      samplePose(clip, skeleton, time, local);
      toModel(skeleton, local, model);
      return toAnatomical(frames, fitted.manikin, model);
    };
    for (int i = 0; i < 10; ++i) {
      const float time = clip.duration * 0.05f * static_cast<float>(i);
      const AnatomicalPose now = anglesAt(time), later = anglesAt(time + clip.duration / 2);
      for (const auto& [role, angles] : now.angles) {
        if (sideOf(role) == 0) continue;
        EXPECT_NEAR(angles.flexion, later.angles.at(mirrored(role)).flexion, radians(3.0f)) << name << ' ' << nameOf(role);
      }
    }
  }
}

TEST(BuiltInClips, PawsStandOnTheGroundAndLoopsClose) {
  const Fitted fitted = fitFigure("@quadruped");
  const Skeleton skeleton = skeletonOf(fitted.rig);
  const Limbs limbs = limbsOf(fitted.manikin, skeleton);
  const float leg = anatomyOf(fitted.manikin, fitted.rig).legLength;
  EXPECT_FALSE(builtInClip("kneel", fitted.manikin, fitted.rig, skeleton));
  for (const char* name : {"idle", "walk", "run"}) {
    const Result<Clip> clip = builtInClip(name, fitted.manikin, fitted.rig, skeleton);
    ASSERT_TRUE(clip) << name;
    const float stride = length(travelOf(*clip, 0, clip->duration).translation);
    std::vector<Transform> first(skeleton.size()), last(skeleton.size());
    samplePose(*clip, skeleton, 0, first);
    samplePose(*clip, skeleton, clip->duration, last);
    for (std::size_t j = 0; j < first.size(); ++j) EXPECT_LT(angleBetween(first[j].rotation, last[j].rotation), 1e-3f) << name;

    std::array<Vec3, 4> anchor{};
    std::array<bool, 4> held{};
    float drift = 0, sunk = 0;
    for (int i = 0; i <= 200; ++i) {
      const std::vector<Transform> model = shownAt(*clip, skeleton, clip->duration * static_cast<float>(i) / 200);
      for (std::size_t l = 0; l < 4; ++l) {
        const auto paw = static_cast<std::size_t>(limbs.legs[l].end);
        const float up = (model[paw].translation - skeleton.modelFromBind[paw].translation).y;
        sunk = std::min(sunk, up);
        const bool stands = up < 0.004f * leg && angleBetween(model[paw].rotation, skeleton.modelFromBind[paw].rotation) < radians(0.5f);
        if (stands && !held[l]) anchor[l] = model[paw].translation;
        if (stands) drift = std::max(drift, distance(model[paw].translation, anchor[l]));
        held[l] = stands;
      }
    }
    EXPECT_LT(drift, 0.005f * std::max(stride, leg)) << name;
    EXPECT_GT(sunk, -0.01f * leg) << name;
  }
}

TEST(BuiltInClips, CorpusHumanoidsGetThemAll) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  int count = 0;
  float worst = 0;
  for (const test::KnownRig& rig : rigs) {
    const std::string file = rig.file.string();
    std::string why;
    const std::optional<Fitted> fitted = test::fitFile(file, why);
    if (!fitted || fitted->manikin.creature != Creature::humanoid) continue;
    const Skeleton skeleton = skeletonOf(fitted->rig);
    ++count;
    for (const std::string_view name : builtInClipNames()) {
      const Result<Clip> clip = builtInClip(name, fitted->manikin, fitted->rig, skeleton);
      if (!clip) {
        EXPECT_NE(clip.error().place, "clip") << file;
        continue;
      }
      for (const Transform& joint : clip->samples) ASSERT_TRUE(isFinite(joint)) << file << ' ' << name;
    }
    if (limbsOf(fitted->manikin, skeleton).legs[0].end < 0) continue;
    const Standing standing = walkOn(*fitted, "walk");
    EXPECT_LT(standing.drift, 0.01f * standing.stride) << file;
    worst = std::max(worst, standing.drift / standing.stride);
  }
  std::cout << count << " humanoids; a standing foot drifts at most " << 100 * worst << " % of a stride\n";
}

}  // namespace
}  // namespace sinew
