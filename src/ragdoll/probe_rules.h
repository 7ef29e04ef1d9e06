#pragma once

#include <sinew/ragdoll/probe.h>

namespace sinew {

/// What the measured probe says about the manikin. Failures: the solver's shapes against the fit, total mass, numbers that are
/// none, hinges that close the wrong way. Warnings: what a person should look at.
Findings judgeProbe(const Manikin& manikin, const Probe& probe);

}  // namespace sinew
