#include "asset/figure_gait.h"
#include "asset/figure_humanoid.h"

// Idle, walk and run of the humanoid. Feet are planned first, in the world; the legs then reach for them, so that a standing
// foot never slides while the root travels. Speeds follow the leg: v ~ sqrt(leg) at equal Froude number (Alexander 1989).

namespace sinew::figure {

namespace {

using namespace bone;

constexpr double kAdultLeg = 0.53 * 1.75;
constexpr double kFramesPerSecond = 30;
constexpr double kIdleFramesPerSecond = 12;
constexpr double kStraightest = 0.994;  ///< of the leg's length, from hip to ankle
constexpr double kHanging = 1.36;       ///< rad that the arms are lowered from the T-pose

struct Gait {
  const char* name;
  double speed = 0;         ///< m/s of an adult
  double period = 1;        ///< s of an adult
  double duty = 1;          ///< share of the cycle that a foot stands
  double touchShare = 0.5;  ///< of the stance's travel, how much lies before the root at touch-down
  double touchPitch = 0, leavePitch = 0, flatFrom = 0, flatTo = 1, clearance = 0, swingPitch = 0;
  double bob = 0;                                               ///< m of an adult, pelvis up and down twice a cycle
  double lowest = 0;                                            ///< phase at which the pelvis is lowest
  double sway = 0;                                              ///< m of an adult, towards the standing foot
  double pelvisYaw = 0, chestYaw = 0, roll = 0, lean = 0;       ///< rad
  double armSwing = 0, armBias = 0, elbow = 0, elbowSwing = 0;  ///< rad
  double breath = 0;                                            ///< rad
};

constexpr Gait kIdle{.name = "idle", .period = 4, .sway = 0.010, .armBias = 0.02, .elbow = 0.18, .breath = 0.014};
constexpr Gait kWalk{.name = "walk",
                     .speed = 1.4,
                     .period = 1.0,
                     .duty = 0.6,
                     .touchShare = 0.44,
                     .touchPitch = -0.32,
                     .leavePitch = 0.72,
                     .flatFrom = 0.16,
                     .flatTo = 0.55,
                     .clearance = 0.035,
                     .swingPitch = -0.1,
                     .bob = 0.028,
                     .lowest = 0.03,
                     .sway = 0.018,
                     .pelvisYaw = 0.10,
                     .chestYaw = 0.09,
                     .roll = 0.045,
                     .lean = 0.03,
                     .armSwing = 0.42,
                     .armBias = 0.05,
                     .elbow = 0.32,
                     .elbowSwing = 0.18};
constexpr Gait kRun{.name = "run",
                    .speed = 3.5,
                    .period = 0.70,
                    .duty = 0.33,
                    .touchShare = 0.38,
                    .touchPitch = -0.06,
                    .leavePitch = 0.85,
                    .flatFrom = 0.12,
                    .flatTo = 0.45,
                    .clearance = 0.20,
                    .swingPitch = 0.35,
                    .bob = 0.032,
                    .lowest = 0.165,
                    .sway = 0.012,
                    .pelvisYaw = 0.14,
                    .chestYaw = 0.16,
                    .roll = 0.05,
                    .lean = 0.13,
                    .armSwing = 0.72,
                    .armBias = 0.10,
                    .elbow = 1.45,
                    .elbowSwing = 0.25};

/// A gait put on one skeleton.
class Mover {
 public:
  Mover(const Gait& gait, const std::vector<BodyJoint>& joints) : gait_(gait), joints_(joints) {
    const double leg = joints[thigh].head.y;
    size_ = leg / kAdultLeg;
    const double pace = std::sqrt(size_);
    speed_ = gait.speed * pace;
    period_ = gait.period * (gait.speed > 0 ? pace : 1);

    const Vec3d ankle = joints[foot].head;
    path_.duty = gait.duty;
    path_.stride = speed_ * period_;
    path_.touchAhead = ankle.z + path_.stride * gait.duty * gait.touchShare;
    path_.touchPitch = gait.touchPitch;
    path_.leavePitch = gait.leavePitch;
    path_.flatFrom = gait.flatFrom;
    path_.flatTo = gait.flatTo;
    path_.clearance = gait.clearance * size_;
    path_.swingPitch = gait.swingPitch;
    path_.ankle = ankle;
    path_.ball = joints[toes].head - ankle;
    path_.heel = {0, -ankle.y, -0.6 * ankle.y};
  }

  BodyClip clip() {
    // The pelvis sinks until both feet are within reach all through the cycle.
    double low = 0;
    double high = 0.2 * size_;
    for (int i = 0; i < 7; ++i) {
      drop_ = (low + high) / 2;
      (mostStretched() > kStraightest ? low : high) = drop_;
    }
    drop_ = gait_.speed > 0 ? high : 0;
    const int last = static_cast<int>(std::floor(period_ * (gait_.speed > 0 ? kFramesPerSecond : kIdleFramesPerSecond) + 0.5));
    BodyClip clip{gait_.name, rounded(period_), speed_, {}};
    for (int f = 0; f <= last; ++f) {
      const double phase = static_cast<double>(f) / last;
      LocalMotion motion = pose(phase);
      motion.offsets[root].z = speed_ * period_ * phase;
      clip.frames.push_back(displacements(joints_, motion));
    }
    return clip;
  }

