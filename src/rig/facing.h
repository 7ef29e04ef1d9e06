#pragma once

#include <string>
#include <vector>

#include "rig/stance.h"

namespace sinew::rig {

/// What one feature of the body says about where the front is.
struct FacingVote {
  std::string feature;  ///< "feet", "knees" ...
  double value = 0;     ///< [-1, 1], positive: along the forward that the stance presumes
  double weight = 0;    ///< how far this feature is to be trusted; 0 where the body has none
};

std::vector<FacingVote> voteOnFacing(const Stance& stance);

}  // namespace sinew::rig
