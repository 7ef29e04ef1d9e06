#pragma once

#include <optional>
#include <string>

#include <sinew/manikin/manikin.h>

#include "character.h"

// Manikins as text for people.

namespace sinew::cli {

/// Header, one line a part, findings.
std::string manikinText(const Manikin& manikin);

/// Why a map was refused: the roles found, and every finding.
std::string refusalText(const Character& character);

/// Median coverage of the measured parts, percent; none where no part was measured.
std::optional<double> medianCoverage(const Manikin& manikin);

/// The same as text, "91%" or "-".
std::string coverageText(const Manikin& manikin);

}  // namespace sinew::cli
