#include <gtest/gtest.h>

#include "locomotion/levels.h"

namespace sinew {
namespace {

using test::boxSolid;
using test::levelOf;
using test::rampSolid;
using test::triangleSolid;

BoxTree treeOf(const Level& level) { return BoxTree::build(level, startOf(level)); }

/// The same answer by looking at every solid: the highest top at or under `from` that is not inside a wall: nothing stands on it that
/// reaches above `from`, or stands in turn under something that does.
ColumnHit bruteColumn(const Level& level, float x, float from, float z) {
  std::vector<std::pair<std::size_t, ColumnSpan>> spans;
  for (std::size_t i = 0; i < level.solids.size(); ++i) {
    if (level.solids[i].role != SolidRole::blocking) continue;
    if (const ColumnSpan span = columnThrough(level.solids[i], x, z); span.hit) spans.emplace_back(i, span);
  }
  std::vector<bool> inWall(spans.size());
  for (std::size_t round = 0; round < spans.size(); ++round) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      for (std::size_t j = 0; j < spans.size(); ++j) {
        const ColumnSpan& over = spans[j].second;
        const bool thick = level.solids[spans[j].first].shape != SolidShape::triangle;
        if (thick && (over.top > from || inWall[j]) && over.bottom <= spans[i].second.top + 1e-3 && over.top > spans[i].second.top)
          inWall[i] = true;
      }
    }
  }
  ColumnHit best;
  double highest = -1e30;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const auto& [index, span] = spans[i];
    if (span.top > from || span.top <= highest || inWall[i]) continue;
    highest = span.top;
    best = {.hit = true, .height = static_cast<float>(span.top), .solid = static_cast<std::int32_t>(index)};
  }
  return best;
}

TEST(BoxTree, ColumnsEqualBruteForce) {
  const Level level = test::randomLevel(7, 400, 6, 1.5f);
  const BoxTree tree = treeOf(level);
  Random random{11};
  int hits = 0;
  for (int i = 0; i < 10000; ++i) {
    const float x = random.range(-7, 7), from = random.range(-7, 8), z = random.range(-7, 7);
    const ColumnHit expected = bruteColumn(level, x, from, z), found = tree.column(x, from, z);
    ASSERT_EQ(found.hit, expected.hit) << x << ' ' << from << ' ' << z;
    if (!found.hit) continue;
    ++hits;
    ASSERT_EQ(found.height, expected.height) << x << ' ' << from << ' ' << z;
  }
  EXPECT_GT(hits, 3000);
}

TEST(BoxTree, VolumesEqualBruteForce) {
  const Level level = test::randomLevel(3, 500, 8, 1);
  const BoxTree tree = treeOf(level);
  Random random{5};
  std::size_t found = 0;
  for (int i = 0; i < 10000; ++i) {
    const Vec3 middle{random.range(-8, 8), random.range(-8, 8), random.range(-8, 8)},
        half{random.range(0, 1), random.range(0, 1), random.range(0, 1)};
    const Aabb box{middle - half, middle + half};
    std::vector<std::int32_t> expected, got;
    for (std::size_t s = 0; s < level.solids.size(); ++s) {
      const Aabb other = boundsOf(level.solids[s]);
      const bool apart = other.low.x > box.high.x || other.high.x < box.low.x || other.low.y > box.high.y || other.high.y < box.low.y ||
                         other.low.z > box.high.z || other.high.z < box.low.z;
      if (!apart) expected.push_back(static_cast<std::int32_t>(s));
    }
    tree.overlaps(box, got);
    ASSERT_EQ(got, expected);
    found += got.size();
  }
  EXPECT_GT(found, 10000u);
}

TEST(BoxTree, BoundsHoldEveryCornerAndNoMuchMore) {
  for (const Solid& solid : test::randomLevel(9, 300, 100, 2).solids) {
    const Aabb box = boundsOf(solid), exact = boundsOf(hullOf(solid));
    EXPECT_TRUE(box.low.x <= exact.low.x && box.low.y <= exact.low.y && box.low.z <= exact.low.z);
    EXPECT_TRUE(box.high.x >= exact.high.x && box.high.y >= exact.high.y && box.high.z >= exact.high.z);
    if (solid.shape == SolidShape::wedge) continue;  // as its box
    EXPECT_NEAR(distance(box.low, exact.low) + distance(box.high, exact.high), 0, 1e-3f);
  }
}

TEST(BoxTree, TheTopOfALevelBoxIsItsTopExactly) {
  const Level level = levelOf({boxSolid({-1, -1, -1}, {1, 0.3f, 1})});
  const Solid& solid = level.solids.front();
  const float top = solid.worldFromSolid.translation.y + solid.halfExtent.y;
  const ColumnHit hit = treeOf(level).column(0.123f, 5, -0.7f);
  ASSERT_TRUE(hit.hit);
  EXPECT_EQ(hit.height, top);
  EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
}

TEST(BoxTree, ARampIsUnderTheFootWhereItIsDrawn) {
  const Level level = levelOf({rampSolid(0, 0, 1, 4, 2)});
  const ColumnHit hit = treeOf(level).column(0, 5, 3);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.height, 0.75f, 1e-6f);
  EXPECT_NEAR(dot(hit.normal, normalized(Vec3{0, 4, -1})), 1, 1e-6f);
}

