#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <sinew/base/ground.h>
#include <sinew/base/result.h>
#include <sinew/physics/level.h>

// A tree of boxes over a level's solids. It answers what is under a column and what touches a volume, in about a microsecond among
// a million solids.

namespace sinew {

struct Aabb {
  Vec3 low{}, high{};  ///< m
};

/// Corners, faces and edge directions of a convex solid in world space: what the exact tests work on.
struct Hull {
  std::array<Vec3, 8> points;
  std::array<Vec3, 6> normals;  ///< unit, outward
  std::array<Vec3, 6> edges;    ///< unit directions, each once
  std::uint8_t pointCount = 0, normalCount = 0, edgeCount = 0;
};
Hull hullOf(const Solid& solid);
Aabb boundsOf(const Hull& hull);
/// A box around it; a hair larger than need be, so that rounding cuts nothing off.
Aabb boundsOf(const Solid& solid);

/// The part of a vertical line that lies inside a solid.
struct ColumnSpan {
  bool hit = false;
  double bottom = 0, top = 0;  ///< m
  Vec3 normal{0, 1, 0};        ///< of the surface at the top
};
ColumnSpan columnThrough(const Solid& solid, float x, float z);

struct ColumnHit {
  bool hit = false;
  float height = 0;  ///< m, y of the surface
  Vec3 normal{0, 1, 0};
  std::int32_t solid = -1;  ///< index into Level::solids
};

class BoxTree {
 public:
  /// Over all solids of the level as they stand in `state`. Deterministic.
  static BoxTree build(const Level& level, const LevelState& state);

  /// Follows what moves, keeping the tree's shape.
  void refit(const Level& level, const LevelState& state);

  /// The highest top of a blocking solid under (x, z) that is not above `from`, and that no other blocking solid covers: inside a
  /// wall of several solids a seam is no ground.
  ColumnHit column(float x, float from, float z) const;

  /// Appends the solids whose bounds meet `box`, in the order of their index. All roles.
  void overlaps(const Aabb& box, std::vector<std::int32_t>& solids) const;

  /// Solid as it stands now: worldFromSolid includes its mover.
  const Solid& solid(std::int32_t index) const { return solids_[slots_[static_cast<std::size_t>(index)]]; }
  std::size_t size() const { return solids_.size(); }

  std::vector<std::byte> save() const;
  /// Of what `save` wrote; bytes that are cut short, altered or of another version are an error.
  static Result<BoxTree> load(std::span<const std::byte> bytes);

 private:
  struct Node {
    Vec3 low{};
    std::uint32_t first = 0;  ///< leaf: its first slot; else the left child, the right one follows it
    Vec3 high{};
    std::uint32_t count = 0;  ///< of solids in a leaf; 0: inner
  };
  void index();
  void fitNode(std::size_t node);

  // What a leaf holds lies side by side, in slots: bounds, then solids, so that a query touches little memory.
  std::vector<Node> nodes_;            ///< children behind their parent
  std::vector<Aabb> bounds_;           ///< (solidCount) by slot
  std::vector<Solid> solids_;          ///< (solidCount) by slot
  std::vector<std::int32_t> order_;    ///< (solidCount) slot to solid index
  std::vector<std::uint32_t> slots_;   ///< (solidCount) solid index to slot
  std::vector<std::uint32_t> moving_;  ///< slots of what moves
};

/// The tree as ground, with the velocity of what moves.
class LevelGroundView final : public Ground {
 public:
  LevelGroundView(const Level& level, const LevelState& state, const BoxTree& tree) : level_(level), state_(state), tree_(tree) {}
  GroundHit below(const Vec3& point, float reach) const override;

 private:
  const Level& level_;
  const LevelState& state_;
  const BoxTree& tree_;
};

}  // namespace sinew
