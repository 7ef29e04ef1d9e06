#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

enum class Severity : std::uint8_t { note, warning, failure };

std::string_view nameOf(Severity severity);

/// Something a stage noticed about good data: what was measured, against which range, and what it means.
/// Findings are collected, printed and written into reports; a `failure` makes the tool exit with 1.
struct Finding {
  Severity severity = Severity::note;
  std::string rule;  ///< stable dotted name, "mass.ratio", "roles.unresolved"
  std::string role;  ///< the role it speaks of, empty for the whole character
  std::optional<double> measured;
  std::optional<double> low;  ///< accepted range, where the rule has one
  std::optional<double> high;
  std::string message;  ///< one sentence, safe to print
};

using Findings = std::vector<Finding>;

/// True where at least one finding is a failure.
bool hasFailure(const Findings& findings);

}  // namespace sinew
