#include "probed.h"

#include <fmt/core.h>

#include "table.h"

namespace sinew::cli {
namespace {

std::string limits(const JointInfo& joint, const ProbedPart& part) {
  const auto range = [](const AngleRange& r) { return fmt::format("{:.0f}..{:.0f}", degrees(r.low), degrees(r.high)); };
  if (joint.type == ConstraintType::fixed) return "fixed";
  if (joint.type == ConstraintType::hinge)
    return fmt::format("hinge {} at {:.0f}, bends {}", range(joint.twist), degrees(part.bindAngles.x),
                       part.flexionSign > 0 ? "right" : "WRONG");
  return fmt::format("ball {} / {} / {} at {:.0f} {:.0f} {:.0f}", range(joint.twist), range(joint.swing1), range(joint.swing2),
                     degrees(part.bindAngles.x), degrees(part.bindAngles.y), degrees(part.bindAngles.z));
}

}  // namespace

std::string probeText(const Manikin& manikin, const Probe& probe) {
  std::string out = fmt::format("{}: read back from the solver: {} bodies, {:.3f} kg\n", manikin.file, probe.parts.size(), probe.mass);
  Table table({"part", "joint", "radius mm", "half mm", "length mm", "joint to center mm", "center off mm", "kg", "overlap mm", "with",
               "joint, limits, at bind (degrees)"});
  for (const ProbedPart& probed : probe.parts) {
    const Part& part = manikin.parts[static_cast<std::size_t>(probed.part)];
    const BodyInfo& body = probed.body;
    table.add({part.name, part.jointName.empty() ? fmt::format("node {}", part.node) : part.jointName,
               fmt::format("{:.1f}", 1000 * body.radius), fmt::format("{:.1f}", 1000 * body.halfHeight),
               fmt::format("{:.1f}", 2000 * (body.radius + body.halfHeight)), fmt::format("{:.1f}", 1000 * length(probed.center)),
               fmt::format("{:.4f}", 1000 * probed.centerError), fmt::format("{:.3f}", body.mass),
               fmt::format("{:.1f}", 1000 * probed.overlapDepth),
               probed.overlapPart < 0 ? "-" : manikin.parts[static_cast<std::size_t>(probed.overlapPart)].name,
               part.parent < 0 ? "root" : limits(probed.joint, probed)});
  }
  return out + table.text();
}

}  // namespace sinew::cli
