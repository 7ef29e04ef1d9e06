#pragma once

#include <span>
#include <vector>

#include "manikin/plan.h"

namespace sinew {

/// Fewer points than this say nothing about a shape.
inline constexpr std::uint32_t kLeastPoints = 24;

/// What the skin gives one part, in the part frame.
struct PartSkin {
  std::vector<Vec3> points;               ///< m, (verticesUsed + samplesUsed)
  std::vector<std::uint32_t> meshPartOf;  ///< (points) index into BodyMesh::parts
  float threshold = 0.5f;                 ///< share of a vertex's weight from which it was kept
  std::uint32_t verticesUsed = 0;
  std::uint32_t samplesUsed = 0;  ///< points taken on triangles, where the vertices were too few
};

/// Gives every part the vertices whose weight it holds by half or more, all slots of all its joints summed. A part with fewer
/// than kLeastPoints takes a lower threshold. One whose vertices stand in fewer places than that (rings at the ends of a low-poly
/// limb, corners repeated for every triangle) takes points evenly over its triangles too, as far as its share of the weight goes
/// between their corners. Both are findings. Joints that the plan calls attached give no part anything. (partCount)
std::vector<PartSkin> gatherSkin(const Rig& rig, const PartPlan& plan, Findings& findings);

}  // namespace sinew
