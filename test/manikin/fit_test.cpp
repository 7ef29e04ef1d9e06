#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "manikin/bodies.h"

namespace sinew::test {
namespace {

TEST(Fit, PresetsHaveTheirParts) {
  const Rig rig = rigOf("@figure");
  EXPECT_EQ(fitOf(rig, {.preset = Preset::minimal}).parts.size(), 11u);
  EXPECT_EQ(fitOf(rig, {.preset = Preset::standard}).parts.size(), 16u);
  const Manikin full = fitOf(rig, {.preset = Preset::full});
  EXPECT_EQ(full.parts.size(), 21u);
  for (std::size_t i = 0; i < full.parts.size(); ++i) {
    EXPECT_LT(full.parts[i].parent, static_cast<std::int32_t>(i));
    if (full.parts[i].parent >= 0) {
      EXPECT_EQ(full.parts[static_cast<std::size_t>(full.parts[i].parent)].role, parentOf(full.parts[i].role)) << full.parts[i].name;
    }
  }
}

TEST(Fit, EveryJointGoesWithExactlyOnePart) {
  const Rig rig = rigOf("@figure:twist");
  const Manikin manikin = fitOf(rig);
  std::vector<int> owners(rig.joints.size(), 0);
  for (const Part& part : manikin.parts) {
    ++owners[static_cast<std::size_t>(part.joint)];
    for (const std::int32_t rider : part.riders) ++owners[static_cast<std::size_t>(rider)];
  }
  EXPECT_EQ(std::count(owners.begin(), owners.end(), 1), static_cast<std::ptrdiff_t>(owners.size()));
}

TEST(Fit, TheFigureIsCovered) {
  for (const char* spec : {"@figure", "@quadruped", "@figure:child"}) {
    const Manikin manikin = fitOf(std::string(spec));
    std::vector<float> coverage;
    for (const Part& part : manikin.parts) {
      ASSERT_TRUE(part.coverage) << part.name;
      EXPECT_GT(*part.coverage, 0.6f) << spec << " " << part.name;
      coverage.push_back(*part.coverage);
    }
    std::nth_element(coverage.begin(), coverage.begin() + static_cast<std::ptrdiff_t>(coverage.size() / 2), coverage.end());
    EXPECT_GE(coverage[coverage.size() / 2], 0.85f) << spec;
  }
}

// Whatever the units, the axes above the skeleton or the order of joints: a factor is a factor.
TEST(Fit, FactorsDoNotDependOnHowTheFileIsWritten) {
  const Manikin plain = fitOf("@figure");
  for (const char* spec : {"@figure:centimetres", "@figure:small", "@figure:zup", "@figure:armature", "@figure:shuffled",
                           "@figure:matrixnodes", "@figure:sparse", "@figure:restturned", "@figure:u16joints"}) {
    const Manikin other = fitOf(std::string(spec));
    for (const FactorDifference& difference : diffFactors(factorsOf(plain), factorsOf(other))) {
      EXPECT_FALSE(difference.missing) << spec << " " << difference.name;
      EXPECT_LT(std::max({difference.radius, difference.halfHeight, difference.center}), 1e-4f) << spec << " " << difference.name;
    }
    for (const Part& part : plain.parts) {
      const Part& twin = partOf(other, part.role);
      EXPECT_NEAR(twin.radius / other.referenceLength, part.radius / plain.referenceLength, 1e-4f) << spec << " " << part.name;
    }
  }
}

TEST(Fit, HowVerticesAreStoredChangesNextToNothing) {
  const FactorTable plain = factorsOf(fitOf("@figure"));
  for (const char* spec : {"@figure:eight", "@figure:multiskin", "@figure:quantised", "@figure:u8weights", "@figure:u16weights"}) {
    for (const FactorDifference& difference : diffFactors(plain, factorsOf(fitOf(std::string(spec))))) {
      EXPECT_FALSE(difference.missing) << spec << " " << difference.name;
      EXPECT_LT(std::max({difference.radius, difference.halfHeight, difference.center}), 1e-3f) << spec << " " << difference.name;
    }
  }
}

TEST(Fit, LeavesStillGetBodies) {
  const Manikin ends = fitOf("@figure"), leaves = fitOf("@figure:noends");
  const Part& with = partOf(ends, Role::head);
  const Part& without = partOf(leaves, Role::head);
  EXPECT_EQ(with.tail.source, TailSource::node);
  EXPECT_EQ(without.tail.source, TailSource::mesh);
  EXPECT_EQ(count(leaves.findings, "fit.tail", "head"), 1);
  const float moved = distance(with.modelFromPart * with.center, without.modelFromPart * without.center);
  EXPECT_LT(moved, 0.01f);

  // Inside the skull: above the joint by less than the skull is high, within a centimetre of the mid-plane.
  EXPECT_GT(without.center.y, 0.03f);
  EXPECT_LT(without.center.y, 0.2f);
  EXPECT_NEAR(without.center.x, 0, 0.01f);
  for (const Role role : {Role::leftHand, Role::rightHand, Role::leftFoot, Role::rightFoot}) {
    const Part& part = partOf(leaves, role);
    EXPECT_GT(part.verticesUsed, 0u);
    EXPECT_GT(part.boneLength, 0.05f) << part.name;
  }
}

TEST(Fit, ThePartFollowsItsBoneWhicheverAxisItLiesOn) {
  const Quat turns[] = {{},
                        axisAngle(Vec3{0, 0, 1}, kPi / 2),
                        axisAngle(Vec3{0, 1, 0}, kPi / 2),
                        axisAngle(Vec3{0, 0, 1}, -kPi / 2),
                        axisAngle(normalized(Vec3{1, 2, 3}), 0.7f)};
  const Manikin first = makeHumanoid().fit();
  for (const Quat& turn : turns) {
    const Manikin manikin = makeHumanoid({.jointAxes = turn}).fit();
    for (const Role role : {Role::leftUpperArm, Role::rightForearm, Role::leftThigh}) {
      const Part& part = partOf(manikin, role);
      const Part& same = partOf(first, role);
      const Vec3 worldAxis = rotate(part.modelFromPart.rotation, rotate(partFromShape(part).rotation, Vec3{0, 1, 0}));
      const Vec3 bone = rotate(same.modelFromPart.rotation, same.axis);
      EXPECT_LT(degrees(angleBetween(worldAxis, bone)), 1.0f) << part.name;
      EXPECT_NEAR(part.radius, same.radius, 0.05f * same.radius) << part.name;
      EXPECT_NEAR(part.halfHeight, same.halfHeight, 0.05f * same.halfHeight) << part.name;
    }
  }
}

TEST(Fit, OutliersDoNotCount) {
  const Manikin plain = fitOf("@figure"), thrown = fitOf("@figure:outliers");
  for (const Part& part : plain.parts) {
    const Part& other = partOf(thrown, part.role);
    EXPECT_NEAR(other.radius, part.radius, 0.1f * part.radius) << part.name;
    EXPECT_LT(distance(other.center, part.center), 0.1f * part.boneLength) << part.name;
  }
  const Manikin raw = fitOf("@figure:outliers", {.method = FitMethod::raw});
  EXPECT_GT(partOf(raw, Role::head).radius, 1.2f * partOf(plain, Role::head).radius) << "raw extents take every vertex";
}

TEST(Fit, HairAndBackpacksAreNamedAndLeftOut) {
  const Manikin plain = fitOf("@figure");
  struct Worn {
    const char* spec;
    Role role;
  };
  for (const Worn& worn : {Worn{"@figure:hair", Role::head}, Worn{"@figure:backpack", Role::chest}}) {
    const Manikin manikin = fitOf(std::string(worn.spec));
    const Part& bare = partOf(plain, worn.role);
    EXPECT_LT(std::abs(partOf(manikin, worn.role).radius / bare.radius - 1), 0.1f) << worn.spec;
    EXPECT_LT(std::abs(partOf(manikin, worn.role).length() / bare.length() - 1), 0.1f) << worn.spec;
    EXPECT_EQ(count(manikin.findings, "fit.accessory", nameOf(worn.role)), 1) << worn.spec;
    const auto finding =
        std::find_if(manikin.findings.begin(), manikin.findings.end(), [](const Finding& f) { return f.rule == "fit.accessory"; });
    EXPECT_NE(finding->message.find(" %"), std::string::npos) << finding->message;

    const Manikin kept = fitOf(std::string(worn.spec), {.accessories = Accessories::keep});
    EXPECT_GT(partOf(kept, worn.role).length(), 1.1f * bare.length()) << "the test's accessory must matter";
  }
}

TEST(Fit, FewVerticesAreHelpedOutByTheirTriangles) {
  Body body = makeHumanoid({.skin = false});
  for (const auto& [role, mapped] : body.map.roles) {
    const Vec3 at = body.rig.joints[static_cast<std::size_t>(mapped.joint)].modelFromBind.translation;
    body.box(mapped.joint, role == Role::leftThigh || role == Role::rightThigh ? at - Vec3{0, 0.2f, 0} : at, {0.05f, 0.18f, 0.04f});
  }
  const Manikin manikin = body.fit();
  const Part& thigh = partOf(manikin, Role::leftThigh);
  EXPECT_EQ(thigh.verticesUsed, 8u);
  EXPECT_GE(thigh.samplesUsed, 24u);
  EXPECT_EQ(thigh.shapeSource, ShapeSource::mesh);
  EXPECT_NEAR(thigh.radius, 0.05f, 0.003f);
  EXPECT_NEAR(thigh.radius + thigh.halfHeight, 0.18f, 0.01f);
  EXPECT_NEAR(thigh.center.y, -0.2f, 0.01f);
  EXPECT_EQ(count(manikin.findings, "fit.sampled", "leftThigh"), 1);
}

// Two rings, every corner repeated as unshared triangles do: many vertices, few places.
TEST(Fit, RepeatedCornersAreNoMoreThanCorners) {
  Body plain = makeHumanoid({.skin = false}), repeated = makeHumanoid({.skin = false});
  for (Body* body : {&plain, &repeated}) {
    for (const auto& [role, mapped] : body->map.roles) {
      const Vec3 at = body->rig.joints[static_cast<std::size_t>(mapped.joint)].modelFromBind.translation;
      const bool thigh = role == Role::leftThigh || role == Role::rightThigh;
      for (int copy = 0; copy < (body == &repeated ? 6 : 1); ++copy)
        body->box(mapped.joint, thigh ? at - Vec3{0, 0.2f, 0} : at, {0.05f, 0.18f, 0.04f});
    }
  }
  const Manikin manikin = repeated.fit(), plainly = plain.fit();
  const Part& thigh = partOf(manikin, Role::leftThigh);
  const Part& bare = partOf(plainly, Role::leftThigh);
  EXPECT_EQ(thigh.verticesUsed, 48u);
  EXPECT_GE(thigh.samplesUsed, 24u);
  EXPECT_NEAR(thigh.radius, bare.radius, 0.03f * bare.radius);
  EXPECT_NEAR(thigh.length(), bare.length(), 0.03f * bare.length());
  EXPECT_EQ(count(manikin.findings, "fit.sampled", "leftThigh"), 1);
}

TEST(Fit, ALowerThresholdIsSaid) {
  Body body = makeHumanoid();
  const auto shin = body.map.jointOf(Role::leftShin), thigh = body.map.jointOf(Role::leftThigh);
  for (JointWeight& influence : body.rig.body.influences)
    if (influence.joint == shin) influence.weight = 0.4f;
  Body mixed = body;
  mixed.rig.body.influences.clear();
  for (SkinVertex& vertex : mixed.rig.body.vertices) {
    const JointWeight own = body.rig.body.influences[vertex.influenceStart];
    vertex.influenceStart = static_cast<std::uint32_t>(mixed.rig.body.influences.size());
    mixed.rig.body.influences.push_back(own);
    if (own.joint == shin) mixed.rig.body.influences.push_back({thigh, 0.6f});
    vertex.influenceCount = own.joint == shin ? 2 : 1;
  }
  const Manikin manikin = mixed.fit();
  EXPECT_EQ(count(manikin.findings, "fit.threshold", "leftShin"), 1);
  EXPECT_EQ(count(manikin.findings, "fit.threshold"), 1);
  EXPECT_NEAR(partOf(manikin, Role::leftShin).radius, 0.055f, 0.006f);
}

TEST(Fit, APartWithoutVerticesTakesTheFiguresShape) {
  Body body = makeHumanoid();
  const auto hand = body.map.jointOf(Role::leftHand), forearm = body.map.jointOf(Role::leftForearm);
  for (JointWeight& influence : body.rig.body.influences)
    if (influence.joint == hand) influence.joint = forearm;
  const Manikin manikin = body.fit();
  const Part& part = partOf(manikin, Role::leftHand);
  EXPECT_EQ(part.shapeSource, ShapeSource::table);
  EXPECT_EQ(part.verticesUsed, 0u);
  EXPECT_FALSE(part.coverage);
  EXPECT_EQ(part.tail.source, TailSource::none);
  EXPECT_GT(part.boneLength, 0.05f);
  EXPECT_GT(part.radius, 0.02f);
  EXPECT_EQ(count(manikin.findings, "fit.table", "leftHand"), 1);
  EXPECT_EQ(count(manikin.findings, "fit.tail", "leftHand"), 1);
  EXPECT_GT(dot(rotate(part.modelFromPart.rotation, part.axis), Vec3{1, 0, 0}), 0.99f) << "goes on in line with the forearm";
}

TEST(Fit, ASkeletonWithoutMeshIsABodyToo) {
  const Manikin manikin = makeHumanoid({.skin = false}).fit();
  EXPECT_EQ(manikin.parts.size(), 16u);
  for (const Part& part : manikin.parts) {
    EXPECT_GT(part.radius, 0) << part.name;
    EXPECT_GT(part.mass, 0) << part.name;
  }
}

TEST(Fit, FeetThatAreRootsHangFromTheirShins) {
  const Manikin manikin = fitOf("@figure:footroots");
  const Part& foot = partOf(manikin, Role::leftFoot);
  EXPECT_EQ(manikin.parts[static_cast<std::size_t>(foot.parent)].role, Role::leftShin);
  const Manikin plain = fitOf("@figure");
  EXPECT_NEAR(foot.radius, partOf(plain, Role::leftFoot).radius, 1e-3f);
  EXPECT_NEAR(partOf(manikin, Role::leftShin).boneLength, partOf(plain, Role::leftShin).boneLength, 1e-3f);
}

TEST(Fit, TwistLeavesBesideALimbCountToTheLimb) {
  const Manikin plain = fitOf("@figure");
  for (const char* spec : {"@figure:twist", "@figure:serialtwist"}) {
    const Manikin twisted = fitOf(std::string(spec));
    for (const Role role : {Role::leftUpperArm, Role::rightForearm, Role::leftThigh, Role::rightShin}) {
      const Part &a = partOf(plain, role), &b = partOf(twisted, role);
      EXPECT_NEAR(b.radius, a.radius, 0.15f * a.radius) << spec << " " << a.name;
      EXPECT_NEAR(b.length(), a.length(), 0.15f * a.length()) << spec << " " << a.name;
    }
  }
}

TEST(Fit, ASkirtDoesNotFattenALegMeasuredRadially) {
  Body body = makeHumanoid();
  const auto thigh = body.map.jointOf(Role::leftThigh);
  body.tube({{thigh, 1.0f}}, {0.1f, 0.85f, 0}, {0.1f, 0.55f, 0}, 0.2f, 16, 24);
  EXPECT_GT(partOf(body.fit(), Role::leftThigh).radius, 0.15f);
  const Manikin radial = body.fit({.method = FitMethod::radial});
  EXPECT_NEAR(partOf(radial, Role::leftThigh).radius, 0.08f, 0.01f);
  EXPECT_EQ(radial.method, FitMethod::radial);
}

TEST(Fit, BonesNeedNoBodyPlan) {
  for (const char* spec : {"@figure", "@quadruped"}) {
    const Rig rig = rigOf(spec);
    const Manikin manikin = fitOf(rig, {}, {.creature = Creature::bones});
    EXPECT_GT(manikin.parts.size(), 14u) << spec;
    EXPECT_EQ(manikin.preset, "bones");
    EXPECT_TRUE(manikin.roles.empty());
    float mass = 0;
    for (const Part& part : manikin.parts) {
      EXPECT_EQ(part.name, "bone." + std::to_string(part.node));
      EXPECT_EQ(part.role, Role::bone);
      mass += part.mass;
    }
    EXPECT_NEAR(mass, 75, 1e-3f);
  }
}

TEST(Fit, SeveralTreesOfBonesStayOneBody) {
  Body body;
  for (int tree = 0; tree < 3; ++tree) {
    const float x = 0.5f * static_cast<float>(tree);
    const auto root = body.joint("root", -1, {x, 1, 0});
    const auto tip = body.joint("tip", root, {x, 0.6f, 0});
    body.tube({{root, 1.0f}}, {x, 0.98f, 0}, {x, 0.62f, 0}, 0.05f);
    body.tube({{tip, 1.0f}}, {x, 0.58f, 0}, {x, 0.3f, 0}, 0.05f);
  }
  body.map.creature = Creature::bones;
  const Manikin manikin = body.fit();
  ASSERT_EQ(manikin.parts.size(), 6u);
  EXPECT_EQ(std::count_if(manikin.parts.begin(), manikin.parts.end(), [](const Part& p) { return p.parent < 0; }), 1);
  EXPECT_NEAR(manikin.parts[0].radius, 0.05f, 0.003f);
}

TEST(Fit, ABareBoneBetweenSkinIsAThinRod) {
  Body body;
  const auto a = body.joint("a", -1, {0, 1, 0}), b = body.joint("b", a, {0, 0.7f, 0}), c = body.joint("c", b, {0, 0.2f, 0});
  body.tube({{a, 1.0f}}, {0, 0.98f, 0}, {0, 0.72f, 0}, 0.05f);
  body.tube({{c, 1.0f}}, {0, 0.18f, 0}, {0, 0.0f, 0}, 0.05f);
  body.map.creature = Creature::bones;
  const Manikin manikin = body.fit();
  ASSERT_EQ(manikin.parts.size(), 3u);
  EXPECT_EQ(manikin.parts[1].shapeSource, ShapeSource::bone);
  EXPECT_NEAR(manikin.parts[1].radius, 0.22f * 0.5f, 1e-5f);
  EXPECT_NEAR(manikin.parts[1].length(), 0.5f, 1e-5f);
}

TEST(Fit, OverlapsOfNeighboursAreListed) {
  Body body = makeHumanoid();
  body.tube({{body.map.jointOf(Role::leftThigh), 1.0f}}, {0.1f, 0.9f, 0}, {0.1f, 0.5f, 0}, 0.16f, 20, 24);
  body.tube({{body.map.jointOf(Role::rightThigh), 1.0f}}, {-0.1f, 0.9f, 0}, {-0.1f, 0.5f, 0}, 0.16f, 20, 24);
  const Manikin manikin = body.fit();
  const auto left = manikin.partOf(Role::leftThigh), right = manikin.partOf(Role::rightThigh);
  const std::pair<std::int32_t, std::int32_t> pair{std::min(left, right), std::max(left, right)};
  EXPECT_NE(std::find(manikin.overlapping.begin(), manikin.overlapping.end(), pair), manikin.overlapping.end());
  EXPECT_EQ(count(manikin.findings, "fit.overlap"), 1);
  for (const auto& [a, b] : manikin.overlapping) {
    EXPECT_NE(manikin.parts[static_cast<std::size_t>(b)].parent, a);
    EXPECT_NE(manikin.parts[static_cast<std::size_t>(a)].parent, b);
  }
}

TEST(Fit, SidesThatAreNoMirrorImagesAreAWarning) {
  EXPECT_EQ(count(fitOf("@figure").findings, "fit.mirror"), 0);
  Body body = makeHumanoid();
  body.tube({{body.map.jointOf(Role::leftForearm), 1.0f}}, {0.5f, 1.45f, 0}, {0.7f, 1.45f, 0}, 0.12f, 20, 24);
  EXPECT_EQ(count(body.fit().findings, "fit.mirror", "leftForearm"), 1);
}

TEST(Fit, RefusesWhatItCannotBuildFrom) {
  Body body = makeHumanoid();
  body.map.refused = true;
  EXPECT_EQ(fitManikin(body.rig, body.map).error().code, ErrorCode::value);
  body.map.refused = false;
  EXPECT_EQ(fitManikin(body.rig, body.map, {.massTable = "nobody"}).error().code, ErrorCode::usage);
  EXPECT_EQ(fitManikin(body.rig, body.map, {.mass = -1}).error().code, ErrorCode::usage);
  EXPECT_EQ(fitManikin(body.rig, body.map, {.lowPercentile = 0.9f, .highPercentile = 0.1f}).error().code, ErrorCode::usage);
}

// Real characters: nine parts in ten must look like the body they stand for.
TEST(FitCorpus, HalfOfAllPartsAreCoveredByFiveSixths) {
  const char* folder = std::getenv("SINEW_RIGS");
  if (folder == nullptr) GTEST_SKIP() << "SINEW_RIGS names no folder of rigged characters: not run";
  std::vector<float> coverage;
  std::size_t characters = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    if (extension != ".glb" && extension != ".vrm" && extension != ".gltf") continue;
    const Result<Asset> asset = readAsset(entry.path());
    if (!asset) continue;
    const Result<Rig> rig = buildRig(*asset);
    if (!rig) continue;
    RoleMap map = mapRoles(*rig);
    if (map.refused) map = mapRoles(*rig, {.creature = Creature::bones});
    const Result<Manikin> manikin = fitManikin(*rig, map);
    ASSERT_TRUE(manikin) << entry.path() << ": " << manikin.error().message;
    ++characters;
    for (const Part& part : manikin->parts) {
      EXPECT_GT(part.radius, 0);
      EXPECT_TRUE(isFinite(part.center) && isFinite(part.inertia) && part.mass > 0) << entry.path() << " " << part.name;
      if (part.coverage) coverage.push_back(*part.coverage);
    }
  }
  ASSERT_FALSE(coverage.empty());
  std::sort(coverage.begin(), coverage.end());
  const float median = coverage[coverage.size() / 2];
  std::printf("%zu parts of %zu characters: median coverage %.3f, lowest tenth below %.3f\n", coverage.size(), characters,
              static_cast<double>(median), static_cast<double>(coverage[coverage.size() / 10]));
  EXPECT_GE(median, 0.85f);
}

}  // namespace
}  // namespace sinew::test
