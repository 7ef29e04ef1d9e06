#include <sinew/record/start.h>

#include <sinew/pose/sample.h>

namespace sinew {

Result<StartPose> startOfClip(const Asset& asset, const Rig& rig, const Manikin& manikin, std::string_view clip, float time) {
  const Result<const AssetClip*> found = findClip(asset, clip);
  if (!found) return Failure(found.error());

  StartPose start;
  start.nodeLocals = restLocals(asset);
  sampleClip(asset, **found, time, start.nodeLocals);
  const std::vector<Transform> modelFromJoint = modelFromJoints(asset, rig, start.nodeLocals);
  for (const Part& part : manikin.parts) start.modelFromPart.push_back(modelFromJoint[static_cast<std::size_t>(part.joint)]);
  return start;
}

}  // namespace sinew
