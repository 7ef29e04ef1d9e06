#include <gtest/gtest.h>

#include "tool.h"

// What the tool writes, read back by the tool.

namespace sinew::test {
namespace {

TEST(Files, FigureFitsTheSameFromAFile) {
  Scratch scratch;
  const std::string file = scratch.path("man.glb");
  ASSERT_EQ(tool({"figure", "-o", file}).status, 0);
  auto a = tool({"fit", file, "--json"}).json(), b = tool({"fit", "@figure", "--json"}).json();
  a["source"]["file"] = b["source"]["file"];
  EXPECT_EQ(a, b);
}

TEST(Files, VariantsAreListedAndUsable) {
  const auto list = tool({"figure", "--list", "--json"}).json();
  ASSERT_GT(list["variants"].size(), 20u);
  Scratch scratch;
  const std::string file = scratch.path("child.glb");
  EXPECT_EQ(tool({"figure", "figure:child", "--variant", "mixamo,centimetres", "-o", file}).status, 0);
  const ToolRun contradiction = tool({"figure", "--variant", "mixamo,unreal", "-o", file});
  EXPECT_EQ(contradiction.status, 2);
}

TEST(Files, SavedFactorsApplyToTheSameBodyAndFailOnAnother) {
  Scratch scratch;
  const std::string factors = scratch.path("factors.json");
  ASSERT_EQ(tool({"fit", "@figure", "--save-factors", factors}).status, 0);
  EXPECT_EQ(tool({"fit", "@figure", "--factors", factors}).status, 0);
  EXPECT_EQ(tool({"fit", "@figure:child", "--factors", factors, "--tolerance", "0.02"}).status, 1);
  EXPECT_EQ(tool({"fit", "@figure:child", "--factors", factors, "--tolerance", "0.02", "--accept"}).status, 0);
}

TEST(Files, DiffIsTheGateBetweenTwoBodies) {
  Scratch scratch;
  const std::string man = scratch.path("man.json"), child = scratch.path("child.json"), giant = scratch.path("giant.json");
  ASSERT_EQ(tool({"fit", "@figure", "-o", man}).status, 0);
  ASSERT_EQ(tool({"fit", "@figure:child", "-o", child}).status, 0);
  EXPECT_EQ(tool({"diff", man, man}).status, 0);
  const ToolRun run = tool({"diff", man, child, "--tolerance", "0.02", "--json"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.json()["differs"], true);
  EXPECT_EQ(tool({"diff", man, scratch.path("none.json")}).status, 2);
}

TEST(Files, BakedFallIsAClipOfTheSameRig) {
  Scratch scratch;
  const std::string baked = scratch.path("fall.glb");
  EXPECT_LE(tool({"settle", "@figure", "--bake", baked}).status, 1);
  const auto d = tool({"inspect", baked, "--json"}).json();
  bool found = false;
  for (const auto& clip : d["clips"]) found = found || clip["name"] == "settle";
  EXPECT_TRUE(found);
  // The fall itself can be fallen from.
  EXPECT_LE(tool({"settle", baked, "--start", "clip:settle@0.5", "--duration", "1"}).status, 1);
}

TEST(Files, FramesAreDrawnBesideEveryProof) {
  Scratch scratch;
  const std::string folder = scratch.path("frames");
  const auto isPicture = [&](const std::string& name) { return textOf(folder + "/" + name).starts_with("\x89PNG"); };
  EXPECT_EQ(tool({"fit", "@figure", "@figure:child", "--frames", folder}).status, 0);
  for (const char* name : {"figure.front.png", "figure.side.png", "figure.three-quarter.png", "figure_child.front.png"})
    EXPECT_TRUE(isPicture(name)) << name;
  EXPECT_LE(tool({"settle", "@quadruped", "--duration", "1", "--frames", folder}).status, 1);
  EXPECT_TRUE(isPicture("quadruped.fall.png"));
}

TEST(Files, DemoProvesTheBuiltInFigure) {
  const ToolRun run = tool({"demo"});
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_NE(run.out.find("PROVED"), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
