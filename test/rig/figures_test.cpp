#include <sinew/rig/figures.h>

#include <numeric>

#include <sinew/rig/rig.h>

#include "support/several.h"

namespace sinew::test {
namespace {

TEST(Figures, SkinsThatShareJointsAreOneFigure) {
  for (const char* spec : {"@figure", "@figure:multiskin", "@figure:hair+backpack", "@figure:footroots", "@quadruped"}) {
    const Asset asset = assetOf(spec);
    const std::vector<Figure> figures = figuresOf(asset);
    ASSERT_EQ(figures.size(), 1u) << spec;
    EXPECT_EQ(figures[0].skins.size(), asset.skins.size()) << spec;
    EXPECT_EQ(figureAt(asset, figures, figures[0].node), 0) << spec;
  }
  EXPECT_TRUE(figuresOf(assetOf("@figure:rigid")).empty());
}

TEST(Figures, TheOneWithTheMostVerticesComesFirstThenTheOrderOfTheFile) {
  const Asset man = assetOf("@figure"), fine = assetOf("@figure:fine");
  for (const bool fineFirst : {false, true}) {
    const Asset both = fineFirst ? with(fine, man, {2, 0, 0}) : with(man, fine, {2, 0, 0});
    const std::vector<Figure> figures = figuresOf(both);
    ASSERT_EQ(figures.size(), 2u);
    EXPECT_GT(figures[0].vertices, figures[1].vertices);
    EXPECT_EQ(figures[0].node < figures[1].node, fineFirst);
    EXPECT_EQ(figures[0].joints, figures[1].joints);
  }
  const std::vector<Figure> twins = figuresOf(with(man, man, {2, 0, 0}));
  ASSERT_EQ(twins.size(), 2u);
  EXPECT_LT(twins[0].node, twins[1].node);
}

TEST(Figures, ANodeBelongsToTheFigureItIsInOrHangsFromOrStandsAbove) {
  const Asset man = assetOf("@figure");
  Asset both = with(man, man, {2, 0, 0});
  const std::vector<Figure> figures = figuresOf(both);
  const auto place = static_cast<std::int32_t>(both.nodes.size()) - 1;
  EXPECT_EQ(figureAt(both, figures, place), 1) << "right above";
  EXPECT_EQ(figureAt(both, figures, figures[1].node), 1);
  EXPECT_EQ(figureAt(both, figures, 0), 0);
  EXPECT_EQ(figureAt(both, figures, -1), -1);
  EXPECT_EQ(figureAt(both, figures, 9999), -1);

  // A node above both is in neither.
  AssetNode world;
  world.children = both.sceneRoots;
  const auto top = static_cast<std::int32_t>(both.nodes.size());
  for (const std::int32_t root : both.sceneRoots) both.nodes[static_cast<std::size_t>(root)].parent = top;
  both.nodes.push_back(world);
  both.sceneRoots = {top};
  EXPECT_EQ(figureAt(both, figuresOf(both), top), -1);
}

// What is left of the file is the character that it was before the other came in, moved to its place.
TEST(Figures, AloneAFigureIsWhatItWasBefore) {
  const Asset man = assetOf("@figure"), child = assetOf("@figure:child");
  const Rig before = *buildRig(child);
  for (const char* seat : {"", "chest"}) {
    const Asset both = with(man, child, {0.5f, 0.25f, 0}, seat);
    const std::vector<Figure> figures = figuresOf(both);
    ASSERT_EQ(figures.size(), 2u) << seat;
    const Figure& childs = figures[figures[0].node == 0 ? 1 : 0];
    const Result<Rig> after = buildRig(isolate(both, childs));
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(after->joints.size(), before.joints.size()) << seat;
    EXPECT_EQ(after->body.vertices.size(), before.body.vertices.size()) << seat;
    EXPECT_NEAR(after->stature, before.stature, 1e-5f) << seat;
    EXPECT_NEAR(after->referenceLength, before.referenceLength, 1e-5f) << seat;
    const auto shift = static_cast<std::int32_t>(man.nodes.size());
    for (std::size_t j = 0; j < before.joints.size(); ++j) EXPECT_EQ(after->joints[j].node, before.joints[j].node + shift);
  }
}

}  // namespace
}  // namespace sinew::test
