#include <sinew/locomotion/box_tree.h>

#include <algorithm>
#include <limits>

#include "locomotion/box_tree_walk.h"

namespace sinew {

namespace {

constexpr std::uint32_t kLeafSize = 4;
constexpr float kSeam = 1e-3f;  ///< m; solids nearer than this leave no room to stand between them

Vec3 smaller(const Vec3& a, const Vec3& b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 larger(const Vec3& a, const Vec3& b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

Solid placed(const Level& level, const LevelState& state, std::size_t index) {
  Solid solid = level.solids[index];
  if (solid.mover >= 0) solid.worldFromSolid = worldFromSolid(level, state, static_cast<std::int32_t>(index));
  return solid;
}

}  // namespace

/// Splits at the median of the longest side of the middles: balanced whatever the level, and the same on every machine.
BoxTree BoxTree::build(const Level& level, const LevelState& state) {
  struct Item {
    Vec3 middle;
    std::int32_t index;
  };
  BoxTree tree;
  const std::size_t count = level.solids.size();
  if (count == 0) return tree;
  std::vector<Item> items(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Aabb box = boundsOf(placed(level, state, i));
    items[i] = {(box.low + box.high) * 0.5f, static_cast<std::int32_t>(i)};
  }

  struct Run {
    std::uint32_t node, first, count;
  };
  std::vector<Run> open{{0, 0, static_cast<std::uint32_t>(count)}};
  tree.nodes_.resize(1);
  while (!open.empty()) {
    const Run run = open.back();
    open.pop_back();
    if (run.count <= kLeafSize) {
      tree.nodes_[run.node].first = run.first;
      tree.nodes_[run.node].count = run.count;
      continue;
    }
    const auto begin = items.begin() + run.first, end = begin + run.count;
    Aabb box{begin->middle, begin->middle};
    for (auto i = begin; i != end; ++i) box = {smaller(box.low, i->middle), larger(box.high, i->middle)};
    const Vec3 size = box.high - box.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.z >= size.y ? 2 : 1;
    const std::uint32_t half = run.count / 2;
    std::nth_element(begin, begin + half, end, [axis](const Item& a, const Item& b) {
      const float ka = component(a.middle, axis), kb = component(b.middle, axis);
      return ka != kb ? ka < kb : a.index < b.index;
    });
    const auto left = static_cast<std::uint32_t>(tree.nodes_.size());
    tree.nodes_[run.node].first = left;
    tree.nodes_.resize(tree.nodes_.size() + 2);
    open.push_back({left + 1, run.first + half, run.count - half});
    open.push_back({left, run.first, half});
  }

  tree.order_.reserve(count);
  tree.solids_.reserve(count);
  for (const Item& item : items) {
    tree.order_.push_back(item.index);
    tree.solids_.push_back(placed(level, state, static_cast<std::size_t>(item.index)));
  }
  tree.index();
  return tree;
}

/// What follows from the solids in their slots: bounds, the way back from an index, the boxes of the nodes.
void BoxTree::index() {
  bounds_.resize(solids_.size());
  slots_.resize(solids_.size());
  moving_.clear();
  for (std::size_t slot = 0; slot < solids_.size(); ++slot) {
    bounds_[slot] = boundsOf(solids_[slot]);
    slots_[static_cast<std::size_t>(order_[slot])] = static_cast<std::uint32_t>(slot);
    if (solids_[slot].mover >= 0) moving_.push_back(static_cast<std::uint32_t>(slot));
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) fitNode(i);
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
  for (std::uint32_t slot = node.first; slot < node.first + node.count; ++slot) grow(bounds_[slot].low, bounds_[slot].high);
  if (node.count != 0) return;
  for (const std::size_t child : {node.first, node.first + 1}) grow(nodes_[child].low, nodes_[child].high);
}

void BoxTree::refit(const Level& level, const LevelState& state) {
  if (moving_.empty()) return;
  for (const std::uint32_t slot : moving_) {
    solids_[slot] = placed(level, state, static_cast<std::size_t>(order_[slot]));
    bounds_[slot] = boundsOf(solids_[slot]);
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) fitNode(i);
}

ColumnHit BoxTree::column(float x, float from, float z) const {
  const auto spansUnder = [&](std::uint32_t first, std::uint32_t count, const auto& visit) {
    for (std::uint32_t slot = first; slot < first + count; ++slot) {
      if (!contains(bounds_[slot], x, z) || solids_[slot].role != SolidRole::blocking) continue;
      if (const ColumnSpan span = columnThrough(solids_[slot], x, z); span.hit) visit(order_[slot], solids_[slot], span);
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
  const auto meets = [&](const auto& other) {
    return other.low.x <= box.high.x && other.high.x >= box.low.x && other.low.y <= box.high.y && other.high.y >= box.low.y &&
           other.low.z <= box.high.z && other.high.z >= box.low.z;
  };
  walkTree(nodes_, meets, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t slot = first; slot < first + count; ++slot)
      if (meets(bounds_[slot])) solids.push_back(order_[slot]);
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
