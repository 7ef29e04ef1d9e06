#include "physics/crowd/cells.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sinew::crowd {
namespace {

constexpr double kManyCells = 64;
constexpr float kFarCell = 1e8f;  ///< cells are not told apart beyond

}  // namespace

CellGrid::Cell CellGrid::cellOf(const Vec3& place) const {
  const auto index = [this](float v) { return static_cast<std::int32_t>(std::floor(std::clamp(v / size_, -kFarCell, kFarCell))); };
  return {index(place.x), index(place.y), index(place.z)};
}

void CellGrid::build(std::span<const CellBox> boxes) {
  boxes_.assign(boxes.begin(), boxes.end());
  isLarge_.assign(boxes.size(), 0);
  large_.clear();
  added_.clear();

  // Cells twice as wide as boxes are on average: most meet one to four.
  double sum = 0;
  for (const CellBox& box : boxes) {
    const Vec3 size = box.high - box.low;
    sum += std::min<double>(std::max({size.x, size.y, size.z}), 100);
  }
  size_ = boxes.empty() ? 1 : std::max(static_cast<float>(2 * sum / static_cast<double>(boxes.size())), 0.01f);
  mask_ = std::bit_ceil(static_cast<std::uint32_t>(4 * boxes.size()) + 1u) - 1;

  for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
    const Cell from = cellOf(boxes_[i].low), to = cellOf(boxes_[i].high);
    if (countOf(from, to) > kManyCells) {
      isLarge_[i] = 1;
      large_.push_back(i);
      continue;
    }
    for (std::int32_t x = from.x; x <= to.x; ++x) {
      for (std::int32_t y = from.y; y <= to.y; ++y) {
        for (std::int32_t z = from.z; z <= to.z; ++z) added_.push_back({{x, y, z}, i});
      }
    }
  }

  // Counted, then filled.
  starts_.assign(mask_ + 2u, 0);
  for (const Entry& entry : added_) ++starts_[bucketOf(entry.cell) + 1];
  for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
  entries_.resize(added_.size());
  for (const Entry& entry : added_) entries_[starts_[bucketOf(entry.cell)]++] = entry;
  for (std::size_t k = starts_.size() - 1; k > 0; --k) starts_[k] = starts_[k - 1];
  starts_[0] = 0;
}

}  // namespace sinew::crowd
