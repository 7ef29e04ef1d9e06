#include <algorithm>
#include <limits>

#include "manikin/plan.h"

namespace sinew {
namespace {

/// Where a joint's skin is, on the whole.
struct JointSkin {
  Vec3 center;  ///< m, model space; the joint itself where it has no skin
  float weight = 0;
};

std::vector<JointSkin> skinOf(const Rig& rig) {
  std::vector<JointSkin> skin(rig.joints.size());
  for (const SkinVertex& vertex : rig.body.vertices) {
    for (std::uint32_t i = 0; i < vertex.influenceCount; ++i) {
      const JointWeight& influence = rig.body.influences[vertex.influenceStart + i];
      JointSkin& of = skin[static_cast<std::size_t>(influence.joint)];
      of.center += vertex.position * influence.weight;
      of.weight += influence.weight;
    }
  }
  for (std::size_t j = 0; j < skin.size(); ++j)
    skin[j].center = skin[j].weight > 0 ? skin[j].center / skin[j].weight : rig.joints[j].modelFromBind.translation;
  return skin;
}

/// The bone of a part as far as the skeleton tells: from its joint to the farthest joint that hangs from it.
struct Bone {
  Vec3 head, tail;
};

std::vector<Bone> bonesOf(const Rig& rig, const PartPlan& plan) {
  std::vector<Bone> bones;
  for (const PlannedPart& part : plan.parts) {
    const Vec3 head = rig.joints[static_cast<std::size_t>(part.joint)].modelFromBind.translation;
    bones.push_back({head, head});
  }
  const auto reach = [&](std::size_t part, const Vec3& point) {
    if (distance(bones[part].head, point) > distance(bones[part].head, bones[part].tail)) bones[part].tail = point;
  };
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    for (const std::int32_t child : rig.childrenOf(plan.parts[i].joint))
      reach(i, rig.joints[static_cast<std::size_t>(child)].modelFromBind.translation);
    if (plan.parts[i].parent >= 0) reach(static_cast<std::size_t>(plan.parts[i].parent), bones[i].head);
  }
  return bones;
}

float distanceTo(const Bone& bone, const Vec3& point) {
  const Vec3 along = bone.tail - bone.head;
  const float squared = lengthSquared(along);
  const float t = squared > 0 ? std::clamp(dot(point - bone.head, along) / squared, 0.0f, 1.0f) : 0.0f;
  return distance(point, bone.head + along * t);
}

std::int32_t nearestPart(const std::vector<Bone>& bones, const Vec3& point) {
  std::int32_t nearest = 0;
  for (std::size_t i = 1; i < bones.size(); ++i)
    if (distanceTo(bones[i], point) < distanceTo(bones[static_cast<std::size_t>(nearest)], point)) nearest = static_cast<std::int32_t>(i);
  return nearest;
}

// Some rigs hang a limb's twist joints beside the limb instead of below it. Skin that lies along the limb then belongs to the limb.
std::int32_t limbBeside(const PartPlan& plan, const std::vector<Bone>& bones, std::int32_t part, const Vec3& skinCenter) {
  std::int32_t best = part;
  float least = 0.5f * distanceTo(bones[static_cast<std::size_t>(part)], skinCenter);
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    if (plan.parts[i].parent != part) continue;
    const Vec3 along = bones[i].tail - bones[i].head;
    const float t = dot(skinCenter - bones[i].head, along) / std::max(lengthSquared(along), 1e-12f);
    const float away = distanceTo(bones[i], skinCenter);
    if (t > 0.1f && t < 1.0f && away < least) {
      least = away;
      best = static_cast<std::int32_t>(i);
    }
  }
  return best;
}

std::vector<bool> jointsAboveParts(const Rig& rig, const PartPlan& plan) {
  std::vector<bool> above(rig.joints.size(), false);
  for (const PlannedPart& part : plan.parts) {
    for (auto j = rig.joints[static_cast<std::size_t>(part.joint)].parent; j >= 0; j = rig.joints[static_cast<std::size_t>(j)].parent)
      above[static_cast<std::size_t>(j)] = true;
  }
  return above;
}

}  // namespace

void assignJoints(const Rig& rig, const RoleMap& map, PartPlan& plan) {
  const std::size_t count = rig.joints.size();
  plan.partOfJoint.assign(count, -1);
  if (plan.parts.empty()) return;
  std::vector<std::int32_t>& partOf = plan.partOfJoint;

  // Parts own their joints; a role that is no part goes where its role hangs, whatever the skeleton says.
  const auto indexOf = [&](Role role) {
    const auto found = std::find_if(plan.parts.begin(), plan.parts.end(), [&](const PlannedPart& p) { return p.role == role; });
    return found == plan.parts.end() ? -1 : static_cast<std::int32_t>(found - plan.parts.begin());
  };
  for (const auto& [role, mapped] : map.roles) {
    const Role body = bodyRoleOf(role, [&](Role r) { return indexOf(r) >= 0; });
    if (mapped.joint >= 0 && body != Role::none) partOf[static_cast<std::size_t>(mapped.joint)] = indexOf(body);
  }
  for (std::size_t i = 0; i < plan.parts.size(); ++i) partOf[static_cast<std::size_t>(plan.parts[i].joint)] = static_cast<std::int32_t>(i);

  const std::vector<JointSkin> skin = skinOf(rig);
  const std::vector<Bone> bones = bonesOf(rig, plan);
  const std::vector<bool> abovePart = jointsAboveParts(rig, plan);

  // Parents come first, so that a whole branch follows its foot. Joints above the body stay open: their branches decide alone.
  for (std::size_t j = 0; j < count; ++j) {
    if (partOf[j] >= 0) continue;
    const std::int32_t parent = rig.joints[j].parent;
    const std::int32_t above = parent >= 0 ? partOf[static_cast<std::size_t>(parent)] : -1;
    const bool helper = j < map.helper.size() && map.helper[j];
    if (above >= 0)
      partOf[j] = helper && skin[j].weight > 0 ? limbBeside(plan, bones, above, skin[j].center) : above;
    else if (!abovePart[j])
      partOf[j] = nearestPart(bones, skin[j].center);
  }

  // Joints above the body carry it: what skin they have goes with the root.
  for (std::size_t j = 0; j < count; ++j)
    if (partOf[j] < 0) partOf[j] = 0;
}

}  // namespace sinew
