#include "motion.h"

#include <algorithm>

#include <sinew/physics/angles.h>
#include <sinew/pose/sample.h>
#include <sinew/ragdoll/pose_map.h>
#include <sinew/ragdoll/ragdoll.h>

namespace sinew::view {
namespace {

/// J, from how far the bodies come in `dt`.
float energyBetween(const Manikin& manikin, std::span<const Transform> from, std::span<const Transform> to, float dt) {
  constexpr float kGravity = 9.81f;
  float energy = 0;
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    const Vec3 a = from[i] * part.centerOfMass, b = to[i] * part.centerOfMass;
    const Vec3 turn = logarithm(conjugate(from[i].rotation) * to[i].rotation) / dt;
    const Vec3 spin = rotate(conjugate(partFromShape(part).rotation), turn);
    energy +=
        0.5f * part.mass * lengthSquared(b - a) / (dt * dt) + 0.5f * dot(scaled(part.inertia, spin), spin) + part.mass * kGravity * b.y;
  }
  return energy;
}

/// The pose that the recovery starts from: what no part turns keeps it.
std::vector<Transform> startLocals(const Asset& asset, const Rig& rig, const Trajectory& trajectory) {
  std::vector<Transform> modelFromJoint;
  if (trajectory.nodeLocals.empty()) {
    for (const Joint& joint : rig.joints) modelFromJoint.push_back(joint.modelFromBind);
  } else {
    modelFromJoint = modelFromJoints(asset, rig, trajectory.nodeLocals);
  }
  std::vector<Transform> locals(rig.joints.size());
  localsFromModel(rig, modelFromJoint, locals);
  return locals;
}

}  // namespace

Motion motionOf(const Asset& asset, const Rig& rig, const Manikin& manikin, const Trajectory& trajectory, std::size_t stride) {
  Motion motion;
  motion.dt = trajectory.dt * static_cast<float>(stride);
  const std::size_t parts = manikin.parts.size(), joints = rig.joints.size();
  const PoseMap map = poseMapOf(manikin, rig);
  const ArticulationDef definition = articulationOf(manikin);
  const Transform modelFromWorld = inverse(trajectory.worldFromModel);
  std::vector<Transform> locals = startLocals(asset, rig, trajectory), modelFromPart(parts), modelFromJoint(joints);

  for (std::size_t frame = 0; frame < trajectory.frameCount(); frame += stride) {
    const std::span<const Transform> now = std::span(trajectory.worldFromPart).subspan(frame * parts, parts);
    const std::span<const Transform> before = std::span(trajectory.worldFromPart).subspan((frame > 0 ? frame - 1 : 0) * parts, parts);
    for (std::size_t i = 0; i < parts; ++i) modelFromPart[i] = modelFromWorld * now[i];
    recoverPose(map, modelFromPart, locals, modelFromJoint);
    for (const Transform& joint : modelFromJoint) motion.worldFromJoint.push_back(trajectory.worldFromModel * joint);
    motion.worldFromPart.insert(motion.worldFromPart.end(), now.begin(), now.end());

    float separation = 0, overshoot = 0;
    for (const ArticulationJointDef& one : definition.joints) {
      const JointState state = measureJoint(one.joint, now[static_cast<std::size_t>(one.parent)], now[static_cast<std::size_t>(one.child)]);
      separation = std::max(separation, state.separation);
      overshoot = std::max(overshoot, state.overshoot);
    }
    motion.separation.push_back(separation);
    motion.overshoot.push_back(overshoot);
    motion.energy.push_back(energyBetween(manikin, before, now, trajectory.dt));
    ++motion.frameCount;
  }
  return motion;
}

}  // namespace sinew::view
