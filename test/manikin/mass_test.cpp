#include <Eigen/Eigenvalues>

#include "manikin/bodies.h"

namespace sinew::test {
namespace {

double massOf(const Manikin& manikin) {
  double total = 0;
  for (const Part& part : manikin.parts) total += static_cast<double>(part.mass);
  return total;
}

double volumeOf(const Part& part) {
  const double r = static_cast<double>(part.radius), h = static_cast<double>(part.halfHeight);
  return static_cast<double>(kPi) * r * r * (4.0 / 3.0 * r + 2 * h);
}

TEST(Mass, TotalIsWhatTheAuthorSaid) {
  const Rig rig = rigOf("@figure"), dog = rigOf("@quadruped");
  for (const std::string_view table : massTables()) {
    for (const Preset preset : {Preset::minimal, Preset::standard, Preset::full}) {
      for (const float mass : {75.0f, 20.0f, 312.5f}) {
        EXPECT_NEAR(massOf(fitOf(rig, {.preset = preset, .mass = mass, .massTable = std::string(table)})), mass, 1e-5 * mass) << table;
        EXPECT_NEAR(massOf(fitOf(dog, {.preset = preset, .mass = mass, .massTable = std::string(table)})), mass, 1e-5 * mass) << table;
      }
    }
  }
}

TEST(Mass, DeLevaByPart) {
  const Manikin manikin = makeHumanoid().fit({.mass = 100});
  EXPECT_NEAR(partOf(manikin, Role::head).mass, 6.94f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::chest).mass, 15.96f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::spine).mass, 16.33f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::pelvis).mass, 11.17f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::leftUpperArm).mass, 2.71f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::rightForearm).mass, 1.62f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::leftHand).mass, 0.61f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::rightThigh).mass, 14.16f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::leftShin).mass, 4.33f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::rightFoot).mass, 1.37f, 1e-3f);
}

TEST(Mass, RowsMergeIntoThePartsThereAre) {
  const Manikin male = makeHumanoid().fit({.preset = Preset::minimal, .mass = 100});
  EXPECT_NEAR(partOf(male, Role::leftForearm).mass, 2.23f, 1e-3f);
  EXPECT_NEAR(partOf(male, Role::leftShin).mass, 5.70f, 1e-3f);
  EXPECT_NEAR(partOf(male, Role::pelvis).mass + partOf(male, Role::chest).mass, 43.46f, 1e-3f);
  const Manikin female = makeHumanoid().fit({.preset = Preset::minimal, .mass = 99.99f, .massTable = "deLeva-female"});
  EXPECT_NEAR(partOf(female, Role::leftForearm).mass, 1.94f, 1e-3f);
  EXPECT_NEAR(partOf(female, Role::leftShin).mass, 6.10f, 1e-3f);
  EXPECT_NEAR(partOf(female, Role::pelvis).mass + partOf(female, Role::chest).mass, 42.57f, 1e-3f);
}

TEST(Mass, DempsterOnElevenParts) {
  const Manikin manikin = makeHumanoid().fit({.preset = Preset::minimal, .mass = 1, .massTable = "dempster-11"});
  EXPECT_NEAR(partOf(manikin, Role::pelvis).mass, 0.142f, 1e-5f);
  EXPECT_NEAR(partOf(manikin, Role::chest).mass, 0.355f, 1e-5f);
  EXPECT_NEAR(partOf(manikin, Role::head).mass, 0.081f, 1e-5f);
  EXPECT_NEAR(partOf(manikin, Role::leftUpperArm).mass, 0.028f, 1e-5f);
  EXPECT_NEAR(partOf(manikin, Role::leftForearm).mass, 0.022f, 1e-5f);
  EXPECT_NEAR(partOf(manikin, Role::leftThigh).mass, 0.100f, 1e-5f);
  EXPECT_NEAR(partOf(manikin, Role::leftShin).mass, 0.061f, 1e-5f);
}

TEST(Mass, FullBodySharesHeadTrunkAndFeetOutEqually) {
  const Manikin manikin = fitOf(rigOf("@figure"), {.preset = Preset::full, .mass = 100});
  EXPECT_NEAR(partOf(manikin, Role::neck).mass + partOf(manikin, Role::head).mass, 6.94f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::leftFoot).mass + partOf(manikin, Role::leftToes).mass, 1.37f, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::leftClavicle).mass, partOf(manikin, Role::rightClavicle).mass, 1e-6f);
  EXPECT_NEAR(partOf(manikin, Role::leftToes).mass, partOf(manikin, Role::rightToes).mass, 1e-6f);
}

