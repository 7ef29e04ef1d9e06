#include <gtest/gtest.h>

#include <sinew/physics/world.h>

#include "tool.h"

// Crowds and exports as scripts call them.

namespace sinew::test {
namespace {

using nlohmann::json;

TEST(CrowdContract, EverySceneHasItsMeasures) {
  for (const char* scene : {"spread", "pile", "terrain", "throw"}) {
    const ToolRun run = tool({"crowd", "@figure", "--count", "4", "--steps", "40", "--scene", scene, "--json"});
    ASSERT_EQ(run.status, 0) << scene << run.error;
    EXPECT_EQ(run.error, "");
    const json d = run.json();
    ASSERT_TRUE(d.is_object()) << scene;
    EXPECT_EQ(d["schema"], 1);
    EXPECT_EQ(d["scene"], scene);
    EXPECT_EQ(d["world"], "crowd");
    EXPECT_EQ(d["count"], 4);
    EXPECT_GT(d["us_per_step"], 0);
    const json& deep = d["penetration_mm"];
    for (const json* figure :
         {&d["jointSeparation_mm"], &d["hingeMisalign_deg"], &d["limitOvershoot_deg"], &deep["ground"], &deep["self"], &deep["other"]}) {
      EXPECT_TRUE((*figure)["peak"].is_number()) << scene << *figure;
      EXPECT_TRUE((*figure)["rest"].is_number()) << scene << *figure;
      EXPECT_LE((*figure)["rest"], (*figure)["peak"]) << scene << *figure;
      EXPECT_LE((*figure)["peak"], (*figure)["worstPeak"]) << scene << *figure;
    }
    EXPECT_TRUE(d["asleep"].is_number_unsigned());
    EXPECT_TRUE(d["bytesPerCharacter"].is_number() || d["bytesPerCharacter"].is_null());
    EXPECT_EQ(d["hash"].get<std::string>().size(), 16u);
  }
}

TEST(CrowdContract, TheSameCallGivesTheSameBitsWithAnyWorkers) {
  const auto hash = [](const char* workers, const char* seed) {
    return tool({"crowd", "@figure", "--count", "12", "--steps", "60", "--scene", "pile", "--workers", workers, "--seed", seed, "--json"})
        .json()["hash"]
        .get<std::string>();
  };
  const std::string one = hash("1", "7");
  EXPECT_EQ(hash("1", "7"), one);
  EXPECT_EQ(hash("2", "7"), one);
  EXPECT_NE(hash("1", "8"), one);
}

TEST(CrowdContract, SettingsHaveNames) {
  const auto run = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"crowd", "@figure", "--count", "1", "--steps", "2", "--json"});
    const json d = tool(more).json();
    return std::pair<int, int>(d["substeps"], d["iterations"]);
  };
  EXPECT_EQ(run({}), std::pair(crowdSetting().substeps, crowdSetting().iterations));
  EXPECT_EQ(run({"--setting", "exact"}), std::pair(exactSetting().substeps, exactSetting().iterations));
  EXPECT_EQ(run({"--world", "bullet"}), std::pair(WorldDef{}.substeps, WorldDef{}.iterations));
  EXPECT_EQ(run({"--setting", "exact", "--substeps", "5"}), std::pair(5, exactSetting().iterations));
  EXPECT_EQ(tool({"crowd", "--setting", "fast"}).status, 2);
}

TEST(CrowdContract, FlagsReachTheWorld) {
  const auto run = [](const std::vector<std::string>& more) {
    std::vector<std::string> call{"crowd", "@quadruped", "--count", "2", "--steps", "30", "--json"};
    call.insert(call.end(), more.begin(), more.end());
    const ToolRun result = tool(call);
    EXPECT_EQ(result.status, 0) << result.out;
    return result.json();
  };
  const json plain = run({}), powered = run({"--powered"}), bullet = run({"--world", "bullet"}), fine = run({"--substeps", "3"});
  EXPECT_EQ(plain["creature"], "quadruped");
  EXPECT_EQ(powered["powered"], true);
  EXPECT_EQ(bullet["world"], "bullet");
  EXPECT_NE(powered["hash"], plain["hash"]);
  EXPECT_NE(bullet["hash"], plain["hash"]);
  EXPECT_NE(fine["hash"], plain["hash"]);
}

