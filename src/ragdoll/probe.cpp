#include <sinew/ragdoll/probe.h>

#include <algorithm>
#include <cstdio>

#include <sinew/physics/angles.h>
#include <sinew/ragdoll/penetration.h>
#include <sinew/ragdoll/ragdoll.h>

#include "ragdoll/bend.h"
#include "ragdoll/probe_rules.h"

namespace sinew {
namespace {

float relativeError(float built, float authored) { return std::abs(built - authored) / std::max(std::abs(authored), 1e-6f); }

/// The part with the solver's shape in place of the fitted one.
Part asBuilt(const Part& authored, const BodyInfo& body) {
  Part part = authored;
  part.shape = body.type == BodyShape::capsule ? ShapeType::capsule : body.type == BodyShape::sphere ? ShapeType::sphere : ShapeType::box;
  part.radius = body.radius;
  part.halfHeight = body.halfHeight;
  part.box.halfExtent = body.halfExtent;
  part.center = body.bodyFromShape.translation;
  if (body.type == BodyShape::capsule) part.axis = rotate(body.bodyFromShape.rotation, {0, 1, 0});
  return part;
}

/// Shape and place of one part as the solver has them.
Result<ProbedPart> readPart(const World& world, const Ragdoll& ragdoll, const Manikin& manikin, std::size_t index) {
  const Part& part = manikin.parts[index];
  ProbedPart probed;
  probed.part = static_cast<std::int32_t>(index);
  const Result<BodyInfo> body = world.bodyInfo(ragdoll.bodies[index]);
  if (!body) return Failure(body.error());
  probed.body = *body;
  probed.center = body->bodyFromShape.translation;
  probed.centerError = distance(probed.center, part.center);
  probed.radiusError = relativeError(body->radius, part.shape == ShapeType::box ? 0 : part.radius);
  probed.halfHeightError = relativeError(body->halfHeight, part.shape == ShapeType::capsule ? part.halfHeight : 0);
  return probed;
}

/// Joint to the parent: limits as the solver enforces them, angles from where the bodies really are.
Result<void> readJoint(const World& world, const Ragdoll& ragdoll, const Manikin& manikin, std::span<const BodyState> states,
                       ProbedPart& probed) {
  const auto index = static_cast<std::size_t>(probed.part);
  const Result<JointInfo> info = world.jointInfo(ragdoll.joints[index - 1]);
  if (!info) return Failure(info.error());
  probed.joint = *info;
  JointDef built;
  built.type = info->type;
  built.parent = info->parent;
  built.parentFromFrame = info->parentFromFrame;
  built.childFromFrame = info->childFromFrame;
  built.twist = info->twist;
  built.swing1 = info->swing1;
  built.swing2 = info->swing2;
  const auto parent = static_cast<std::size_t>(manikin.parts[index].parent);
  const JointState measured = measureJoint(built, states[parent].worldFromBody, states[index].worldFromBody);
  probed.bindAngles = measured.angles;
  probed.bindOvershoot = measured.overshoot;
  return {};
}

/// Deepest overlap of every part with one that it is not jointed to, filtered pairs included, on the solver's shapes.
void readOverlaps(const Manikin& manikin, std::span<const BodyState> states, std::vector<ProbedPart>& parts) {
  std::vector<Part> built;
  built.reserve(parts.size());
  for (const ProbedPart& probed : parts) built.push_back(asBuilt(manikin.parts[static_cast<std::size_t>(probed.part)], probed.body));
  const auto note = [](ProbedPart& part, std::size_t other, float depth) {
    if (depth <= part.overlapDepth) return;
    part.overlapDepth = depth;
    part.overlapPart = static_cast<std::int32_t>(other);
  };
  for (std::size_t b = 1; b < built.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (built[b].parent == static_cast<std::int32_t>(a)) continue;
      const float depth = overlapOf(built[a], states[a].worldFromBody, built[b], states[b].worldFromBody);
      note(parts[a], b, depth);
      note(parts[b], a, depth);
    }
  }
}

}  // namespace

Result<Probe> probeManikin(const Manikin& manikin, std::string_view worldName) {
  Result<std::unique_ptr<World>> made = createWorld(worldName);
  if (!made) return Failure(made.error());
  World& world = **made;
  const Result<Ragdoll> ragdoll = buildRagdoll(world, manikin);
  if (!ragdoll) return Failure(ragdoll.error());
  std::vector<BodyState> states(manikin.parts.size());
  world.getStates(ragdoll->bodies, states);

  Probe probe;
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) {
    Result<ProbedPart> part = readPart(world, *ragdoll, manikin, i);
    if (!part) return Failure(part.error());
    if (i > 0) {
      if (const Result<void> joint = readJoint(world, *ragdoll, manikin, states, *part); !joint) return Failure(joint.error());
    }
    probe.mass += part->body.mass;
    probe.parts.push_back(*part);
  }
  readOverlaps(manikin, states, probe.parts);

  // Which way a hinge closes is measured, never reasoned out.
  const Result<std::vector<Bend>> bends = bendHinges(manikin, worldName);
  if (!bends) return Failure(bends.error());
  for (const Bend& bend : *bends) probe.parts[static_cast<std::size_t>(bend.part)].flexionSign = bend.alignment;

  probe.findings = judgeProbe(manikin, probe);
  return probe;
}

}  // namespace sinew
