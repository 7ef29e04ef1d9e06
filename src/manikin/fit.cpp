#include <sinew/manikin/fit.h>

#include <algorithm>
#include <cmath>

#include "manikin/apply_factors.h"
#include "manikin/attachments.h"
#include "manikin/bone_frame.h"
#include "manikin/checks.h"
#include "manikin/default_shapes.h"
#include "manikin/gather.h"
#include "manikin/joints.h"
#include "manikin/mass.h"
#include "manikin/measure.h"
#include "manikin/plan.h"
#include "manikin/shape.h"
#include "manikin/tail.h"

namespace sinew {
namespace {

Result<void> checkOptions(const RoleMap& map, const FitOptions& options) {
  if (map.refused) return fail(ErrorCode::value, "roles", "the role map was refused: nothing may be built from it");
  if (!std::isfinite(options.mass) || !(options.mass > 0))
    return fail(ErrorCode::usage, "mass", "the mass must be a positive number of kilograms");
  if (!(options.lowPercentile >= 0 && options.lowPercentile < options.highPercentile && options.highPercentile <= 1))
    return fail(ErrorCode::usage, "percentiles", "percentiles must rise from low to high inside 0 to 1");
  const auto tables = massTables();
  if (std::find(tables.begin(), tables.end(), options.massTable) == tables.end()) {
    std::string names;
    for (const std::string_view name : tables) names += (names.empty() ? "" : ", ") + std::string(name);
    return fail(ErrorCode::usage, "massTable", "no mass table of that name; there are " + names);
  }
  return {};
}

Manikin manikinOf(const Rig& rig, const RoleMap& map, const FitOptions& options) {
  Manikin manikin;
  manikin.creature = map.creature;
  manikin.file = rig.file;
  manikin.sha256 = rig.sha256;
  manikin.metersPerUnit = rig.metersPerUnit;
  manikin.referenceLength = rig.referenceLength;
  manikin.referenceFrom = rig.referenceFrom;
  manikin.stature = rig.stature;
  manikin.method = options.method;
  manikin.preset = map.creature == Creature::bones ? "bones" : std::string(nameOf(options.preset));
  manikin.axes = rig.axes;
  manikin.absent = map.absent;

  // What was odd before: in the file, in its skeleton, in its roles.
  manikin.findings = rig.findings;
  manikin.findings.insert(manikin.findings.end(), map.findings.begin(), map.findings.end());
  for (const auto& [role, mapped] : map.roles) {
    const Joint& joint = rig.joints[static_cast<std::size_t>(mapped.joint)];
    manikin.roles[role] = {mapped.joint, joint.node, joint.name, mapped.by, mapped.confidence};
  }
  return manikin;
}

// The part's frame and bone. Where nothing ends the bone it is as long as the built-in figure's and goes on in line.
void boneOfPart(Part& part, const Manikin& manikin, const PlannedPart& planned, const Rig& rig, const RoleMap& map) {
  part.boneLength = length(part.tail.position);
  if (part.tail.source != TailSource::none) {
    part.axis = normalized(part.tail.position, Vec3{0, 1, 0});
    return;
  }
  Vec3 onward = rig.axes.up;
  if (planned.parent >= 0) {
    const Part& parent = manikin.parts[static_cast<std::size_t>(planned.parent)];
    onward = rotate(parent.modelFromPart.rotation, parent.axis);
    if (map.creature == Creature::humanoid && part.role == Role::head) onward = rig.axes.up;
  }
  part.boneLength = defaultShapeOf(part.role, map.creature).bone * rig.referenceLength;
  part.axis = normalized(rotate(conjugate(part.modelFromPart.rotation), onward), Vec3{0, 1, 0});
}

void addPart(Manikin& manikin, const PartPlan& plan, std::size_t index, const PartSkin& skin, const Rig& rig, const RoleMap& map) {
  const PlannedPart& planned = plan.parts[index];
  const Joint& joint = rig.joints[static_cast<std::size_t>(planned.joint)];
  Part part;
  part.name = planned.name;
  part.role = planned.role;
  part.joint = planned.joint;
  part.node = joint.node;
  part.jointName = joint.name;
  part.parent = planned.parent;
  part.modelFromPart = joint.modelFromBind;
  for (std::size_t j = 0; j < plan.partOfJoint.size(); ++j) {
    if (plan.partOfJoint[j] == static_cast<std::int32_t>(index) && static_cast<std::int32_t>(j) != planned.joint)
      part.riders.push_back(static_cast<std::int32_t>(j));
  }
  part.tail = findTail(rig, map, plan, index, skin.points, manikin.findings);
  boneOfPart(part, manikin, planned, rig, map);
  manikin.parts.push_back(std::move(part));
}

void coverParts(Manikin& manikin, std::span<const PartSkin> skins) {
  for (std::size_t p = 0; p < skins.size(); ++p)
    if (!skins[p].points.empty()) manikin.parts[p].coverage = coverageOf(skins[p].points, manikin.parts[p]);
}

}  // namespace

Result<Manikin> fitManikin(const Rig& rig, const RoleMap& map, const FitOptions& options) {
  if (const Result<void> usable = checkOptions(map, options); !usable) return Failure(usable.error());
  Manikin manikin = manikinOf(rig, map, options);
  Findings& findings = manikin.findings;

  // Which bodies there are, and whose skin is whose.
  PartPlan plan = map.creature == Creature::bones ? planBones(rig, map) : planRoles(rig, map, options.preset);
  if (plan.parts.empty()) return fail(ErrorCode::value, "roles", "there is no joint that a body could be built on");
  findAttachments(rig, map, options, plan, findings);
  std::vector<PartSkin> skins = gatherSkin(rig, plan, findings);
  checkAccessories(rig, plan, options, skins, findings);

  // Bones first (a part without a tail looks at its parent's), then the shape of each.
  for (std::size_t p = 0; p < plan.parts.size(); ++p) addPart(manikin, plan, p, skins[p], rig, map);
  for (std::size_t p = 0; p < plan.parts.size(); ++p) shapePart(manikin.parts[p], skins[p], rig, map.creature, options, findings);
  if (options.factors != nullptr) applyFactors(manikin, options, findings);
  coverParts(manikin, skins);

  // What it weighs, how it bends, and what is odd about it.
  weighParts(manikin, map, options);
  jointParts(manikin, findings);
  checkMirror(manikin, findings);
  checkCenters(manikin, findings);
  findOverlaps(manikin);
  return manikin;
}

}  // namespace sinew
