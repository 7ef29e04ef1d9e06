#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sinew/physics/world.h>
#include <sinew/ragdoll/pose_map.h>
#include <sinew/ragdoll/ragdoll.h>

#include "actor.h"
#include "stroll.h"

namespace sinew::view {

/// What moves the character.
enum class Drive : std::uint8_t {
  pose,       ///< a clip, or the bind pose
  bodies,     ///< its bodies alone
  character,  ///< clips and bodies hand in hand
  walk,       ///< the keys, through a level
};

/// How strongly the joints hold the bind pose, and how the body meets the ground.
struct Tuning {
  float hertz = 0;  ///< of every joint's motor; 0: limp
  float dampingRatio = 1;
  float strength = 1;     ///< share of each joint's torque cap, [0, 5]
  float friction = 0.6f;  ///< [0, 2]
  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// One moment that the timeline can go back to.
struct Moment {
  float time = 0;                    ///< s since the session began
  std::vector<BodyState> states;     ///< (partCount)
  std::vector<float> angles;         ///< (partCount) rad, first angle of the joint above each part; 0 at the root
  float kinetic = 0, potential = 0;  ///< J
  float separation = 0;              ///< m, largest of all joints
};

/// One character being played with, without any drawing: what the panels read and call. Time moves in `advance` alone.
class Session {
 public:
  static constexpr float kStep = 1.0f / 60;  ///< s, of physics
  static constexpr float kHistory = 20;      ///< s that can be rewound

  /// Takes the character over. The manikin may be missing (a refused map): then there are no bodies, and only poses are shown.
  static Result<std::unique_ptr<Session>> create(Asset asset, Rig rig, std::optional<Manikin> manikin, Findings findings,
                                                 std::string_view world);

  const Asset& asset() const { return asset_; }
  const Rig& rig() const { return rig_; }
  const Manikin* manikin() const { return manikin_ ? &*manikin_ : nullptr; }
  const Findings& findings() const { return findings_; }
  World* world() { return world_.get(); }

  // Playing.
  Drive drive() const { return drive_; }
  bool playing = true;
  float speed = 1;     ///< of time; 0.1 is slow motion
  int clip = -1;       ///< index into the asset's clips; -1: bind pose
  float clipTime = 0;  ///< s
  /// Moves time on by `dt` real seconds where it plays.
  void advance(float dt);
  /// One step of physics, or 1/60 s of the clip, also while it does not play.
  void stepOnce();

  // Bodies.
  void toPose();                                                             ///< back to clip or bind pose
  void drop(float height);                                                   ///< m over the ground, from the pose shown now
  void push(std::size_t part, const Vec3& pointWorld, const Vec3& impulse);  ///< N s
  /// A spring from a point of a body to `targetWorld`; call it each frame while the mouse is held. A character reaches for it instead,
  /// where the part ends a limb.
  void drag(std::size_t part, const Vec3& grabPart, const Vec3& targetWorld);
  void endDrag();
  const Tuning& tuning() const { return tuning_; }
  void tune(const Tuning& tuning);

  // A character with a body, and a walk through a level.
  void act();  ///< plays with a body, standing at the origin
  Actor* actor() { return drive_ == Drive::character ? actor_.get() : nullptr; }
  /// Makes the level ready to be walked through, and begins. A body that cannot walk is an error.
  Result<void> enter(Level level);
  bool hasLevel() const { return stroll_ != nullptr; }
  void walk();  ///< from the level's start; nothing where there is no level
  Stroll* stroll() { return drive_ == Drive::walk ? stroll_.get() : nullptr; }
  ControlInput controls;  ///< what is held down: read by every step of a walk

  /// First part that a ray meets; none where it meets nothing.
  struct Pick {
    std::size_t part = 0;
    Vec3 point;  ///< m, world
  };
  std::optional<Pick> pick(const Vec3& from, const Vec3& to) const;

  // Timeline.
  const std::deque<Moment>& history() const { return history_; }
  /// Shows a moment of the past and stops playing; the next step goes on from there and forgets what came after.
  void rewind(std::size_t moment);
  std::size_t shown() const { return shown_; }

  // What is drawn.
  const std::vector<Transform>& worldFromJoint() const { return worldFromJoint_; }  ///< (jointCount)
  const std::vector<Transform>& worldFromPart() const { return worldFromPart_; }    ///< (partCount)
  /// The world has its up on +Y and its floor at y = 0, wherever the rig has them.
  const Transform& worldFromModel() const { return worldFromModel_; }
  /// Where the character stands now: what a camera follows.
  Transform place() const;
  float time() const { return time_; }
  std::uint64_t stateHash() const { return world_ ? world_->stateHash() : 0; }

 private:
  Session() = default;
  void showPose();
  void showBodies();
  void showCharacter();
  void showWalk();
  void stepBodies();
  Moment measure() const;

  Asset asset_;
  Rig rig_;
  std::optional<Manikin> manikin_;
  Findings findings_;
  std::unique_ptr<World> world_;
  Ragdoll ragdoll_;
  PoseMap map_;
  std::string worldName_;
  std::unique_ptr<Actor> actor_;
  std::unique_ptr<Stroll> stroll_;
  Transform worldFromModel_;
  Drive drive_ = Drive::pose;
  Tuning tuning_;
  float time_ = 0, accumulator_ = 0;
  bool dragging_ = false;
  std::size_t dragged_ = 0;
  std::deque<Moment> history_;
  std::size_t shown_ = 0;
  std::vector<Transform> worldFromJoint_, worldFromPart_, localPose_, modelFromJoint_;
};

}  // namespace sinew::view
