#pragma once

#include <array>
#include <span>

#include <sinew/pose/skeleton.h>

#include "pose/four.h"

namespace sinew {

/// Calls `work(joints, above, parents)` for four joints at a time, parents before children: where they stand, the model transforms of their
/// parents (as they are by then; of a root: identity) and the parents' numbers (of a root: the joint's own).
template <class Work>
SINEW_INLINE void parentsFirst(const Skeleton& skeleton, std::span<const Transform> modelFromJoint, const Work& work) {
  static constexpr Transform kNone{};
  const auto row = [&](const std::array<std::int32_t, 4>& joints) {
    std::array<const Transform*, 4> above{};
    std::array<std::size_t, 4> at{}, parents{};
    for (std::size_t i = 0; i < 4; ++i) {
      at[i] = static_cast<std::size_t>(joints[i]);
      const std::int32_t parent = skeleton.parents[at[i]];
      parents[i] = parent < 0 ? at[i] : static_cast<std::size_t>(parent);
      above[i] = parent < 0 ? &kNone : &modelFromJoint[parents[i]];
    }
    work(Quad{at[0], at[1], at[2], at[3]}, above, parents);
  };
  for (const std::array<std::int32_t, 4>& joints : skeleton.fours) row(joints);
  if (skeleton.fours.empty()) {
    for (std::int32_t j = 0; j < static_cast<std::int32_t>(skeleton.size()); ++j) row({j, j, j, j});
  }
}

}  // namespace sinew
