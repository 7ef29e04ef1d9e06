#include <sinew/manikin/factors.h>

#include <algorithm>
#include <cmath>

#include "manikin/bone_frame.h"

namespace sinew {

FactorTable factorsOf(const Manikin& manikin) {
  FactorTable table{manikin.file, manikin.sha256, std::string(nameOf(manikin.method)), {}};
  for (const Part& part : manikin.parts) {
    if (!(part.boneLength > 0)) continue;
    const Quat boneFrameFromPart = conjugate(partFromBoneFrame(part, manikin.creature, manikin.axes));
    table.parts.push_back({part.name, part.shape, part.radius / part.boneLength, part.halfHeight / part.boneLength,
                           rotate(boneFrameFromPart, part.center) / part.boneLength});
  }
  return table;
}

std::vector<FactorDifference> diffFactors(const FactorTable& a, const FactorTable& b) {
  std::vector<FactorDifference> differences;
  const auto find = [](const FactorTable& table, const std::string& name) {
    return std::find_if(table.parts.begin(), table.parts.end(), [&](const PartFactors& p) { return p.name == name; });
  };
  for (const PartFactors& part : a.parts) {
    const auto other = find(b, part.name);
    if (other == b.parts.end())
      differences.push_back({part.name, 0, 0, 0, true});
    else
      differences.push_back({part.name, std::abs(part.radius - other->radius), std::abs(part.halfHeight - other->halfHeight),
                             distance(part.center, other->center), false});
  }
  for (const PartFactors& part : b.parts)
    if (find(a, part.name) == a.parts.end()) differences.push_back({part.name, 0, 0, 0, true});
  return differences;
}

}  // namespace sinew
