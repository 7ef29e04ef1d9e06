#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <sinew/asset/write.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

// A folder of its own, with the small rig's buffer in files that tests name.
class Uri : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("sinew_uri_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    fs::create_directories(folder_ / "inner" / "deeper");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void put(const fs::path& relative, std::span<const std::byte> bytes) { ASSERT_TRUE(writeFile(folder_ / relative, bytes)); }

  // Reads a text file in `inner` whose buffer stands at `uri`.
  Result<Asset> readWith(const std::string& uri, const ReadOptions& options = {}) {
    json document = rig_.document;
    document["buffers"] = {{{"byteLength", rig_.binary.size()}, {"uri", uri}}};
    put("inner/main.gltf", toBytes(document.dump()));
    return readAsset(folder_ / "inner" / "main.gltf", options);
  }

  GlbBuilder rig_ = smallRig();
  fs::path folder_;
};

TEST_F(Uri, FilesBesideAndBelowAreRead) {
  put("inner/body.bin", rig_.binary);
  put("inner/deeper/my body%.bin", rig_.binary);
  EXPECT_EQ(outcome(readWith("body.bin")), "read");
  EXPECT_EQ(outcome(readWith("./body.bin")), "read");
  EXPECT_EQ(outcome(readWith("deeper/my%20body%25.bin")), "read");
  EXPECT_EQ(outcome(readWith("deeper/my body%.bin")), "read");  // exporters that do not escape
}

TEST_F(Uri, NothingElseIs) {
  put("secret.bin", rig_.binary);
  fs::create_symlink(folder_ / "secret.bin", folder_ / "inner" / "link.bin");
  fs::create_directory_symlink(folder_, folder_ / "inner" / "up");
  for (const std::string uri :
       {"../secret.bin", "deeper/../../secret.bin", "%2e%2e/secret.bin", "..%2Fsecret.bin", "/etc/passwd", "file:///etc/passwd",
        "http://localhost/a.bin", "C:\\a.bin", "C:/a.bin", "..\\secret.bin", "link.bin", "up/secret.bin", "", "a%00.bin"}) {
    EXPECT_THAT(outcome(readWith(uri)), StartsWith("reference at buffers[0].uri")) << uri;
  }
  EXPECT_THAT(outcome(readWith((folder_ / "secret.bin").string())), StartsWith("reference at buffers[0].uri"));
  EXPECT_THAT(outcome(readWith("none.bin")), StartsWith("io at buffers[0].uri"));
  EXPECT_THAT(outcome(readWith("deeper")), StartsWith("io at buffers[0].uri"));
}

TEST_F(Uri, FilesMustBeLongEnough) {
  put("inner/short.bin", std::span(rig_.binary).first(100));
  EXPECT_THAT(outcome(readWith("short.bin")), StartsWith("reference at buffers[0].uri"));
}

TEST_F(Uri, FromMemoryNothingExternalIsRead) {
  json document = rig_.document;
  document["buffers"] = {{{"byteLength", 4}, {"uri", "body.bin"}}};
  EXPECT_THAT(outcome(readAsset(toBytes(document.dump()), "test")), StartsWith("reference at buffers[0].uri"));
}

TEST_F(Uri, DataUris) {
  const std::string good = "data:application/octet-stream;base64," + base64(rig_.binary);
  EXPECT_EQ(outcome(readWith(good)), "read");
  EXPECT_THAT(outcome(readWith(good.substr(0, good.size() - 40))), StartsWith("reference at buffers[0].byteLength"));
  EXPECT_THAT(outcome(readWith("data:;base64,###=")), StartsWith("format at buffers[0].uri"));
  EXPECT_THAT(outcome(readWith("data:")), StartsWith("format at buffers[0].uri"));
}

TEST_F(Uri, MissingPicturesAreFindings) {
  put("inner/body.bin", rig_.binary);
  put("inner/skin.png", toBytes("\x89PNG..."));
  rig_.document["images"] = {{{"uri", "skin.png"}}, {{"uri", "../skin.png"}}, {{"uri", "data:image/png;base64,AAAA"}}};
  ReadOptions options;
  options.images = true;
  const Result<Asset> asset = readWith("body.bin", options);
  ASSERT_TRUE(asset) << outcome(asset);
  EXPECT_EQ(asset->images[0].bytes.size(), 7u);
  EXPECT_EQ(asset->images[0].mimeType, "image/png");
  EXPECT_TRUE(asset->images[1].bytes.empty());
  EXPECT_EQ(asset->images[2].bytes.size(), 3u);
  ASSERT_EQ(asset->findings.size(), 1u);
  EXPECT_EQ(asset->findings[0].rule, "image.missing");
  EXPECT_TRUE(readWith("body.bin")->images[0].bytes.empty());
}

TEST_F(Uri, MissingMainFile) {
  EXPECT_THAT(outcome(readAsset(folder_ / "none.glb")), StartsWith("io at file"));
  EXPECT_THAT(outcome(readAsset(folder_)), StartsWith("io at file"));
}

TEST_F(Uri, WrittenFilesReplaceOldOnesWhole) {
  put("inner/a.bin", toBytes("old and long"));
  put("inner/a.bin", toBytes("new"));
  EXPECT_EQ(fs::file_size(folder_ / "inner" / "a.bin"), 3u);
  EXPECT_THAT(writeFile(folder_ / "none" / "a.bin", toBytes("x")).error().message, HasSubstr("cannot be created"));
  EXPECT_FALSE(writeFile(folder_ / "inner" / "deeper", toBytes("x")));  // a folder stands there
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "inner")) files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 1u) << "no half file is left behind";
}

}  // namespace
}  // namespace sinew::test
