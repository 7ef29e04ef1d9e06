#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <sinew/base/math.h>

// Who is near whom, and near a place: boxes in the cells of a hashed grid, made anew where they have moved.
//
//     box ---> the cells it meets ---> buckets (counted, then filled, in the order of the boxes)
//     a pair, or a box met by a query, is told in one cell alone: that of the low corner of what they share
//
// What is told does not depend on the size of the cells, which follows the boxes' mean. Boxes over many cells are kept apart.

namespace sinew::crowd {

struct CellBox {
  Vec3 low, high;  ///< m
  std::uint32_t who = 0;

  bool meets(const CellBox& b) const {
    return low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y && low.z <= b.high.z && b.low.z <= high.z;
  }
};

class CellGrid {
 public:
  void build(std::span<const CellBox> boxes);

  /// Calls `see(a, b)` once for every two boxes that meet, in no order that means something.
  template <class F>
  void pairs(F&& see) const {
    for (std::size_t bucket = 0; bucket + 1 < starts_.size(); ++bucket) {
      for (std::uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
        for (std::uint32_t k = i + 1; k < starts_[bucket + 1]; ++k) {
          const Entry &one = entries_[i], &other = entries_[k];
          if (!(one.cell == other.cell)) continue;
          const CellBox &a = boxes_[one.box], &b = boxes_[other.box];
          if (a.meets(b) && shared(a, b) == one.cell) see(a, b);
        }
      }
    }
    for (std::size_t i = 0; i < large_.size(); ++i) {
      const CellBox& a = boxes_[large_[i]];
      for (std::uint32_t k = 0; k < boxes_.size(); ++k) {
        const bool told = isLarge_[k] != 0 && k <= large_[i];
        if (!told && a.meets(boxes_[k])) see(a, boxes_[k]);
      }
    }
  }

  /// Calls `see(box)` once for every box that meets `query`.
  template <class F>
  void overlap(const CellBox& query, F&& see) const {
    const Cell from = cellOf(query.low), to = cellOf(query.high);
    if (boxes_.empty()) return;
    if (countOf(from, to) > static_cast<double>(boxes_.size())) {
      for (const CellBox& box : boxes_) {
        if (box.meets(query)) see(box);
      }
      return;
    }
    for (std::int32_t x = from.x; x <= to.x; ++x) {
      for (std::int32_t y = from.y; y <= to.y; ++y) {
        for (std::int32_t z = from.z; z <= to.z; ++z) {
          const Cell cell{x, y, z};
          const std::size_t bucket = bucketOf(cell);
          for (std::uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
            const CellBox& box = boxes_[entries_[i].box];
            if (entries_[i].cell == cell && box.meets(query) && shared(box, query) == cell) see(box);
          }
        }
      }
    }
    for (const std::uint32_t i : large_) {
      if (boxes_[i].meets(query)) see(boxes_[i]);
    }
  }

  float cellSize() const { return size_; }  ///< m
  const std::vector<CellBox>& boxes() const { return boxes_; }

 private:
  struct Cell {
    std::int32_t x = 0, y = 0, z = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct Entry {
    Cell cell;
    std::uint32_t box = 0;
  };
  static double countOf(const Cell& from, const Cell& to) {
    return (static_cast<double>(to.x) - from.x + 1) * (static_cast<double>(to.y) - from.y + 1) * (static_cast<double>(to.z) - from.z + 1);
  }
  Cell cellOf(const Vec3& place) const;
  Cell shared(const CellBox& a, const CellBox& b) const {
    return cellOf({std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y), std::max(a.low.z, b.low.z)});
  }
  std::size_t bucketOf(const Cell& cell) const {
    const std::uint32_t hash = static_cast<std::uint32_t>(cell.x) * 73856093u ^ static_cast<std::uint32_t>(cell.y) * 19349663u ^
                               static_cast<std::uint32_t>(cell.z) * 83492791u;
    return (hash ^ hash >> 15) & mask_;
  }

  float size_ = 1;
  std::uint32_t mask_ = 0;
  std::vector<CellBox> boxes_;
  std::vector<std::uint8_t> isLarge_;   ///< (boxes)
  std::vector<std::uint32_t> large_;    ///< boxes over many cells
  std::vector<std::uint32_t> starts_;   ///< (buckets + 1)
  std::vector<Entry> entries_, added_;  ///< by bucket; as they came
};

}  // namespace sinew::crowd
