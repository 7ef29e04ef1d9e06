#include "asset/figure_gait.h"
#include "asset/figure_quadruped.h"

// Idle, walk and trot of the quadruped. As with the humanoid the paws are planned first, in the world, and the legs reach.

namespace sinew::figure {

namespace {

using namespace paw;

constexpr double kWithers = 0.62;
constexpr double kFramesPerSecond = 30;
constexpr double kIdleFramesPerSecond = 12;
constexpr double kStraightest = 0.99;  ///< of both bones' length, from hip to hock

struct Gait {
  const char* name;
  double speed = 0;   ///< m/s at 0.62 m withers
  double period = 1;  ///< s, likewise
  double duty = 1;
  std::array<double, 4> phases{};              ///< left front, right front, left hind, right hind
  double clearance = 0, fold = 0;              ///< share of the withers, rad
  double bob = 0, sway = 0, nod = 0, wag = 0;  ///< shares of the withers, rad
};

constexpr Gait kIdle{.name = "idle", .period = 3, .nod = 0.05, .wag = 0.22};
constexpr Gait kWalk{.name = "walk",
                     .speed = 0.9,
                     .period = 0.72,
                     .duty = 0.66,
                     .phases = {0.25, 0.75, 0, 0.5},
                     .clearance = 0.07,
                     .fold = 0.75,
                     .bob = 0.008,
                     .sway = 0.03,
                     .nod = 0.06,
                     .wag = 0.14};
constexpr Gait kTrot{.name = "trot",
                     .speed = 2.2,
                     .period = 0.46,
                     .duty = 0.42,
                     .phases = {0, 0.5, 0.5, 0},
                     .clearance = 0.11,
                     .fold = 1.1,
                     .bob = 0.022,
                     .sway = 0.015,
                     .nod = 0.03,
                     .wag = 0.08};

class Mover {
 public:
  Mover(const Gait& gait, const std::vector<BodyJoint>& joints) : gait_(gait), joints_(joints) {
    withers_ = joints[front].head.y / 0.72;
    const double pace = std::sqrt(withers_ / kWithers);
    speed_ = gait.speed * pace;
    period_ = gait.period * (gait.speed > 0 ? pace : 1);
  }

  BodyClip clip() {
    // The trunk sinks until all paws are within reach all through the cycle.
    double low = 0;
    double high = 0.2 * withers_;
    for (int i = 0; i < 6; ++i) {
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
    for (int f = 0; f < 24; ++f) {
      stretch_ = 0;
      pose(f / 24.0);
      most = std::max(most, stretch_);
    }
    return most;
  }

  LocalMotion pose(double phase) {
    LocalMotion motion{std::vector<Quatd>(count), std::vector<Vec3d>(count)};
    const double once = sine(kTau * phase);
    const double twice = cosine(2 * kTau * phase);
    motion.offsets[pelvis] = {0, -drop_ - gait_.bob * withers_ * twice, 0};
    motion.rotations[pelvis] = turnY(gait_.sway * once);
    motion.rotations[spine] = turnY(-gait_.sway * once);
    motion.rotations[chest] = turnY(-gait_.sway * once);
    motion.rotations[neck] = turnX(gait_.nod * twice) * turnY(gait_.sway * once / 2);
    motion.rotations[head] = turnX(-gait_.nod * twice / 2) * turnY(gait_.sway * once / 2);
    for (int t = 0; t < tailCount; ++t)
      motion.rotations[tail + static_cast<std::size_t>(t)] = turnY(gait_.wag * sine(kTau * (phase - 0.08 * t)));

    // World displacement of the trunk so far: the legs start from it.
    const std::vector<Transformd> trunk = displacements(joints_, motion);
    const int legs[] = {front, front + sideCount, hind, hind + sideCount};
    for (std::size_t i = 0; i < 4; ++i) moveLeg(motion, trunk, legs[i], phase - gait_.phases[i]);
    return motion;
  }

  void moveLeg(LocalMotion& motion, const std::vector<Transformd>& trunk, int upper, double phase) {
    const auto leg = static_cast<std::size_t>(upper);
    const BodyJoint& hip = joints_[leg];
    const Vec3d knee = joints_[leg + 1].head;
    const Vec3d hock = joints_[leg + 2].head;
    const Vec3d pawJoint = joints_[leg + 3].head;
    const bool isFront = upper == front || upper == front + sideCount;

    FootState state{pawJoint, 0, true};
    double fold = 0;
    if (gait_.speed > 0) {
      FootPath path;
      path.duty = gait_.duty;
      path.stride = speed_ * period_;
      path.touchAhead = pawJoint.z + path.stride * gait_.duty * (isFront ? 0.5 : 0.46);
      path.touchPitch = 0;
      path.leavePitch = 0.7;
      path.flatFrom = 0.05;
      path.flatTo = 0.7;
      path.clearance = gait_.clearance * withers_;
      path.swingPitch = 0.5;
      path.ankle = pawJoint;
      path.ball = {0, -pawJoint.y, 0.5 * (joints_[leg + 3].tail.z - pawJoint.z)};
      path.heel = {0, -pawJoint.y, 0};
      state = footAt(path, phase);
      fold = gait_.fold * foldAt(phase);
    }

    // The cannon is set first: it leans back as the paw rolls off and folds in the swing. Upper and lower bone reach for its head.
    const Quatd cannon = turnX(0.35 * state.pitch + (isFront ? 1.0 : 0.25) * fold);
    const Vec3d hockNow = state.ankle + rotate(cannon, hock - pawJoint);
    const Transformd& carrier = trunk[static_cast<std::size_t>(hip.parent)];
    const Reach bones = reach({hip.head, knee, hock, carrier * hip.head, hockNow, {0, 0, isFront ? -1.0 : 1.0}});
    stretch_ = std::max(stretch_, bones.stretch);
    motion.rotations[leg] = conjugate(carrier.rotation) * bones.upper;
    motion.rotations[leg + 1] = conjugate(bones.upper) * bones.lower;
    motion.rotations[leg + 2] = conjugate(bones.lower) * cannon;
    motion.rotations[leg + 3] = conjugate(cannon) * turnX(state.pitch);
  }

  double foldAt(double phase) const {
    phase -= std::floor(phase);
    const double t = (phase - gait_.duty) / (1 - gait_.duty);
    return t <= 0 ? 0 : 16 * t * t * (1 - t) * (1 - t);
  }

  Gait gait_;
  const std::vector<BodyJoint>& joints_;
  double withers_ = 1, speed_ = 0, period_ = 1;
  double drop_ = 0, stretch_ = 0;
};

}  // namespace

std::vector<BodyClip> quadrupedClips(const std::vector<BodyJoint>& joints) {
  std::vector<BodyClip> clips;
  for (const Gait& gait : {kIdle, kWalk, kTrot}) clips.push_back(Mover(gait, joints).clip());
  return clips;
}

}  // namespace sinew::figure
