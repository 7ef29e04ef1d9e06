#include <sinew/pose/draw.h>

namespace sinew {

void drawReach(DebugDraw& draw, const Limb& limb, std::span<const Transform> worldFromJoint, const Vec3& targetWorld, float size) {
  if (limb.upper < 0 || limb.lower < 0 || limb.end < 0) return;
  const auto at = [&](std::int32_t joint) { return worldFromJoint[static_cast<std::size_t>(joint)].translation; };
  constexpr Color kBone{1, 0.75f, 0.1f, 1}, kTarget{0.2f, 1, 0.5f, 1}, kMissing{1, 0.2f, 0.2f, 0.9f};
  draw.layer(Layer::skeleton);
  draw.line(at(limb.upper), at(limb.lower), kBone);
  draw.line(at(limb.lower), at(limb.end), kBone);
  draw.line(at(limb.end), targetWorld, kMissing);
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    draw.line(targetWorld - axis * size, targetWorld + axis * size, kTarget);
  }
}

}  // namespace sinew
