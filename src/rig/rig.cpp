#include <sinew/rig/rig.h>

#include <algorithm>
#include <cmath>

#include <sinew/base/text.h>
#include <sinew/rig/axes.h>

#include "rig/bind_pose.h"
#include "rig/body_check.h"
#include "rig/body_mesh.h"
#include "rig/joint_tree.h"
#include "rig/measure.h"
#include "rig/mesh_use.h"
#include "rig/node_tree.h"
#include "rig/precision.h"

namespace sinew {
namespace {

using namespace rig;

/// What a joint adds to the scale that it inherits.
Vec3 localScale(const Affined& parent, const Affined& joint) {
  const Vec3d above = columnLengths(parent), here = columnLengths(joint);
  const double mean = (above.x + above.y + above.z) / 3;
  return mean > 0 ? toFloat(here / mean) : Vec3{1, 1, 1};
}

std::vector<Joint> describeJoints(const BindInput& in, const BindPose& pose, double metersPerUnit) {
  std::vector<Joint> joints(in.joints.nodes.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    Joint& joint = joints[j];
    joint.node = in.joints.nodes[j];
    joint.parent = in.joints.parents[j];
    joint.name = printable(in.asset.nodes[static_cast<std::size_t>(joint.node)].name);

    // Rest: rigid steps in metres, with the scale of the chain above already in the translation.
    const Affined rest = inUnit(in.tree.worldFromNode[static_cast<std::size_t>(joint.node)], metersPerUnit);
    const Affined above =
        joint.parent < 0 ? inUnit(Affined{}, metersPerUnit)
                         : inUnit(in.tree.worldFromNode[static_cast<std::size_t>(in.joints.nodes[static_cast<std::size_t>(joint.parent)])],
                                  metersPerUnit);
    const Transformd local = inverse(rigidOf(above)) * rigidOf(rest);
    joint.rest = {toFloat(local.translation), toFloat(local.rotation), localScale(above, rest)};
    joint.modelFromRest = toFloat(rest);

    joint.modelFromBind = toFloat(rigidOf(inUnit(pose.worldFromJoint[j], metersPerUnit)));
    joint.bindSource = pose.sources[j];
  }
  return joints;
}

/// (jointCount) how what rides on a joint moves between rest and bind pose, in the file's unit.
std::vector<Transformd> ridesBetween(const BindInput& in, const BindPose& pose) {
  std::vector<Transformd> bindFromRest(in.joints.nodes.size());
  for (std::size_t j = 0; j < bindFromRest.size(); ++j) {
    const Affined& rest = in.tree.worldFromNode[static_cast<std::size_t>(in.joints.nodes[j])];
    bindFromRest[j] = rigidOf(pose.worldFromJoint[j]) * inverse(rigidOf(rest));
  }
  return bindFromRest;
}

std::vector<RigNode> describeNodes(const BindInput& in, const std::vector<Transformd>& bindFromRest, double metersPerUnit) {
  std::vector<RigNode> nodes(in.asset.nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Affined& world = in.tree.worldFromNode[n];
    const std::int32_t above = in.joints.jointAbove[n];
    const Vec3d bind = above < 0 ? world.translation : bindFromRest[static_cast<std::size_t>(above)] * world.translation;
    nodes[n] = {printable(in.asset.nodes[n].name), in.asset.nodes[n].parent, in.joints.jointOfNode[n], toFloat(bind * metersPerUnit),
                toFloat(inUnit(world, metersPerUnit))};
  }
  return nodes;
}

void sumWeights(const BindInput& in, std::vector<Joint>& joints) {
  std::vector<double> weights(joints.size(), 0);
  for (std::size_t s = 0; s < in.skinUses.size(); ++s) {
    for (std::size_t slot = 0; slot < in.skinUses[s].size(); ++slot) {
      const std::int32_t node = in.asset.skins[s].joints[slot];
      weights[static_cast<std::size_t>(in.joints.jointOfNode[static_cast<std::size_t>(node)])] += in.skinUses[s][slot].weight;
    }
  }
  for (const PrimitiveUse& use : in.primitives) {
    if (use.skin >= 0) continue;
    const Primitive& primitive = in.asset.meshes[static_cast<std::size_t>(use.mesh)].primitives[static_cast<std::size_t>(use.primitive)];
    weights[static_cast<std::size_t>(use.joint)] += static_cast<double>(primitive.positions.size());
  }
  for (std::size_t j = 0; j < joints.size(); ++j) joints[j].weight = static_cast<float>(weights[j]);
}

/// A note where the file rests in another pose than the one that its skins were made in.
void reportRestPose(Rig& rig) {
  double farthest = 0;
  std::size_t moved = 0, bound = 0;
  for (const Joint& joint : rig.joints) {
    if (joint.bindSource != BindSource::skin) continue;
    const auto apart = static_cast<double>(distance(joint.modelFromRest.translation, joint.modelFromBind.translation));
    const float turned = angleBetween(rotationOf(joint.modelFromRest.linear), joint.modelFromBind.rotation);
    farthest = std::max(farthest, apart);
    ++bound;
    if (turned > radians(2) || apart > 0.01 * static_cast<double>(rig.referenceLength)) ++moved;
  }
  if (moved == 0) return;
  rig.findings.push_back({.severity = Severity::note,
                          .rule = "bind.differs",
                          .role = {},
                          .measured = farthest,
                          .low = {},
                          .high = {},
                          .message = "the file rests in another pose than its bind pose: " + std::to_string(moved) + " of " +
                                     std::to_string(bound) + " skinned joints stand elsewhere; the body is measured in bind pose"});
}

Result<void> checkOptions(const RigOptions& options) {
  const auto usable = [](const std::optional<float>& value) { return !value || (std::isfinite(*value) && *value > 0); };
  if (!usable(options.metersPerUnit)) return fail(ErrorCode::usage, "metersPerUnit", "must be a positive number");
  if (!usable(options.stature)) return fail(ErrorCode::usage, "stature", "must be a positive number of metres");
  if (options.metersPerUnit && options.stature) {
    return fail(ErrorCode::usage, "stature", "metersPerUnit and stature both set the unit: give one of them");
  }
  return {};
}

/// Nothing that is not a number leaves this room.
Result<void> checkNumbers(const Rig& rig) {
  for (const RigNode& node : rig.nodes) {
    if (isFinite(node.positionBind) && isFinite(node.modelFromRest)) continue;
    return fail(ErrorCode::value, "nodes[" + std::to_string(&node - rig.nodes.data()) + "] '" + node.name + "'",
                "the transforms of its chain multiply to a number that is too large");
  }
  for (const Joint& joint : rig.joints) {
    if (isFinite(joint.modelFromBind) && isFinite(joint.rest.translation) && isFinite(joint.rest.scale) && std::isfinite(joint.weight))
      continue;
    return fail(ErrorCode::value, "nodes[" + std::to_string(joint.node) + "] '" + joint.name + "'",
                "the bind pose of this joint is not finite");
  }
  for (const MeshPart& part : rig.body.parts) {
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      if (isFinite(rig.body.vertices[v].position)) continue;
      return fail(ErrorCode::value, "meshes '" + part.mesh + "'",
                  "vertex " + std::to_string(v - part.firstVertex) + " is not finite in bind pose");
    }
  }
  if (!std::isfinite(rig.stature) || !std::isfinite(rig.referenceLength))
    return fail(ErrorCode::value, "nodes", "the figure is too large to measure");
  return {};
}

}  // namespace

