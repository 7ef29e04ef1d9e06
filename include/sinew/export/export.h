#pragma once

#include <span>
#include <string>
#include <string_view>

#include <sinew/base/finding.h>
#include <sinew/base/result.h>
#include <sinew/manikin/manikin.h>

// A manikin in the formats of other engines. No format takes all of it: what was lost is said, item by item.

namespace sinew {

struct Exported {
  std::string text;  ///< the whole file
  /// Every difference between the file and the manikin: a stable rule ("mjcf.three-hinges"), the role, how much, one sentence.
  Findings lost;
};

struct ExportOptions {
  /// Of lengths in the file: 1 for metres, 100 for an engine that counts in centimetres. Masses stay kilograms and times seconds, so
  /// that accelerations go with it, and inertias, torques and dampings with its square; angles do not change.
  float unitsPerMeter = 1;
};

/// One format.
struct Exporter {
  std::string_view name;       ///< "mjcf"
  std::string_view extension;  ///< ".xml"
  std::string_view what;       ///< one phrase, for help texts
  Result<Exported> (*write)(const Manikin& manikin, const ExportOptions& options);
};

/// All formats there are, by name.
std::span<const Exporter> exporters();

/// The manikin in the named format. An unknown name is a `usage` error that lists what there is; a manikin that cannot be built
/// (no parts, numbers that are none) is a `value` error, a unit that is not positive a `usage` error.
Result<Exported> exportManikin(const Manikin& manikin, std::string_view format, const ExportOptions& options = {});

}  // namespace sinew
