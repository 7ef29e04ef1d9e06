#include <sinew/rig/draw.h>

namespace sinew {

void drawSkeleton(DebugDraw& draw, const Rig& rig, std::span<const Transform> worldFromJoint) {
  const float size = 0.02f * std::max(rig.stature, 1e-3f);
  for (std::size_t j = 0; j < rig.joints.size() && j < worldFromJoint.size(); ++j) {
    const Joint& joint = rig.joints[j];
    const Vec3 here = worldFromJoint[j].translation;
    draw.layer(Layer::skeleton);
    if (joint.parent >= 0) {
      // Joints that move no vertex are drawn fainter: they are mostly helpers.
      const Color color = joint.weight > 0 ? Color{1, 1, 1, 0.9f} : Color{0.6f, 0.6f, 0.6f, 0.4f};
      draw.line(worldFromJoint[static_cast<std::size_t>(joint.parent)].translation, here, color);
    }
    draw.layer(Layer::frames);
    draw.frame(worldFromJoint[j], size);
  }
}

}  // namespace sinew
