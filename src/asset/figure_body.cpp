#include "asset/figure_body.h"

namespace sinew::figure {

int jointByKey(const std::vector<BodyJoint>& joints, std::string_view key) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].key == key) return static_cast<int>(i);
  }
  return -1;
}

std::vector<Transformd> displacements(const std::vector<BodyJoint>& joints, const LocalMotion& motion) {
  std::vector<Transformd> modelFromJoint(joints.size());
  std::vector<Transformd> result(joints.size());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const BodyJoint& joint = joints[i];
    const bool root = joint.parent < 0;
    const Vec3d bind = root ? joint.head : joint.head - joints[static_cast<std::size_t>(joint.parent)].head;
    const Transformd local{motion.rotations[i], bind + motion.offsets[i]};
    modelFromJoint[i] = root ? local : modelFromJoint[static_cast<std::size_t>(joint.parent)] * local;
    result[i] = modelFromJoint[i] * Transformd{{}, -joint.head};
  }
  return result;
}

}  // namespace sinew::figure
