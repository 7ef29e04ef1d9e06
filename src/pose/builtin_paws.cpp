#include <cmath>

#include "asset/figure_gait.h"
#include "pose/builtin.h"

// Gaits of any four-footed body. The body stands as it is modelled; paws are planned on the ground and the legs reach for them.

namespace sinew {

namespace {

constexpr float kDogLeg = 0.45f;       ///< m, hip to ground
constexpr float kStraightest = 0.99f;  ///< of the leg's length, from hip to paw
constexpr float kTau = 2 * kPi;

struct PawStyle {
  float speed = 0;   ///< m/s of a dog
  float period = 3;  ///< s, likewise
  float duty = 1;
  std::array<float, 4> phases{};              ///< left front, right front, left hind, right hind
  float clearance = 0, leavePitch = 0;        ///< leg lengths, rad
  float bob = 0, sway = 0, nod = 0, wag = 0;  ///< leg lengths, rad
};

constexpr PawStyle kIdle{.nod = 0.05f, .wag = 0.2f};
constexpr PawStyle kWalk{.speed = 0.9f,
                         .period = 0.72f,
                         .duty = 0.66f,
                         .phases = {0.25f, 0.75f, 0, 0.5f},
                         .clearance = 0.1f,
                         .leavePitch = 0.5f,
                         .bob = 0.01f,
                         .sway = 0.03f,
                         .nod = 0.05f,
                         .wag = 0.12f};
constexpr PawStyle kTrot{.speed = 2.0f,
                         .period = 0.48f,
                         .duty = 0.45f,
                         .phases = {0, 0.5f, 0.5f, 0},
                         .clearance = 0.16f,
                         .leavePitch = 0.6f,
                         .bob = 0.025f,
                         .sway = 0.015f,
                         .nod = 0.03f,
                         .wag = 0.08f};

/// A style put on one body.
class PawWalk {
 public:
  PawWalk(const PawStyle& style, const BodyPoser& poser) : style_(style), leg_(poser.legLength()), stand_(poser.bindPose()) {
    const float pace = std::sqrt(leg_ / kDogLeg);
    period_ = style.period * (style.speed > 0 ? pace : 1);
    stride_ = style.speed * pace * period_;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      const Vec3 ankle = poser.ankle(i), ball = poser.ball(i);
      figure::FootPath& path = paths_[i];
      path.duty = style.duty;
      path.stride = stride_;
      path.touchAhead = ankle.z + stride_ * style.duty * 0.5f;
      path.touchPitch = 0;
      path.leavePitch = style.leavePitch;
      path.flatFrom = 0.05;
      path.flatTo = 0.7;
      path.clearance = style.clearance * leg_;
      path.swingPitch = 0.3;
      path.ankle = {ankle.x, ankle.y, ankle.z};
      path.heel = {0, -ankle.y, 0};
      path.ball = {ball.x, ball.y, ball.z};
    }
  }

  float period() const { return period_; }
  float stride() const { return stride_; }
  void setDrop(float drop) { drop_ = drop; }

  ClipPose at(float phase) const {
    ClipPose out;
    out.body = stand_;
    trunk(out.body, phase);
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      const Vec3d stand = paths_[i].ankle;
      figure::FootState state{stand, 0, true};
      if (stride_ > 0) state = figure::footAt(paths_[i], phase - style_.phases[i]);
      out.feet[i] = {.ankle = {static_cast<float>(stand.x), static_cast<float>(state.ankle.y), static_cast<float>(state.ankle.z)},
                     .pitch = static_cast<float>(state.pitch),
                     .wanted = true};
    }
    return out;
  }

 private:
  void trunk(AnatomicalPose& pose, float phase) const {
    const float once = std::sin(kTau * phase), twice = std::cos(2 * kTau * phase);
    pose.pelvisOffset = pose.pelvisOffset + Vec3{0, -drop_ / leg_ - style_.bob * twice, 0};
    pose.pelvisRotation = exponential(Vec3{0, style_.sway * once, 0}) * pose.pelvisRotation;
    pose.angles[Role::chest].rotation -= style_.sway * once;
    pose.angles[Role::neck].flexion += style_.nod * twice;
    pose.angles[Role::head].flexion -= style_.nod * twice / 2;
    pose.angles[Role::tail].abduction += style_.wag * once;
  }

  PawStyle style_;
  float leg_ = 1, period_ = 1, stride_ = 0, drop_ = 0;
  AnatomicalPose stand_;
  std::array<figure::FootPath, 4> paths_{};
};

}  // namespace

ClipRecipe pawRecipe(std::string_view name, BodyPoser& poser, const Skeleton& skeleton) {
  PawWalk walk(name == "idle" ? kIdle : name == "walk" ? kWalk : kTrot, poser);

  if (walk.stride() > 0)
    walk.setDrop(dropIntoReach(poser, skeleton, kStraightest, [&](float drop, float phase) {
      walk.setDrop(drop);
      return walk.at(phase);
    }));

  ClipRecipe recipe{.name = std::string(name), .duration = walk.period(), .loops = true, .root = {}, .at = {}};
  const Vec3 ahead = rotate(poser.frames().modelFromBody, Vec3{0, 0, 1});
  if (walk.stride() > 0) recipe.root = {.rate = 1 / walk.period(), .position = {Vec3{}, ahead * walk.stride()}, .yaw = {0, 0}};
  recipe.at = [walk](float share) { return walk.at(share); };
  return recipe;
}

}  // namespace sinew
