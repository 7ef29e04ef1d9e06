#include <sinew/pose/animator.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include <sinew/base/log.h>

namespace sinew {

namespace {

bool equalWithoutCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

Mat4 withScale(const Skeleton& skeleton, std::size_t joint, const Transform& rigid) {
  const Vec3 scale = scaled(skeleton.scaleAbove[joint], skeleton.restScale[joint]);
  Affine out = toAffine(rigid);
  out.linear = {out.linear.x * scale.x, out.linear.y * scale.y, out.linear.z * scale.z};
  return toMat4(out);
}

double wrapped(const Clip& clip, double time) {
  const double duration = clip.duration;
  if (!(duration > 0)) return 0;
  if (!clip.loops) return std::clamp(time, 0.0, duration);
  const double rest = time - std::floor(time / duration) * duration;
  return rest < duration ? rest : 0;
}

bool isFinite(const Mat4& matrix) {
  return std::all_of(matrix.begin(), matrix.end(), [](float number) { return std::isfinite(number); });
}

}  // namespace

std::int32_t AnimationSet::clipOf(std::string_view name) const {
  const auto index = [&](auto same) {
    const auto found = std::find_if(clips.begin(), clips.end(), same);
    return found == clips.end() ? -1 : static_cast<std::int32_t>(found - clips.begin());
  };
  const std::int32_t exact = index([&](const Clip& clip) { return clip.name == name; });
  return exact >= 0 ? exact : index([&](const Clip& clip) { return equalWithoutCase(clip.name, name); });
}

Animator::Animator(std::shared_ptr<const AnimationSet> set) : set_(std::move(set)) {
  const Skeleton& skeleton = set_->skeleton;
  const std::size_t joints = skeleton.size();
  animatedModel_ = skeleton.modelFromBind;
  animatedLocal_ = skeleton.rest;
  toLocal(skeleton, animatedModel_, animatedLocal_);
  displayedModel_ = animatedModel_;
  displayedLocal_ = animatedLocal_;
  shown_ = shownBefore_ = next_ = nextBefore_ = animatedLocal_;
  transition_.offsets.resize(joints);
  reaches_.resize(set_->limbs.arms.size() + set_->limbs.legs.size());
  feet_.feet.resize(set_->limbs.legs.size());
  physics_.target.resize(joints);
  physics_.weight.resize(joints);
  bind_.resize(joints);
  animatedMatrices_.resize(joints);
  displayedMatrices_.resize(joints);
  for (std::size_t j = 0; j < joints; ++j) bind_[j] = withScale(skeleton, j, skeleton.modelFromBind[j]);
}

// ------------------------------------------------------------------------------------------------------------------------- what plays

const Clip* Animator::current() const { return clip_ < 0 ? nullptr : &set_->clips[static_cast<std::size_t>(clip_)]; }

void Animator::play(std::int32_t clip, const PlayOptions& options) {
  setSpeed(options.speed);
  if (clip != clip_) jump(clip, options.time, options.halflife);
}

void Animator::jump(std::int32_t clip, double time, float halflife) {
  SINEW_ASSERT(clip >= 0 && static_cast<std::size_t>(clip) < set_->clips.size());
  if (clip < 0 || static_cast<std::size_t>(clip) >= set_->clips.size()) return;
  const bool first = clip_ < 0;
  clip_ = clip;
  time_ = wrapped(*current(), time);
  starting_ = !first && halflife > 0;
  halflife_ = halflife;
  if (!starting_) {
    transition_.active = false;
    drift_ = driftRate_ = {};
    driftYaw_ = driftYawRate_ = 0;
    fading_ = false;
    return;
  }
  fading_ = true;
}

void Animator::setSpeed(float speed) {
  SINEW_ASSERT(std::isfinite(speed));
  if (std::isfinite(speed)) speed_ = speed;
}

std::int32_t Animator::clip() const { return clip_; }
double Animator::time() const { return time_; }

Animator::Layer* Animator::layerOf(std::int32_t id) {
  const auto found = std::find_if(layers_.begin(), layers_.end(), [id](const Layer& layer) { return layer.id == id; });
  return found == layers_.end() ? nullptr : &*found;
}

std::int32_t Animator::addLayer(std::int32_t clip, const LayerOptions& options) {
  SINEW_ASSERT(clip >= 0 && static_cast<std::size_t>(clip) < set_->clips.size());
  Layer layer{.id = nextLayer_++, .clip = clip, .time = 0, .options = options};
  layer.pose = layer.reference = set_->skeleton.rest;
  samplePose(set_->clips[static_cast<std::size_t>(clip)], set_->skeleton, 0, layer.reference);
  layers_.push_back(std::move(layer));
  return layers_.back().id;
}

std::int32_t Animator::addPoseLayer(std::span<const Transform> pose, const LayerOptions& options) {
  SINEW_ASSERT(pose.size() == set_->skeleton.size());
  Layer layer{.id = nextLayer_++, .clip = -1, .time = 0, .options = options};
  layer.pose.assign(pose.begin(), pose.end());
  layer.reference = set_->skeleton.rest;
  layers_.push_back(std::move(layer));
  return layers_.back().id;
}

void Animator::setLayerWeight(std::int32_t layer, float weight) {
  if (Layer* found = layerOf(layer)) found->options.weight = weight;
}

void Animator::removeLayer(std::int32_t layer) {
  std::erase_if(layers_, [layer](const Layer& one) { return one.id == layer; });
}

void Animator::reach(std::int32_t limb, const ReachGoal& goal) {
  SINEW_ASSERT(limb >= 0 && static_cast<std::size_t>(limb) < reaches_.size());
  if (limb >= 0 && static_cast<std::size_t>(limb) < reaches_.size()) setReach(reaches_[static_cast<std::size_t>(limb)], goal);
}

void Animator::release(std::int32_t limb) {
  SINEW_ASSERT(limb >= 0 && static_cast<std::size_t>(limb) < reaches_.size());
  if (limb >= 0 && static_cast<std::size_t>(limb) < reaches_.size()) releaseReach(reaches_[static_cast<std::size_t>(limb)]);
}

void Animator::setFeet(const FootOptions& options) { feetOptions_ = options; }

void Animator::clearFeet() {
  feetOptions_.reset();
  const std::size_t legs = feet_.feet.size();
  feet_ = {};
  feet_.feet.resize(legs);
}

bool Animator::setPhysicsPose(std::span<const Mat4> jointModelTransforms, std::span<const float> jointWeights) {
  const std::size_t joints = set_->skeleton.size();
  const bool counts = jointModelTransforms.size() == joints && jointWeights.size() == joints;
  const bool numbers = std::all_of(jointModelTransforms.begin(), jointModelTransforms.end(), [](const Mat4& m) { return isFinite(m); }) &&
                       std::none_of(jointWeights.begin(), jointWeights.end(), [](float w) { return std::isnan(w); });
  if (!counts || !numbers) {
    log(LogLevel::warning, counts ? "physics pose ignored: a transform or a weight is no number"
                                  : "physics pose ignored: it wants one transform and one weight a joint");
    return false;
  }
  for (std::size_t j = 0; j < joints; ++j) {
    const Affine affine = toAffine(jointModelTransforms[j]);
    physics_.target[j] = {rotationOf(affine.linear), affine.translation};
    physics_.weight[j] = std::clamp(jointWeights[j], 0.0f, 1.0f);
  }
  physics_.active = true;
  return true;
}

void Animator::clearPhysicsPose() { physics_.active = false; }
void Animator::setTopTranslation(TopTranslation top) { top_ = top; }
void Animator::setPaused(bool paused) { paused_ = paused; }
bool Animator::paused() const { return paused_; }

// ---------------------------------------------------------------------------------------------------------------------------- the clock

Animator::Advance Animator::advance(float dt) {
  if (paused_ || !(dt > 0) || !std::isfinite(dt)) return {};
  sinceCompose_ += dt;
  for (Layer& layer : layers_)
    if (layer.clip >= 0) layer.time = wrapped(set_->clips[static_cast<std::size_t>(layer.clip)], layer.time + dt * layer.options.speed);
  const Clip* clip = current();
  if (clip == nullptr) return {};

  const double from = time_, to = from + static_cast<double>(dt) * speed_;
  Advance out{.root = travelOf(*clip, from, to), .completions = completionsOf(*clip, from, to)};
  time_ = wrapped(*clip, to);

  // Travel of the clip before fades with its pose: what it was faster than this one, at this one's speed.
  constexpr float kMoment = 1e-4f;  // s; a rate over less is rounding
  const bool rated = dt > kMoment;
  if (fading_ && rated) {
    drift_ = lastRate_.translation - out.root.translation / dt;
    driftYaw_ = lastRate_.yaw - out.root.yaw / dt;
    driftRate_ = {};
    driftYawRate_ = 0;
    fading_ = false;
  }
  if (drift_ != Vec3{} || driftYaw_ != 0) {
    Vec3 yaw{driftYaw_, 0, 0}, yawRate{driftYawRate_, 0, 0};
    const Vec3 before = drift_;
    decay(drift_, driftRate_, halflife_, dt);
    decay(yaw, yawRate, halflife_, dt);
    const RootDelta fading{(before + drift_) * (0.5f * dt), 0.5f * (driftYaw_ + yaw.x) * dt};
    out.root = {out.root.translation + fading.translation, out.root.yaw + fading.yaw};
    driftYaw_ = yaw.x;
    driftYawRate_ = yawRate.x;
    constexpr float kGone = 1e-4f;  // m/s, rad/s
    if (length(drift_) < kGone && std::abs(driftYaw_) < kGone) {
      drift_ = driftRate_ = {};
      driftYaw_ = driftYawRate_ = 0;
    }
  }
  if (rated) lastRate_ = {out.root.translation / dt, out.root.yaw / dt};
  return out;
}

// ---------------------------------------------------------------------------------------------------------------------------- the stages

void Animator::compose(const Transform& worldFromModel, const Ground* ground) {
  if (paused_) return;
  const Skeleton& skeleton = set_->skeleton;
  const float dt = sinceCompose_;

  sample();
  transit();
  blendLayers();
  toModel(skeleton, animatedLocal_, animatedModel_);
  applyReaches(skeleton, set_->limbs, reaches_, dt, animatedLocal_, animatedModel_);
  if (feetOptions_ && ground != nullptr)
    plantFeet(skeleton, set_->limbs, *feetOptions_, {.ground = *ground, .worldFromModel = worldFromModel, .dt = dt}, feet_, animatedLocal_,
              animatedModel_);

  std::copy(animatedLocal_.begin(), animatedLocal_.end(), displayedLocal_.begin());
  std::copy(animatedModel_.begin(), animatedModel_.end(), displayedModel_.begin());
  blendPhysicsPose(skeleton, physics_, top_, displayedLocal_, displayedModel_);
  sinceCompose_ = 0;
  composed_ = true;
  matricesFresh_ = false;
}

/// The pose of the moment; without a clip the bind pose.
void Animator::sample() {
  if (const Clip* clip = current()) samplePose(*clip, set_->skeleton, static_cast<float>(time_), next_);
}

/// The pose of the clip before dies away on top of the new one; what comes out is the animation's own history.
void Animator::transit() {
  const float dt = sinceCompose_;
  animatedLocal_ = next_;
  if (starting_ && composed_) {
    // Both poses at the moment of the jump, and both a step earlier.
    const Clip& clip = *current();
    const double step = static_cast<double>(dt) * speed_, back = static_cast<double>(historyDt_) * speed_;
    samplePose(clip, set_->skeleton, static_cast<float>(wrapped(clip, time_ - step)), animatedLocal_);
    samplePose(clip, set_->skeleton, static_cast<float>(wrapped(clip, time_ - step - back)), nextBefore_);
    beginTransition(transition_, shown_, shownBefore_, animatedLocal_, nextBefore_, historyDt_);
    animatedLocal_ = next_;
  }
  starting_ = false;
  applyTransition(transition_, animatedLocal_, halflife_, dt);
  if (dt > 0 || !composed_) {
    shownBefore_.swap(shown_);
    historyDt_ = composed_ ? dt : 0;
  }
  shown_ = animatedLocal_;
}

void Animator::blendLayers() {
  for (Layer& layer : layers_) {
    if (layer.options.weight <= 0) continue;
    if (layer.clip >= 0)
      samplePose(set_->clips[static_cast<std::size_t>(layer.clip)], set_->skeleton, static_cast<float>(layer.time), layer.pose);
    blendLayer({.mode = layer.options.mode,
                .weight = layer.options.weight,
                .mask = layer.options.mask,
                .pose = layer.pose,
                .reference = layer.reference},
               animatedLocal_);
  }
}

// --------------------------------------------------------------------------------------------------------------------------------- reading

SkeletonInfo Animator::jointInfo() const { return {set_->skeleton.paths, set_->skeleton.parents, bind_}; }

std::span<const Mat4> Animator::jointModelTransforms() const {
  if (!composed_) return bind_;
  if (!matricesFresh_) {
    for (std::size_t j = 0; j < bind_.size(); ++j) {
      animatedMatrices_[j] = withScale(set_->skeleton, j, animatedModel_[j]);
      displayedMatrices_[j] = withScale(set_->skeleton, j, displayedModel_[j]);
    }
    matricesFresh_ = true;
  }
  return displayedMatrices_;
}

std::span<const Mat4> Animator::animatedJointModelTransforms() const {
  if (!composed_) return bind_;
  jointModelTransforms();
  return animatedMatrices_;
}

std::span<const Transform> Animator::displayedModel() const { return displayedModel_; }
std::span<const Transform> Animator::animatedModel() const { return animatedModel_; }
std::span<const Transform> Animator::displayedLocal() const { return displayedLocal_; }
std::span<const Transform> Animator::animatedLocal() const { return animatedLocal_; }

std::size_t Animator::bytes() const {
  const auto sizeOf = [](const auto&... all) { return (std::as_bytes(std::span(all)).size() + ...); };
  std::size_t sum = sizeof *this + sizeOf(layers_, transition_.offsets, reaches_, feet_.feet, physics_.target, physics_.weight) +
                    sizeOf(shown_, shownBefore_, next_, nextBefore_, animatedLocal_, animatedModel_, displayedLocal_, displayedModel_) +
                    sizeOf(bind_, animatedMatrices_, displayedMatrices_);
  for (const Layer& layer : layers_) sum += sizeOf(layer.pose, layer.reference, layer.options.mask);
  return sum;
}

}  // namespace sinew
