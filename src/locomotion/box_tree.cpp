#include <sinew/locomotion/box_tree.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "locomotion/box_tree_walk.h"

namespace sinew {

namespace {

constexpr std::uint32_t kLeafSize = 4;
constexpr float kSeam = 1e-3f;  ///< m; solids nearer than this leave no room to stand between them

Vec3 smaller(const Vec3& a, const Vec3& b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 larger(const Vec3& a, const Vec3& b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

Aabb boundsOf(const Solid& solid) {
  if (solid.shape == SolidShape::triangle) {
    const auto& [a, b, c] = solid.corners;
    return {smaller(a, smaller(b, c)), larger(a, larger(b, c))};
  }
  return sinew::boundsOf(hullOf(solid));
}

Solid placed(const Level& level, const LevelState& state, std::size_t index) {
  Solid solid = level.solids[index];
  if (solid.mover >= 0) solid.worldFromSolid = worldFromSolid(level, state, static_cast<std::int32_t>(index));
  return solid;
}

}  // namespace

/// Splits at the median of the longest side of the middles: balanced whatever the level, and the same on every machine.
BoxTree BoxTree::build(const Level& level, const LevelState& state) {
  BoxTree tree;
  const std::size_t count = level.solids.size();
  if (count == 0) return tree;
  tree.solids_.reserve(count);
  std::vector<Vec3> middles(count);
  for (std::size_t i = 0; i < count; ++i) {
    tree.solids_.push_back(placed(level, state, i));
    const Aabb box = boundsOf(tree.solids_.back());
    middles[i] = (box.low + box.high) * 0.5f;
  }
  tree.order_.resize(count);
  std::iota(tree.order_.begin(), tree.order_.end(), 0);

  struct Run {
    std::uint32_t node, first, count;
  };
  std::vector<Run> open{{0, 0, static_cast<std::uint32_t>(count)}};
  tree.nodes_.resize(1);
  while (!open.empty()) {
    const Run run = open.back();
    open.pop_back();
    Node& node = tree.nodes_[run.node];
    if (run.count <= kLeafSize) {
      node.first = run.first;
      node.count = run.count;
      continue;
    }
    const auto begin = tree.order_.begin() + run.first, end = begin + run.count;
    Aabb box{middles[static_cast<std::size_t>(*begin)], middles[static_cast<std::size_t>(*begin)]};
    for (auto i = begin; i != end; ++i) {
      const Vec3& middle = middles[static_cast<std::size_t>(*i)];
      box = {smaller(box.low, middle), larger(box.high, middle)};
    }
    const Vec3 size = box.high - box.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.z >= size.y ? 2 : 1;
    const std::uint32_t half = run.count / 2;
    std::nth_element(begin, begin + half, end, [&](std::int32_t a, std::int32_t b) {
      const float ka = component(middles[static_cast<std::size_t>(a)], axis), kb = component(middles[static_cast<std::size_t>(b)], axis);
      return ka != kb ? ka < kb : a < b;
    });
    const auto left = static_cast<std::uint32_t>(tree.nodes_.size());
    node.first = left;
    tree.nodes_.resize(tree.nodes_.size() + 2);
    open.push_back({left + 1, run.first + half, run.count - half});
    open.push_back({left, run.first, half});
  }
  for (std::size_t i = tree.nodes_.size(); i-- > 0;) tree.fitNode(i);
  return tree;
}

void BoxTree::fitNode(std::size_t index) {
  Node& node = nodes_[index];
  constexpr float kFar = std::numeric_limits<float>::max();
  node.low = {kFar, kFar, kFar};
  node.high = {-kFar, -kFar, -kFar};
  const auto grow = [&](const Vec3& low, const Vec3& high) {
    node.low = smaller(node.low, low);
    node.high = larger(node.high, high);
  };
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Aabb box = boundsOf(solids_[static_cast<std::size_t>(order_[node.first + i])]);
    grow(box.low, box.high);
  }
  if (node.count != 0) return;
  for (const std::size_t child : {node.first, node.first + 1}) grow(nodes_[child].low, nodes_[child].high);
}

void BoxTree::refit(const Level& level, const LevelState& state) {
  bool moved = false;
  for (std::size_t i = 0; i < solids_.size(); ++i) {
    if (solids_[i].mover < 0) continue;
    solids_[i] = placed(level, state, i);
    moved = true;
  }
  if (!moved) return;
  for (std::size_t i = nodes_.size(); i-- > 0;) fitNode(i);
}

ColumnHit BoxTree::column(float x, float from, float z) const {
  const auto spansUnder = [&](std::uint32_t first, std::uint32_t count, const auto& visit) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      const Solid& solid = solids_[static_cast<std::size_t>(order_[i])];
      if (solid.role != SolidRole::blocking) continue;
      if (const ColumnSpan span = columnThrough(solid, x, z); span.hit) visit(order_[i], solid, span);
    }
  };

