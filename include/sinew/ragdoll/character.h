#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <sinew/asset/asset.h>
#include <sinew/pose/animator.h>
#include <sinew/ragdoll/ragdoll.h>

// Animation and body of one character, hand in hand. Four calls a frame, each through the public calls of Animator and Ragdoll alone:
//
//     advance(dt)      clip time and travel                 animator.advance
//     compose(ground)  poses of this moment                 animator.compose, with the bodies of the last step
//     drive(dt)        animated pose -> bodies              ragdoll.drive
//     world.step(dt)
//     read(dt)         bodies -> physics pose, reactions    ragdoll.readModel, animator.setPhysicsPose

namespace sinew {

/// What all characters of a kind share. Immutable.
struct CharacterKind {
  std::shared_ptr<const AnimationSet> animation;
  std::shared_ptr<const RagdollModel> body;
  std::vector<std::uint8_t> between;  ///< (jointCount) no body, but one below: drawn with the part above
  std::vector<std::uint8_t> carries;  ///< (bodyCount) pelvis and legs: they stand, and do not give way while it stands
  std::int32_t trunk = 0;             ///< part whose front tells how it lies: chest, or what comes nearest
  Vec3 trunkFront{0, 0, 1};           ///< unit, in that part's frame
  Vec3 trunkUp{0, 1, 0};              ///< unit, toward the head, in that part's frame
  float mass = 0, stature = 0;        ///< kg, m
  float floor = 0;                    ///< m, model y of the ground under its clips
  std::int32_t idle = -1, stagger = -1, getUpFront = -1, getUpBack = -1;  ///< clips; -1: none
};

/// The file's own clips, and built-in ones for what it lacks.
std::shared_ptr<const CharacterKind> characterKindOf(const Asset& asset, const Rig& rig, const Manikin& manikin, Findings& findings);

enum class Balance : std::uint8_t {
  standing,    ///< animation leads; parts that were hit give way and recover
  staggering,  ///< the same, and the stagger clip plays
  falling,     ///< bodies lead
  lying,       ///< slow; waits to get up
  easing,      ///< the drawn pose goes over into the first one of the get-up clip
  gettingUp,   ///< the get-up clip plays
};
std::string_view nameOf(Balance balance);

struct ReactionOptions {
  float staggerSpeed = 0.35f;        ///< m/s: impulse over the character's mass
  float fallSpeed = 1.0f;            ///< m/s, likewise
  float recovery = 0.25f;            ///< s, in which half of a hit's effect is gone
  float spread = 0.6f;               ///< what of it a neighbour feels
  float slow = 0.25f;                ///< m/s, of the pelvis: below it the character lies
  float slowTime = 0.4f;             ///< s, for how long
  float fallTime = 0.6f;             ///< s, of a fall at least
  float restTime = 0.5f;             ///< s, lying, before it gets up
  float easeRate = radians(120.0f);  ///< rad/s, no joint faster than this while it eases
  float easeTime = 0.3f;             ///< s, at least
  float limpMuscle = 0.0005f;        ///< of a falling body
  float leash = 0.3f;                ///< m, level, that the animated pelvis and its body may be apart; the node goes after the body
  bool getsUp = true;                ///< false: who lies stays there, and costs nearly nothing once asleep
};

/// One change of balance.
struct CharacterEvent {
  Balance from = Balance::standing, to = Balance::standing;
};

struct CharacterSnapshot;

class Character {
 public:
  static Result<Character> build(World& world, const std::shared_ptr<const CharacterKind>& kind, const Transform& worldFromModel = {},
                                 const ReactionOptions& options = {});

  Animator animator;
  Ragdoll ragdoll;
  Transform worldFromModel{};
  ReactionOptions options{};
  Vec3 groundVelocity{};  ///< m/s, of what it lies on: slow is slow upon that
  /// (bodyCount) How each part follows while it stands and is not hit: kinematic at first, as animated to the last bit. Free to change:
  /// a limp leg, a powered arm, a whole body that is pinned to its animation. Falls and get-ups leave it aside.
  std::vector<PartDrive> stance{};

  Animator::Advance advance(float dt);
  void compose(const Ground* ground = nullptr);
  void drive(float dt);
  void read(float dt);

  /// An impulse (N s) on a part at a point in the world. It gives way, its neighbours less, and all recover; one that is large
  /// for the character makes it stagger or fall. Takes effect in the next `drive`.
  void hit(std::int32_t part, const Vec3& impulse, const Vec3& pointWorld);
  /// Falls without being pushed.
  void knockOut();

  Balance balance() const { return balance_; }
  bool onItsFront() const { return onFront_; }                        ///< of the last fall
  float easeTime() const { return easeTime_; }                        ///< s, of the last ease
  std::span<const CharacterEvent> events() const { return events_; }  ///< told by the last `read`: all since the one before
  /// (bodyCount) N s, of the last step, with what is not itself. Gathered when asked for, from `read` until the world's next step.
  std::span<const float> contactImpulses() const;

  const CharacterKind& kind() const { return *kind_; }

  /// All that it needs to go on as it would have, bit by bit where the world's traits promise so. A snapshot of another character, or
  /// one that the world refuses, is an error and changes nothing.
  CharacterSnapshot snapshot() const;
  Result<void> restore(const CharacterSnapshot& snapshot);

 private:
  Character(std::shared_ptr<const CharacterKind> kind, Ragdoll built);
  struct Hit {
    std::int32_t part = 0;
    Vec3 impulse{}, point{};
  };
  void enter(Balance next);
  bool down() const { return balance_ == Balance::falling || balance_ == Balance::lying; }
  bool atRest() const { return asleep_ > kShown; }
  void setWeights();
  void holdLeash();
  void applyHits();
  void readContacts() const;
  void handOver();
  void fall(float dt);
  void lie(float dt);
  void startGetUp();
  bool roomAbove(const Vec3& pelvis) const;
  void ease();

  std::shared_ptr<const CharacterKind> kind_;
  Balance balance_ = Balance::standing;
  float time_ = 0;      ///< s in this balance
  float slow_ = 0;      ///< s below the slow speed
  float easeTime_ = 0;  ///< s
  static constexpr int kShown = 3;
  int asleep_ = 0;  ///< frames that the bodies have slept where they lie; after kShown the drawn pose is that of the bodies
  bool onFront_ = false;
  std::int32_t clipBefore_ = -1;
  std::uint32_t lowestId_ = 0, highestId_ = 0;  ///< indices of its bodies
  std::vector<float> shock_;                    ///< (bodyCount) [0, 1]
  std::vector<Hit> hits_;
  std::vector<CharacterEvent> events_, happened_;
  mutable std::vector<float> contactImpulses_;
  mutable bool contactsRead_ = true;
  std::vector<Transform> joints_, local_, model_, eased_;  ///< (jointCount)
  std::vector<Mat4> matrices_;
  std::vector<float> weights_;
};

/// A character with its bodies at one moment.
struct CharacterSnapshot {
  Character character;
  std::vector<std::byte> bodies;  ///< the articulation's, as World::snapshot
  std::size_t bytes = 0;          ///< of all of it
};

}  // namespace sinew