TEST(Mass, ALimbThatTheCreatureHasNotWeighsNothing) {
  Body body = makeHumanoid();
  for (const Role role : {Role::leftUpperArm, Role::leftForearm, Role::leftHand}) {
    body.map.roles.erase(role);
    body.map.absent.push_back(role);
  }
  const Manikin manikin = body.fit({.mass = 100});
  EXPECT_NEAR(massOf(manikin), 100, 1e-3);
  const float others = 100 - (2.71f + 1.62f + 0.61f);
  EXPECT_NEAR(partOf(manikin, Role::chest).mass, 15.96f * 100 / others, 1e-3f) << "not the arm's";
}

// Against a body cut into a million pieces.
TEST(Mass, InertiaIsThatOfTheShape) {
  const Manikin manikin = makeHumanoid().fit();
  const Part& part = partOf(manikin, Role::leftThigh);
  const double r = static_cast<double>(part.radius), h = static_cast<double>(part.halfHeight), step = r / 28;
  double pieces = 0;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (double x = -r + step / 2; x < r; x += step) {
    for (double z = -r + step / 2; z < r; z += step) {
      for (double y = -(h + r) + step / 2; y < h + r; y += step) {
        const double beyond = std::max(0.0, std::abs(y) - h);
        if (x * x + z * z + beyond * beyond > r * r) continue;
        const Eigen::Vector3d p(x, y, z);
        inertia += p.squaredNorm() * Eigen::Matrix3d::Identity() - p * p.transpose();
        pieces += 1;
      }
    }
  }
  inertia *= static_cast<double>(part.mass) / pieces;
  EXPECT_NEAR(part.inertia.x, inertia(0, 0), 1e-2 * inertia(0, 0));
  EXPECT_NEAR(part.inertia.y, inertia(1, 1), 1e-2 * inertia(1, 1));
  EXPECT_NEAR(part.inertia.z, inertia(2, 2), 1e-2 * inertia(2, 2));
  EXPECT_NEAR(volumeOf(part), pieces * step * step * step, 1e-2 * volumeOf(part));
}

TEST(Mass, ShapesDecideInertiaUnlessTheTableIsAsked) {
  const Manikin shape = makeHumanoid().fit();
  const Manikin table = makeHumanoid().fit({.inertiaFromTable = true});
  const Part &a = partOf(shape, Role::leftThigh), &b = partOf(table, Role::leftThigh);
  EXPECT_EQ(a.centerOfMass, a.center);
  EXPECT_NEAR(length(b.centerOfMass), 0.4095f * b.boneLength, 1e-5f);
  EXPECT_NEAR(b.inertia.x, b.mass * std::pow(0.329f * b.boneLength, 2.0f), 1e-5f);
  EXPECT_NEAR(b.inertia.y, b.mass * std::pow(0.149f * b.boneLength, 2.0f), 1e-5f);
}

TEST(Mass, AnimalsAreWeighedByTheirVolume) {
  const Manikin dog = fitOf("@quadruped");
  EXPECT_EQ(dog.massTable, "density");
  EXPECT_EQ(count(dog.findings, "mass.density"), 1);
  const double density = static_cast<double>(dog.parts[0].mass) / volumeOf(dog.parts[0]);
  for (const Part& part : dog.parts) EXPECT_NEAR(part.mass / (density * volumeOf(part)), 1, 1e-4) << part.name;
}

TEST(Mass, UnlikeNeighboursAreAWarningAndStayAsTheyAre) {
  EXPECT_EQ(count(fitOf("@figure").findings, "mass.ratio"), 0);
  Body body = makeHumanoid();
  body.tube({{body.map.jointOf(Role::pelvis), 1.0f}}, {0, 0.5f, 0}, {0, 1.5f, 0}, 0.8f, 30, 24);
  const Manikin manikin = body.fit({.massTable = "density"});
  EXPECT_GT(count(manikin.findings, "mass.ratio"), 0);
  EXPECT_NEAR(massOf(manikin), 75, 1e-3);
}

}  // namespace
}  // namespace sinew::test
