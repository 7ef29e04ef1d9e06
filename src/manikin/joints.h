#pragma once

#include <sinew/manikin/manikin.h>

namespace sinew {

/// Hangs every part but the root from its parent: joint type, frames, limits, bind angles and motor cap. Parts must have their
/// bones and masses. Frames come from the rig's own axes and the bind pose; zero is the anatomical neutral, so that a body
/// modelled in T-pose and its A-pose twin get the same limits. Neutral means:
///
///   thigh       hangs straight down            upper arm  hangs, turned 45 degrees forward and out
///   shin        on in line with the thigh      forearm    on in line with the upper arm
///   foot        as modelled, below a shin that stands upright
///   hand        on in line with the forearm, thumb to where the elbow bends
///   all else    as modelled: the trunk's own curve is its neutral
void jointParts(Manikin& manikin, Findings& findings);

}  // namespace sinew
