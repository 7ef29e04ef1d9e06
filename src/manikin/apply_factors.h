#pragma once

#include <sinew/manikin/factors.h>
#include <sinew/manikin/fit.h>

namespace sinew {

/// Puts an authored table's shapes on a measured body and says how far the two are apart: beyond the tolerance that is a failure
/// (`factors.differ`), a warning where the author accepts it. Parts that the table has not stay measured, with a warning.
void applyFactors(Manikin& manikin, const FitOptions& options, Findings& findings);

}  // namespace sinew
