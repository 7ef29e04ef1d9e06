#include "asset/figure_humanoid.h"

namespace sinew::figure {

namespace {

constexpr const char* kTrunkKeys[] = {"root", "pelvis", "spine", "chest", "neck", "head"};
constexpr const char* kSideKeys[] = {"Clavicle", "UpperArm", "Forearm", "Hand", "Thigh", "Shin", "Foot", "Toes"};
constexpr int kTrunkCount = 6;

int parentOfSideJoint(int index) {
  if (index == bone::clavicle) return bone::chest;
  if (index == bone::thigh) return bone::pelvis;
  return index - 1;
}

}  // namespace

// Heights as shares of the stature after Drillis and Contini (1966): ankle 0.039, knee 0.285, hip 0.530, shoulder 0.818,
// chin 0.870; upper arm, forearm and hand 0.186 : 0.146 : 0.108; foot 0.152 long.
std::vector<BodyJoint> humanoidJoints(const FigureOptions& options) {
  const double stature = options.stature;
  const double hip = options.legShare * stature;
  const double chin = (1 - static_cast<double>(options.headShare)) * stature;
  const double trunk = chin - hip;
  const double shoulder = hip + 0.847 * trunk;
  const auto onTrunk = [&](double share, double z) { return Vec3d{0, hip + share * trunk, z * stature}; };

  std::vector<BodyJoint> joints(bone::count);
  const auto place = [&](int index, const Vec3d& head, const Vec3d& tail) {
    joints[static_cast<std::size_t>(index)].head = head;
    joints[static_cast<std::size_t>(index)].tail = tail;
  };

  // Trunk: the spine curves a little behind the hips, as ours does.
  const Vec3d pelvis = onTrunk(0.05, -0.002);
  const Vec3d spine = onTrunk(0.25, -0.006);
  const Vec3d chest = onTrunk(0.50, -0.013);
  const Vec3d neck = onTrunk(0.935, -0.015);
  const Vec3d head{0, chin + 0.2 * options.headShare * stature, -0.006 * stature};
  place(bone::root, {}, pelvis);
  place(bone::pelvis, pelvis, spine);
  place(bone::spine, spine, chest);
  place(bone::chest, chest, neck);
  place(bone::neck, neck, head);
  place(bone::head, head, {0, stature, 0.002 * stature});
  joints[bone::head].leaf = true;

  // Left arm in T-pose, the elbow a touch behind so that it bends the natural way.
  const double arm = options.armShare * stature;
  const Vec3d shoulderJoint{options.shoulderShare * stature / 2, shoulder, -0.006 * stature};
  const Vec3d elbow = shoulderJoint + Vec3d{arm * 0.186 / 0.44, 0, -0.0045 * stature};
  const Vec3d wrist = shoulderJoint + Vec3d{arm * 0.332 / 0.44, 0, 0};
  const Vec3d fingers = shoulderJoint + Vec3d{arm, 0, 0};
  place(bone::clavicle, {0.016 * stature, hip + 0.875 * trunk, 0.004 * stature}, shoulderJoint);
  place(bone::upperArm, shoulderJoint, elbow);
  place(bone::forearm, elbow, wrist);
  place(bone::hand, wrist, fingers);
  joints[bone::hand].leaf = true;

  // Left leg, the knee a touch in front.
  const double ankleHeight = 0.039 * stature;
  const double hipX = options.hipShare * stature / 2;
  const Vec3d ankle{hipX * 0.92, ankleHeight, -0.012 * stature};
  const Vec3d knee{hipX * 0.96, ankleHeight + 0.501 * (hip - ankleHeight), 0.001 * stature};
  const Vec3d ball{ankle.x + 0.003 * stature, 0.013 * stature, ankle.z + 0.076 * stature};
  place(bone::thigh, {hipX, hip, 0}, knee);
  place(bone::shin, knee, ankle);
  place(bone::foot, ankle, ball);
  place(bone::toes, ball, {ball.x + 0.001 * stature, 0.008 * stature, ankle.z + 0.114 * stature});
  joints[bone::toes].leaf = true;

  // Names and parents; the right side mirrors the left.
  for (int i = 0; i < kTrunkCount; ++i) {
    BodyJoint& joint = joints[static_cast<std::size_t>(i)];
    joint.key = kTrunkKeys[i];
    joint.parent = i - 1;
    joint.mirror = i;
  }
  for (int i = 0; i < bone::sideCount; ++i) {
    const int leftIndex = kTrunkCount + i;
    const int rightIndex = leftIndex + bone::sideCount;
    BodyJoint& left = joints[static_cast<std::size_t>(leftIndex)];
    BodyJoint& right = joints[static_cast<std::size_t>(rightIndex)];
    const int parent = parentOfSideJoint(leftIndex);
    left.parent = parent;
    left.mirror = rightIndex;
    right = left;
    right.parent = parent < kTrunkCount ? parent : parent + bone::sideCount;
    right.mirror = leftIndex;
    right.head = mirroredX(left.head);
    right.tail = mirroredX(left.tail);
    left.key = std::string("left") + kSideKeys[i];
    right.key = std::string("right") + kSideKeys[i];
  }
  return joints;
}

std::vector<Transformd> aPose(const std::vector<BodyJoint>& joints) {
  LocalMotion motion{std::vector<Quatd>(joints.size()), std::vector<Vec3d>(joints.size())};
  const Quatd lowered = turnZ(-kTau / 8);
  motion.rotations[bone::upperArm] = lowered;
  motion.rotations[bone::upperArm + bone::sideCount] = mirroredX(lowered);
  return displacements(joints, motion);
}

}  // namespace sinew::figure