  constexpr double kFar = std::numeric_limits<double>::max();
  double limit = from;  // the next top sought is at or under it; under it, once there is a wall
  double wall = kFar;   // the bottom of the wall that the column begins in
  while (true) {
    // The highest top.
    ColumnHit best;
    double top = -kFar, bottom = kFar;
    walkTree(
        nodes_, [&](const auto& node) { return contains(node, x, z) && node.low.y <= limit && node.high.y >= top; },
        [&](std::uint32_t first, std::uint32_t count) {
          spansUnder(first, count, [&](std::int32_t index, const Solid&, const ColumnSpan& span) {
            if (span.top > limit || (wall < kFar && span.top == limit) || span.top < top) return;
            bottom = span.top > top ? span.bottom : std::min(bottom, span.bottom);
            if (span.top > top || index < best.solid) best = {true, static_cast<float>(span.top), span.normal, index};
            top = span.top;
          });
        });
    if (!best.hit) return best;

    // Does something stand on it without a gap that reaches above the start? Then it is the inside of a wall.
    walkTree(
        nodes_, [&](const auto& node) { return contains(node, x, z) && node.low.y <= top + kSeam && node.high.y > from; },
        [&](std::uint32_t first, std::uint32_t count) {
          spansUnder(first, count, [&](std::int32_t, const Solid& solid, const ColumnSpan& span) {
            const bool thick = solid.shape != SolidShape::triangle;
            if (thick && span.bottom <= top + kSeam && span.top > from) wall = std::min(wall, span.bottom);
          });
        });
    if (wall > top + kSeam) return best;
    wall = std::min(wall, bottom);
    limit = top;
  }
}

void BoxTree::overlaps(const Aabb& box, std::vector<std::int32_t>& solids) const {
  const std::size_t before = solids.size();
  walkTree(
      nodes_,
      [&](const auto& node) {
        return node.low.x <= box.high.x && node.high.x >= box.low.x && node.low.y <= box.high.y && node.high.y >= box.low.y &&
               node.low.z <= box.high.z && node.high.z >= box.low.z;
      },
      [&](std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t i = first; i < first + count; ++i) {
          const Aabb other = boundsOf(solids_[static_cast<std::size_t>(order_[i])]);
          if (other.low.x <= box.high.x && other.high.x >= box.low.x && other.low.y <= box.high.y && other.high.y >= box.low.y &&
              other.low.z <= box.high.z && other.high.z >= box.low.z)
            solids.push_back(order_[i]);
        }
      });
  std::sort(solids.begin() + static_cast<std::ptrdiff_t>(before), solids.end());
}

GroundHit LevelGroundView::below(const Vec3& point, float reach) const {
  const ColumnHit column = tree_.column(point.x, point.y, point.z);
  if (!column.hit || !(point.y - column.height <= reach)) return {};
  GroundHit hit{.hit = true, .height = column.height, .normal = column.normal};
  const std::int32_t mover = level_.solids[static_cast<std::size_t>(column.solid)].mover;
  if (mover >= 0) hit.velocity = state_.movers[static_cast<std::size_t>(mover)].velocityAt({point.x, column.height, point.z});
  return hit;
}

}  // namespace sinew
