#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <sinew/asset/read.h>
#include <sinew/pose/sample.h>

#include "support/corpus.h"

// Sampling over real characters: the rest pose comes back, and every clip gives sound poses.

namespace sinew {
namespace {

TEST(SampleCorpus, RestPoseComesBackAndEveryClipIsSound) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  std::size_t poses = 0;
  float worstPlace = 0, worstTurn = 0;
  for (const test::KnownRig& known : rigs) {
    const Result<Asset> asset = readAsset(known.file);
    ASSERT_TRUE(asset);
    const Result<Rig> rig = buildRig(*asset);
    ASSERT_TRUE(rig);

    const std::vector<Transform> rest = modelFromJoints(*asset, *rig, restLocals(*asset));
    ASSERT_EQ(rest.size(), rig->joints.size());
    for (std::size_t j = 0; j < rest.size(); ++j) {
      const Affine& expected = rig->joints[j].modelFromRest;
      worstPlace = std::max(worstPlace, distance(rest[j].translation, expected.translation) / rig->referenceLength);
      worstTurn = std::max(worstTurn, angleBetween(rest[j].rotation, rotationOf(expected.linear)));
    }
    for (const AssetClip& clip : asset->clips) {
      for (const float share : {-0.1f, 0.0f, 0.37f, 1.0f, 1.5f}) {
        std::vector<Trs> locals = restLocals(*asset);
        sampleClip(*asset, clip, share * clip.duration, locals);
        for (const Transform& joint : modelFromJoints(*asset, *rig, locals)) {
          ASSERT_TRUE(isFinite(joint)) << known.slug << " " << clip.name;
          ASSERT_NEAR(dot(joint.rotation, joint.rotation), 1, 1e-5) << known.slug << " " << clip.name;
        }
        ++poses;
      }
    }
  }
  std::printf("%zu clip poses; rest pose off by at most %.2e of the reference length, %.2e rad\n", poses, static_cast<double>(worstPlace),
              static_cast<double>(worstTurn));
  EXPECT_LT(worstPlace, 1e-4f);
  EXPECT_LT(worstTurn, 2e-3f);
}

}  // namespace
}  // namespace sinew
