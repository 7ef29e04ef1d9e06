#include <sinew/base/log.h>
#include <sinew/ragdoll/ragdoll.h>

namespace sinew {

void Ragdoll::writePose(PoseTarget& out) const {
  SINEW_ASSERT(model != nullptr && out.parentFromJoint.size() == model->parents.size());
  if (bodies.empty()) return;
  out.worldFromModel = {{}, root()};
  readModel(out.worldFromModel, out.parentFromJoint, work.joints);
}

void Ragdoll::readModel(const Transform& worldFromModel, std::span<Transform> local, std::span<Transform> modelFromJoint) const {
  SINEW_ASSERT(model != nullptr && local.size() == model->parents.size() && modelFromJoint.size() == model->parents.size());
  world->getStates(bodies, work.states);
  const Transform modelFromWorld = inverse(worldFromModel);
  for (std::size_t i = 0; i < bodies.size(); ++i) work.parts[i] = modelFromWorld * work.states[i].worldFromBody;
  recoverPose(model->map, work.parts, local, modelFromJoint);
}

Vec3 Ragdoll::root() const {
  if (bodies.empty()) return {};
  BodyState first;
  world->getStates({bodies.data(), 1}, {&first, 1});
  return first.worldFromBody.translation;
}

void Ragdoll::sync(World& in, std::span<const Mat4> worldMatrices) {
  SINEW_ASSERT(model != nullptr && worldMatrices.size() == model->parents.size());
  for (std::size_t j = 0; j < worldMatrices.size(); ++j) {
    const Affine world4 = toAffine(worldMatrices[j]);
    work.joints[j] = {rotationOf(world4.linear), world4.translation};
  }
  sync(in, work.joints);
}

void Ragdoll::sync(World& in, std::span<const Transform> worldFromJoint) { sync(in, worldFromJoint, worldFromJoint, 0); }

void Ragdoll::sync(World& in, std::span<const Transform> worldFromJoint, std::span<const Transform> before, float dt) {
  SINEW_ASSERT(model != nullptr && worldFromJoint.size() == model->parents.size() && before.size() == worldFromJoint.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto joint = static_cast<std::size_t>(model->headJoint[i]);
    BodyState& state = work.states[i];
    state = {worldFromJoint[joint], {}, {}};
    if (dt > 0) {
      const Vec3 center = model->definition.bodies[i].centerOfMass;
      state.linearVelocity = (worldFromJoint[joint] * center - before[joint] * center) / dt;
      state.angularVelocity = logarithm(worldFromJoint[joint].rotation * conjugate(before[joint].rotation)) / dt;
    }
  }
  if (!bodies.empty()) in.setStates(bodies, work.states);
  // A body was put elsewhere: the last target says nothing of the next one's speed.
  work.driven = false;
}

}  // namespace sinew
