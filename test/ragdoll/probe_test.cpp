#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>

#include <sinew/ragdoll/probe.h>
#include <sinew/ragdoll/ragdoll.h>

#include "src/ragdoll/bend.h"
#include "src/ragdoll/probe_rules.h"
#include "support/handmade.h"

namespace sinew {
namespace {

using test::makeHandmade;

const Finding* findRule(const Findings& findings, std::string_view rule, std::string_view role = {}) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& finding) { return finding.rule == rule && (role.empty() || finding.role == role); });
  return found == findings.end() ? nullptr : &*found;
}

Probe probed(const Manikin& manikin) {
  Result<Probe> probe = probeManikin(manikin);
  EXPECT_TRUE(probe) << (probe ? "" : probe.error().message);
  return probe ? *probe : Probe{};
}

TEST(Probe, TheSolverHasWhatWasAuthored) {
  const Manikin manikin = makeHandmade().manikin;
  const Probe probe = probed(manikin);
  ASSERT_EQ(probe.parts.size(), manikin.parts.size());
  float worst = 0;
  for (const ProbedPart& part : probe.parts) {
    worst = std::max(worst, part.centerError);
    EXPECT_LE(part.radiusError, 1e-5f);
    EXPECT_LE(part.halfHeightError, 1e-5f);
    EXPECT_LE(part.bindOvershoot, radians(0.1f));
  }
  std::cout << "largest centre error " << 1000 * worst << " mm\n";
  EXPECT_LT(worst, 1e-5f);
  EXPECT_NEAR(probe.mass, manikin.mass, 1e-3f);
  for (const Finding& finding : probe.findings)
    EXPECT_NE(finding.severity, Severity::failure) << finding.rule << ' ' << finding.role << ": " << finding.message;
}

TEST(Probe, EveryHingeClosesTheAnatomicalWay) {
  const Manikin manikin = makeHandmade().manikin;
  const Probe probe = probed(manikin);
  int hinges = 0;
  for (const ProbedPart& part : probe.parts) {
    const Part& authored = manikin.parts[static_cast<std::size_t>(part.part)];
    if (authored.toParent.type != JointType::hinge) continue;
    EXPECT_GT(part.flexionSign, 0.95f) << authored.name;
    ++hinges;
  }
  EXPECT_EQ(hinges, 4);
}

TEST(Probe, AHingeTurnedRoundFails) {
  // The same knee with its axis reversed in both frames: closing it now counts as negative.
  Manikin manikin = makeHandmade().manikin;
  Part& shin = manikin.parts[static_cast<std::size_t>(manikin.partOf(Role::leftShin))];
  const Quat flip = axisAngle(Vec3{0, 1, 0}, kPi);
  shin.toParent.parentFromFrame.rotation = shin.toParent.parentFromFrame.rotation * flip;
  shin.toParent.childFromFrame.rotation = shin.toParent.childFromFrame.rotation * flip;
  const Probe probe = probed(manikin);
  const Finding* const finding = findRule(probe.findings, "hinge.sign", "leftShin");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::failure);
  EXPECT_LT(*finding->measured, -0.9);
  EXPECT_EQ(findRule(probe.findings, "hinge.sign", "rightShin"), nullptr);
}

TEST(Probe, AHingeAcrossTheLimbFails) {
  // An elbow whose axis points forward would bend sideways.
  Manikin manikin = makeHandmade().manikin;
  Part& forearm = manikin.parts[static_cast<std::size_t>(manikin.partOf(Role::rightForearm))];
  const Quat aside = axisAngle(Vec3{0, 0, 1}, kPi / 2);
  forearm.toParent.parentFromFrame.rotation = forearm.toParent.parentFromFrame.rotation * aside;
  forearm.toParent.childFromFrame.rotation = forearm.toParent.childFromFrame.rotation * aside;
  EXPECT_NE(findRule(probed(manikin).findings, "hinge.sign", "rightForearm"), nullptr);
}

TEST(Probe, FlexionIsSeenFromTheHangingLimb) {
  // Arms to the sides, to the front and down: an elbow closes forward, up and forward.
  Manikin manikin = makeHandmade().manikin;
  const auto index = static_cast<std::size_t>(manikin.partOf(Role::leftForearm));
  Part& forearm = manikin.parts[index];
  Part& arm = manikin.parts[static_cast<std::size_t>(forearm.parent)];
  const auto lay = [&](const Vec3& along) {
    for (Part* part : {&arm, &forearm}) part->modelFromPart.rotation = fromTo(part->axis, along);
    return flexionDirection(manikin, forearm).value_or(Vec3{});
  };
  EXPECT_LT(distance(lay({1, 0, 0}), Vec3{0, 0, 1}), 1e-5f);
  EXPECT_LT(distance(lay({0, 0, 1}), Vec3{0, 1, 0}), 1e-5f);
  EXPECT_LT(distance(lay({0, -1, 0}), Vec3{0, 0, 1}), 1e-5f);
}

