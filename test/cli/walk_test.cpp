#include <gtest/gtest.h>

#include "tool.h"

// Walks and gaits as scripts call them.

namespace sinew::test {
namespace {

using nlohmann::json;

TEST(WalkContract, EveryLevelIsWalkedAndTold) {
  for (const char* level : {"flat", "stairs", "ramps", "walls", "crates", "platforms", "polar"}) {
    const ToolRun run = tool({"walk", "@figure", "--level", level, "--json"});
    ASSERT_EQ(run.status, 0) << level << run.error;
    EXPECT_EQ(run.error, "");
    const json d = run.json();
    EXPECT_EQ(d["schema"], 1);
    EXPECT_EQ(d["level"], level);
    EXPECT_GT(d["travelled_m"], 2) << level;
    EXPECT_NEAR(d["walkSpeed_mps"].get<double>(), 1.4, 0.05);
    EXPECT_EQ(d["hash"].get<std::string>().size(), 16u);
    for (const char* key : {"seconds", "end_m", "state", "blocked", "crashes", "crushed", "framesWithoutGround", "events", "findings"})
      EXPECT_TRUE(d.contains(key)) << key;
  }
}

TEST(WalkContract, TheSameWalkHasTheSameHash) {
  const auto hash = [](const char* file) { return tool({"walk", file, "--level", "stairs", "--json"}).json()["hash"]; };
  EXPECT_EQ(hash("@figure"), hash("@figure"));
  EXPECT_NE(hash("@figure"), hash("@figure:child"));
}

TEST(WalkContract, AScriptIsFollowedAndTheWalkIsWritten) {
  const Scratch scratch;
  const std::string script = scratch.write(
      "s.json", R"({"schema": 1, "duration_s": 4, "keys": [{"time_s": 0, "speed": 0.4}, {"time_s": 3, "speed": 0, "turn": 0}]})");
  const ToolRun run = tool({"walk", "@figure", "--script", script, "--bake", scratch.path("w.glb"), "--csv", scratch.path("w.csv"), "--svg",
                            scratch.path("w.svg"), "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_NEAR(run.json()["travelled_m"].get<double>(), 4, 0.6);
  EXPECT_EQ(textOf(scratch.path("w.csv")).substr(0, 7), "time_s,");
  EXPECT_NE(textOf(scratch.path("w.svg")).find("</svg>"), std::string::npos);
  const json inspected = tool({"inspect", scratch.path("w.glb"), "--json"}).json();
  EXPECT_NE(inspected.dump().find("walked"), std::string::npos);
}

TEST(WalkContract, BadCallsAreNamed) {
  const Scratch scratch;
  const std::string script = scratch.write("s.json", R"({"schema": 1, "duration_s": 4, "keys": [{"time_s": 0, "speed": 7}]})");
  ToolRun run = tool({"walk", "@figure", "--script", script});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("speed"), std::string::npos) << run.error;
  run = tool({"walk", "@figure", "--level", "moon", "--json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.json()["error"]["message"].get<std::string>().find("there are flat, stairs"), std::string::npos);
  EXPECT_EQ(tool({"walk", "@figure", "--rate", "nan"}).status, 2);
  EXPECT_EQ(tool({"walk", "@figure", "--bake", scratch.path("no/such/w.glb")}).status, 2);
}

TEST(GaitContract, StatesStridesAndTheGraph) {
  const Scratch scratch;
  const ToolRun run = tool({"gait", "@figure", "--graph", scratch.path("g.svg"), "-o", scratch.path("g.json"), "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const json d = run.json();
  EXPECT_GT(d["runSpeed_mps"], d["walkSpeed_mps"]);
  EXPECT_GT(d["states"].size(), 10u);
  EXPECT_NE(textOf(scratch.path("g.svg")).find("walkLeft"), std::string::npos);
  // The table that was written is one that is read.
  const ToolRun table = tool({"gait", scratch.path("g.json"), "--graph", scratch.path("g.dot")});
  EXPECT_EQ(table.status, 0) << table.error;
  EXPECT_EQ(textOf(scratch.path("g.dot")).substr(0, 7), "digraph");
  EXPECT_EQ(tool({"walk", "@figure", "--table", scratch.path("g.json"), "--json"}).status, 0);
}

TEST(GaitContract, ABrokenTableIsNamed) {
  const Scratch scratch;
  const ToolRun run =
      tool({"gait", scratch.write("g.json", R"({"schema": 1, "name": "x", "start": "a", "crash": "a", "states": [], "transitions": []})")});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("'a' is no state of this table"), std::string::npos) << run.error;
}

}  // namespace
}  // namespace sinew::test
