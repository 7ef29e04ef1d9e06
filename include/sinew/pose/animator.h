#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <sinew/base/ground.h>
#include <sinew/pose/clip.h>
#include <sinew/pose/ik.h>
#include <sinew/pose/inertialize.h>
#include <sinew/pose/layers.h>
#include <sinew/pose/physics_pose.h>
#include <sinew/pose/root_motion.h>

// One character's animation. `advance` is the only place where clip time moves; `compose` makes the poses of that moment:
//
//     sample -> transition -> layers -> reach -> feet -> [animated pose] -> physics pose -> displayed pose

namespace sinew {

/// What all characters of a kind share. Immutable.
struct AnimationSet {
  Skeleton skeleton{};
  std::vector<Clip> clips;
  Limbs limbs{};

  std::int32_t clipOf(std::string_view name) const;  ///< exact, else without case; -1 where there is none
};

struct SkeletonInfo {
  std::span<const std::string> jointPaths;      ///< (jointCount) parents before children
  std::span<const std::int32_t> parentIndices;  ///< -1 for a parentless joint
  std::span<const Mat4> bindModelTransforms;    ///< (jointCount) model space
};

struct PlayOptions {
  float halflife = 0.1f;  ///< s, of the transition; 0 cuts
  float speed = 1;        ///< of clip time; negative plays backward
  double time = 0;        ///< s, where to start
};

struct LayerOptions {
  LayerMode mode = LayerMode::override;
  float weight = 1;
  float speed = 1;
  std::vector<float> mask;  ///< (jointCount) or empty
};

class Animator {
 public:
  explicit Animator(std::shared_ptr<const AnimationSet> set);

  const AnimationSet& set() const { return *set_; }

  // What plays. The clip that already plays is left alone by `play`; `jump` moves to any moment of any clip (motion matching).
  void play(std::int32_t clip, const PlayOptions& options = {});
  void jump(std::int32_t clip, double time, float halflife = 0.1f);
  void setSpeed(float speed);
  std::int32_t clip() const;
  double time() const;  ///< s, wrapped into the clip

  // Layers run in the order they were added, over what plays. Their time moves in `advance` as well.
  std::int32_t addLayer(std::int32_t clip, const LayerOptions& options);
  std::int32_t addPoseLayer(std::span<const Transform> pose, const LayerOptions& options);
  void setLayerWeight(std::int32_t layer, float weight);
  void removeLayer(std::int32_t layer);

  // Limbs count as in Limbs: arms first, then legs.
  void reach(std::int32_t limb, const ReachGoal& goal);
  void release(std::int32_t limb);
  void setFeet(const FootOptions& options);  ///< foot planting on; needs a ground in `compose`
  void clearFeet();

  // The physics pose, as a plugin hands it in: stays in effect until cleared. Wrong counts, weights or transforms that are not
  // finite: ignored and logged, false.
  bool setPhysicsPose(std::span<const Mat4> jointModelTransforms, std::span<const float> jointWeights);
  void clearPhysicsPose();
  void setTopTranslation(TopTranslation top);

  void setPaused(bool paused);
  bool paused() const;

  /// Moves clip time. The root's displacement of this step; completions of the clip that plays.
  struct Advance {
    RootDelta root;
    int completions = 0;
  };
  Advance advance(float dt);

  /// Makes the poses. Without a ground feet stay as animated. A paused animator keeps what it showed.
  void compose(const Transform& worldFromModel = {}, const Ground* ground = nullptr);

  SkeletonInfo jointInfo() const;
  /// On screen, rest scale included. The bind pose before the first update.
  std::span<const Mat4> jointModelTransforms() const;
  /// Before the physics pose.
  std::span<const Mat4> animatedJointModelTransforms() const;
  // The same as rigid transforms, for our own stages. (jointCount)
  std::span<const Transform> displayedModel() const;
  std::span<const Transform> animatedModel() const;
  std::span<const Transform> displayedLocal() const;
  std::span<const Transform> animatedLocal() const;

  /// Of everything that a copy takes along.
  std::size_t bytes() const;

 private:
  struct Layer {
    std::int32_t id = 0, clip = -1;
    double time = 0;
    LayerOptions options{};
    std::vector<Transform> pose{}, reference{};  ///< (jointCount); of a clip: sampled anew every frame
  };
  Layer* layerOf(std::int32_t id);
  const Clip* current() const;
  void sample();
  void transit();
  void blendLayers();

  std::shared_ptr<const AnimationSet> set_;

  // What plays.
  std::int32_t clip_ = -1;
  double time_ = 0;
  float speed_ = 1;
  std::vector<Layer> layers_;
  std::int32_t nextLayer_ = 0;

  // The transition that is under way.
  Inertializer transition_;
  float halflife_ = 0;
  bool starting_ = false;                  ///< begun, and not composed yet
  bool fading_ = false;                    ///< begun, and not advanced yet: its travel is not known
  Vec3 drift_{}, driftRate_{};             ///< m/s: what the root travels faster than the new clip, dying away
  float driftYaw_ = 0, driftYawRate_ = 0;  ///< rad/s
  RootDelta lastRate_{};                   ///< a second, of the last advance

  // Stages with a memory.
  std::vector<ReachState> reaches_;
  std::optional<FootOptions> feetOptions_;
  FeetState feet_;
  PhysicsPose physics_;
  TopTranslation top_ = TopTranslation::parentAtZero;
  bool paused_ = false, composed_ = false;
  float sinceCompose_ = 0;  ///< s

  // Poses, (jointCount) each. History holds the animation alone: physics, layers and IK never enter it.
  std::vector<Transform> shown_, shownBefore_, next_, nextBefore_;
  float historyDt_ = 0;  ///< s between shownBefore_ and shown_; 0: there is no history
  std::vector<Transform> animatedLocal_, animatedModel_, displayedLocal_, displayedModel_;
  std::vector<Mat4> bind_;
  mutable std::vector<Mat4> animatedMatrices_, displayedMatrices_;
  mutable bool matricesFresh_ = false;
};

}  // namespace sinew
