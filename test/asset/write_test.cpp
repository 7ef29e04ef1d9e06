#include <sinew/asset/write.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <limits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

BakedClip fallOf(std::int32_t node) {
  BakedTrack track;
  track.node = node;
  track.translations = {{1, 2, 3}, {4, 5, 6}};
  track.rotations = {Quat{}, {0, 1, 0, 0}};
  return {"fall", {0.0f, 0.5f}, {track}};
}

std::vector<std::byte> baked(const Result<Asset>& asset, const BakedClip& clip) {
  EXPECT_TRUE(asset) << outcome(asset);
  auto out = withClips(*asset, std::span(&clip, 1));
  EXPECT_TRUE(out) << (out ? "" : out.error().message);
  return out ? *out : std::vector<std::byte>{};
}

// The JSON chunk of a GLB as text.
std::string_view textOf(std::span<const std::byte> glb) {
  std::uint32_t size = 0;
  std::memcpy(&size, glb.data() + 12, 4);
  return {reinterpret_cast<const char*>(glb.data()) + 20, size};
}

void expectSameBody(const Asset& a, const Asset& b) {
  ASSERT_EQ(a.meshes.size(), b.meshes.size());
  for (std::size_t m = 0; m < a.meshes.size(); ++m) {
    ASSERT_EQ(a.meshes[m].primitives.size(), b.meshes[m].primitives.size());
    for (std::size_t p = 0; p < a.meshes[m].primitives.size(); ++p) {
      EXPECT_EQ(a.meshes[m].primitives[p].positions, b.meshes[m].primitives[p].positions);
      EXPECT_EQ(a.meshes[m].primitives[p].indices, b.meshes[m].primitives[p].indices);
      EXPECT_EQ(a.meshes[m].primitives[p].influenceStart, b.meshes[m].primitives[p].influenceStart);
    }
  }
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  for (std::size_t n = 0; n < a.nodes.size(); ++n) EXPECT_EQ(a.nodes[n].name, b.nodes[n].name);
}