 private:
  double mostStretched() {
    double most = 0;
    for (int f = 0; f < 30; ++f) {
      stretch_ = 0;
      pose(f / 30.0);
      most = std::max(most, stretch_);
    }
    return most;
  }

  LocalMotion pose(double phase) {
    LocalMotion motion{std::vector<Quatd>(count), std::vector<Vec3d>(count)};
    moveTrunk(motion, phase);
    for (const int side : {0, 1}) {
      moveArm(motion, phase, side);
      moveLeg(motion, phase, side);
    }
    return motion;
  }

  void moveTrunk(LocalMotion& motion, double phase) const {
    const double wave = cosine(kTau * phase);               // the left foot is in front at its peak
    const double standing = cosine(kTau * (phase - 0.28));  // the left foot carries the body at its peak
    const double step = cosine(2 * kTau * (phase - gait_.lowest));
    motion.offsets[pelvis] = {gait_.sway * size_ * standing, -drop_ - gait_.bob * size_ * step, 0};
    const Quatd hips = turnY(-gait_.pelvisYaw * wave) * turnZ(gait_.roll * standing) * turnX(gait_.lean * 0.4);
    const double breath = gait_.breath * (1 - cosine(2 * kTau * phase)) / 2;
    const double counter = (gait_.pelvisYaw + gait_.chestYaw) * wave / 2;
    motion.rotations[pelvis] = hips;
    motion.rotations[spine] = turnY(counter) * turnZ(-gait_.roll * standing * 0.7) * turnX(gait_.lean * 0.3);
    motion.rotations[chest] = turnY(counter) * turnZ(-gait_.roll * standing * 0.5) * turnX(gait_.lean * 0.3 - breath);
    // The gaze stays ahead.
    motion.rotations[neck] = turnY(-gait_.chestYaw * wave / 2) * turnX(-gait_.lean * 0.4 + breath * 0.5);
    motion.rotations[head] = turnY(-gait_.chestYaw * wave / 2) * turnX(-gait_.lean * 0.5 + breath * 0.5);
  }

  /// Side 0 is the left. The right arm does what the left one does half a cycle later, in the mirror.
  void moveArm(LocalMotion& motion, double phase, int side) const {
    const double back = cosine(kTau * (phase + 0.5 * side));
    const Quatd upper = turnX(gait_.armBias + gait_.armSwing * back) * turnZ(-kHanging);
    const Quatd lower = turnY(-(gait_.elbow - gait_.elbowSwing * back));
    const auto to = static_cast<std::size_t>(side) * sideCount;
    motion.rotations[to + upperArm] = side == 0 ? upper : mirroredX(upper);
    motion.rotations[to + forearm] = side == 0 ? lower : mirroredX(lower);
  }

  void moveLeg(LocalMotion& motion, double phase, int side) {
    const auto to = static_cast<std::size_t>(side) * sideCount;
    const auto bind = [&](int joint) { return joints_[to + static_cast<std::size_t>(joint)].head; };
    FootState state{path_.ankle, 0, true};
    if (gait_.speed > 0) state = footAt(path_, phase + 0.5 * side);
    if (side == 1) state.ankle = mirroredX(state.ankle);

    const Quatd hips = motion.rotations[pelvis];
    const Vec3d pelvisNow = joints_[pelvis].head + motion.offsets[pelvis];
    const Vec3d hipNow = pelvisNow + rotate(hips, bind(thigh) - joints_[pelvis].head);
    const Reach leg = reach({bind(thigh), bind(shin), bind(foot), hipNow, state.ankle});
    stretch_ = std::max(stretch_, leg.stretch);

    const Quatd sole = turnX(state.pitch);
    motion.rotations[to + thigh] = conjugate(hips) * leg.upper;
    motion.rotations[to + shin] = conjugate(leg.upper) * leg.lower;
    motion.rotations[to + foot] = conjugate(leg.lower) * sole;
    // While the foot rolls off, the toes stay flat on the ground.
    if (state.pitch > 0) motion.rotations[to + toes] = turnX(state.stance ? -state.pitch : -state.pitch * toeRelease(phase + 0.5 * side));
  }

  /// How much of the toes' bend is left in the swing: it goes in the first third.
  double toeRelease(double phase) const {
    phase -= std::floor(phase);
    return 1 - smoothStep(0, 0.35, (phase - gait_.duty) / (1 - gait_.duty));
  }

  Gait gait_;
  const std::vector<BodyJoint>& joints_;
  FootPath path_;
  double size_ = 1, speed_ = 0, period_ = 1;
  double drop_ = 0;
  double stretch_ = 0;
};

}  // namespace

std::vector<BodyClip> humanoidClips(const std::vector<BodyJoint>& joints) {
  std::vector<BodyClip> clips;
  for (const Gait& gait : {kIdle, kWalk, kRun}) clips.push_back(Mover(gait, joints).clip());
  return clips;
}

}  // namespace sinew::figure
