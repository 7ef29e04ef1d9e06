#include <algorithm>
#include <cmath>

#include <sinew/base/log.h>
#include <sinew/ragdoll/ragdoll.h>

namespace sinew {
namespace {

/// NaN counts as nothing.
float unit(float weight) { return weight > 0 ? std::min(weight, 1.0f) : 0.0f; }

/// rad/s, world, that lead from one rotation to another in `dt`.
Vec3 spin(const Quat& from, const Quat& to, float dt) { return logarithm(to * conjugate(from)) / dt; }

/// Kinematic parts follow rigidly; a mode reaches the world when it changes.
void applyModes(Ragdoll& ragdoll, World& world) {
  for (std::size_t i = 0; i < ragdoll.bodies.size(); ++i) {
    const PartMode mode = ragdoll.drives[i].mode;
    if ((mode == PartMode::kinematic) != (ragdoll.work.modes[i] == PartMode::kinematic)) {
      const BodyMode as = mode == PartMode::kinematic ? BodyMode::kinematic : BodyMode::dynamic;
      world.setModes({&ragdoll.bodies[i], 1}, {&as, 1});
    }
    ragdoll.work.modes[i] = mode;
  }
}

/// The muscle of the joint above a part: its target is how the two parts stand to each other in the pose.
MotorTarget motorOf(const Ragdoll& ragdoll, std::size_t part, float weight, const DriveStep& step) {
  const PartDrive& drive = ragdoll.drives[part];
  const ArticulationJointDef& def = ragdoll.model->definition.joints[part - 1];
  const auto parent = static_cast<std::size_t>(def.parent);
  const std::vector<Transform>&now = ragdoll.work.targets, &before = ragdoll.work.before;
  const float w = drive.mode == PartMode::powered ? weight * unit(drive.muscle) : 0;
  MotorTarget motor;
  motor.joint = ragdoll.joints[part - 1];
  if (!(w > 0)) return motor;
  motor.hertz = drive.hertz * std::sqrt(w);
  motor.dampingRatio = drive.dampingRatio;
  motor.maxTorque = drive.maxTorque * w;
  const Quat worldFromParentFrame = now[parent].rotation * def.joint.parentFromFrame.rotation;
  motor.rotation = normalized(conjugate(worldFromParentFrame) * now[part].rotation * def.joint.childFromFrame.rotation);
  if (step.dt > 0 && ragdoll.work.driven) {
    const Vec3 relative =
        spin(before[part].rotation, now[part].rotation, step.dt) - spin(before[parent].rotation, now[parent].rotation, step.dt);
    motor.velocity = rotate(conjugate(worldFromParentFrame), relative);
  }
  return motor;
}

/// The pull toward the animated place. The root has one in any case: no joint can turn it.
PinTarget pinOf(const Ragdoll& ragdoll, std::size_t part, float weight, const DriveStep& step) {
  const PartDrive& drive = ragdoll.drives[part];
  const Transform& now = ragdoll.work.targets[part];
  const Transform& before = ragdoll.work.before[part];
  const bool powered = drive.mode == PartMode::powered;
  const float place = powered ? weight * unit(drive.pin) : 0;
  const float turn = powered && part == 0 ? weight * unit(drive.muscle) : place;
  PinTarget pin;
  pin.body = ragdoll.bodies[part];
  if (!(std::max(place, turn) > 0)) return pin;
  pin.hertz = place > 0 ? drive.pinHertz * std::sqrt(place) : drive.hertz * std::sqrt(turn);
  pin.dampingRatio = drive.dampingRatio;
  pin.maxForce = drive.pinMaxForce * place;
  pin.maxTorque = drive.maxTorque * std::max(place, turn);
  pin.worldFromBody = now;
  if (step.dt > 0 && ragdoll.work.driven) {
    pin.linearVelocity = (now.translation - before.translation) / step.dt;
    pin.angularVelocity = spin(before.rotation, now.rotation, step.dt);
  }
  return pin;
}

}  // namespace

void Ragdoll::drive(World& in, const PoseTarget& pose, float weight) { drive(in, pose, DriveStep{weight, 0}); }

void Ragdoll::drive(World& in, const PoseTarget& pose, const DriveStep& step) {
  SINEW_ASSERT(model != nullptr && pose.parentFromJoint.size() == model->parents.size());
  for (std::size_t j = 0; j < model->parents.size(); ++j) {
    const std::int32_t parent = model->parents[j];
    const Transform& above = parent < 0 ? pose.worldFromModel : work.joints[static_cast<std::size_t>(parent)];
    work.joints[j] = above * pose.parentFromJoint[j];
  }
  drive(in, work.joints, step);
}

void Ragdoll::drive(World& in, std::span<const Transform> worldFromJoint, const DriveStep& step) {
  SINEW_ASSERT(model != nullptr && worldFromJoint.size() == model->parents.size());
  if (bodies.empty()) return;
  const float weight = unit(step.weight);
  for (std::size_t i = 0; i < bodies.size(); ++i) work.targets[i] = worldFromJoint[static_cast<std::size_t>(model->headJoint[i])];

  applyModes(*this, in);
  for (std::size_t i = 1; i < bodies.size(); ++i) work.motors[i - 1] = motorOf(*this, i, weight, step);
  for (std::size_t i = 0; i < bodies.size(); ++i) work.pins[i] = pinOf(*this, i, weight, step);
  in.setMotors(work.motors);
  in.setPins(work.pins);
  for (std::size_t i = 0; step.dt > 0 && i < bodies.size(); ++i) {
    if (drives[i].mode == PartMode::kinematic) in.setKinematicTargets({&bodies[i], 1}, {&work.targets[i], 1}, step.dt);
  }

  // The next call's velocities lead from here.
  work.targets.swap(work.before);
  work.driven = true;
}

void Ragdoll::readLoad() {
  if (joints.empty()) return;
  world->jointStates(joints, work.loads);
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    saturated[i] = work.loads[i - 1].saturated ? 1 : 0;
    torque[i] = length(work.loads[i - 1].motorTorque);
  }
}

}  // namespace sinew
