#include <algorithm>
#include <cmath>
#include <cstdio>

#include "manikin/bone_frame.h"
#include "manikin/checks.h"

namespace sinew {
namespace {

constexpr float kMirrorTolerance = 0.1f;  // of the bone, between the two sides

float relative(float a, float b) { return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-9f}); }

}  // namespace

void checkMirror(const Manikin& manikin, Findings& findings) {
  for (const Part& left : manikin.parts) {
    const auto other = manikin.partOf(mirrored(left.role));
    if (sideOf(left.role) <= 0 || other < 0) continue;
    const Part& right = manikin.parts[static_cast<std::size_t>(other)];
    if (!(left.boneLength > 0) || !(right.boneLength > 0)) continue;

    // In bone frames the mirror image of a centre has its x the other way round.
    Vec3 a = rotate(conjugate(partFromBoneFrame(left, manikin.creature, manikin.axes)), left.center) / left.boneLength;
    const Vec3 b = rotate(conjugate(partFromBoneFrame(right, manikin.creature, manikin.axes)), right.center) / right.boneLength;
    a.x = -a.x;
    struct Measured {
      const char* what;
      float difference;
    };
    const Measured all[] = {{"bones", relative(left.boneLength, right.boneLength)},
                            {"radii", std::abs(left.radius / left.boneLength - right.radius / right.boneLength)},
                            {"half heights", std::abs(left.halfHeight / left.boneLength - right.halfHeight / right.boneLength)},
                            {"centres", distance(a, b)}};
    const auto* worst =
        std::max_element(std::begin(all), std::end(all), [](const Measured& x, const Measured& y) { return x.difference < y.difference; });
    if (worst->difference <= kMirrorTolerance) continue;
    char text[160];
    std::snprintf(text, sizeof text, "not the mirror image of %s: their %s differ by %.0f %% of the bone", right.name.c_str(), worst->what,
                  static_cast<double>(100 * worst->difference));
    findings.push_back({Severity::warning, "fit.mirror", left.name, worst->difference, {}, kMirrorTolerance, text});
  }
}

void checkCenters(const Manikin& manikin, Findings& findings) {
  for (const Part& part : manikin.parts) {
    const float offset = length(part.center);
    if (!(part.boneLength > 0) || offset <= part.boneLength) continue;
    char text[160];
    std::snprintf(text, sizeof text, "its centre is %.3g m from its joint, beyond the end of its bone of %.3g m",
                  static_cast<double>(offset), static_cast<double>(part.boneLength));
    findings.push_back({Severity::warning, "fit.center", part.name, offset / part.boneLength, {}, 1.0, text});
  }
}

}  // namespace sinew
