#include "ragdoll/model.h"

#include <algorithm>

#include <sinew/base/log.h>

namespace sinew {
namespace {

constexpr float kGravity = 9.81f;  // m/s2
constexpr float kStrength = 100;   // times the weight that a joint can hold level: a stiff spring that keeps meeting its cap hunts

/// Whether a body is `above` or hangs from it.
bool hangsFrom(const ArticulationDef& def, std::size_t body, std::size_t above) {
  while (body > above) body = static_cast<std::size_t>(def.joints[body - 1].parent);
  return body == above;
}

}  // namespace

std::vector<PartDrive> drivesOf(const ArticulationDef& def, std::span<const float> authored) {
  std::vector<PartDrive> drives(def.bodies.size());
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    // All that hangs here, stretched out level: the sum of weights times their distance from the joint.
    const Transform& world = def.bodies[i].worldFromBody;
    const Vec3 anchor = i == 0 ? world.translation : world * def.joints[i - 1].joint.childFromFrame.translation;
    float torque = 0, mass = 0;
    for (std::size_t k = i; k < def.bodies.size(); ++k) {
      if (!hangsFrom(def, k, i)) continue;
      const BodyDef& body = def.bodies[k];
      torque += kGravity * body.mass * distance(anchor, body.worldFromBody * body.centerOfMass);
      mass += body.mass;
    }
    drives[i].maxTorque = std::max(kStrength * torque, authored[i]);
    drives[i].pinMaxForce = kStrength * kGravity * mass;
  }
  return drives;
}

std::shared_ptr<const RagdollModel> ragdollModelOf(const Manikin& manikin, const Rig& rig, const RagdollOptions& options) {
  auto model = std::make_shared<RagdollModel>();
  for (const Joint& joint : rig.joints) model->parents.push_back(joint.parent);
  model->bodyOf.assign(rig.joints.size(), -1);
  std::vector<float> authored;
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    SINEW_ASSERT(part.joint >= 0 && static_cast<std::size_t>(part.joint) < rig.joints.size());
    model->bodyOf[static_cast<std::size_t>(part.joint)] = static_cast<std::int32_t>(i);
    model->headJoint.push_back(part.joint);
    authored.push_back(part.toParent.maxTorque);
  }
  model->map = poseMapOf(manikin, rig);
  RagdollOptions atRest = options;
  atRest.worldFromModel = {};
  model->definition = articulationOf(manikin, atRest);
  model->drives = drivesOf(model->definition, authored);
  return model;
}

void makeWork(Ragdoll& ragdoll) {
  const std::size_t bodies = ragdoll.bodies.size(), joints = ragdoll.model->parents.size();
  ragdoll.drives = ragdoll.model->drives;
  ragdoll.saturated.assign(bodies, 0);
  ragdoll.torque.assign(bodies, 0);
  ragdoll.work.states.resize(bodies);
  ragdoll.work.parts.resize(bodies);
  ragdoll.work.targets.resize(bodies);
  ragdoll.work.before.resize(bodies);
  ragdoll.work.pins.resize(bodies);
  ragdoll.work.modes.assign(bodies, PartMode::powered);
  ragdoll.work.joints.resize(joints);
  ragdoll.work.motors.resize(ragdoll.joints.size());
  ragdoll.work.loads.resize(ragdoll.joints.size());
}

Result<Ragdoll> buildRagdoll(World& world, std::shared_ptr<const RagdollModel> model, const Transform& worldFromModel) {
  SINEW_ASSERT(model != nullptr);
  Ragdoll ragdoll;
  ragdoll.model = std::move(model);
  ragdoll.world = &world;
  if (!ragdoll.model->definition.bodies.empty()) {
    ArticulationDef def = ragdoll.model->definition;
    for (BodyDef& body : def.bodies) body.worldFromBody = worldFromModel * body.worldFromBody;
    const Result<ArticulationId> built = world.createArticulation(def);
    if (!built) return Failure(built.error());
    ragdoll.articulation = *built;
    const std::span<const BodyId> bodies = world.bodiesOf(*built);
    const std::span<const JointId> joints = world.jointsOf(*built);
    ragdoll.bodies.assign(bodies.begin(), bodies.end());
    ragdoll.joints.assign(joints.begin(), joints.end());
  }
  makeWork(ragdoll);
  return ragdoll;
}

}  // namespace sinew
