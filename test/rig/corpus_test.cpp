#include <chrono>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <sinew/asset/read.h>
#include <sinew/rig/axes.h>
#include <sinew/rig/rig.h>

#include "support/corpus.h"

// The rig room over real characters: heights, axes and joints against what is known of them.

namespace sinew {
namespace {

using test::KnownRig;

TEST(RigCorpus, StatureIsTheKnownBindHeight) {
  const std::vector<KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  std::printf("%-28s %8s %10s %10s %8s %8s %7s\n", "rig", "joints", "stature", "known", "ratio", "ref", "ms");
  for (const KnownRig& known : rigs) {
    const Result<Asset> asset = readAsset(known.file);
    ASSERT_TRUE(asset) << known.slug << ": " << asset.error().place << ": " << asset.error().message;
    const auto start = std::chrono::steady_clock::now();
    const Result<Rig> rig = buildRig(*asset);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    ASSERT_TRUE(rig) << known.slug << ": " << rig.error().message;
    const double height = known.height.value_or(0), ratio = height > 0 ? rig->stature / height : 0;
    std::printf("%-28s %8zu %10.4f %10.4f %8.4f %8.4f %7.2f\n", known.slug.c_str(), rig->joints.size(), static_cast<double>(rig->stature),
                height, ratio, static_cast<double>(rig->referenceLength), ms);
    if (known.height) {
      EXPECT_NEAR(ratio, 1, 0.03) << known.slug;
    }
    for (const auto& [role, node] : known.roles) {
      EXPECT_GE(rig->jointOfNode(node), 0) << known.slug << ": " << role << " is no joint";
    }
    for (const Finding& finding : rig->findings) std::printf("      %s: %s\n", finding.rule.c_str(), finding.message.c_str());
  }
}

TEST(RigCorpus, AxesFromGeometryFaceTheKnownWay) {
  const std::vector<KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  for (const KnownRig& known : rigs) {
    const Result<Asset> asset = readAsset(known.file);
    ASSERT_TRUE(asset);
    const Result<Rig> rig = buildRig(*asset);
    ASSERT_TRUE(rig);
    if (!known.forward) continue;
    const RigAxes axes = axesFromGeometry(*rig);
    const float angle = degrees(angleBetween(axes.forward, *known.forward));
    std::printf("%-28s %-10s %6.1f deg  confidence %.2f  %s  %s\n", known.slug.c_str(), known.creature.c_str(), static_cast<double>(angle),
                static_cast<double>(axes.confidence), angle < 15 ? "ok   " : "WRONG", axes.forwardFrom.c_str());
  }
}

}  // namespace
}  // namespace sinew
