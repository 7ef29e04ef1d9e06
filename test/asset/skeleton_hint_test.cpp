#include <gtest/gtest.h>

#include "asset/glb_builder.h"

namespace sinew::test {
namespace {

// "skeleton" of a skin is a hint for editors (glTF 2.0 specification, 3.7.3.1): exporters name a leaf, a mesh or nothing there.
TEST(Skin, TheSkeletonHintChangesNothing) {
  const Result<Asset> plain = readGlb(smallRig());
  ASSERT_TRUE(plain);
  for (const int hint : {0, 1, 2}) {
    GlbBuilder rig = smallRig();
    rig.document["skins"][0]["skeleton"] = hint;
    const Result<Asset> asset = readGlb(rig);
    ASSERT_TRUE(asset) << outcome(asset);
    ASSERT_EQ(asset->skins.size(), 1u);
    EXPECT_EQ(asset->skins[0].joints, plain->skins[0].joints) << hint;
    for (std::size_t j = 0; j < 2; ++j)
      EXPECT_EQ(asset->skins[0].inverseBinds[j].translation, plain->skins[0].inverseBinds[j].translation) << hint;
    EXPECT_EQ(asset->sceneRoots, plain->sceneRoots) << hint;
  }
}

}  // namespace
}  // namespace sinew::test
