#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include <sinew/ragdoll/pose_map.h>
#include <sinew/record/settle.h>

#include "src/ragdoll/bend.h"
#include "support/corpus.h"
#include "support/fitted.h"

// Whole falls of the built-in figure against the bars of the proof.

namespace sinew {
namespace {

using test::fitFigure;
using test::Fitted;

const Fitted& figure() {
  static const Fitted fitted = fitFigure("@figure");
  return fitted;
}

Settle fall(const Manikin& manikin, const SettleOptions& options) {
  Result<Settle> result = settle(manikin, options);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? std::move(*result) : Settle{};
}

/// Bars of a person are written for 1.75 m and grow with the body; an animal's height says little of its size.
float sizeOf(const Manikin& manikin) { return manikin.creature == Creature::humanoid ? manikin.stature / 1.75f : 1.0f; }

void expectInsideBars(const Settle& worst, const Manikin& manikin, const std::string& name) {
  const float size = sizeOf(manikin);
  EXPECT_EQ(worst.nonFinite, 0u) << name;
  EXPECT_LE(worst.jointSeparation.rest, 0.010f * size) << name;
  EXPECT_LE(worst.limitOvershoot.rest, radians(8)) << name;
  EXPECT_LE(worst.selfPenetration.rest, 0.020f * size) << name;
  EXPECT_LE(worst.groundPenetration.rest, 0.010f * size) << name;
}

void print(const Settle& worst, const std::string& name) {
  std::cout << name << ": separation " << 1000 * worst.jointSeparation.peak << " / " << 1000 * worst.jointSeparation.rest
            << " mm, overshoot " << degrees(worst.limitOvershoot.peak) << " / " << degrees(worst.limitOvershoot.rest)
            << " degrees, overlap " << 1000 * worst.selfPenetration.peak << " / " << 1000 * worst.selfPenetration.rest << " mm, ground "
            << 1000 * worst.groundPenetration.peak << " / " << 1000 * worst.groundPenetration.rest << " mm (peak / rest)\n";
}

TEST(Fall, RestsWholeFromAnyOrientation) {
  constexpr std::uint64_t kSeeds = 8;
  std::vector<Settle> falls;
  std::size_t asleep = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SettleOptions options;
    options.seed = seed;
    falls.push_back(fall(figure().manikin, options));
    asleep += falls.back().restTime && *falls.back().restTime <= 8 ? 1 : 0;
    EXPECT_GE(falls.back().firstAsleep, 0.5f) << "seed " << seed << " fell asleep in the air";
  }
  const Settle worst = worstOf(falls);
  print(worst, "figure, " + std::to_string(kSeeds) + " seeds, " + std::to_string(asleep) + " asleep within 8 s");
  expectInsideBars(worst, figure().manikin, "@figure");
  EXPECT_GE(asleep, kSeeds - 1);
}

TEST(Fall, ChildGiantAndAnimalRestToo) {
  for (const char* const spec : {"@figure:child", "@figure:giant", "@quadruped"}) {
    const Fitted fitted = fitFigure(spec);
    std::vector<Settle> falls;
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      SettleOptions options;
      options.seed = seed;
      falls.push_back(fall(fitted.manikin, options));
    }
    print(worstOf(falls), spec);
    expectInsideBars(worstOf(falls), fitted.manikin, spec);
  }
}

TEST(Fall, DoesNotExplodeAtTheStart) {
  // Whatever overlaps at bind must not push: no part is faster than the drop itself makes it.
  SettleOptions options;
  options.height = 1;
  options.duration = 0.5f;
  const Settle result = fall(figure().manikin, options);
  std::cout << "fastest part in the first quarter second of a drop from 1 m: " << result.maxSpeedEarly << " m/s\n";
  EXPECT_LE(result.maxSpeedEarly, 1.2f * std::sqrt(2 * 9.81f * 1.0f));
}

/// Signed bend of a hinge as an anatomist reads it off the two bones: positive closes.
struct BoneBend {
  std::int32_t part = -1;
  Vec3 axis;  ///< in the upper part's frame: closing turns right-handed about it

  float angle(const Manikin& manikin, std::span<const Transform> worldFromPart) const {
    const Part& lower = manikin.parts[static_cast<std::size_t>(part)];
    const Transform& worldFromUpper = worldFromPart[static_cast<std::size_t>(lower.parent)];
    const Vec3 a = rotate(worldFromUpper.rotation, axis);
    const Vec3 u = rotate(worldFromUpper.rotation, manikin.parts[static_cast<std::size_t>(lower.parent)].axis);
    const Vec3 b = rotate(worldFromPart[static_cast<std::size_t>(part)].rotation, lower.axis);
    return std::atan2(dot(cross(u, b), a), dot(u, b));
  }
};

