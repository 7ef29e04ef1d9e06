#include <sinew/manikin/character.h>
#include <sinew/manikin/json.h>

#include "manikin/bodies.h"
#include "support/several.h"

namespace sinew::test {
namespace {

std::int32_t nodeNamed(const Asset& asset, std::string_view name) {
  for (std::size_t n = asset.nodes.size(); n-- > 0;)
    if (asset.nodes[n].name == name) return static_cast<std::int32_t>(n);
  return -1;
}

Manikin manikinOf(const MappedRig& mapped) { return *fitManikin(mapped.rig, mapped.map); }

/// Largest difference of any factor of the bone.
float apart(const Manikin& a, const Manikin& b) {
  float worst = 0;
  for (const FactorDifference& d : diffFactors(factorsOf(a), factorsOf(b)))
    worst = std::max({worst, d.missing ? 1.0f : 0.0f, d.radius, d.halfHeight, d.center});
  return worst;
}

// Two people, and a rider that hangs from his horse: one is taken, all are named, and nothing of the others counts.
TEST(Character, OneOfSeveralIsTakenAndTheOthersAreNamed) {
  const Asset man = assetOf("@figure"), child = assetOf("@figure:child"), horse = assetOf("@quadruped");
  struct Case {
    const char* what;
    Asset file;
    std::string taken;  ///< the figure that has the most vertices, or stands first
  };
  const Case cases[] = {
      {"man and child", with(man, child, {1.5f, 0, 0}), "@figure"},
      {"child and man", with(child, man, {1.5f, 0, 0}), "@figure:child"},
      {"twins", with(man, man, {0.3f, 0, 0}), "@figure"},
      {"man beside a horse", with(horse, man, {2, 0, 0}), "@figure"},
      {"man on a horse", with(horse, man, {0, 0.4f, 0}, "spine"), "@figure"},
  };
  for (const Case& c : cases) {
    const Result<MappedRig> mapped = mapCharacter(c.file);
    ASSERT_TRUE(mapped) << c.what << ": " << mapped.error().message;
    ASSERT_FALSE(mapped->map.refused) << c.what;
    const Manikin manikin = manikinOf(*mapped), alone = fitOf(c.taken);
    EXPECT_EQ(count(manikin.findings, "rig.figures"), 1) << c.what;
    EXPECT_NEAR(manikin.stature, alone.stature, 1e-4f) << c.what;
    EXPECT_LT(apart(manikin, alone), 1e-3f) << c.what;
  }
}

TEST(Character, AnotherIsTakenByANodeOfItsOrByItsBodyPlan) {
  const Asset horse = assetOf("@quadruped");
  const Asset file = with(assetOf("@figure"), horse, {2, 0, 0});
  const auto expectHorse = [&](const Result<MappedRig>& mapped) {
    ASSERT_TRUE(mapped) << mapped.error().message;
    ASSERT_FALSE(mapped->map.refused);
    EXPECT_LT(apart(manikinOf(*mapped), fitOf("@quadruped")), 1e-3f);
  };
  expectHorse(mapCharacter(file, {}, {}, nodeNamed(file, "hindLeftUpper")));
  expectHorse(mapCharacter(file, {}, {}, nodeNamed(file, "place")));
  expectHorse(mapCharacter(file, {}, {.creature = Creature::quadruped}));

  const Result<MappedRig> nowhere = mapCharacter(file, {}, {}, 9999);
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::usage);
  EXPECT_NE(nowhere.error().message.find("3898 vertices"), std::string::npos) << nowhere.error().message;
}

// Hair, tools and feet on skeletons of their own are parts of one character, not characters.
TEST(Character, ASkeletonThatIsNoBodyIsNoCharacter) {
  for (const char* spec : {"@figure", "@figure:hair", "@figure:footroots", "@figure:ikbones", "@figure:multiskin", "@figure:rigid"}) {
    const Asset asset = assetOf(spec);
    const Result<MappedRig> mapped = mapCharacter(asset);
    ASSERT_TRUE(mapped) << spec;
    EXPECT_EQ(count(mapped->rig.findings, "rig.figures"), 0) << spec;
    EXPECT_EQ(mapped->rig.joints.size(), buildRig(asset)->joints.size()) << spec;
  }
}

// A crowd in one file: the largest are looked at, and the time does not grow with the square of their number.
TEST(Character, ACrowdInOneFileIsNoTrap) {
  const Asset tiny = assetOf("@figure:tiny");
  Asset crowd = tiny;
  for (int i = 1; i < 60; ++i) crowd = with(std::move(crowd), tiny, {static_cast<float>(i), 0, 0});
  const Result<MappedRig> mapped = mapCharacter(crowd);
  ASSERT_TRUE(mapped);
  EXPECT_FALSE(mapped->map.refused);
  EXPECT_EQ(count(mapped->rig.findings, "rig.figures"), 1);
  for (const Finding& finding : mapped->rig.findings) {
    if (finding.rule == "rig.figures") {
      EXPECT_EQ(finding.measured, 16.0) << finding.message;
    }
  }
}

// What is odd in a file, a skeleton or a map is told with the fit, and with a refusal.
TEST(Character, NothingOddIsLostOnTheWayToTheManikin) {
  const Rig large = rigOf("@figure:centimetres");
  EXPECT_EQ(count(fitOf(large).findings, "units.scale"), 1);
  const Rig rig = rigOf("@figure");
  EXPECT_EQ(count(fitOf(rig).findings, "roles.absent"), 0);
  const RoleMap map = mapRoles(rig, {.explicitMap = {{Role::head, std::string("nobody")}}});
  ASSERT_TRUE(map.refused);
  Rig odd = rig;
  odd.findings.push_back({Severity::warning, "axes.up", {}, {}, {}, {}, "odd"});
  EXPECT_NE(writeRefusal(odd, map).find("axes.up"), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
