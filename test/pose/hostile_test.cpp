#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include <sinew/asset/figure.h>
#include <sinew/asset/read.h>
#include <sinew/base/random.h>
#include <sinew/pose/sample.h>

// Damaged files that still read: whatever stands in them, a pose is made of numbers.

namespace sinew {
namespace {

/// One to four places of the file overwritten: with any byte, or with a float that is huge, tiny, infinite or none.
std::vector<std::byte> damaged(const std::vector<std::byte>& glb, std::uint64_t seed) {
  constexpr std::uint32_t kOdd[] = {0x7f800000u, 0xff800000u, 0x7fc00000u, 0x7f7fffffu, 0x00000001u, 0x80000000u, 0x5f000000u};
  std::vector<std::byte> bytes = glb;
  Random random{seed};
  for (std::uint64_t i = 0; i <= random.next() % 4; ++i) {
    const std::size_t at = static_cast<std::size_t>(random.next() % (bytes.size() / 4 - 8) + 8) * 4;
    if (random.next() % 2 == 0) {
      bytes[at + random.next() % 4] = static_cast<std::byte>(random.next() & 255u);
      continue;
    }
    const std::uint32_t odd = kOdd[random.next() % std::size(kOdd)];
    for (std::size_t k = 0; k < 4; ++k) bytes[at + k] = static_cast<std::byte>((odd >> (8 * k)) & 255u);
  }
  return bytes;
}

TEST(Hostile, NoDamageGivesAPoseThatIsNoNumber) {
  const std::uint64_t count = std::getenv("SINEW_SOAK") != nullptr ? 10000 : 300;
  std::vector<std::vector<std::byte>> files;
  for (const char* spec : {"figure:tiny", "figure:tiny+armature+mirrored", "quadruped:tiny+sparse", "figure:tiny+restturned"})
    files.push_back(*makeFigure(std::string_view(spec)));
  std::size_t posed = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const Result<Asset> asset = readAsset(damaged(files[seed % files.size()], seed), "damaged.glb");
    if (!asset) continue;
    const Result<Rig> rig = buildRig(*asset);
    if (!rig) continue;
    std::vector<std::vector<Trs>> poses{restLocals(*asset)};
    for (const AssetClip& clip : asset->clips) {
      poses.push_back(restLocals(*asset));
      sampleClip(*asset, clip, 0.4f * clip.duration, poses.back());
    }
    for (const std::vector<Trs>& locals : poses) {
      for (const Transform& joint : modelFromJoints(*asset, *rig, locals))
        ASSERT_TRUE(isFinite(joint.translation) && isFinite(joint.rotation)) << "seed " << seed;
    }
    for (const Joint& joint : rig->joints)
      ASSERT_TRUE(isFinite(joint.modelFromBind.translation) && isFinite(joint.modelFromBind.rotation)) << "seed " << seed;
    ++posed;
  }
  EXPECT_GT(posed, count / 10) << "damage too coarse to reach a pose";
  EXPECT_LT(posed, count) << "damage too harmless to prove anything";
}

}  // namespace
}  // namespace sinew