TEST(Probe, LooksAtOverlapBetweenPartsThatShareNoJoint) {
  Manikin manikin = makeHandmade().manikin;
  manikin.parts[static_cast<std::size_t>(manikin.partOf(Role::leftThigh))].radius = 0.2f;
  const Probe probe = probed(manikin);
  const Finding* const finding = findRule(probe.findings, "probe.overlap");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::warning);
  const ProbedPart& thigh = probe.parts[static_cast<std::size_t>(manikin.partOf(Role::leftThigh))];
  EXPECT_GT(thigh.overlapDepth, 0.02f);
  EXPECT_GE(thigh.overlapPart, 0);
}

TEST(Probe, BindOutsideItsLimitsIsAWarning) {
  Manikin manikin = makeHandmade().manikin;
  manikin.parts[static_cast<std::size_t>(manikin.partOf(Role::leftShin))].toParent.flexion = {radians(10), radians(140)};
  const Probe probe = probed(manikin);
  const Finding* const finding = findRule(probe.findings, "probe.bind", "leftShin");
  ASSERT_NE(finding, nullptr);
  EXPECT_NEAR(*finding->measured, 10, 0.1);
}

TEST(Probe, IsQuick) {
  const Manikin manikin = makeHandmade().manikin;
  const auto begin = std::chrono::steady_clock::now();
  probed(manikin);
  const double spent = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  std::cout << "probe of " << manikin.parts.size() << " parts: " << spent << " ms\n";
  EXPECT_LT(spent, 500);  // ten times the bar, for busy machines and sanitizers
}

/// Rules on a probe that was tampered with: what a lying solver would look like.
class ProbeRules : public testing::Test {
 protected:
  void SetUp() override {
    probe = probed(manikin);
    ASSERT_EQ(probe.parts.size(), manikin.parts.size());
  }
  ProbedPart& partOf(Role role) { return probe.parts[static_cast<std::size_t>(manikin.partOf(role))]; }
  const Finding* find(std::string_view rule) {
    findings = judgeProbe(manikin, probe);
    return findRule(findings, rule);
  }

  Manikin manikin = makeHandmade().manikin;
  Probe probe;
  Findings findings;
};

TEST_F(ProbeRules, APartInTheWrongPlaceFails) {
  partOf(Role::head).centerError = 0.0011f;
  const Finding* const finding = find("solver.center");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::failure);
  EXPECT_EQ(finding->role, "head");
  partOf(Role::head).centerError = 0.0009f;
  EXPECT_EQ(find("solver.center"), nullptr);
}

TEST_F(ProbeRules, MillimetresGrowWithTheBody) {
  partOf(Role::head).centerError = 0.003f;
  EXPECT_NE(find("solver.center"), nullptr);
  manikin.stature = 1.75f * 4;
  EXPECT_EQ(find("solver.center"), nullptr);
}

TEST_F(ProbeRules, AnotherRadiusOrHalfHeightFails) {
  partOf(Role::chest).radiusError = 2e-5f;
  EXPECT_NE(find("solver.radius"), nullptr);
  partOf(Role::chest).halfHeightError = 2e-5f;
  EXPECT_NE(find("solver.halfHeight"), nullptr);
}

TEST_F(ProbeRules, LostMassFails) {
  EXPECT_EQ(find("solver.mass"), nullptr);
  probe.mass *= 0.99f;
  EXPECT_NE(find("solver.mass"), nullptr);
}

TEST_F(ProbeRules, ANumberThatIsNoneFails) {
  partOf(Role::spine).body.inertia.y = std::numeric_limits<float>::quiet_NaN();
  const Finding* const finding = find("solver.finite");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->role, "spine");
}

TEST_F(ProbeRules, MassesTenToOneWarn) {
  partOf(Role::leftHand).body.mass = 0.01f;
  const Finding* const finding = find("mass.ratio");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::warning);
  EXPECT_EQ(finding->role, "leftHand");
  EXPECT_GT(*finding->measured, 100);
}

TEST_F(ProbeRules, SidesThatDifferWarn) {
  EXPECT_EQ(find("probe.mirror"), nullptr);
  const Part& hand = manikin.parts[static_cast<std::size_t>(manikin.partOf(Role::leftHand))];
  partOf(Role::leftHand).center += perpendicular(hand.axis) * 0.05f;
  EXPECT_NE(find("probe.mirror"), nullptr);
}

TEST_F(ProbeRules, ACentreBeyondItsBoneWarns) {
  EXPECT_EQ(find("probe.center"), nullptr);
  const Part& head = manikin.parts[static_cast<std::size_t>(manikin.partOf(Role::head))];
  partOf(Role::head).center = head.axis * (1.2f * head.boneLength);
  EXPECT_NE(find("probe.center"), nullptr);
}

TEST_F(ProbeRules, ASphereIsSaid) {
  EXPECT_EQ(find("probe.sphere"), nullptr);
  partOf(Role::pelvis).body.type = BodyShape::sphere;
  EXPECT_NE(find("probe.sphere"), nullptr);
}

}  // namespace
}  // namespace sinew
