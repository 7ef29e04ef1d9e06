#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sinew/manikin/manikin.h>
#include <sinew/ragdoll/probe.h>
#include <sinew/record/settle.h>

namespace sinew::view {

/// Everything a report of one character tells. Without manikin (a refused map) it tells why.
struct ReportInput {
  const Asset* asset = nullptr;
  const Rig* rig = nullptr;
  const RoleMap* map = nullptr;
  const Manikin* manikin = nullptr;
  const Probe* probe = nullptr;
  const Settle* settle = nullptr;                                 ///< with its trajectory
  Findings settleFindings{};                                      ///< bars that the fall missed
  std::vector<std::pair<std::string, std::string>> provenance{};  ///< name and value: options, version ...
};

/// Whether every assertion held.
bool proved(const ReportInput& input);

/// One self-contained page: no network, no other file. Names from files are escaped.
std::string reportPage(const ReportInput& input);

/// A line of the page over many characters.
struct IndexRow {
  std::string file, page, verdict, creature;
  std::vector<std::byte> thumbnail{};                                                          ///< PNG; may be empty
  std::optional<double> parts{}, stature{}, coverage{}, separation{}, restTime{}, findings{};  ///< count, m, %, mm, s, count
};
std::string indexPage(const std::vector<IndexRow>& rows);

}  // namespace sinew::view
