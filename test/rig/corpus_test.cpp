#include <chrono>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <sinew/asset/read.h>
#include <sinew/rig/axes.h>
#include <sinew/rig/rig.h>

#include "support/corpus.h"
#include "support/turn_scene.h"

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

bool hasBodyPlan(const KnownRig& known) { return known.creature == "humanoid" || known.creature == "quadruped"; }

TEST(RigCorpus, AxesFromGeometryFaceTheKnownWay) {
  const std::vector<KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  for (const KnownRig& known : rigs) {
    if (!known.forward) continue;
    const Result<Asset> asset = readAsset(known.file);
    ASSERT_TRUE(asset);
    const Result<Rig> rig = buildRig(*asset);
    ASSERT_TRUE(rig);
    const RigAxes axes = axesFromGeometry(*rig);
    const float angle = degrees(angleBetween(axes.forward, *known.forward));
    std::printf("%-28s %-10s %6.1f deg  confidence %.2f  %s  %s\n", known.slug.c_str(), known.creature.c_str(), static_cast<double>(angle),
                static_cast<double>(axes.confidence), angle < 15 ? "ok   " : "WRONG", axes.forwardFrom.c_str());
    if (!hasBodyPlan(known)) continue;
    EXPECT_LT(angle, 10) << known.slug;
    EXPECT_LT(degrees(angleBetween(axes.left, *known.left)), 10) << known.slug;
    EXPECT_EQ(axes.up, (Vec3{0, 1, 0})) << known.slug;
  }
}

TEST(RigCorpus, AxesTurnWithTheFigure) {
  const std::vector<KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  struct Turn {
    const char* name;
    Quat rotation;
  };
  const Turn turns[] = {{"yaw 90", axisAngle(Vec3{0, 1, 0}, kPi / 2)},
                        {"yaw 37", axisAngle(Vec3{0, 1, 0}, radians(37))},
                        {"Z up", axisAngle(Vec3{1, 0, 0}, kPi / 2)},
                        {"X up", axisAngle(Vec3{0, 0, 1}, -kPi / 2)}};
  int runs = 0, wrong = 0, sureAndWrong = 0;
  for (const KnownRig& known : rigs) {
    if (!hasBodyPlan(known) || !known.forward) continue;
    for (const Turn& turn : turns) {
      Result<Asset> asset = readAsset(known.file);
      ASSERT_TRUE(asset);
      test::turnScene(*asset, turn.rotation);
      const Result<Rig> rig = buildRig(*asset);
      ASSERT_TRUE(rig);
      const RigAxes axes = axesFromGeometry(*rig);
      const float up = degrees(angleBetween(axes.up, rotate(turn.rotation, Vec3{0, 1, 0})));
      const float forward = degrees(angleBetween(axes.forward, rotate(turn.rotation, *known.forward)));
      ++runs;
      if (up < 10 && forward < 10) continue;
      ++wrong;
      sureAndWrong += axes.confidence > 0.5f ? 1 : 0;
      std::printf("%-28s %-10s up %5.1f forward %5.1f  confidence %.2f  %s | %s\n", known.slug.c_str(), turn.name, static_cast<double>(up),
                  static_cast<double>(forward), static_cast<double>(axes.confidence), axes.upFrom.c_str(), axes.forwardFrom.c_str());
    }
  }
  // Files that stand along another axis than glTF's are the hard half: a body without legs, or with ears below, may be lost there.
  std::printf("%d of %d turned figures found, %d surely wrong\n", runs - wrong, runs, sureAndWrong);
  EXPECT_LE(wrong, runs / 40);
  EXPECT_LE(sureAndWrong, runs / 80);
}

}  // namespace
}  // namespace sinew
