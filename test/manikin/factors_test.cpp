#include "manikin/bodies.h"

namespace sinew::test {
namespace {

float worst(const FactorDifference& d) { return std::max({d.radius, d.halfHeight, d.center}); }

TEST(Factors, RecordWhereTheyCameFrom) {
  const Manikin manikin = fitOf("@figure");
  const FactorTable table = factorsOf(manikin);
  EXPECT_EQ(table.character, "@figure");
  EXPECT_EQ(table.sha256, manikin.sha256);
  EXPECT_EQ(table.method, "trimmed");
  const Result<FactorTable> read = readFactors(writeFactors(table));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(writeFactors(*read), writeFactors(table));
  for (const FactorDifference& difference : diffFactors(table, *read)) EXPECT_EQ(worst(difference), 0) << difference.name;
}

TEST(Factors, DoNotDependOnTheJointsOwnAxes) {
  const FactorTable plain = factorsOf(fitOf("@figure"));
  for (const char* spec : {"@figure:bonex", "@figure:boney", "@figure:bonez", "@figure:boneminusy", "@figure:mirrored"}) {
    for (const FactorDifference& difference : diffFactors(plain, factorsOf(fitOf(std::string(spec))))) {
      EXPECT_FALSE(difference.missing) << spec << " " << difference.name;
      // A foot lies aslant in a frame that is not its bone's: its box is another.
      const bool foot = difference.name == "leftFoot" || difference.name == "rightFoot";
      EXPECT_LT(worst(difference), foot ? 0.16f : 0.06f) << spec << " " << difference.name;
    }
  }
}

TEST(Factors, TwoBodiesSideBySide) {
  const std::vector<FactorDifference> differences = diffFactors(factorsOf(fitOf("@figure")), factorsOf(fitOf("@figure:stout")));
  float largest = 0;
  for (const FactorDifference& difference : differences) largest = std::max(largest, worst(difference));
  EXPECT_GT(largest, 0.1f) << "girth is no matter of scale";
  const std::vector<FactorDifference> presets =
      diffFactors(factorsOf(fitOf("@figure")), factorsOf(fitOf(rigOf("@figure"), {.preset = Preset::minimal})));
  EXPECT_EQ(std::count_if(presets.begin(), presets.end(), [](const FactorDifference& d) { return d.missing; }), 5);
}

TEST(Factors, AnAuthoredTableIsMeasuredAgainstTheBodyItIsPutOn) {
  const Rig adult = rigOf("@figure"), stout = rigOf("@figure:stout");
  const FactorTable table = factorsOf(fitOf(adult));

  const Manikin own = fitOf(adult, {.factors = &table});
  EXPECT_FALSE(hasFailure(own.findings));
  EXPECT_EQ(partOf(own, Role::head).shapeSource, ShapeSource::table);

  const Manikin other = fitOf(stout, {.factors = &table});
  EXPECT_TRUE(hasFailure(other.findings));
  EXPECT_GT(count(other.findings, "factors.differ"), 0);
  const Part& head = partOf(other, Role::head);
  const Part& adultHead = partOf(own, Role::head);
  EXPECT_NEAR(head.radius / head.boneLength, adultHead.radius / adultHead.boneLength, 1e-4f) << "the table's shape all the same";

  const Manikin accepted = fitOf(stout, {.factors = &table, .acceptFactors = true});
  EXPECT_FALSE(hasFailure(accepted.findings));
  EXPECT_GT(count(accepted.findings, "factors.differ"), 0);
}

TEST(Factors, BadTablesAreRefused) {
  EXPECT_EQ(readFactors("{").error().code, ErrorCode::format);
  EXPECT_EQ(readFactors(R"({"factorSchema": 9})").error().code, ErrorCode::unsupported);
  EXPECT_EQ(readFactors(R"({"factorSchema": 1, "character": "", "sha256": "", "method": "", "parts": [{"role": "head"}]})").error().place,
            "parts[0].shape");
  EXPECT_EQ(readFactors(R"({"factorSchema": 1, "character": "", "sha256": "", "method": "", "parts": []})").error().message,
            "there is no part");

  // Every number of a part has its range, and no part stands twice.
  const auto table = [](const std::string& part) {
    return R"({"factorSchema": 1, "character": "", "sha256": "", "method": "", "parts": [)" + part + "]}";
  };
  const auto part = [](const char* radius, const char* halfHeight, const char* y) {
    return std::string(R"({"role": "head", "shape": "capsule", "radius": )") + radius + R"(, "halfHeight": )" + halfHeight +
           R"(, "center": [0, )" + y + ", 0]}";
  };
  EXPECT_TRUE(readFactors(table(part("0.6", "0.2", "0.4"))));
  EXPECT_EQ(readFactors(table(part("0", "0.2", "0.4"))).error().place, "parts[0].radius");
  EXPECT_EQ(readFactors(table(part("1e30", "0.2", "0.4"))).error().place, "parts[0].radius");
  EXPECT_EQ(readFactors(table(part("0.6", "-0.2", "0.4"))).error().place, "parts[0].halfHeight");
  EXPECT_EQ(readFactors(table(part("0.6", "0.2", "1e30"))).error().place, "parts[0].center");
  EXPECT_EQ(readFactors(table(part("0.6", "0.2", "0.4") + ", " + part("0.6", "0.2", "0.4"))).error().place, "parts[1].role");
}

// The rows that stand in for parts without vertices are the built-in figure's own.
TEST(Factors, TheCommittedTableIsTheFigures) {
  for (const char* spec : {"@figure", "@quadruped"}) {
    const Rig rig = rigOf(spec);
    const Manikin measured = fitOf(rig, {.preset = Preset::full});
    Rig bare = rig;
    bare.body = {};
    const Manikin stoodIn = fitOf(bare, {.preset = Preset::full}, {.creature = measured.creature});
    const FactorTable table = factorsOf(measured);
    for (const FactorDifference& difference : diffFactors(table, factorsOf(stoodIn))) {
      if (difference.name.find('.') != std::string::npos) continue;  // further links of a tail
      const auto row =
          std::find_if(table.parts.begin(), table.parts.end(), [&](const PartFactors& p) { return p.name == difference.name; });
      const Part& part = partOf(measured, *roleFromName(difference.name));
      EXPECT_LT(worst(difference), 0.05f) << "{Creature::" << nameOf(measured.creature) << ", Role::" << row->name << ", "
                                          << part.boneLength / measured.referenceLength << "f, " << row->radius << "f, " << row->halfHeight
                                          << "f, {" << row->center.x << "f, " << row->center.y << "f, " << row->center.z << "f}},";
    }
  }
}

}  // namespace
}  // namespace sinew::test