TEST(WithClips, ClipIsAddedBehindTheFilesOwn) {
  const Result<Asset> before = readGlb(smallRig());
  const Result<Asset> after = readAsset(baked(before, fallOf(1)), "out.glb");
  ASSERT_TRUE(after) << outcome(after);
  expectSameBody(*before, *after);
  ASSERT_EQ(after->clips.size(), 2u);
  EXPECT_EQ(after->clips[0].channels[0].values, before->clips[0].channels[0].values);
  const AssetClip& clip = after->clips[1];
  EXPECT_EQ(clip.name, "fall");
  ASSERT_EQ(clip.channels.size(), 2u);
  EXPECT_EQ(clip.channels[0].node, 1);
  EXPECT_THAT(clip.channels[0].times, ElementsAre(0.0f, 0.5f));
  EXPECT_THAT(clip.channels[0].values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(clip.channels[1].values, ElementsAre(0, 0, 0, 1, 0, 1, 0, 0));
}

TEST(WithClips, EverythingElseStaysByteForByte) {
  // Blanks, number spellings, unknown members and their order are the author's.
  const std::string text =
      "{ \"asset\" : {\"version\":\"2.0\",  \"extras\":{\"b\":1.50,\"a\":1e2}},\n \"custom\": [ 1.0 , 2E0, \"}]\\\"\" ],"
      "\"n\\u006fdes\":[ {\"extras\":{\"z\": 0.10}} ] }";
  const std::vector<std::byte> out = baked(readAsset(toBytes(text), "test"), fallOf(0));
  const std::string_view written = textOf(out);
  EXPECT_THAT(written, StartsWith("{ \"asset\" : {\"version\":\"2.0\",  \"extras\":{\"b\":1.50,\"a\":1e2}},\n \"custom\": [ 1.0 , 2E0, "
                                  "\"}]\\\"\" ],\"n\\u006fdes\":[ {\"extras\":{\"z\": 0.10}} ]"));
  EXPECT_EQ(outcome(readAsset(out, "out")), "read");
}

TEST(WithClips, MatrixOfAMovedNodeBecomesItsParts) {
  GlbBuilder rig = smallRig();
  const json matrix = {0, 0, -2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 5, 6, 7, 1};
  for (const std::size_t node : {std::size_t{1}, std::size_t{2}}) {
    rig.document["nodes"][node].erase("translation");
    rig.document["nodes"][node]["matrix"] = matrix;
  }
  const Result<Asset> before = readGlb(rig);
  const Result<Asset> after = readAsset(baked(before, fallOf(1)), "out.glb");
  ASSERT_TRUE(after) << outcome(after);
  EXPECT_FALSE(after->nodes[1].hasMatrix);
  EXPECT_TRUE(after->nodes[2].hasMatrix) << "a node that does not move stays as it was";
  const Mat4 expected = toMat4(before->nodes[1].parentFromNode);
  const Mat4 found = toMat4(after->nodes[1].parentFromNode);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(found[i], expected[i], 1e-5f);
}

TEST(WithClips, BuffersAndPicturesArePulledIn) {
  const fs::path folder = fs::temp_directory_path() / ("sinew_pull_" + std::to_string(reinterpret_cast<std::uintptr_t>(&folder)));
  fs::create_directories(folder);
  // Three buffers: an external file, one that only stands for unpacked data, and a data URI.
  GlbBuilder rig = smallRig();
  const std::vector<float> more{3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6};
  ASSERT_TRUE(writeFile(folder / "body.bin", rig.binary));
  ASSERT_TRUE(writeFile(folder / "skin.PNG", toBytes("\x89PNG picture")));
  rig.document["buffers"] = {{{"byteLength", rig.binary.size()}, {"uri", "body.bin"}, {"name", "body"}},
                             {{"byteLength", 100}},
                             {{"byteLength", 48}, {"uri", "data:;base64," + base64(std::as_bytes(std::span(more)))}}};
  rig.document["bufferViews"].push_back({{"buffer", 2}, {"byteLength", 48}});
  rig.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
      rig.accessorOf("VEC3", kF32, rig.document["bufferViews"].size() - 1, 4);
  rig.document["images"] = {{{"uri", "skin.PNG"}}, {{"uri", "lost.png"}}};
  ASSERT_TRUE(writeFile(folder / "main.gltf", toBytes(rig.document.dump())));
  const Result<Asset> before = readAsset(folder / "main.gltf");
  const std::vector<std::byte> out = baked(before, fallOf(0));
  fs::remove_all(folder);

  ReadOptions options;
  options.images = true;
  const Result<Asset> after = readAsset(out, "out.glb", {}, options);
  ASSERT_TRUE(after) << outcome(after);
  expectSameBody(*before, *after);
  EXPECT_EQ(after->images[0].mimeType, "image/png");
  EXPECT_EQ(after->images[0].bytes, toBytes("\x89PNG picture"));
  EXPECT_TRUE(after->images[1].bytes.empty());
  const json document = json::parse(textOf(out));
  ASSERT_EQ(document["buffers"].size(), 2u);
  EXPECT_EQ(document["buffers"][0]["name"], "body");
  EXPECT_FALSE(document["buffers"][0].contains("uri"));
  EXPECT_EQ(document["buffers"][1], json({{"byteLength", 100}}));
}

TEST(WithClips, ResultCanBeAddedToAgain) {
  const Result<Asset> once = readAsset(baked(readGlb(smallRig()), fallOf(0)), "once.glb");
  const Result<Asset> twice = readAsset(baked(once, fallOf(1)), "twice.glb");
  ASSERT_TRUE(twice) << outcome(twice);
  EXPECT_EQ(twice->clips.size(), 3u);
}

TEST(WithClips, WrongClipsAreRefused) {
  const Result<Asset> asset = readGlb(smallRig());
  const auto problem = [&](const BakedClip& clip) {
    const auto out = withClips(*asset, std::span(&clip, 1));
    return out ? std::string("written") : out.error().place + ": " + out.error().message;
  };
  BakedClip clip = fallOf(3);
  EXPECT_THAT(problem(clip), HasSubstr("clips[0].tracks[0]: names a node"));
  clip = fallOf(1);
  clip.tracks[0].translations.pop_back();
  EXPECT_THAT(problem(clip), HasSubstr("one entry a frame"));
  clip = fallOf(1);
  clip.times = {0.5f, 0.5f};
  EXPECT_THAT(problem(clip), HasSubstr("ascend"));
  clip = fallOf(1);
  clip.tracks[0].rotations[1].w = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(problem(clip), HasSubstr("not finite"));
  clip = fallOf(1);
  clip.tracks.clear();
  EXPECT_THAT(problem(clip), HasSubstr("nothing moves"));
  clip = fallOf(1);
  clip.name = "bad\xff name";  // no UTF-8: must not end in an exception
  EXPECT_EQ(problem(clip), "written");
}

TEST(WriteFile, LinksAndPipesStayWhatTheyAre) {
  const fs::path folder = fs::temp_directory_path() / ("sinew-write-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const fs::path target = folder / "target.bin", link = folder / "link.bin", pipe = folder / "pipe";
  const std::string text = "twelve bytes";
  const auto bytes = std::as_bytes(std::span(text));

  // The file behind a link is written, the link stays.
  EXPECT_TRUE(writeFile(target, {}));
  fs::create_symlink("target.bin", link);
  EXPECT_TRUE(writeFile(link, bytes));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::file_size(target), text.size());

  // A pipe takes the bytes and stays a pipe, as a device does: a root user must not lose /dev/null.
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_TRUE(writeFile(pipe, bytes));
  std::array<char, 64> got{};
  EXPECT_EQ(read(reader, got.data(), got.size()), static_cast<ssize_t>(text.size()));
  close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));

  // A folder is refused, and nothing is left behind.
  EXPECT_FALSE(writeFile(folder, bytes));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 3);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace sinew::test
