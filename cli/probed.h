#pragma once

#include <string>

#include <sinew/ragdoll/probe.h>

namespace sinew::cli {

/// The probe as a table: every number of it was read back from the solver.
std::string probeText(const Manikin& manikin, const Probe& probe);

}  // namespace sinew::cli
