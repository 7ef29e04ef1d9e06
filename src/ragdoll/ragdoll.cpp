#include <sinew/ragdoll/ragdoll.h>

#include <sinew/base/log.h>
#include <sinew/ragdoll/pose_map.h>

namespace sinew {
namespace {

ShapeDef shapeOf(const Part& part) {
  ShapeDef shape;
  shape.radius = part.radius;
  switch (part.shape) {
    case ShapeType::capsule:
      shape.type = BodyShape::capsule;
      shape.halfHeight = part.halfHeight;
      shape.bodyFromShape = partFromShape(part);
      break;
    case ShapeType::sphere:
      shape.type = BodyShape::sphere;
      shape.bodyFromShape = partFromShape(part);
      break;
    case ShapeType::box:
      // A box keeps the measured extents, which lie along the part frame's own axes.
      shape.type = BodyShape::box;
      shape.halfExtent = part.box.halfExtent;
      shape.bodyFromShape = {{}, part.center};
      break;
  }
  return shape;
}

BodyDef bodyOf(const Part& part, const RagdollOptions& options) {
  BodyDef body;
  body.worldFromBody = options.worldFromModel * part.modelFromPart;
  body.shape = shapeOf(part);
  body.mass = part.mass;
  body.centerOfMass = part.centerOfMass;
  body.inertia = part.inertia;
  body.bodyFromInertia = partFromShape(part).rotation;
  body.material = options.material;
  body.angularDamping = options.angularDamping;
  return body;
}

AngleRange angleRange(const Range& range) { return {range.low, range.high}; }

JointDef jointOf(const PartJoint& authored) {
  JointDef joint;
  joint.parentFromFrame = authored.parentFromFrame;
  joint.childFromFrame = authored.childFromFrame;
  switch (authored.type) {
    case JointType::ball:
      joint.type = ConstraintType::ball;
      joint.twist = angleRange(authored.twist);
      joint.swing1 = angleRange(authored.swing1);
      joint.swing2 = angleRange(authored.swing2);
      break;
    case JointType::hinge:
      // Flexion counts about x, which is where the seam's definition of a hinge has its only freedom.
      joint.type = ConstraintType::hinge;
      joint.twist = angleRange(authored.flexion);
      break;
    case JointType::fixed:
    case JointType::none:
      joint.type = ConstraintType::fixed;
      break;
  }
  return joint;
}

}  // namespace

ArticulationDef articulationOf(const Manikin& manikin, const RagdollOptions& options) {
  ArticulationDef def;
  def.bodies.reserve(manikin.parts.size());
  for (const Part& part : manikin.parts) def.bodies.push_back(bodyOf(part, options));

  // Jointed neighbours overlap by construction, and contacts between them would hold their joint open: JointDef::collide stays off.
  for (std::size_t i = 1; i < manikin.parts.size(); ++i) {
    const Part& part = manikin.parts[i];
    def.joints.push_back({part.parent, static_cast<std::int32_t>(i), jointOf(part.toParent)});
  }

  // Pairs that overlap already at bind would be blown apart in the first step.
  def.filteredPairs = manikin.overlapping;
  def.selfCollision = options.selfCollision;
  return def;
}

Result<Ragdoll> buildRagdoll(World& world, const Manikin& manikin, const RagdollOptions& options) {
  if (manikin.parts.empty()) return fail(ErrorCode::value, "manikin.parts", "a manikin without parts has no body to build");
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    const std::int32_t parent = manikin.parts[i].parent;
    const bool root = parent == -1;
    if (root != (i == 0) || parent >= static_cast<std::int32_t>(i)) {
      return fail(ErrorCode::value, "manikin.parts[" + std::to_string(i) + "].parent",
                  "parts must hang from an earlier part, all but the first");
    }
  }

  const Result<ArticulationId> built = world.createArticulation(articulationOf(manikin, options));
  if (!built) return Failure(built.error());
  Ragdoll ragdoll;
  ragdoll.articulation = *built;
  const std::span<const BodyId> bodies = world.bodiesOf(*built);
  const std::span<const JointId> joints = world.jointsOf(*built);
  ragdoll.bodies.assign(bodies.begin(), bodies.end());
  ragdoll.joints.assign(joints.begin(), joints.end());
  return ragdoll;
}

void destroyRagdoll(World& world, Ragdoll& ragdoll) {
  if (ragdoll.articulation) world.destroyArticulation(ragdoll.articulation);
  ragdoll = {};
}

void syncBodies(World& world, const Ragdoll& ragdoll, const Manikin& manikin, std::span<const Transform> worldFromJoint) {
  SINEW_ASSERT(ragdoll.bodies.size() == manikin.parts.size());
  for (std::size_t i = 0; i < ragdoll.bodies.size(); ++i) {
    const auto joint = static_cast<std::size_t>(manikin.parts[i].joint);
    SINEW_ASSERT(joint < worldFromJoint.size());
    const BodyState state{worldFromJoint[joint], {}, {}};
    world.setStates({&ragdoll.bodies[i], 1}, {&state, 1});
  }
}

void syncParts(World& world, const Ragdoll& ragdoll, std::span<const Transform> worldFromPart) {
  SINEW_ASSERT(ragdoll.bodies.size() == worldFromPart.size());
  for (std::size_t i = 0; i < ragdoll.bodies.size(); ++i) {
    const BodyState state{worldFromPart[i], {}, {}};
    world.setStates({&ragdoll.bodies[i], 1}, {&state, 1});
  }
}

void readParts(const World& world, const Ragdoll& ragdoll, std::span<Transform> worldFromPart) {
  SINEW_ASSERT(ragdoll.bodies.size() == worldFromPart.size());
  for (std::size_t i = 0; i < ragdoll.bodies.size(); ++i) {
    BodyState state;
    world.getStates({&ragdoll.bodies[i], 1}, {&state, 1});
    worldFromPart[i] = state.worldFromBody;
  }
}

Manikin anchoredAt(const Manikin& manikin, std::span<const Transform> fromPart) {
  SINEW_ASSERT(fromPart.size() == manikin.parts.size());
  Manikin moved = manikin;
  for (std::size_t i = 1; i < moved.parts.size(); ++i) {
    PartJoint& joint = moved.parts[i].toParent;
    const Transform& fromParent = fromPart[static_cast<std::size_t>(moved.parts[i].parent)];
    joint.parentFromFrame.translation = inverse(fromParent) * (fromPart[i] * joint.childFromFrame.translation);
  }
  return moved;
}

void writePose(const World& world, const Ragdoll& ragdoll, const Manikin& manikin, const Rig& rig, std::span<Transform> localPose,
               const Transform& worldFromModel) {
  SINEW_ASSERT(localPose.size() == rig.joints.size());
  std::vector<Transform> modelFromPart(manikin.parts.size());
  std::vector<Transform> modelFromJoint(rig.joints.size());
  readParts(world, ragdoll, modelFromPart);
  const Transform modelFromWorld = inverse(worldFromModel);
  for (Transform& part : modelFromPart) part = modelFromWorld * part;
  recoverPose(poseMapOf(manikin, rig), modelFromPart, localPose, modelFromJoint);
}

}  // namespace sinew
