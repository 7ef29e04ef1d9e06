#include <gtest/gtest.h>

#include "tool.h"

// Playing, recording and replaying as scripts call them.

namespace sinew::test {
namespace {

TEST(PlayContract, AHitIsToldAndBaked) {
  const Scratch scratch;
  const ToolRun run =
      tool({"play", "@figure", "--clip", "walk", "--hit", "chest@0.5s:150", "--seconds", "2", "--bake", scratch.path("p.glb"), "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const nlohmann::json d = run.json();
  EXPECT_EQ(d["frames"], 120);
  EXPECT_EQ(d["events"][0]["balance"], "falling");
  EXPECT_NE(tool({"inspect", scratch.path("p.glb"), "--json"}).json().dump().find("played"), std::string::npos);
}

TEST(PlayContract, AReplayIsTheSameAndOneThatIsNotIsFound) {
  const Scratch scratch;
  const std::string run = scratch.path("run.json");
  ASSERT_EQ(tool({"record", "@figure", "--clip", "run", "--hit", "head@0.2:80:1,0,0", "--seconds", "1", "-o", run}).status, 0);
  EXPECT_EQ(tool({"replay", run, "--verify"}).status, 0);
  std::string text = textOf(run);
  const std::size_t at = text.find("\"impulse_Ns\": 80");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 16, "\"impulse_Ns\": 90");
  const ToolRun other = tool({"replay", scratch.write("other.json", text), "--verify"});
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.out.find("DIFFERS from the recording at frame 12"), std::string::npos) << other.out;
}

TEST(PlayContract, AHitAfterTheEndIsRefusedAndABurstIsAFailure) {
  const ToolRun late = tool({"play", "@figure", "--hit", "chest@9:50", "--seconds", "1"});
  EXPECT_EQ(late.status, 2);
  EXPECT_NE(late.error.find("over"), std::string::npos) << late.error;
  EXPECT_EQ(tool({"play", "@figure", "--hit", "chest@1e30:50", "--seconds", "1"}).status, 2);
  const ToolRun burst = tool({"play", "@figure", "--hit", "chest@0.5:1e30", "--seconds", "1", "--json"});
  EXPECT_EQ(burst.status, 1);
  EXPECT_NE(burst.json()["findings"].dump().find("play.finite"), std::string::npos) << burst.out;
}

TEST(PlayContract, WhatIsWrongInAFileIsToldWithTheFile) {
  const Scratch scratch;
  const std::string odd = scratch.write("odd.json", "[]"), run = scratch.path("run.json");
  for (const std::vector<std::string>& call : {std::vector<std::string>{"gait", "--table", odd},
                                               {"gait", odd},
                                               {"walk", "--table", odd},
                                               {"walk", "--script", odd},
                                               {"replay", odd}}) {
    const ToolRun told = tool(call);
    EXPECT_EQ(told.status, 2);
    EXPECT_NE(told.error.find("odd.json"), std::string::npos) << told.error;
  }
  ASSERT_EQ(tool({"record", "@figure", "--seconds", "0.2", "-o", run}).status, 0);
  const ToolRun refused = tool({"replay", run, "--creature", "quadruped", "--json"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_TRUE(refused.json().is_object()) << refused.out;
}

TEST(PlayContract, BadHitsAreNamed) {
  for (const char* hit : {"chest", "chest@x:5", "chest@1:5:1,2", "wing@1:5", "chest@1:nan"}) {
    const ToolRun run = tool({"play", "@figure", "--hit", hit});
    EXPECT_EQ(run.status, 2) << hit;
    EXPECT_NE(run.error.find("--hit"), std::string::npos) << run.error;
  }
}

}  // namespace
}  // namespace sinew::test
