#include <sinew/export/export.h>

#include "export/mjcf.h"

namespace sinew {
namespace {

constexpr Exporter kExporters[] = {{"mjcf", ".xml", "MuJoCo's model file", writeMjcf}};

/// What every format rests on: parts that hang from earlier ones, and numbers that are numbers.
Result<void> checkManikin(const Manikin& manikin) {
  if (manikin.parts.empty()) return fail(ErrorCode::value, "manikin.parts", "a manikin without parts has no body to export");
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    const std::string place = "manikin.parts[" + std::to_string(i) + "]";
    if ((part.parent == -1) != (i == 0) || part.parent >= static_cast<std::int32_t>(i)) {
      return fail(ErrorCode::value, place + ".parent", "parts must hang from an earlier part, all but the first");
    }
    const bool finite = isFinite(part.modelFromPart) && isFinite(part.center) && isFinite(part.centerOfMass) && isFinite(part.inertia) &&
                        isFinite(part.toParent.parentFromFrame) && isFinite(part.toParent.childFromFrame) && std::isfinite(part.radius) &&
                        std::isfinite(part.halfHeight) && std::isfinite(part.mass);
    if (!finite || !(part.mass > 0)) return fail(ErrorCode::value, place, "mass and measures must be finite, the mass positive");
  }
  return {};
}

}  // namespace

std::span<const Exporter> exporters() { return kExporters; }

Result<Exported> exportManikin(const Manikin& manikin, std::string_view format, const ExportOptions& options) {
  if (!(options.unitsPerMeter > 0) || !std::isfinite(options.unitsPerMeter)) {
    return fail(ErrorCode::usage, "unitsPerMeter", "must be positive");
  }
  std::string known;
  for (const Exporter& exporter : kExporters) {
    if (exporter.name == format) {
      if (const Result<void> checked = checkManikin(manikin); !checked) return Failure(checked.error());
      return exporter.write(manikin, options);
    }
    known += (known.empty() ? "" : ", ") + std::string(exporter.name);
  }
  return fail(ErrorCode::usage, "format", "no such format; there is: " + known);
}

}  // namespace sinew
