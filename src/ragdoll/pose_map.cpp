#include <sinew/ragdoll/pose_map.h>

#include <sinew/base/log.h>

namespace sinew {
namespace {

/// Part that each joint drives, and the nearest such part above it; -1 where none. (jointCount) each.
struct Mapping {
  std::vector<std::int32_t> own, above;
};

Mapping mappingOf(const Manikin& manikin, const Rig& rig) {
  Mapping mapping{std::vector<std::int32_t>(rig.joints.size(), -1), std::vector<std::int32_t>(rig.joints.size(), -1)};
  for (std::size_t i = 0; i < manikin.parts.size(); ++i)
    mapping.own[static_cast<std::size_t>(manikin.parts[i].joint)] = static_cast<std::int32_t>(i);
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    if (rig.joints[j].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(rig.joints[j].parent);
    mapping.above[j] = mapping.own[parent] >= 0 ? mapping.own[parent] : mapping.above[parent];
  }
  return mapping;
}

/// The step of a joint that drives a part.
PoseStep drivenStep(const Manikin& manikin, std::int32_t index, std::int32_t above) {
  const Part& part = manikin.parts[static_cast<std::size_t>(index)];
  PoseStep step;
  step.part = index;
  if (part.parent < 0) {
    step.follow = Follow::place;
  } else if (above == part.parent) {
    step.follow = Follow::turn;
  } else {
    // No bone leads here from the part above, so nothing but the shared anchor keeps the limb whole.
    step.follow = Follow::anchor;
    step.anchorJoint = manikin.parts[static_cast<std::size_t>(part.parent)].joint;
    step.anchorFromJoint = part.toParent.parentFromFrame.translation;
    step.anchorFromSelf = part.toParent.childFromFrame.translation;
  }
  return step;
}

/// Joints whose skin goes with a part that they do not hang from move with it all the same.
void carryRiders(const Manikin& manikin, const Rig& rig, const Mapping& mapping, std::vector<PoseStep>& steps) {
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    for (const std::int32_t rider : part.riders) {
      const auto j = static_cast<std::size_t>(rider);
      const Joint& joint = rig.joints[j];
      if (mapping.own[j] >= 0 || mapping.above[j] == static_cast<std::int32_t>(i) || !(joint.weight > 0)) continue;
      steps[j].follow = Follow::carry;
      steps[j].part = static_cast<std::int32_t>(i);
      steps[j].anchorJoint = part.joint;
      steps[j].partFromJoint = inverse(part.modelFromPart) * joint.modelFromBind;
    }
  }
}

/// Steps behind all that they need. Where two joints wait for each other (a rider that carries its own part), the first of them is
/// held to its body instead of to the recovered joint.
std::vector<PoseStep> inOrder(const std::vector<PoseStep>& steps) {
  std::vector<PoseStep> ordered;
  ordered.reserve(steps.size());
  std::vector<bool> done(steps.size(), false);
  const auto ready = [&](std::int32_t joint) { return joint < 0 || done[static_cast<std::size_t>(joint)]; };
  const auto emit = [&](const PoseStep& step) {
    ordered.push_back(step);
    done[static_cast<std::size_t>(step.joint)] = true;
  };
  while (ordered.size() < steps.size()) {
    const std::size_t before = ordered.size();
    for (const PoseStep& step : steps) {
      if (!ready(step.joint) && ready(step.parent) && ready(step.anchorJoint)) emit(step);
    }
    if (ordered.size() > before) continue;
    for (PoseStep step : steps) {
      if (ready(step.joint) || !ready(step.parent)) continue;
      step.anchorJoint = -1;
      if (step.follow == Follow::anchor) step.follow = Follow::place;
      emit(step);
      break;
    }
  }
  return ordered;
}

}  // namespace

PoseMap poseMapOf(const Manikin& manikin, const Rig& rig) {
  const Mapping mapping = mappingOf(manikin, rig);
  std::vector<PoseStep> steps(rig.joints.size());
  for (std::size_t j = 0; j < steps.size(); ++j) {
    if (mapping.own[j] >= 0) steps[j] = drivenStep(manikin, mapping.own[j], mapping.above[j]);
    steps[j].joint = static_cast<std::int32_t>(j);
    steps[j].parent = rig.joints[j].parent;
  }
  carryRiders(manikin, rig, mapping, steps);
  return {inOrder(steps)};
}

void recoverPose(const PoseMap& map, std::span<const Transform> modelFromPart, std::span<Transform> localPose,
                 std::span<Transform> modelFromJoint) {
  SINEW_ASSERT(localPose.size() == map.steps.size() && modelFromJoint.size() == map.steps.size());
  for (const PoseStep& step : map.steps) {
    const auto joint = static_cast<std::size_t>(step.joint);
    const Transform above = step.parent < 0 ? Transform{} : modelFromJoint[static_cast<std::size_t>(step.parent)];
    Transform& local = localPose[joint];
    Transform& model = modelFromJoint[joint];
    model = above * local;

    // Where the bodies want this joint.
    if (step.follow != Follow::keep) {
      const Transform& part = modelFromPart[static_cast<std::size_t>(step.part)];
      const Transform& held = step.anchorJoint < 0 ? part : modelFromJoint[static_cast<std::size_t>(step.anchorJoint)];
      switch (step.follow) {
        case Follow::keep:
          break;
        case Follow::turn:
          model.rotation = part.rotation;
          break;
        case Follow::place:
          model = part;
          break;
        case Follow::anchor:
          model = {part.rotation, held * step.anchorFromJoint - rotate(part.rotation, step.anchorFromSelf)};
          break;
        case Follow::ride:
          model.rotation = part.rotation * step.partFromJoint.rotation;
          break;
        case Follow::carry:
          model = held * step.partFromJoint;
          break;
      }
      // Bones keep their length: a joint that only turns leaves its translation untouched, to the last bit.
      local.rotation = normalized(conjugate(above.rotation) * model.rotation);
      if (step.follow != Follow::turn && step.follow != Follow::ride)
        local.translation = rotate(conjugate(above.rotation), model.translation - above.translation);
    }
  }
}

void localsFromModel(const Rig& rig, std::span<const Transform> modelFromJoint, std::span<Transform> localPose) {
  SINEW_ASSERT(modelFromJoint.size() == rig.joints.size() && localPose.size() == rig.joints.size());
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    const std::int32_t parent = rig.joints[j].parent;
    localPose[j] = parent < 0 ? modelFromJoint[j] : inverse(modelFromJoint[static_cast<std::size_t>(parent)]) * modelFromJoint[j];
  }
}

}  // namespace sinew