TEST(BoxTree, AMissIsAMiss) {
  const Level level = levelOf({boxSolid({-1, 0, -1}, {1, 1, 1})});
  const BoxTree tree = treeOf(level);
  EXPECT_FALSE(tree.column(2, 5, 0).hit);             // beside it
  EXPECT_FALSE(tree.column(0, 0.5f, 0).hit);          // inside it: its top is above the start
  EXPECT_FALSE(treeOf(Level{}).column(0, 5, 0).hit);  // nothing at all
}

TEST(BoxTree, ASeamInsideAWallIsNoGround) {
  // A wall of three courses on a floor; its second course begins a hair above the first.
  const Level level = levelOf({boxSolid({-5, -1, -5}, {5, 0, 5}), boxSolid({-1, 0, 0}, {1, 1, 1}), boxSolid({-1, 1.0004f, 0}, {1, 2, 1}),
                               boxSolid({-1, 2, 0}, {1, 3, 1})});
  const BoxTree tree = treeOf(level);
  for (const float from : {0.25f, 0.9f, 1.0f, 1.0002f, 1.25f, 2.25f}) EXPECT_FALSE(tree.column(0, from, 0.5f).hit) << from;
  EXPECT_EQ(tree.column(0, 3.25f, 0.5f).height, 3);   // on top of it one can stand
  EXPECT_EQ(tree.column(0, 0.25f, -0.5f).height, 0);  // and beside it
}

TEST(BoxTree, UnderABridgeTheFloorIsGround) {
  const Level level = levelOf({boxSolid({-5, -1, -5}, {5, 0, 5}), boxSolid({-1, 2, -1}, {1, 2.2f, 1})});
  const BoxTree tree = treeOf(level);
  EXPECT_EQ(tree.column(0, 0.25f, 0).height, 0);
  EXPECT_EQ(tree.column(0, 2.3f, 0).height, level.solids[1].worldFromSolid.translation.y + level.solids[1].halfExtent.y);
}

TEST(BoxTree, NoColumnFallsBetweenTwoTriangles) {
  // A square of two triangles whose diagonal is no round number.
  const Vec3 a{-1.1f, 0.3f, -0.9f}, b{1.3f, 0.1f, -1}, c{1, 0.4f, 1.2f}, d{-0.9f, 0.2f, 1.1f};
  const BoxTree tree = treeOf(levelOf({triangleSolid(a, c, b), triangleSolid(a, d, c)}));
  for (int i = 1; i < 1000; ++i) {
    const Vec3 p = lerp(a, c, static_cast<float>(i) / 1000);
    const ColumnHit hit = tree.column(p.x, 5, p.z);
    ASSERT_TRUE(hit.hit) << i;
    EXPECT_NEAR(hit.height, p.y, 1e-5f);
  }
}

TEST(BoxTree, CrushablesAndTriggersAreNoGround) {
  const Level level = levelOf({boxSolid({-5, -1, -5}, {5, 0, 5}), boxSolid({-1, 0, -1}, {1, 0.2f, 1}, SolidRole::crushable),
                               boxSolid({-1, 0, -1}, {1, 0.1f, 1}, SolidRole::trigger)});
  EXPECT_EQ(treeOf(level).column(0, 1, 0).height, 0);
}

TEST(BoxTree, RefitFollowsAPlatform) {
  Level level = levelOf({boxSolid({-1, -0.5f, -1}, {1, 0, 1})});
  level.movers.push_back({.travel = {0, 2, 0}, .period = 4});
  level.solids[0].mover = 0;
  LevelState state = startOf(level);
  BoxTree tree = BoxTree::build(level, state);
  const LevelGroundView ground(level, state, tree);
  for (int i = 0; i < 240; ++i) {
    const Vec3 point{0.5f, 10, 0.5f};
    const GroundHit before = ground.below(point, 100);
    advanceLevel(level, state, 1.0f / 60);
    tree.refit(level, state);
    const GroundHit after = ground.below(point, 100);
    ASSERT_TRUE(before.hit && after.hit);
    // The velocity told is the velocity had.
    EXPECT_NEAR((after.height - before.height) * 60, (before.velocity.y + after.velocity.y) / 2, 2e-3f) << i;
  }
  EXPECT_NEAR(ground.below({0, 10, 0}, 100).height, 0, 1e-5f);  // one period later it is back
}

TEST(BoxTree, SavedAndLoadedAnswersTheSame) {
  const Level level = test::randomLevel(13, 300, 5, 1);
  const BoxTree tree = treeOf(level);
  const std::vector<std::byte> bytes = tree.save();
  const Result<BoxTree> loaded = BoxTree::load(bytes);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->save(), bytes);
  Random random{17};
  for (int i = 0; i < 1000; ++i) {
    const float x = random.range(-5, 5), from = random.range(-5, 5), z = random.range(-5, 5);
    const ColumnHit a = tree.column(x, from, z), b = loaded->column(x, from, z);
    ASSERT_EQ(a.hit, b.hit);
    ASSERT_EQ(a.solid, b.solid);
    ASSERT_EQ(a.height, b.height);
  }
}

TEST(BoxTree, ADamagedFileIsRefused) {
  const std::vector<std::byte> bytes = treeOf(test::randomLevel(1, 9, 5, 1)).save();
  for (std::size_t size = 0; size < bytes.size(); ++size) ASSERT_FALSE(BoxTree::load(std::span(bytes).first(size))) << size;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<std::byte> altered = bytes;
    altered[i] ^= std::byte{0x40};
    ASSERT_FALSE(BoxTree::load(altered)) << i;
  }
}

}  // namespace
}  // namespace sinew
