#include <gtest/gtest.h>

#include "tool.h"

// The keys that scripts read. Each test would fail if a key were renamed or an exit status changed.

namespace sinew::test {
namespace {

using nlohmann::json;

TEST(Contract, FitPrintsTheDocumentAlone) {
  const ToolRun run = tool({"fit", "@figure", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(run.error, "");
  const json d = run.json();
  ASSERT_TRUE(d.is_object()) << run.out.substr(0, 200);
  EXPECT_EQ(d["schema"], 1);
  EXPECT_EQ(d["creature"], "humanoid");
  EXPECT_EQ(d["source"]["file"], "@figure");
  EXPECT_EQ(d["source"]["sha256"].get<std::string>().size(), 64u);
  EXPECT_DOUBLE_EQ(d["metersPerUnit"], 1);
  EXPECT_NEAR(d["stature_m"], 1.75, 0.02);
  EXPECT_GT(d["referenceLength_m"], 0.5);
  EXPECT_DOUBLE_EQ(d["mass_kg"], 75);
  EXPECT_EQ(d["massTable"], "deLeva-male");
  EXPECT_EQ(d["method"], "trimmed");
  EXPECT_TRUE(d["absent"].is_array());
  ASSERT_EQ(d["parts"].size(), 16u);
  ASSERT_EQ(d["roles"].size(), 21u);
  double mass = 0;
  for (const json& part : d["parts"]) {
    for (const char* key :
         {"role",     "node",           "parent",       "shape",   "boneLength_m",       "radius_m",     "halfHeight_m", "length_m",
          "center_m", "axis",           "shapeSource",  "factors", "factorsOfReference", "boxAngle_deg", "verticesUsed", "tail",
          "mass_kg",  "centerOfMass_m", "inertia_kgm2", "coverage"}) {
      EXPECT_TRUE(part.contains(key)) << part["role"] << " lacks " << key;
    }
    EXPECT_NEAR(part["length_m"].get<double>(), 2 * (part["radius_m"].get<double>() + part["halfHeight_m"].get<double>()), 1e-6);
    EXPECT_EQ(part["node"], d["roles"][part["role"].get<std::string>()]["node"]) << part["role"];
    mass += part["mass_kg"].get<double>();
    const std::string role = part["role"];
    if (role == "pelvis") {
      EXPECT_TRUE(part["parent"].is_null());
    } else if (role == "leftShin" || role == "rightForearm") {
      EXPECT_EQ(part["jointType"], "hinge");
      EXPECT_EQ(part["limits_deg"]["flexion"].size(), 2u);
    } else if (role == "leftThigh") {
      EXPECT_EQ(part["jointType"], "ball");
      for (const char* range : {"twist", "swing1", "swing2"}) EXPECT_EQ(part["limits_deg"][range].size(), 2u);
    }
  }
  EXPECT_NEAR(mass, 75, 1e-3);
}

TEST(Contract, AbsentRolesAreNeverInRoles) {
  const json d = tool({"fit", "@figure", "--absent", "leftHand,rightHand", "--json"}).json();
  EXPECT_FALSE(d["roles"].contains("leftHand"));
  EXPECT_NE(std::find(d["absent"].begin(), d["absent"].end(), "leftHand"), d["absent"].end());
  for (const json& part : d["parts"]) EXPECT_NE(part["role"], "leftHand");
}

TEST(Contract, MergedRolesStandInRolesAndNotInParts) {
  const json d = tool({"fit", "@figure", "--preset", "standard", "--json"}).json();
  EXPECT_TRUE(d["roles"].contains("leftClavicle"));
  for (const json& part : d["parts"]) EXPECT_NE(part["role"], "leftClavicle");
}

TEST(Contract, BonesHaveNoRoles) {
  const json d = tool({"fit", "@figure", "--creature", "bones", "--json"}).json();
  EXPECT_EQ(d["creature"], "bones");
  EXPECT_TRUE(d["roles"].is_object());
  EXPECT_TRUE(d["roles"].empty());
  for (const json& part : d["parts"]) EXPECT_EQ(part["role"], "bone." + std::to_string(part["node"].get<int>()));
}

TEST(Contract, QuadrupedTailsAreNumbered) {
  const json d = tool({"fit", "@quadruped", "--json"}).json();
  EXPECT_EQ(d["creature"], "quadruped");
  std::vector<std::string> roles;
  for (const json& part : d["parts"]) roles.push_back(part["role"]);
  EXPECT_NE(std::find(roles.begin(), roles.end(), "tail"), roles.end());
  EXPECT_NE(std::find(roles.begin(), roles.end(), "tail.2"), roles.end());
}

TEST(Contract, SeveralFilesMakeAnArray) {
  const ToolRun run = tool({"fit", "@figure", "@figure:child", "--json"});
  ASSERT_EQ(run.status, 0);
  ASSERT_EQ(run.json().size(), 2u);
  EXPECT_EQ(run.json()[1]["source"]["file"], "@figure:child");
}

TEST(Contract, RefusalSaysWhyAndExitsWithOne) {
  // One side of the arms declared absent would leave half a body: the author must say both, or none.
  Scratch scratch;
  const std::string map = scratch.write("map.json", R"({"leftThigh": "no such joint"})");
  const ToolRun run = tool({"fit", "@figure", "--map", map, "--json"});
  EXPECT_EQ(run.status, 1);
  const json d = run.json();
  EXPECT_EQ(d["refused"], true);
  EXPECT_FALSE(d.contains("parts") && !d["parts"].empty());
  bool named = false;
  for (const json& finding : d["findings"]) named = named || (finding["severity"] == "failure" && finding["role"] == "leftThigh");
  EXPECT_TRUE(named) << run.out;
}

TEST(Contract, BadInputExitsWithTwoAndNamesThePlace) {
  Scratch scratch;
  const std::string bad = scratch.write("bad.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"children": [7]}]})");
  const ToolRun run = tool({"fit", bad, "--json"});
  EXPECT_EQ(run.status, 2);
  const json d = run.json();
  EXPECT_EQ(d["schema"], 1);
  EXPECT_EQ(d["error"]["code"], "reference");
  EXPECT_NE(d["error"]["place"].get<std::string>().find("nodes[0]"), std::string::npos);

  const ToolRun spoken = tool({"fit", bad});
  EXPECT_EQ(spoken.status, 2);
  EXPECT_NE(spoken.error.find("nodes[0]"), std::string::npos);
  EXPECT_EQ(tool({"fit", scratch.path("none.glb")}).status, 2);
}

TEST(Contract, ABadFileDoesNotStopTheOthers) {
  Scratch scratch;
  const std::string bad = scratch.write("bad.glb", "glTF");
  const ToolRun run = tool({"fit", "@figure", bad, "@figure:child", "--json"});
  EXPECT_EQ(run.status, 2);
  const json d = run.json();
  ASSERT_EQ(d.size(), 3u);
  EXPECT_TRUE(d[0].contains("parts"));
  EXPECT_TRUE(d[1].contains("error"));
  EXPECT_TRUE(d[2].contains("parts"));
}

TEST(Contract, UsageErrorsExitWithTwo) {
  EXPECT_EQ(tool({}).status, 2);
  EXPECT_EQ(tool({"fit"}).status, 2);
  EXPECT_EQ(tool({"fit", "@figure", "--preset", "huge"}).status, 2);
  EXPECT_EQ(tool({"fit", "@figure", "--absent", "wings"}).status, 2);
  EXPECT_EQ(tool({"settle", "@figure", "--start", "clip:no such clip@1"}).status, 2);
  EXPECT_EQ(tool({"probe", "@figure", "--world", "no such world"}).status, 2);
  EXPECT_EQ(tool({"fit", "@nobody"}).status, 2);
  EXPECT_EQ(tool({"--help"}).status, 0);
}

TEST(Contract, EveryVerbHasExamples) {
  for (const char* verb : {"inspect", "figure", "fit", "diff", "probe", "settle", "crowd", "export", "render", "report"}) {
    const ToolRun run = tool({verb, "--help"});
    EXPECT_EQ(run.status, 0) << verb;
    EXPECT_NE(run.out.find("Example"), std::string::npos) << verb;
  }
}

TEST(Contract, ProbeHasThePartsOfTheSolver) {
  const ToolRun run = tool({"probe", "@figure", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const json probe = run.json(), fit = tool({"fit", "@figure", "--json"}).json();
  ASSERT_EQ(probe["parts"].size(), fit["parts"].size());
  for (std::size_t i = 0; i < fit["parts"].size(); ++i) {
    const json &a = probe["parts"][i], &b = fit["parts"][i];
    EXPECT_EQ(a["role"], b["role"]);
    EXPECT_NEAR(a["radius_m"].get<double>(), b["radius_m"].get<double>(), 1e-5 * b["radius_m"].get<double>());
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a["center_m"][k].get<double>(), b["center_m"][k].get<double>(), 1e-3);
    EXPECT_TRUE(a.contains("centerError_m"));
  }
}

TEST(Contract, SettleHasItsMeasures) {
  const ToolRun run = tool({"settle", "@figure", "--seeds", "2", "--json"});
  EXPECT_LE(run.status, 1) << run.error;
  const json d = run.json();
  for (const char* key : {"jointSeparation_mm", "penetration_mm", "limitOvershoot_deg"}) {
    EXPECT_TRUE(d[key]["peak"].is_number()) << key;
    EXPECT_TRUE(d[key]["rest"].is_number()) << key;
  }
  EXPECT_TRUE(d.contains("restTime_s"));
  EXPECT_EQ(d["hash"].get<std::string>().size(), 16u);
  ASSERT_EQ(d["seeds"].size(), 2u);
  EXPECT_LE(d["seeds"][0]["jointSeparation_mm"]["rest"].get<double>(), d["jointSeparation_mm"]["rest"].get<double>());
  // The same drop twice gives the same bits.
  EXPECT_EQ(tool({"settle", "@figure", "--seeds", "2", "--json"}).json()["hash"], d["hash"]);
}

TEST(Contract, NamesFromFilesCannotSpeakToTheTerminal) {
  Scratch scratch;
  const std::string evil =
      scratch.write("evil.gltf", "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"a\\u001b[31m\", \"mesh\": 99}]}");
  const ToolRun run = tool({"inspect", evil});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ((run.out + run.error).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
