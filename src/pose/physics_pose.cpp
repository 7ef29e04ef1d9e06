#include <sinew/pose/physics_pose.h>

#include "pose/fours.h"

namespace sinew {

void blendPhysicsPose(const Skeleton& skeleton, const PhysicsPose& physics, TopTranslation top, std::span<Transform> parentFromJoint,
                      std::span<Transform> modelFromJoint) {
  if (!physics.active) return;
  parentsFirst(
      skeleton, modelFromJoint, [&](const Quad& q, const std::array<const Transform*, 4>& over, const std::array<std::size_t, 4>& up) {
        const FourPose above = fourFresh(*over[0], *over[1], *over[2], *over[3]), animated = fourOf(parentFromJoint.data(), q);
        FourPose local = animated;
        FourVec scale{Four(1), Four(1), Four(1)};
        if (!skeleton.unscaled) scale = fourOf(skeleton.scaleAbove.data(), q);
        const Four weight = fourOf(physics.weight.data(), q);
        const FourMask driven = less(Four(0), weight);
        if (any(driven)) {
          const FourPose target = fourOf(physics.target.data(), q);
          const FourQuat toParent = conjugate(above.rotation), wanted = toParent * target.rotation;
          local.rotation = unitOf(select(equal(weight, Four(1)), wanted, arc(animated.rotation, wanted, weight)));
          local.rotation = select(driven, local.rotation, animated.rotation);

          // Only the top of a driven subtree follows its body's place: bones below keep their length. A root has nothing above.
          const auto weightOver = [&](std::size_t i, std::size_t joint) { return up[i] == joint ? 0 : physics.weight[up[i]]; };
          const Four aboveWeight = fourOf(weightOver(0, q.a), weightOver(1, q.b), weightOver(2, q.c), weightOver(3, q.d));
          const Four moves =
              top == TopTranslation::continuous ? weight * (Four(1) - aboveWeight) : select(equal(aboveWeight, Four(0)), weight, Four(0));
          const FourMask moved = less(Four(0), moves);
          if (any(moved)) {
            const FourVec place = rotate(toParent, target.translation - above.translation);
            const auto toward = [&](const Four& from, const Four& to) { return select(moved, from + (to - from) * moves, from); };
            FourVec to = place;
            if (!skeleton.unscaled) {
              const auto unscaled = [](const Four& at, const Four& s, const Four& kept) {
                return select(equal(s, Four(0)), kept, at / select(equal(s, Four(0)), Four(1), s));
              };
              to = {unscaled(place.x, scale.x, local.translation.x), unscaled(place.y, scale.y, local.translation.y),
                    unscaled(place.z, scale.z, local.translation.z)};
            }
            local.translation = {toward(local.translation.x, to.x), toward(local.translation.y, to.y), toward(local.translation.z, to.z)};
          }
          store(local, parentFromJoint.data(), q);
        }
        if (!skeleton.unscaled) local.translation = scaled(scale, local.translation);
        store(above * local, modelFromJoint.data(), q);
      });
}

}  // namespace sinew
