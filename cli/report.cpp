#include "report.h"

#include <algorithm>

#include <fmt/core.h>

#include "table.h"

namespace sinew::cli {
namespace {

std::string limitsText(const PartJoint& joint) {
  const auto range = [](const Range& r) { return fmt::format("{:.0f}..{:.0f}", degrees(r.low), degrees(r.high)); };
  switch (joint.type) {
    case JointType::none:
      return "root";
    case JointType::fixed:
      return "fixed";
    case JointType::hinge:
      return "hinge " + range(joint.flexion);
    case JointType::ball:
      return "ball twist " + range(joint.twist) + " swing " + range(joint.swing1) + " / " + range(joint.swing2);
  }
  return "";
}

}  // namespace

std::optional<double> medianCoverage(const Manikin& manikin) {
  std::vector<float> values;
  for (const Part& part : manikin.parts) {
    if (part.coverage) values.push_back(*part.coverage);
  }
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return 100.0 * static_cast<double>(*middle);
}

std::string coverageText(const Manikin& manikin) {
  const std::optional<double> coverage = medianCoverage(manikin);
  return coverage ? fmt::format("{:.0f}%", *coverage) : "-";
}

std::string manikinText(const Manikin& manikin) {
  std::string out = fmt::format("{}: {} of {} parts, stature {:.3f} m, mass {:.1f} kg ({}), shapes {}, reference {:.3f} m ({})\n",
                                manikin.file, nameOf(manikin.creature), manikin.parts.size(), manikin.stature, manikin.mass,
                                manikin.massTable, nameOf(manikin.method), manikin.referenceLength, manikin.referenceFrom);
  Table table({"part", "joint", "by", "sure", "tail", "bone mm", "radius mm", "half mm", "offset mm", "r/bone", "kg", "covered", "shape",
               "joint to parent"});
  for (const Part& part : manikin.parts) {
    const auto mapped = manikin.roles.find(part.role);
    const bool known = mapped != manikin.roles.end() && mapped->second.joint == part.joint;
    table.add({part.name, part.jointName.empty() ? fmt::format("node {}", part.node) : part.jointName,
               known ? std::string(nameOf(mapped->second.by)) : "-", known ? fmt::format("{:.2f}", mapped->second.confidence) : "-",
               std::string(nameOf(part.tail.source)), fmt::format("{:.0f}", 1000 * part.boneLength),
               fmt::format("{:.1f}", 1000 * part.radius), fmt::format("{:.1f}", 1000 * part.halfHeight),
               fmt::format("{:.1f}", 1000 * length(part.center)),
               part.boneLength > 0 ? fmt::format("{:.2f}", part.radius / part.boneLength) : "-", fmt::format("{:.2f}", part.mass),
               part.coverage ? fmt::format("{:.0f}%", 100 * *part.coverage) : "-",
               fmt::format("{} ({})", nameOf(part.shape), nameOf(part.shapeSource)), limitsText(part.toParent)});
  }
  return out + table.text() + findingsText(manikin.findings);
}

std::string refusalText(const Character& character) {
  std::string out = fmt::format("{}: REFUSED, nothing was built ({} of {} roles found)\n", character.rig.file, character.map.roles.size(),
                                rolesOf(character.map.creature).size());
  for (const auto& [role, mapped] : character.map.roles) {
    const Joint& joint = character.rig.joints[static_cast<std::size_t>(mapped.joint)];
    out += fmt::format("  {:16} {} [node {}] by {} ({:.2f})\n", nameOf(role), joint.name.empty() ? "(nameless)" : joint.name, joint.node,
                       nameOf(mapped.by), mapped.confidence);
  }
  return out + findingsText(character.findings());
}

}  // namespace sinew::cli
