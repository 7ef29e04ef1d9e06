#include <sinew/record/bake.h>

#include <algorithm>

#include <sinew/pose/sample.h>
#include <sinew/ragdoll/pose_map.h>
#include <sinew/ragdoll/ragdoll.h>

#include "record/node_pose.h"
#include "record/tracks.h"

namespace sinew {
namespace {

/// Pose of the whole file that the fall continues: rigid joints in metres and the node locals that show them.
struct BasePose {
  std::vector<Transform> modelFromJoint;  ///< (jointCount)
  std::vector<Trs> nodeLocals;            ///< (nodeCount) the file's units
};

/// In bind pose as nodes: a joint that rest already has in its bind place keeps the file's own numbers.
BasePose bindPose(const Asset& asset, const Rig& rig, NodePose& nodes) {
  BasePose base;
  base.nodeLocals = restLocals(asset);
  const std::vector<Transform> atRest = modelFromJoints(asset, rig, base.nodeLocals);
  for (const Joint& joint : rig.joints) base.modelFromJoint.push_back(joint.modelFromBind);

  std::vector<Transform> localRest(rig.joints.size()), localBind(rig.joints.size());
  localsFromModel(rig, atRest, localRest);
  localsFromModel(rig, base.modelFromJoint, localBind);
  const float near = 1e-5f * std::max(rig.stature, 1e-3f);  // m: rest and bind differ by rounding alone
  constexpr float kNearAngle = 1e-3f;                       // rad
  std::vector<std::uint8_t> turns(rig.joints.size()), moves(rig.joints.size());
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    turns[j] = angleBetween(localRest[j].rotation, localBind[j].rotation) > kNearAngle;
    moves[j] = distance(localRest[j].translation, localBind[j].translation) > near;
  }
  nodes.solve(base.modelFromJoint, turns, moves, base.nodeLocals);
  base.modelFromJoint = modelFromJoints(asset, rig, base.nodeLocals);
  return base;
}

Result<void> checkBelongs(const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory) {
  if (trajectory.partCount != manikin.parts.size() || trajectory.frameCount() == 0) {
    return fail(ErrorCode::usage, "trajectory", "it has no frames of this manikin's parts");
  }
  const bool posed = !trajectory.nodeLocals.empty();
  if (rig.nodes.size() != asset.nodes.size() || (posed && trajectory.nodeLocals.size() != asset.nodes.size())) {
    return fail(ErrorCode::usage, "trajectory", "it was recorded on another file's nodes");
  }
  return {};
}

}  // namespace

Result<BakedClip> bakeTrajectory(const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory,
                                 std::string_view name) {
  if (const Result<void> belongs = checkBelongs(asset, rig, manikin, trajectory); !belongs) return Failure(belongs.error());
  const std::size_t parts = manikin.parts.size(), frames = trajectory.frameCount();

  // What no part turns stays as it stood at the start.
  NodePose nodes(asset, rig);
  const BasePose base = trajectory.nodeLocals.empty() ? bindPose(asset, rig, nodes)
                                                      : BasePose{modelFromJoints(asset, rig, trajectory.nodeLocals), trajectory.nodeLocals};
  std::vector<Transform> localPose(rig.joints.size()), modelFromJoint(rig.joints.size()), modelFromPart(parts);
  localsFromModel(rig, base.modelFromJoint, localPose);

  // Parts meet where the first frame has them meeting: that is where the fall was anchored.
  const Transform modelFromWorld = inverse(trajectory.worldFromModel);
  const std::span<const Transform> worldFromPart = trajectory.worldFromPart;
  const PoseMap map = poseMapOf(anchoredAt(manikin, worldFromPart.first(parts)), rig);
  std::vector<std::uint8_t> turns(rig.joints.size()), moves(rig.joints.size());
  for (const PoseStep& step : map.steps) {
    turns[static_cast<std::size_t>(step.joint)] = step.follow != Follow::keep;
    moves[static_cast<std::size_t>(step.joint)] = step.follow != Follow::keep && step.follow != Follow::turn;
  }

  BakedClip clip;
  clip.name = std::string(name);
  Tracks tracks(asset, frames);
  std::vector<Trs> locals = base.nodeLocals;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < parts; ++i) modelFromPart[i] = modelFromWorld * worldFromPart[frame * parts + i];
    recoverPose(map, modelFromPart, localPose, modelFromJoint);
    nodes.solve(modelFromJoint, turns, moves, locals);
    tracks.add(locals);
    clip.times.push_back(static_cast<float>(frame) * trajectory.dt);
  }
  clip.tracks = std::move(tracks).moving();
  return clip;
}

}  // namespace sinew
