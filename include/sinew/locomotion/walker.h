#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <sinew/locomotion/collision.h>
#include <sinew/locomotion/gait.h>
#include <sinew/locomotion/ground.h>
#include <sinew/locomotion/shadow.h>
#include <sinew/ragdoll/character.h>

// A character that walks. One frame reads as one line:
//
//     demand -> gait -> travel -> ground -> collision -> compose (-> ragdoll)
//
// Where it is comes from its clips and from what is under it; nothing is integrated from forces. One that was given a body falls when it
// is knocked down: the body leads until it lies, then it gets up and walks on from there.

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
  float floor = 0;                  ///< m, model y of the ground that its idle stance stands on

  // Falling. Without clips to get up with, nobody falls.
  std::shared_ptr<const CharacterKind> character;  ///< plays the same clips; none: it has no body
  std::vector<Role> parts;                         ///< (partCount) of its body
  float fallSquared = 60;                          ///< (m/s)^2 of a crash beyond which the body falls; below it staggers
  float fallDamage = 0.95f;                        ///< damage that, when it is reached, fells once
};

struct WalkerOptions {
  std::optional<GaitTable> gait;  ///< default: the built-in one of the creature
  bool plantFeet = true;
  bool falls = true;  ///< make what a body needs: the kind's `character`
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
  const Ground* seen = nullptr;  ///< the terrain that is drawn, where it is not the one walked on; moves what is drawn alone
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
  bool fell = false;  ///< the body leads from the end of this frame on
  GroundHit ground;   ///< what it stands on
  Shadow shadow;
  float drawnLift = 0;  ///< m, to add to y when drawing
  int completions = 0;
};

class Walker {
 public:
  explicit Walker(std::shared_ptr<const WalkerKind> kind, const Transform& worldFromModel = {});

  /// Gives it a body in a world that holds the same level (`addLevel`). A kind without a `character` is `usage`.
  Result<void> embody(World& world);

  /// One frame. Events of the last frame are replaced. With a body: `step` for each walker (side by side, if wanted), then `drive` for
  /// each in order, the world's own step, and `read`. All three with the same dt.
  WalkerFrame step(const Place& place, const WalkerInput& input);
  void drive(float dt);
  void read(const Place& place, float dt);

  /// An impulse (N s) at the middle of a part, from the next `drive` on: the part gives way, and one that is large for the character
  /// makes it stagger or fall, as Character::hit. Without a body, with a part that is not there or with numbers that are none: nothing.
  void hit(std::int32_t part, const Vec3& impulse);
  /// Falls in the next `drive`; without a body nothing happens.
  void knockDown();

  const WalkerKind& kind() const { return *kind_; }
  Animator& animator() { return character_ ? character_->animator : animator_; }
  const Animator& animator() const { return character_ ? character_->animator : animator_; }
  const Character* character() const { return character_ ? &*character_ : nullptr; }  ///< none: it has no body
  Balance balance() const { return character_ ? character_->balance() : Balance::standing; }
  bool awake() const { return awake_; }  ///< its bodies are in the world
  const Gait& body() const { return body_; }
  const Gait& leg() const { return leg_; }
  std::span<const WalkEvent> events() const { return events_; }
  std::span<WalkEvent> events() { return events_; }
  const Transform& worldFromModel() const { return worldFromModel_; }  ///< as shown
  const Transform& worldFromFeet() const { return worldFromFeet_; }    ///< the same, on the ground
  const Vec3& velocity() const { return velocity_; }                   ///< m/s, of the last frame's move
  float heading() const;                                               ///< rad, yaw of its forward
  Bystander bystander(std::int32_t index) const;

  /// Puts it elsewhere, standing still. Not while its body leads.
  void place(const Transform& worldFromModel);
  /// Binds both channels to the crash state.
  void crash();

 private:
  void equip(Animator& animator);
  void walk(const Place& place, const WalkerInput& input, WalkerFrame& frame);
  void lead(const Place& place, const WalkerInput& input, WalkerFrame& frame);
  void remember();
  void wake(float dt);
  void sleep();
  void follow(const Place& place);
  void stand(const Transform& worldFromFeet);
  void carry(const Place& place);
  GroundHit rest(const Place& place, const WalkerInput& input);
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
  Transform worldFromModel_, worldFromFeet_;
  Vec3 velocity_;
  Vec3 residue_;  ///< m, of x and z, that rounding has kept from the place so far
  float twist_ = 0;
  std::int32_t twistLeft_ = -1, twistRight_ = -1;  ///< layers

  // Its body. It is in the world only while it is needed.
  struct Hit {
    std::int32_t part = 0;
    Vec3 impulse{};
  };
  std::optional<Character> character_;
  bool awake_ = false, falls_ = false;
  float damage_ = 0;                     ///< of the last frame
  float quiet_ = 0;                      ///< s without a hit, standing
  Vec3 thrown_;                          ///< m/s, that a fall begins with: what it meant to move at, on what it stood on
  Vec3 lag_;                             ///< m, level, of the pelvis' body from the node at the beginning of a fall
  Vec3 below_;                           ///< m/s, of what it lies on
  Transform worldBefore_;                ///< worldFromModel one frame ago ...
  std::vector<Transform> before_, now_;  ///< (jointCount) ... with its joints, model space; work space
  std::vector<Hit> hits_;
};

}  // namespace sinew
