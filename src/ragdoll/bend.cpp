#include "ragdoll/bend.h"

#include <sinew/ragdoll/ragdoll.h>

namespace sinew {
namespace {

constexpr float kPushSpeed = 3;       // rad/s
constexpr float kDt = 1.0f / 60;      // s
constexpr int kSteps = 4;             // far enough to see, near enough to be straight: 0.2 rad
constexpr float kLeastAngle = 0.02f;  // rad: less is no bend
constexpr float kSagittal = 0.7f;     // cosine between a leg's hinge and the body's lateral axis
constexpr float kBent = 0.14f;        // rad: a leg that is bent by more shows which way it closes

/// +1: closes forward on a hanging limb, -1: backward, 0: not said.
int flexionSide(Role role) {
  switch (role) {
    case Role::leftForearm:
    case Role::rightForearm:
    case Role::frontLeftLower:
    case Role::frontRightLower:
      return 1;
    case Role::leftShin:
    case Role::rightShin:
    case Role::hindLeftLower:
    case Role::hindRightLower:
      return -1;
    default:
      return 0;
  }
}

/// The hinged part and all that hangs from it, (partCount).
std::vector<std::uint8_t> limbBelow(const Manikin& manikin, std::size_t hinge) {
  std::vector<std::uint8_t> below(manikin.parts.size(), 0);
  below[hinge] = 1;
  for (std::size_t i = hinge + 1; i < below.size(); ++i) below[i] = below[static_cast<std::size_t>(manikin.parts[i].parent)];
  return below;
}

/// All bodies at bind; those of the limb turn with `omega` about the hinge as one rigid piece.
std::vector<BodyState> pushedStates(const Manikin& manikin, const std::vector<std::uint8_t>& limb, const Vec3& anchor, const Vec3& omega) {
  std::vector<BodyState> states(manikin.parts.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Part& part = manikin.parts[i];
    states[i].worldFromBody = part.modelFromPart;
    if (limb[i] == 0) continue;
    states[i].angularVelocity = omega;
    states[i].linearVelocity = cross(omega, part.modelFromPart * part.centerOfMass - anchor);
  }
  return states;
}

Vec3 farEnd(const Part& part, const Transform& worldFromPart) { return worldFromPart * (part.axis * part.boneLength); }

}  // namespace

std::optional<Vec3> flexionDirection(const Manikin& manikin, const Part& part) {
  const int side = flexionSide(part.role);
  if (side == 0 || part.parent < 0) return std::nullopt;
  const Part& above = manikin.parts[static_cast<std::size_t>(part.parent)];
  const Vec3 upper = rotate(above.modelFromPart.rotation, above.axis);
  const Vec3 bone = rotate(part.modelFromPart.rotation, part.axis);

  // An animal's leg stands bent, and which of its bones a rig calls upper varies: it closes further the way it is bent, fore or aft.
  const Vec3 lateral = normalized(manikin.axes.left - upper * dot(manikin.axes.left, upper));
  const bool foreOrAft = std::abs(dot(normalized(cross(upper, bone)), lateral)) > kSagittal;
  const bool standsBent = manikin.creature == Creature::quadruped && angleBetween(upper, bone) > kBent && foreOrAft;
  const Vec3 forward = rotate(fromTo(-manikin.axes.up, upper), manikin.axes.forward) * static_cast<float>(side);
  const Vec3 toward = standsBent ? -upper : forward;

  // The far end moves at a right angle to its own bone.
  const Vec3 across = toward - bone * dot(toward, bone);
  if (lengthSquared(across) < 1e-4f) return std::nullopt;
  return normalized(across);
}

Result<std::vector<Bend>> bendHinges(const Manikin& manikin, std::string_view worldName) {
  std::vector<Bend> bends;
  for (std::size_t i = 1; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    if (part.toParent.type == JointType::hinge && flexionDirection(manikin, part)) bends.push_back({static_cast<std::int32_t>(i), 0, 0});
  }
  if (bends.empty()) return bends;

  WorldDef weightless;
  weightless.gravity = {};
  Result<std::unique_ptr<World>> made = createWorld(worldName, weightless);
  if (!made) return Failure(made.error());
  World& world = **made;
  RagdollOptions options;
  options.selfCollision = false;
  options.angularDamping = 0;
  ArticulationDef open = articulationOf(manikin, options);
  for (ArticulationJointDef& joint : open.joints) joint.joint.limited = joint.joint.limited && joint.joint.type != ConstraintType::hinge;
  const Result<ArticulationId> built = world.createArticulation(open);
  if (!built) return Failure(built.error());
  const std::span<const BodyId> bodies = world.bodiesOf(*built);
  const std::span<const JointId> joints = world.jointsOf(*built);

  for (Bend& bend : bends) {
    const auto index = static_cast<std::size_t>(bend.part);
    const Part& part = manikin.parts[index];
    const Vec3 toward = *flexionDirection(manikin, part);
    const Vec3 bone = rotate(part.modelFromPart.rotation, part.axis);
    const Vec3 anchor = part.modelFromPart * part.toParent.childFromFrame.translation;

    // Hold everything but the limb below the hinge, and push that.
    const std::vector<std::uint8_t> limb = limbBelow(manikin, index);
    std::vector<BodyMode> modes(bodies.size());
    for (std::size_t i = 0; i < modes.size(); ++i) modes[i] = limb[i] != 0 ? BodyMode::dynamic : BodyMode::kinematic;
    world.setModes(bodies, modes);
    world.setStates(bodies, pushedStates(manikin, limb, anchor, cross(bone, toward) * kPushSpeed));

    JointState before, after;
    world.jointStates({&joints[index - 1], 1}, {&before, 1});
    for (int step = 0; step < kSteps; ++step) world.step(kDt);
    world.jointStates({&joints[index - 1], 1}, {&after, 1});
    BodyState end;
    world.getStates({&bodies[index], 1}, {&end, 1});

    bend.angle = std::remainder(after.angles.x - before.angles.x, 2 * kPi);
    if (std::abs(bend.angle) < kLeastAngle) continue;
    const Vec3 motion = farEnd(part, end.worldFromBody) - farEnd(part, part.modelFromPart);
    bend.alignment = std::copysign(dot(normalized(motion), toward), bend.angle);
  }
  return bends;
}

}  // namespace sinew
