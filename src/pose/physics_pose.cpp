#include <sinew/pose/physics_pose.h>

namespace sinew {

void blendPhysicsPose(const Skeleton& skeleton, const PhysicsPose& physics, TopTranslation top, std::span<Transform> parentFromJoint,
                      std::span<Transform> modelFromJoint) {
  if (!physics.active) return;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::int32_t parent = skeleton.parents[j];
    const bool root = parent < 0;
    const Transform above = root ? Transform{} : modelFromJoint[static_cast<std::size_t>(parent)];
    const Vec3& scale = skeleton.scaleAbove[j];
    const float weight = physics.weight[j];
    Transform& local = parentFromJoint[j];

    if (weight > 0) {
      const Quat toParent = conjugate(above.rotation);
      const Quat target = normalized(toParent * physics.target[j].rotation);
      local.rotation = weight == 1 ? target : slerp(local.rotation, target, weight);

      // Only the top of a driven subtree follows its body's place: bones below keep their length.
      const float parentWeight = root ? 0 : physics.weight[static_cast<std::size_t>(parent)];
      const float moves = top == TopTranslation::continuous ? weight * (1 - parentWeight) : parentWeight == 0 ? weight : 0;
      if (moves > 0) {
        const Vec3 wanted = rotate(toParent, physics.target[j].translation - above.translation);
        const auto toward = [moves](float from, float to, float s) { return s != 0 ? from + (to / s - from) * moves : from; };
        local.translation = {toward(local.translation.x, wanted.x, scale.x), toward(local.translation.y, wanted.y, scale.y),
                             toward(local.translation.z, wanted.z, scale.z)};
      }
    }
    modelFromJoint[j] = above * Transform{local.rotation, scaled(scale, local.translation)};
  }
}

}  // namespace sinew
