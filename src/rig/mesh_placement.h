#pragma once

#include <vector>

#include <sinew/base/math.h>

namespace sinew::rig {

/// One joint's opinion of where its skin's mesh stands.
struct PlacementVote {
  double weight = 0;      ///< (0, ..): how much it counts
  Vec3d center;           ///< of its vertices, mesh space
  double spread = 0;      ///< of its vertices, mesh units
  Affined worldFromMesh;  ///< what this joint's pose and inverse bind say
};

/// The transform under which a mesh, as a whole, moves least from where its joints hold it: least sum of weighted displacements,
/// each capped so that a limb in another pose does not outvote the trunk. Candidates are the votes, `stated` (transforms that the
/// file itself states) and upright versions of the votes. `votes` is not empty.
Affined placeMesh(const std::vector<PlacementVote>& votes, const std::vector<Affined>& stated);

}  // namespace sinew::rig
