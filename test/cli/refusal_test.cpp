#include <gtest/gtest.h>

#include <filesystem>

#include "tool.h"

// Half a body is no body: where one joint cannot be found, nothing is left behind that someone might take for a result.

namespace sinew::test {
namespace {

TEST(Refusal, WritesNothing) {
  Scratch scratch;
  const std::string map = scratch.write("map.json", R"({"leftForearm": "leftForearmOld"})");
  const std::string fitted = scratch.path("fit.json"), factors = scratch.path("factors.json"), baked = scratch.path("fall.glb");
  const ToolRun fit = tool({"fit", "@figure", "--map", map, "-o", fitted, "--save-factors", factors});
  EXPECT_EQ(fit.status, 1);
  EXPECT_NE((fit.out + fit.error).find("leftForearm"), std::string::npos) << "the role is named";
  EXPECT_NE((fit.out + fit.error).find("nearest: 'leftForearm'"), std::string::npos) << "with what comes nearest: " << fit.out;
  EXPECT_EQ(tool({"settle", "@figure", "--map", map, "--bake", baked}).status, 1);
  EXPECT_EQ(tool({"probe", "@figure", "--map", map}).status, 1);
  for (const std::string& file : {fitted, factors, baked}) EXPECT_FALSE(std::filesystem::exists(file)) << file;
}

}  // namespace
}  // namespace sinew::test
