#include "asset/reading.h"

#include <algorithm>

namespace sinew::gltf {

void Reading::find(Severity severity, std::string_view rule, const Json& where, std::string_view message) {
  constexpr std::ptrdiff_t kMostPerRule = 16;
  const auto isSameRule = [&](const Finding& finding) { return finding.rule == rule; };
  if (std::count_if(asset.findings.begin(), asset.findings.end(), isSameRule) >= kMostPerRule) return;
  Finding finding;
  finding.severity = severity;
  finding.rule = rule;
  finding.message = where.place() + ": " + std::string(message);
  asset.findings.push_back(std::move(finding));
}

}  // namespace sinew::gltf
