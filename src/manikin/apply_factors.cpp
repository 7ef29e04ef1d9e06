#include "manikin/apply_factors.h"

#include <algorithm>
#include <cstdio>

#include "manikin/bone_frame.h"
#include "manikin/shape.h"

namespace sinew {

void applyFactors(Manikin& manikin, const FitOptions& options, Findings& findings) {
  const FactorTable& table = *options.factors;
  const FactorTable measured = factorsOf(manikin);
  const Severity differs = options.acceptFactors ? Severity::warning : Severity::failure;

  // A shape that nothing was measured for cannot contradict the table.
  for (const FactorDifference& difference : diffFactors(table, measured)) {
    const auto part = std::find_if(manikin.parts.begin(), manikin.parts.end(), [&](const Part& p) { return p.name == difference.name; });
    if (part == manikin.parts.end()) {
      findings.push_back({Severity::note, "factors.unused", difference.name, {}, {}, {}, "the table has this part, the body has not"});
      continue;
    }
    if (difference.missing) {
      findings.push_back(
          {Severity::warning, "factors.missing", difference.name, {}, {}, {}, "not in the table: its shape is the measured one"});
      continue;
    }
    const float worst = std::max({difference.radius, difference.halfHeight, difference.center});
    if (worst <= options.factorTolerance || part->shapeSource != ShapeSource::mesh) continue;
    char text[240];
    std::snprintf(text, sizeof text,
                  "the table does not fit this body: radius is off by %.2f, half height by %.2f, centre by %.2f of the bone%s",
                  static_cast<double>(difference.radius), static_cast<double>(difference.halfHeight),
                  static_cast<double>(difference.center), options.acceptFactors ? " (accepted)" : "");
    findings.push_back({differs, "factors.differ", difference.name, worst, {}, options.factorTolerance, text});
  }

  for (const PartFactors& authored : table.parts) {
    const auto part = std::find_if(manikin.parts.begin(), manikin.parts.end(), [&](const Part& p) { return p.name == authored.name; });
    if (part == manikin.parts.end() || !(part->boneLength > 0)) continue;
    const Vec3 center = rotate(partFromBoneFrame(*part, manikin.creature, manikin.axes), authored.center) * part->boneLength;
    setCapsule(*part, authored.radius * part->boneLength, authored.halfHeight * part->boneLength, center);
    part->shapeSource = ShapeSource::table;
  }
}

}  // namespace sinew
