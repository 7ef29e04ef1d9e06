#include <sinew/record/bake.h>

#include "record/node_pose.h"
#include "record/tracks.h"

namespace sinew {

Result<BakedClip> bakePoses(const Asset& asset, const Rig& rig, const PoseTrajectory& trajectory, std::string_view name) {
  const std::size_t joints = rig.joints.size(), frames = trajectory.frameCount();
  if (trajectory.jointCount != joints || frames == 0) return fail(ErrorCode::usage, "trajectory", "it has no frames of this rig's joints");
  if (rig.nodes.size() != asset.nodes.size()) return fail(ErrorCode::usage, "trajectory", "it was recorded on another file's nodes");

  std::vector<std::uint8_t> turns(joints, 1), moves(joints);
  for (std::size_t j = 0; j < joints; ++j) moves[j] = rig.joints[j].parent < 0;

  BakedClip clip;
  clip.name = std::string(name);
  NodePose nodes(asset, rig);
  Tracks tracks(asset, frames);
  std::vector<Trs> locals = restLocals(asset);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    nodes.solve(std::span(trajectory.worldFromJoint).subspan(frame * joints, joints), turns, moves, locals);
    tracks.add(locals);
    clip.times.push_back(static_cast<float>(frame) * trajectory.dt);
  }
  clip.tracks = std::move(tracks).moving();
  return clip;
}

}  // namespace sinew
