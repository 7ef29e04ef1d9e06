#pragma once

#include <cstdint>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/base/finding.h>
#include <sinew/base/math.h>
#include <sinew/rig/rig.h>

#include "rig/joint_tree.h"
#include "rig/mesh_use.h"
#include "rig/node_tree.h"

namespace sinew::rig {

/// How the vertices of one skin stand in the scene in bind pose.
struct SkinBind {
  Affined worldFromMesh;                      ///< one transform for the whole skin, unless `worldFromMeshByJoint` is there
  std::vector<Affined> worldFromMeshByJoint;  ///< (joint list length) blended by weight, where the inverse binds name no common pose
  bool bindsIgnored = false;                  ///< the inverse binds would tear the vertices from their joints, and were left aside
};

/// The pose that the skins were made in, in the file's scene space and unit.
struct BindPose {
  std::vector<SkinBind> skins;          ///< (skinCount)
  std::vector<Affined> worldFromJoint;  ///< (jointCount) with whatever scale the bind matrices carry
  std::vector<BindSource> sources;      ///< (jointCount)
};

struct BindInput {
  const Asset& asset;
  const NodeTree& tree;
  const JointTree& joints;
  const std::vector<PrimitiveUse>& primitives;
  const std::vector<std::vector<SkinJointUse>>& skinUses;  ///< (skinCount)(joint list length)
};

/// An inverse bind matrix says how a joint stood in MESH space (glTF 2.0 specification, 3.7.3.1). The step from mesh space to
/// the scene is the same for all joints of a skin, and where rest equals bind every joint gives it: worldFromRest * inverseBind.
/// Where the file rests in another pose the joints disagree, and placeMesh judges. Joints that pull no vertex have no say: their
/// inverse binds are often junk; they keep their rest offset from the nearest joint above (or, over all skins, below).
/// Skins are placed one after the other, the heaviest first, each by the joints that the others have already placed.
BindPose findBindPose(const BindInput& input, Findings& findings);

}  // namespace sinew::rig