std::int32_t Rig::jointOfNode(std::int32_t node) const {
  return node < 0 || static_cast<std::size_t>(node) >= nodes.size() ? -1 : nodes[static_cast<std::size_t>(node)].joint;
}

std::vector<std::int32_t> Rig::childrenOf(std::int32_t joint) const {
  std::vector<std::int32_t> children;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j].parent == joint) children.push_back(static_cast<std::int32_t>(j));
  }
  return children;
}

Result<Rig> buildRig(const Asset& asset, const RigOptions& options) {
  if (const Result<void> usable = checkOptions(options); !usable) return Failure(usable.error());

  Rig rig;
  rig.file = asset.file;
  rig.sha256 = asset.sha256;
  rig.vrm = asset.vrm;
  rig.vrmBones = asset.vrmBones;
  rig.clips = asset.clips;
  rig.findings = asset.findings;

  // What there is: nodes, the bones among them, and the vertices that hang on bones.
  const NodeTree tree = indexNodes(asset, rig.findings);
  const JointTree joints = findJoints(asset, tree);
  if (joints.nodes.empty())
    return fail(ErrorCode::value, "nodes", "the file has neither a skin nor rigid parts: there is no skeleton in it");
  const std::vector<PrimitiveUse> primitives = findPrimitives(asset, tree, joints);
  const std::vector<std::vector<SkinJointUse>> skinUses = measureSkins(asset, primitives);
  const BindInput input{asset, tree, joints, primitives, skinUses};

  // How it stands: the bind pose, and everything in it.
  const BindPose pose = findBindPose(input, rig.findings);
  const double unit = options.metersPerUnit ? static_cast<double>(*options.metersPerUnit) : 1.0;
  const std::vector<Transformd> bindFromRest = ridesBetween(input, pose);
  rig.metersPerUnit = static_cast<float>(unit);
  rig.joints = describeJoints(input, pose, unit);
  rig.nodes = describeNodes(input, bindFromRest, unit);
  rig.body = gatherBody(input, pose, bindFromRest, unit, options.exclude);
  sumWeights(input, rig.joints);
  if (const Result<void> numbers = checkNumbers(rig); !numbers) return Failure(numbers.error());

  // Which way it faces, how large it is.
  rig.axes = findAxes(rig, rig.findings);
  measureLengths(rig);
  if (!(rig.referenceLength > 0))
    return fail(ErrorCode::value, "nodes", "all joints and vertices lie in one point: there is nothing to measure");
  if (const Result<void> body = checkBody(rig, rig.findings); !body) return Failure(body.error());
  if (options.stature && rig.stature > 0) rescale(rig, static_cast<double>(*options.stature) / static_cast<double>(rig.stature));
  if (const Result<void> numbers = checkNumbers(rig); !numbers) return Failure(numbers.error());
  reportRestPose(rig);
  if (!options.metersPerUnit && !options.stature) {
    if (std::optional<Finding> finding = judgeUnits(rig)) rig.findings.push_back(std::move(*finding));
  }
  return rig;
}

}  // namespace sinew
