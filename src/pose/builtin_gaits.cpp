#include <cmath>

#include "asset/figure_gait.h"
#include "pose/builtin.h"

// Gaits of any body: feet are planned first, on flat ground, and the legs reach for them, so that a standing foot stands while the root
// travels. Speeds follow the leg: v ~ sqrt(leg) at equal Froude number (Alexander 1989).

namespace sinew {

namespace {

constexpr float kAdultLeg = 0.93f;      ///< m
constexpr float kStraightest = 0.992f;  ///< of the leg's length, from hip to ankle
constexpr float kTau = 2 * kPi;

struct GaitStyle {
  std::string_view name;
  float speed = 0;           ///< m/s of an adult
  float period = 1;          ///< s of an adult
  float duty = 0.6f;         ///< share of the cycle that a foot stands
  float touchShare = 0.44f;  ///< of the stance's travel, how much lies before the root at touch-down
  float touchPitch = 0, leavePitch = 0, flatFrom = 0, flatTo = 1, swingPitch = 0;  ///< rad, shares of the stance
  float clearance = 0;                                                             ///< m of an adult
  float bob = 0, lowest = 0, sway = 0;                                             ///< m of an adult; phase at which the pelvis is lowest
  float pelvisYaw = 0, chestYaw = 0, roll = 0, lean = 0;                           ///< rad
  float armSwing = 0, armBias = 0, armOut = 0, elbow = 0, elbowSwing = 0;
  float limp = 0;  ///< rad, of the trunk over the bad (left) leg
};

constexpr GaitStyle kWalk{.name = "walk",
                          .speed = 1.4f,
                          .period = 1,
                          .duty = 0.6f,
                          .touchShare = 0.44f,
                          .touchPitch = -0.3f,
                          .leavePitch = 0.68f,
                          .flatFrom = 0.16f,
                          .flatTo = 0.55f,
                          .swingPitch = -0.1f,
                          .clearance = 0.035f,
                          .bob = 0.026f,
                          .lowest = 0.03f,
                          .sway = 0.018f,
                          .pelvisYaw = 0.1f,
                          .chestYaw = 0.09f,
                          .roll = 0.045f,
                          .lean = 0.03f,
                          .armSwing = 0.4f,
                          .armBias = 0.03f,
                          .armOut = 0.13f,
                          .elbow = 0.3f,
                          .elbowSwing = 0.17f};
constexpr GaitStyle kRun{.name = "run",
                         .speed = 3.5f,
                         .period = 0.7f,
                         .duty = 0.33f,
                         .touchShare = 0.38f,
                         .touchPitch = -0.06f,
                         .leavePitch = 0.85f,
                         .flatFrom = 0.12f,
                         .flatTo = 0.45f,
                         .swingPitch = 0.35f,
                         .clearance = 0.2f,
                         .bob = 0.032f,
                         .lowest = 0.165f,
                         .sway = 0.012f,
                         .pelvisYaw = 0.14f,
                         .chestYaw = 0.16f,
                         .roll = 0.05f,
                         .lean = 0.13f,
                         .armSwing = 0.7f,
                         .armBias = 0.05f,
                         .armOut = 0.2f,
                         .elbow = 1.4f,
                         .elbowSwing = 0.25f};
constexpr GaitStyle kLimp{.name = "limp",
                          .speed = 0.6f,
                          .period = 1.3f,
                          .duty = 0.66f,
                          .touchShare = 0.46f,
                          .touchPitch = -0.12f,
                          .leavePitch = 0.4f,
                          .flatFrom = 0.1f,
                          .flatTo = 0.7f,
                          .swingPitch = 0.05f,
                          .clearance = 0.02f,
                          .bob = 0.03f,
                          .lowest = 0.03f,
                          .sway = 0.03f,
                          .pelvisYaw = 0.06f,
                          .chestYaw = 0.05f,
                          .roll = 0.07f,
                          .lean = 0.16f,
                          .armSwing = 0.15f,
                          .armBias = 0.1f,
                          .armOut = 0.2f,
                          .elbow = 0.5f,
                          .elbowSwing = 0.05f,
                          .limp = 0.12f};
constexpr GaitStyle kBack{.name = "walkBackward",
                          .speed = 0.8f,
                          .period = 1.05f,
                          .duty = 0.64f,
                          .touchShare = 0.5f,
                          .touchPitch = -0.1f,
                          .leavePitch = 0.4f,
                          .flatFrom = 0.1f,
                          .flatTo = 0.6f,
                          .swingPitch = 0.05f,
                          .clearance = 0.03f,
                          .bob = 0.015f,
                          .lowest = 0.03f,
                          .sway = 0.022f,
                          .pelvisYaw = 0.05f,
                          .chestYaw = 0.05f,
                          .roll = 0.03f,
                          .lean = 0.06f,
                          .armSwing = 0.18f,
                          .armBias = 0.06f,
                          .armOut = 0.16f,
                          .elbow = 0.4f,
                          .elbowSwing = 0.08f};

const GaitStyle& styleOf(std::string_view name) {
  for (const GaitStyle* style : {&kRun, &kLimp, &kBack})
    if (style->name == name) return *style;
  return kWalk;
}

Vec3d wide(const Vec3& v) { return {v.x, v.y, v.z}; }
Vec3 narrow(const Vec3d& v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

/// A style put on one body.
class Walk {
 public:
  Walk(const GaitStyle& style, const BodyPoser& poser) : style_(style), size_(poser.legLength() / kAdultLeg), leg_(poser.legLength()) {
    const float pace = std::sqrt(size_);
    speed_ = style.speed * pace;
    period_ = style.period * pace;
    for (std::size_t side = 0; side < 2; ++side) {
      figure::FootPath& path = path_[side];
      const Vec3 ankle = poser.ankle(side);
      path.duty = style.duty;
      path.stride = speed_ * period_;
      path.touchAhead = ankle.z + path.stride * style.duty * style.touchShare;
      path.touchPitch = style.touchPitch;
      path.leavePitch = style.leavePitch;
      path.flatFrom = style.flatFrom;
      path.flatTo = style.flatTo;
      path.clearance = style.clearance * size_;
      path.swingPitch = style.swingPitch;
      path.ankle = wide(ankle);
      path.heel = {0, -ankle.y, -0.6 * ankle.y};
      path.ball = wide(poser.ball(side));
    }
  }

  float period() const { return period_; }
  float speed() const { return speed_; }
  void setDrop(float drop) { drop_ = drop; }

  ClipPose at(float phase) const {
    ClipPose out;
    trunk(out.body, phase);
    for (std::size_t side = 0; side < 2; ++side) {
      arm(out.body, phase, side);
      foot(out.feet[side], phase, side);
    }
    return out;
  }

 private:
  void trunk(AnatomicalPose& pose, float phase) const {
    const float wave = std::cos(kTau * phase), standing = std::cos(kTau * (phase - 0.28f)),
                step = std::cos(2 * kTau * (phase - style_.lowest));
    pose.pelvisOffset = Vec3{style_.sway * size_ * standing, -drop_ - style_.bob * size_ * step, 0} / leg_;
    // The pelvis turns with the leg in front, the shoulders against it; the gaze stays ahead.
    pose.pelvisRotation = exponential(Vec3{style_.lean * 0.4f, -style_.pelvisYaw * wave, style_.roll * standing});
    const float counter = (style_.pelvisYaw + style_.chestYaw) * wave / 2, limp = style_.limp * (1 + standing) / 2;
    pose.angles[Role::spine] = {
        .flexion = style_.lean * 0.3f, .abduction = style_.roll * standing * 0.7f + limp * 0.5f, .rotation = counter};
    pose.angles[Role::chest] = {
        .flexion = style_.lean * 0.3f, .abduction = style_.roll * standing * 0.4f + limp * 0.5f, .rotation = counter};
    pose.angles[Role::neck] = {.flexion = -style_.lean * 0.4f, .abduction = -limp * 0.4f, .rotation = -style_.chestYaw * wave / 2};
    pose.angles[Role::head] = {.flexion = -style_.lean * 0.5f, .abduction = -limp * 0.4f, .rotation = -style_.chestYaw * wave / 2};
  }

  /// An arm goes back with the leg on its side in front.
  void arm(AnatomicalPose& pose, float phase, std::size_t side) const {
    const float back = std::cos(kTau * (phase + 0.5f * static_cast<float>(side)));
    pose.angles[side == 0 ? Role::leftUpperArm : Role::rightUpperArm] = {.flexion = style_.armBias - style_.armSwing * back,
                                                                         .abduction = style_.armOut};
    pose.angles[side == 0 ? Role::leftForearm : Role::rightForearm] = {.flexion = style_.elbow - style_.elbowSwing * back};
    pose.angles[side == 0 ? Role::leftHand : Role::rightHand] = {.flexion = 0.1f};
  }

  void foot(FootTarget& target, float phase, std::size_t side) const {
    const double own = phase + 0.5 * static_cast<double>(side);
    const figure::FootState state = figure::footAt(path_[side], own);
    target = {.ankle = narrow(state.ankle), .pitch = static_cast<float>(state.pitch), .wanted = true};
    target.ankle.x = static_cast<float>(path_[side].ankle.x);
    if (state.pitch <= 0) return;
    // While the foot rolls off, the toes stay flat; they let go in the first third of the swing.
    const double into = own - std::floor(own);
    const double t = std::clamp((into - path_[side].duty) / (1 - path_[side].duty) / 0.35, 0.0, 1.0);
    target.toes = static_cast<float>(state.pitch * (1 - t * t * (3 - 2 * t)));
  }

  GaitStyle style_;
  std::array<figure::FootPath, 2> path_{};
  float size_ = 1, leg_ = 1, speed_ = 0, period_ = 1, drop_ = 0;
};

}  // namespace

ClipRecipe walkRecipe(std::string_view name, BodyPoser& poser, const Skeleton& skeleton) {
  const GaitStyle& style = styleOf(name);
  Walk walk(style, poser);

  walk.setDrop(dropIntoReach(poser, skeleton, kStraightest, [&](float drop, float phase) {
    walk.setDrop(drop);
    return walk.at(phase);
  }));

  // Backward is the same film run back.
  const bool back = name == "walkBackward";
  const Vec3 ahead = rotate(poser.frames().modelFromBody, Vec3{0, 0, back ? -1.0f : 1.0f});
  ClipRecipe recipe{.name = std::string(name), .duration = walk.period(), .loops = true, .root = {}, .at = {}};
  recipe.root = {.rate = 1 / walk.period(), .position = {Vec3{}, ahead * (walk.speed() * walk.period())}, .yaw = {0, 0}};
  recipe.at = [walk, back](float share) { return walk.at(back ? 1 - share : share); };
  return recipe;
}

ClipRecipe idleRecipe(BodyPoser& poser) {
  const std::array<Vec3, 2> ankle{poser.ankle(0), poser.ankle(1)};
  const float sway = 0.010f * poser.legLength();
  return {.name = "idle", .duration = 4, .loops = true, .root = {}, .at = [ankle, sway](float share) {
            const float slow = std::cos(kTau * share), breath = 0.014f * (1 - std::cos(2 * kTau * share)) / 2;
            ClipPose out;
            out.body.pelvisOffset = {sway * slow, -0.012f, 0};
            out.body.angles[Role::chest] = {.flexion = -breath};
            out.body.angles[Role::neck] = {.flexion = breath / 2};
            for (const Role role : {Role::leftUpperArm, Role::rightUpperArm})
              out.body.angles[role] = {.flexion = 0.02f, .abduction = 0.14f + breath};
            for (const Role role : {Role::leftForearm, Role::rightForearm}) out.body.angles[role] = {.flexion = 0.2f};
            for (std::size_t side = 0; side < 2; ++side) out.feet[side] = {.ankle = ankle[side], .wanted = true};
            return out;
          }};
}

ClipRecipe turnRecipe(std::string_view name, BodyPoser& poser, float yaw) {
  const std::array<Vec3, 2> ankle{poser.ankle(0), poser.ankle(1)};
  const float lift = 0.06f * poser.legLength();
  const float duration = 0.9f * std::sqrt(poser.legLength() / kAdultLeg);
  constexpr float kDuty = 0.6f;
  ClipRecipe recipe{.name = std::string(name), .duration = duration, .loops = true, .root = {}, .at = {}};
  recipe.root = {.rate = 1 / duration, .position = {Vec3{}, Vec3{}}, .yaw = {0, yaw}};
  const ClipRecipe idle = idleRecipe(poser);
  recipe.at = [=](float share) {
    ClipPose out = idle.at(0.25f);
    out.body.pelvisOffset.y = -0.03f;
    for (std::size_t side = 0; side < 2; ++side) {
      // Standing, the foot stays while the root turns on; swinging, it goes to where it will stand.
      float phase = share + 0.5f * static_cast<float>(side);
      phase -= std::floor(phase);
      const float span = yaw * kDuty / 2;
      float turn = span - yaw * phase, up = 0;
      if (phase > kDuty) {
        const float t = (phase - kDuty) / (1 - kDuty), smooth = t * t * (3 - 2 * t);
        turn = -span + 2 * span * smooth;
        up = lift * 4 * t * (1 - t);
      }
      const Vec3 stand = rotate(axisAngle(Vec3{0, 1, 0}, turn), Vec3{ankle[side].x, 0, ankle[side].z});
      out.feet[side] = {.ankle = {stand.x, ankle[side].y + up, stand.z}, .yaw = turn, .wanted = true};
    }
    return out;
  };
  return recipe;
}

}  // namespace sinew