TEST(CrowdContract, TheDefaultWorldIsOneEverywhereAndBulletStays) {
  for (const char* verb : {"settle", "crowd"}) {
    std::vector<std::string> call{verb, "@figure", "--json"};
    if (call[0] == "crowd") call.insert(call.end(), {"--count", "1", "--steps", "5"});
    EXPECT_EQ(tool(call).json()["world"], "crowd") << verb;
    call.insert(call.end(), {"--world", "bullet"});
    EXPECT_EQ(tool(call).json()["world"], "bullet") << verb;
  }
  for (const char* verb : {"probe", "settle", "report", "view", "crowd"}) {
    EXPECT_NE(tool({verb, "--help"}).out.find("=crowd"), std::string::npos) << verb;
  }
}

TEST(CrowdContract, PicturesAreWritten) {
  Scratch scratch;
  const ToolRun run = tool({"crowd", "@figure", "--count", "6", "--steps", "20", "--frames", scratch.path("frames"), "--json"});
  ASSERT_EQ(run.status, 0) << run.out << run.error;
  const json d = run.json();
  ASSERT_GE(d["frames"].size(), 2u);
  for (const json& path : d["frames"]) EXPECT_GT(std::filesystem::file_size(path.get<std::string>()), 10000u) << path;
}

TEST(CrowdContract, WhatIsNoCrowdIsRefused) {
  const std::vector<std::vector<std::string>> calls{
      {"crowd", "--count", "0"},         {"crowd", "--count", "-3"}, {"crowd", "--count", "nan"},  {"crowd", "--count", "1e9"},
      {"crowd", "--scene", "party"},     {"crowd", "--steps", "0"},  {"crowd", "--workers", "0"},  {"crowd", "--seed", "nan"},
      {"crowd", "--world", "no such"},   {"crowd", "@nobody"},       {"crowd", "--substeps", "0"}, {"crowd", "none.glb"},
      {"crowd", "@figure", "@quadruped"}};
  for (std::vector<std::string> call : calls) {
    EXPECT_EQ(tool(call).status, 2) << call.back();
    call.emplace_back("--json");
    const ToolRun run = tool(call);
    EXPECT_EQ(run.status, 2) << call[1];
    EXPECT_EQ(run.error, "") << call[1];
    EXPECT_TRUE(run.json()["error"]["message"].is_string()) << run.out;
  }
}

TEST(ExportContract, WritesTheFileAndSaysWhatWasLost) {
  Scratch scratch;
  const std::string path = scratch.path("man.xml");
  const ToolRun run = tool({"export", "@figure", "--to", "mjcf", "-o", path, "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const json d = run.json();
  EXPECT_EQ(d["schema"], 1);
  EXPECT_EQ(d["format"], "mjcf");
  EXPECT_EQ(d["output"], path);
  EXPECT_EQ(d["parts"], 16);
  ASSERT_FALSE(d["lost"].empty());
  for (const json& loss : d["lost"]) EXPECT_TRUE(loss["rule"].is_string() && loss["message"].is_string()) << loss;
  EXPECT_NE(textOf(path).find("<mujoco"), std::string::npos);

  EXPECT_NE(tool({"export", "@figure", "-o", path}).out.find("mjcf.three-hinges"), std::string::npos);
}

TEST(ExportContract, MisuseExitsWithTwo) {
  Scratch scratch;
  const std::string man = scratch.path("man.glb");
  ASSERT_EQ(tool({"figure", "-o", man}).status, 0);
  const std::vector<std::vector<std::string>> calls{{"export", "@figure"},
                                                    {"export", "@figure", "--to", "vhs", "-o", scratch.path("a.xml")},
                                                    {"export", man, "-o", man},
                                                    {"export", "@figure", "@quadruped", "-o", scratch.path("b.xml")},
                                                    {"export", "@figure", "-o", scratch.path("no/such/folder.xml")},
                                                    {"export", "none.glb", "-o", scratch.path("c.xml")}};
  for (std::vector<std::string> call : calls) {
    call.emplace_back("--json");
    const ToolRun run = tool(call);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_TRUE(run.json()["error"]["message"].is_string()) << run.out;
  }
}

}  // namespace
}  // namespace sinew::test
