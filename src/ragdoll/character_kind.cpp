#include <sinew/pose/anatomy.h>
#include <sinew/ragdoll/character.h>

namespace sinew {
namespace {

/// Joints without a body that stand between two that have one.
std::vector<std::uint8_t> betweenOf(const RagdollModel& body) {
  std::vector<std::uint8_t> follows(body.parents.size(), 0), below(body.parents.size(), 0), between(body.parents.size(), 0);
  for (const PoseStep& step : body.map.steps) follows[static_cast<std::size_t>(step.joint)] = step.follow != Follow::keep ? 1 : 0;
  for (std::size_t j = body.parents.size(); j-- > 0;) {
    if (follows[j] == 0 && below[j] != 0) between[j] = 1;
    if (body.parents[j] >= 0 && (follows[j] != 0 || below[j] != 0)) below[static_cast<std::size_t>(body.parents[j])] = 1;
  }
  return between;
}

bool isLeg(Role role) {
  switch (role) {
    case Role::leftThigh:
    case Role::rightThigh:
    case Role::leftShin:
    case Role::rightShin:
    case Role::leftFoot:
    case Role::rightFoot:
    case Role::leftToes:
    case Role::rightToes:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::shared_ptr<const CharacterKind> characterKindOf(const Asset& asset, const Rig& rig, const Manikin& manikin, Findings& findings) {
  auto kind = std::make_shared<CharacterKind>();
  auto animation = std::make_shared<AnimationSet>();
  animation->skeleton = skeletonOf(rig);
  animation->clips = clipsFor(asset, rig, manikin, animation->skeleton, findings);
  animation->limbs = limbsOf(manikin, animation->skeleton);
  kind->idle = animation->clipOf("idle");
  kind->stagger = animation->clipOf("stagger");
  kind->getUpFront = animation->clipOf("getUpFront");
  kind->getUpBack = animation->clipOf("getUpBack");
  kind->animation = animation;
  kind->body = ragdollModelOf(manikin, rig);
  kind->between = betweenOf(*kind->body);
  for (std::size_t i = 0; i < manikin.parts.size(); ++i) kind->carries.push_back(i == 0 || isLeg(manikin.parts[i].role) ? 1 : 0);

  // The part that tells front from back.
  for (const Role role : {Role::chest, Role::spine, Role::pelvis}) {
    kind->trunk = manikin.partOf(role);
    if (kind->trunk >= 0) break;
  }
  kind->trunk = std::max(kind->trunk, 0);
  const Quat partFromModel = conjugate(manikin.parts[static_cast<std::size_t>(kind->trunk)].modelFromPart.rotation);
  kind->trunkFront = rotate(partFromModel, manikin.axes.forward);
  kind->trunkUp = rotate(partFromModel, manikin.axes.up);
  kind->mass = manikin.mass;
  kind->stature = manikin.stature;
  return kind;
}

}  // namespace sinew