std::vector<BoneBend> kneesAndElbows(const Manikin& manikin) {
  std::vector<BoneBend> bends;
  for (const Role role : {Role::leftShin, Role::rightShin, Role::leftForearm, Role::rightForearm}) {
    const std::int32_t part = manikin.partOf(role);
    const Part& lower = manikin.parts[static_cast<std::size_t>(part)];
    const Part& upper = manikin.parts[static_cast<std::size_t>(lower.parent)];
    const Vec3 bone = rotate(lower.modelFromPart.rotation, lower.axis);
    const Vec3 closing = normalized(cross(bone, flexionDirection(manikin, lower).value()));
    bends.push_back({part, rotate(conjugate(upper.modelFromPart.rotation), closing)});
  }
  return bends;
}

TEST(Fall, KneesAndElbowsNeverBendBackward) {
  const Manikin& manikin = figure().manikin;
  const std::vector<BoneBend> bends = kneesAndElbows(manikin);
  const float quarter = kPi / 2;
  const std::vector<Quat> orientations{{},
                                       axisAngle(Vec3{1, 0, 0}, kPi),
                                       axisAngle(Vec3{1, 0, 0}, quarter),
                                       axisAngle(Vec3{1, 0, 0}, -quarter),
                                       axisAngle(Vec3{0, 0, 1}, quarter),
                                       axisAngle(Vec3{0, 0, 1}, -quarter)};
  float low = 0, high = 0;
  std::vector<float> largest(bends.size(), 0);
  for (const Quat& orientation : orientations) {
    SettleOptions options;
    options.orientation = orientation;
    options.height = 0.5f;
    options.duration = 4;
    options.record = true;
    const Settle result = fall(manikin, options);
    for (std::size_t frame = 0; frame < result.trajectory.frameCount(); ++frame) {
      const auto parts = std::span(result.trajectory.worldFromPart).subspan(frame * manikin.parts.size(), manikin.parts.size());
      for (std::size_t i = 0; i < bends.size(); ++i) {
        const float angle = bends[i].angle(manikin, parts);
        low = std::min(low, angle);
        high = std::max(high, angle);
        largest[i] = std::max(largest[i], angle);
      }
    }
  }
  std::cout << "knees and elbows between " << degrees(low) << " and " << degrees(high) << " degrees over six falls\n";
  EXPECT_GE(low, radians(-5));
  EXPECT_LE(high, radians(150));
  // Both sides really bend, and both in the positive sense.
  for (const float angle : largest) EXPECT_GT(angle, radians(20));
}

TEST(Fall, DrawnJointsLieOnTheirBodiesAtRest) {
  const Fitted& fitted = figure();
  const PoseMap map = poseMapOf(fitted.manikin, fitted.rig);
  std::vector<Transform> local(fitted.rig.joints.size()), model(fitted.rig.joints.size());
  for (std::size_t j = 0; j < model.size(); ++j) model[j] = fitted.rig.joints[j].modelFromBind;
  localsFromModel(fitted.rig, model, local);
  float worst = 0;
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    SettleOptions options;
    options.seed = seed;
    options.record = true;
    const Settle result = fall(fitted.manikin, options);
    const auto last = std::span(result.trajectory.worldFromPart).last(fitted.manikin.parts.size());
    recoverPose(map, last, local, model);
    for (std::size_t i = 0; i < last.size(); ++i) {
      worst = std::max(worst, distance(model[static_cast<std::size_t>(fitted.manikin.parts[i].joint)].translation, last[i].translation));
    }
  }
  std::cout << "drawn joints from their bodies at rest: " << 1000 * worst << " mm\n";
  EXPECT_LE(worst, 0.002f);
}

TEST(Fall, ACorpusOfBodiesRests) {
  const std::vector<test::KnownRig> rigs = test::knownRigs();
  SINEW_NEED_CORPUS(rigs);
  int bodies = 0, asleep = 0;
  for (const test::KnownRig& known : rigs) {
    std::string why;
    const std::optional<Fitted> fitted = test::fitFile(known.file.string(), why);
    if (!fitted) continue;
    SettleOptions options;
    options.seed = 1;
    options.height = 0.1f * fitted->manikin.stature;
    const Settle result = fall(fitted->manikin, options);
    EXPECT_EQ(result.nonFinite, 0u) << known.slug;
    // Animals are weighed by their volumes: one whose shapes overlap much may be too uneven for the bars.
    if (fitted->manikin.creature == Creature::humanoid) expectInsideBars(result, fitted->manikin, known.slug);
    asleep += result.restTime ? 1 : 0;
    ++bodies;
  }
  std::cout << asleep << " of " << bodies << " real bodies asleep within ten seconds\n";
  EXPECT_GT(bodies, 0);
}

}  // namespace
}  // namespace sinew
