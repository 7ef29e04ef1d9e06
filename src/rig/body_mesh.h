#pragma once

#include <string>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/rig/rig.h>

#include "rig/bind_pose.h"

namespace sinew::rig {

/// All primitives in use as one list of vertices in bind pose, metres, model space. `worldFromRigid` (jointCount) takes
/// rest-pose scene space to bind-pose scene space for what rides on that joint; `exclude` as in RigOptions.
BodyMesh gatherBody(const BindInput& input, const BindPose& pose, const std::vector<Transformd>& bindFromRest, double metersPerUnit,
                    const std::vector<std::string>& exclude);

/// True where the case-folded `name` matches the case-folded `pattern`, in which '*' stands for any run of characters.
bool matchesWildcard(const std::string& name, const std::string& pattern);

}  // namespace sinew::rig
