#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <sinew/locomotion/collision.h>
#include <sinew/locomotion/gait.h>
#include <sinew/locomotion/ground.h>
#include <sinew/locomotion/shadow.h>

// A character that walks. One frame reads as one line:
//
//     demand -> gait -> travel -> ground -> collision -> compose
//
// Where it is comes from its clips and from what is under it; nothing is integrated from forces.

namespace sinew {

/// What all walkers of a kind share. Immutable.
struct WalkerKind {
  std::shared_ptr<const AnimationSet> animation;
  GaitSet gait;
  Vec3 forward{0, 0, 1};  ///< unit, level, model space
  Volume volume;          ///< of the trunk and the legs, its floor raised by the lift
  SnapSettings snap;
  CollisionSettings collision;
  ShadowSettings shadow;
  std::optional<FootOptions> feet;  ///< none: feet stay as the clips have them
  std::int32_t torso = -1;          ///< the joint that twists
  float mostTwist = 1.2f;           ///< rad
  float height = 1.75f;             ///< m
};

struct WalkerOptions {
  std::optional<GaitTable> gait;  ///< default: the built-in one of the creature
  bool plantFeet = true;
};

/// Clips (the file's own, built-in ones for what lacks), gait, volume and thresholds scaled to the body. What was derived or left out is
/// noted.
Result<std::shared_ptr<const WalkerKind>> walkerKindOf(const Asset& asset, const Rig& rig, const Manikin& manikin,
                                                       const WalkerOptions& options, Findings& findings);

/// Where it walks: one level, as it stands this frame. `ground` is what feet and snap ask: the level's own tree, a world, a function.
struct Place {
  const Level& level;
  const LevelState& state;
  const BoxTree& tree;
  const Ground& ground;
};

struct WalkerInput {
  Demand demand;
  float damage = 0;                     ///< [0, 1]
  bool down = false;                    ///< its body is a ragdoll's now: it stays where it is put
  std::span<const Bystander> others{};  ///< near it, as they stood at the start of the frame
  float dt = 0;                         ///< s
};

struct WalkerFrame {
  RootDelta travel;  ///< what the clip wanted
  bool rejected = false, crashed = false;
  GroundHit ground;  ///< what it stands on
  Shadow shadow;
  float drawnLift = 0;  ///< m, to add to y when drawing
  int completions = 0;
};

class Walker {
 public:
  explicit Walker(std::shared_ptr<const WalkerKind> kind, const Transform& worldFromModel = {});

  /// One frame. Events of the last frame are replaced.
  WalkerFrame step(const Place& place, const WalkerInput& input);

  const WalkerKind& kind() const { return *kind_; }
  Animator& animator() { return animator_; }
  const Animator& animator() const { return animator_; }
  const Gait& body() const { return body_; }
  const Gait& leg() const { return leg_; }
  std::span<const WalkEvent> events() const { return events_; }
  std::span<WalkEvent> events() { return events_; }
  const Transform& worldFromModel() const { return worldFromModel_; }
  const Vec3& velocity() const { return velocity_; }  ///< m/s, of the last frame's move
  float heading() const;                              ///< rad, yaw of its forward
  Bystander bystander(std::int32_t index) const;

  /// Puts it elsewhere, standing still.
  void place(const Transform& worldFromModel);
  /// Binds both channels to the crash state.
  void crash();

 private:
  void carry(const Place& place);
  GroundHit travel(const Place& place, const WalkerInput& input, const RootDelta& delta, WalkerFrame& frame);
  void twist(float torso, float dt);

  std::shared_ptr<const WalkerKind> kind_;
  Animator animator_;
  Gait body_, leg_;
  CollisionState collision_;
  CollisionScratch scratch_;
  ShadowState shadow_;
  DrawnHeight drawn_;
  std::vector<WalkEvent> events_;
  Transform worldFromModel_;
  Vec3 velocity_;
  Vec3 residue_;  ///< m, of x and z, that rounding has kept from the place so far
  float twist_ = 0;
  std::int32_t twistLeft_ = -1, twistRight_ = -1;  ///< layers
};

}  // namespace sinew
