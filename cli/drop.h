#pragma once

#include <span>
#include <string>
#include <vector>

#include <sinew/record/settle.h>

#include "character.h"

namespace sinew::cli {

/// Falls of one character as the options say: one a seed. The first is recorded where a bake is wanted.
Result<std::vector<Settle>> drop(const Character& character, const SettleVerbOptions& options);

/// Failures for every bar that the worst fall missed.
Findings judge(const Manikin& manikin, std::span<const Settle> falls);

std::string settleText(const Manikin& manikin, std::span<const Settle> falls);

}  // namespace sinew::cli
