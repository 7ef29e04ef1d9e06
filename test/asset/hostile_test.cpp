#include <gtest/gtest.h>

#include <cstdlib>

#include <sinew/asset/figure.h>
#include <sinew/asset/write.h>

#include "asset/mutate.h"
#include "asset/packed_rigs.h"
#include "asset/soundness.h"

// Files from strangers: whatever stands in them, the reader returns an asset that keeps its promises or one error with its place.

namespace sinew::test {
namespace {

bool isSoak() { return std::getenv("SINEW_SOAK") != nullptr; }

#ifdef NDEBUG
constexpr std::uint64_t kMany = 200000;
#else
constexpr std::uint64_t kMany = 50000;  // a file takes long with assertions and sanitizers
#endif

// Small enough that a claim which slips through is noticed as a failed allocation, not as a slow machine.
constexpr std::uint64_t kDecodedLimit = 64u << 20;

struct Tally {
  std::size_t read = 0;
  std::size_t refused = 0;
};

void readHostile(const std::vector<std::byte>& bytes, Tally& tally, const std::string& what) {
  ReadOptions options;
  options.maxDecodedBytes = kDecodedLimit;
  options.images = true;
  const Result<Asset> asset = readAsset(bytes, "hostile.glb", {}, options);
  if (!asset) {
    ++tally.refused;
    EXPECT_FALSE(asset.error().place.empty()) << what << ": " << asset.error().message;
    EXPECT_FALSE(asset.error().message.empty()) << what;
    return;
  }
  ++tally.read;
  EXPECT_EQ(brokenPromise(*asset), "") << what;
  // What was read can also be written again.
  if (asset->nodes.empty()) return;
  BakedClip clip{"clip", {0.0f, 1.0f}, {BakedTrack{0, {{0, 0, 0}, {0, 1, 0}}, {}}}};
  const auto written = withClips(*asset, std::span(&clip, 1));
  ASSERT_TRUE(written) << what;
  const Result<Asset> again = readAsset(*written, "again.glb", {}, options);
  EXPECT_TRUE(again || again.error().code == ErrorCode::limit) << what << ": " << outcome(again);
}

std::vector<std::vector<std::byte>> smallRigs() {
  GlbBuilder sparse = smallRig();
  const std::vector<std::uint16_t> indices{1, 3};
  const std::vector<float> values{7, 8, 9, 4, 5, 6};
  sparse.document["accessors"][0]["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", sparse.view(std::as_bytes(std::span(indices)))}, {"componentType", kU16}}},
      {"values", {{"bufferView", sparse.view(std::as_bytes(std::span(values)))}}}};
  sparse.document["extensions"]["VRM"]["humanoid"]["humanBones"] = {{{"bone", "hips"}, {"node", 0}}, {{"bone", "spine"}, {"node", 1}}};
  return {smallRig().glb(), sparse.glb(), meshoptRig().glb(), dracoRig(DracoMethod::edgeBreaker).glb(),
          dracoRig(DracoMethod::sequential).glb()};
}

TEST(Hostile, EveryTruncatedPrefixOfASmallFileIsRefused) {
  for (const std::vector<std::byte>& glb : smallRigs()) {
    ASSERT_LE(glb.size(), 20000u);
    for (std::size_t length = 0; length < glb.size(); ++length) {
      EXPECT_FALSE(readAsset(std::span(glb).first(length), "prefix.glb")) << length;
    }
  }
  const std::string text = smallRig().gltf();
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_FALSE(readAsset(toBytes(std::string_view(text).substr(0, length)), "prefix.gltf")) << length;
  }
}

TEST(Hostile, MutatedSmallFiles) {
  const std::vector<std::vector<std::byte>> rigs = smallRigs();
  const std::uint64_t count = isSoak() ? kMany : 5000;
  Tally tally;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    readHostile(mutated(rigs[seed % rigs.size()], seed), tally, "seed " + std::to_string(seed));
  }
  RecordProperty("read", static_cast<int>(tally.read));
  RecordProperty("refused", static_cast<int>(tally.refused));
  EXPECT_GT(tally.read, count / 50) << "mutations too coarse to reach the later stages";
  EXPECT_GT(tally.refused, count / 50) << "mutations too harmless to prove anything";
}

TEST(Hostile, MutatedFigures) {
  std::vector<std::vector<std::byte>> figures;
  std::vector<std::string> names{"figure:tiny", "quadruped:tiny"};
  for (const FigureVariant& variant : figureVariants()) names.push_back("figure:tiny+" + std::string(variant.name));
  for (const std::string& name : names) {
    auto glb = makeFigure(name);
    if (glb) figures.push_back(std::move(*glb));  // some variants are of the quadruped alone
  }
  ASSERT_GT(figures.size(), names.size() / 2);
  const std::uint64_t count = isSoak() ? 10000 : 150;
  Tally tally;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    readHostile(mutated(figures[seed % figures.size()], seed), tally, "seed " + std::to_string(seed));
  }
  for (std::uint64_t seed = 0; seed < (isSoak() ? 1000u : 20u); ++seed) {
    Random random{seed};
    const std::vector<std::byte>& glb = figures[seed % figures.size()];
    EXPECT_FALSE(readAsset(std::span(glb).first(static_cast<std::size_t>(random.next() % glb.size())), "prefix.glb"));
  }
}

// Texts made to be slow: what grows with the square of the input would show here as minutes.
TEST(Hostile, NothingGrowsWithTheSquareOfTheInput) {
  const std::string head = "{\"asset\":{\"version\":\"2.0\"},";
  const auto list = [](const std::string& element, int count) {
    std::string out = "[" + element;
    for (int i = 1; i < count; ++i) out += "," + element;
    return out + "]";
  };
  ReadOptions options;
  const auto read = [&](const std::string& text) { return readAsset(toBytes(text), "slow.gltf", {}, options); };
  EXPECT_TRUE(read(head + "\"nodes\":" + list("{\"rotation\":[0,0,0,0]}", 20000) + "}"));
  EXPECT_TRUE(read(head + "\"nodes\":" + list("{}", 20000) + ",\"skins\":" + list("{\"joints\":[0]}", 20000) + "}"));
  EXPECT_TRUE(read(head + "\"extras\":{\"a\":\"" + std::string(1 << 20, '\\') + "\"}}"));
  std::string nodes;
  for (int i = 0; i < 20000; ++i) nodes += (i == 0 ? "{\"children\":[" : ",{\"children\":[") + std::to_string(i + 1) + "]}";
  EXPECT_TRUE(read(head + "\"nodes\":[" + nodes + ",{}]}"));
}

}  // namespace
}  // namespace sinew::test
