#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <sinew/asset/write.h>

#include "asset/glb_builder.h"
#include "asset/soundness.h"

// Real characters: run where SINEW_RIGS names a folder of rigs, one folder a character.

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

class Corpus : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("SINEW_RIGS");
    if (folder == nullptr) GTEST_SKIP() << "SINEW_RIGS names no folder of rigs: real characters were not read";
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".glb" || extension == ".gltf" || extension == ".vrm") files_.push_back(entry.path());
    }
    std::sort(files_.begin(), files_.end());
    ASSERT_FALSE(files_.empty());
  }

  std::vector<fs::path> files_;
};

TEST_F(Corpus, EveryFileIsReadAndKeepsItsPromises) {
  ReadOptions options;
  options.images = true;
  for (const fs::path& file : files_) {
    const Result<Asset> asset = readAsset(file, options);
    ASSERT_TRUE(asset) << file << ": " << outcome(asset);
    EXPECT_EQ(brokenPromise(*asset), "") << file;
  }
}

TEST_F(Corpus, EveryFileTakesAClipAndKeepsItsBody) {
  for (const fs::path& file : files_) {
    const Result<Asset> before = readAsset(file);
    ASSERT_TRUE(before) << file;
    const std::vector<Vec3> still(2, before->nodes[0].rest.translation);
    const BakedClip clip{"still", {0.0f, 1.0f}, {BakedTrack{0, still, {}}}};
    const auto written = withClips(*before, std::span(&clip, 1));
    ASSERT_TRUE(written) << file;
    const Result<Asset> after = readAsset(*written, "after.glb");
    ASSERT_TRUE(after) << file << ": " << outcome(after);
    EXPECT_EQ(after->clips.size(), before->clips.size() + 1) << file;
    ASSERT_EQ(after->meshes.size(), before->meshes.size());
    for (std::size_t m = 0; m < after->meshes.size(); ++m) {
      for (std::size_t p = 0; p < after->meshes[m].primitives.size(); ++p) {
        EXPECT_EQ(after->meshes[m].primitives[p].positions, before->meshes[m].primitives[p].positions) << file;
      }
    }
  }
}

// Joint by joint, the weighted centre of the vertices it moves, in mesh space: does not depend on the order of vertices.
std::vector<Vec3d> jointCentres(const Asset& asset) {
  std::vector<Vec3d> sums(asset.nodes.size());
  std::vector<double> weights(asset.nodes.size(), 0.0);
  for (const AssetNode& node : asset.nodes) {
    if (node.mesh < 0 || node.skin < 0) continue;
    const AssetSkin& skin = asset.skins[static_cast<std::size_t>(node.skin)];
    for (const Primitive& primitive : asset.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
      for (std::size_t v = 0; v + 1 < primitive.influenceStart.size(); ++v) {
        for (std::uint32_t i = primitive.influenceStart[v]; i < primitive.influenceStart[v + 1]; ++i) {
          const Influence& influence = primitive.influences[i];
          const Vec3 bound = skin.inverseBinds[influence.joint] * primitive.positions[v];
          const auto joint = static_cast<std::size_t>(skin.joints[influence.joint]);
          sums[joint] += Vec3d{bound.x, bound.y, bound.z} * static_cast<double>(influence.weight);
          weights[joint] += static_cast<double>(influence.weight);
        }
      }
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = weights[i] > 0 ? sums[i] / weights[i] : Vec3d{};
  return sums;
}

TEST_F(Corpus, PackedFilesEqualTheirUnpackedTwins) {
  std::size_t pairs = 0;
  for (const fs::path& twin : files_) {
    if (twin.stem().string().find("_decoded") == std::string::npos) continue;
    for (const fs::path& packed : files_) {
      if (packed == twin || packed.parent_path() != twin.parent_path()) continue;
      const Result<Asset> a = readAsset(packed);
      const Result<Asset> b = readAsset(twin);
      ASSERT_TRUE(a && b) << packed;
      ASSERT_EQ(a->nodes.size(), b->nodes.size()) << packed;
      const std::vector<Vec3d> inPacked = jointCentres(*a);
      const std::vector<Vec3d> inTwin = jointCentres(*b);
      double size = 0;
      double residual = 0;
      for (std::size_t i = 0; i < inPacked.size(); ++i) {
        size = std::max(size, length(inTwin[i]));
        residual = std::max(residual, length(inPacked[i] - inTwin[i]));
      }
      EXPECT_LT(residual, 1e-3 * size) << packed << " residual " << residual << " of " << size;
      EXPECT_EQ(a->clips.size(), b->clips.size());
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 0u);
}

}  // namespace
}  // namespace sinew::test
