#include <sinew/pose/skeleton.h>

#include <sinew/base/log.h>

namespace sinew {

namespace {

/// A scale of nothing moves nothing: it counts as one, as when the rig was indexed.
float usable(float scale) { return std::isfinite(scale) && scale != 0 ? scale : 1; }

Vec3 divided(const Vec3& a, const Vec3& scale, const Vec3& otherwise) {
  return {scale.x != 0 ? a.x / scale.x : otherwise.x, scale.y != 0 ? a.y / scale.y : otherwise.y,
          scale.z != 0 ? a.z / scale.z : otherwise.z};
}

}  // namespace

Skeleton skeletonOf(const Rig& rig) {
  Skeleton skeleton;
  for (std::size_t j = 0; j < rig.joints.size(); ++j) {
    const Joint& joint = rig.joints[j];
    const bool root = joint.parent < 0;
    const auto parent = static_cast<std::size_t>(root ? 0 : joint.parent);
    const Vec3 above = root ? Vec3{1, 1, 1} : scaled(skeleton.scaleAbove[parent], skeleton.restScale[parent]);
    skeleton.paths.push_back((root ? "" : skeleton.paths[parent] + "/") + (joint.name.empty() ? "#" + std::to_string(j) : joint.name));
    skeleton.parents.push_back(joint.parent);
    skeleton.restScale.push_back({usable(joint.rest.scale.x), usable(joint.rest.scale.y), usable(joint.rest.scale.z)});
    skeleton.scaleAbove.push_back(above);
    skeleton.rest.push_back({joint.rest.rotation, divided(joint.rest.translation, above, joint.rest.translation)});
    skeleton.modelFromBind.push_back(joint.modelFromBind);
  }
  return skeleton;
}

void toModel(const Skeleton& skeleton, std::span<const Transform> parentFromJoint, std::span<Transform> modelFromJoint) {
  SINEW_ASSERT(parentFromJoint.size() == skeleton.size() && modelFromJoint.size() == skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const Transform local{parentFromJoint[j].rotation, scaled(skeleton.scaleAbove[j], parentFromJoint[j].translation)};
    const std::int32_t parent = skeleton.parents[j];
    modelFromJoint[j] = parent < 0 ? local : modelFromJoint[static_cast<std::size_t>(parent)] * local;
  }
}

void toLocal(const Skeleton& skeleton, std::span<const Transform> modelFromJoint, std::span<Transform> parentFromJoint) {
  SINEW_ASSERT(parentFromJoint.size() == skeleton.size() && modelFromJoint.size() == skeleton.size());
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::int32_t parent = skeleton.parents[j];
    const Transform local = parent < 0 ? modelFromJoint[j] : inverse(modelFromJoint[static_cast<std::size_t>(parent)]) * modelFromJoint[j];
    parentFromJoint[j] = {normalized(local.rotation), divided(local.translation, skeleton.scaleAbove[j], parentFromJoint[j].translation)};
  }
}

}  // namespace sinew
