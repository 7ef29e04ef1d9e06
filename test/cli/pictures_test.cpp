#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tool.h"

// Pictures without a display, as files on disk.

namespace sinew::test {
namespace {

struct Png {
  bool valid = false;
  std::uint32_t width = 0, height = 0;
};

Png pngAt(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  unsigned char head[24] = {};
  stream.read(reinterpret_cast<char*>(head), sizeof head);
  const auto number = [&](std::size_t at) {
    return std::uint32_t{head[at]} << 24 | std::uint32_t{head[at + 1]} << 16 | std::uint32_t{head[at + 2]} << 8 | head[at + 3];
  };
  return {stream && head[0] == 0x89 && head[1] == 'P' && head[2] == 'N' && head[3] == 'G', number(16), number(20)};
}

TEST(Pictures, ThreeViewsOfACharacter) {
  Scratch scratch;
  const std::string folder = scratch.path("frames");
  const ToolRun run = tool({"render", "@figure", "-o", folder, "--size", "256", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const nlohmann::json frames = run.json()["frames"];
  ASSERT_EQ(frames.size(), 3u);
  std::vector<std::string> pictures;
  for (const std::string frame : frames) {
    const Png png = pngAt(frame);
    EXPECT_TRUE(png.valid) << frame;
    EXPECT_EQ(png.width, 256u) << frame;
    EXPECT_EQ(png.height, 256u) << frame;
    pictures.push_back(textOf(frame));
  }
  EXPECT_NE(pictures[0], pictures[1]) << "front and side differ";

  // A pose of a clip is another picture of the same character.
  const std::string posed = scratch.path("posed");
  const ToolRun stride = tool({"render", "@figure", "-o", posed, "--size", "256", "--pose", "clip:run@0.3", "--json"});
  ASSERT_EQ(stride.status, 0) << stride.error;
  EXPECT_NE(textOf(stride.json()["frames"][0]), pictures[0]);

  // The file has no such clip: a built-in one is drawn; a name that nobody knows is told.
  const ToolRun lying = tool({"render", "@figure", "-o", scratch.path("lying"), "--size", "256", "--pose", "clip:getUpFront@0", "--json"});
  ASSERT_EQ(lying.status, 0) << lying.error;
  EXPECT_NE(textOf(lying.json()["frames"][0]), pictures[0]);
  EXPECT_EQ(tool({"render", "@figure", "-o", posed, "--pose", "builtin:moonwalk"}).status, 2);
}

TEST(Pictures, ASheetOfManyCharacters) {
  Scratch scratch;
  const std::string sheet = scratch.path("sheet.png");
  ASSERT_EQ(tool({"render", "@figure", "@figure:child", "@quadruped", "--sheet", sheet, "--size", "128"}).status, 0);
  const Png png = pngAt(sheet);
  EXPECT_TRUE(png.valid);
  EXPECT_GE(png.width, 256u) << "two columns and two rows";
  EXPECT_GE(png.height, 256u);
}

}  // namespace
}  // namespace sinew::test
