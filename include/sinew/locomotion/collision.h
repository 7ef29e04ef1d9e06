#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <sinew/locomotion/box_tree.h>

// After the snap: what does the moved volume touch? What crushes is crushed and the move stands; what blocks rejects the whole frame's
// move. Nothing slides unless asked to.

namespace sinew {

/// A walker's collision box in its model space (x left, y up, z ahead), with its floor raised by the lift: what a foot can step on never
/// blocks.
struct Volume {
  Vec3 low{}, high{};  ///< m
};
Hull hullOf(const Volume& volume, const Transform& worldFromModel);

/// Least penetration of two convex hulls, by separating axes (Gottschalk, Lin, Manocha 1996): faces of both and products of edges.
struct Overlap {
  bool hit = false;
  float depth = 0;  ///< m, >= 0
  Vec3 normal{};    ///< unit: the way `a` leaves `b` soonest
};
Overlap overlapOf(const Hull& a, const Hull& b);
/// The same, but along the level alone: how far `a` has to walk to leave `b`, and which way. Nobody leaves a wall upward.
Overlap levelOverlapOf(const Hull& a, const Hull& b);

enum class WallRule : std::uint8_t { reject, slide };

struct CollisionSettings {
  WallRule walls = WallRule::reject;
  float restitution = 0;    ///< [0, 1]
  float crashSquared = 40;  ///< (m/s)^2 of impact beyond which the walker goes down
  float rearm = 0.4f;       ///< s without contact before the next crash may be
  float margin = 0.1f;      ///< m: nearer than this a contact goes on
  float crushDamage = 1;    ///< of a crush event, for the host
};

/// The thresholds grow with the body as its own speeds do: squares of speeds with its length (Froude). Written for a machine ten metres
/// tall.
CollisionSettings collisionForHeight(float height);

struct CollisionState {
  float sinceContact = std::numeric_limits<float>::infinity();  ///< s
  bool armed = true;                                            ///< the next hard impact is a crash
  bool held = false;                                            ///< the last move was rejected: whoever has not moved does not hit hard
  std::vector<std::int32_t> inside{};                           ///< triggers, by solid index, ascending
};

enum class WalkEventType : std::uint8_t {
  crushed,
  blocked,
  crashed,
  entered,
  left,
  fell,  ///< its body leads from here ...
  rose,  ///< ... to here, where it stands again
};
std::string_view nameOf(WalkEventType type);

struct WalkEvent {
  WalkEventType type = WalkEventType::blocked;
  std::int32_t solid = -1;   ///< index into Level::solids, or -1
  std::int32_t walker = -1;  ///< index of the other walker, or -1
  Vec3 normal{};             ///< unit, away from what was met
  float impactSquared = 0;   ///< (m/s)^2
  float damage = 0;
};

/// Another walker, as it stood at the start of the frame.
struct Bystander {
  Hull hull{};
  Aabb bounds{};
  Vec3 velocity{};  ///< m/s
  std::int32_t walker = -1;
};

struct CollisionInput {
  const Level& level;
  const LevelState& state;
  const BoxTree& tree;
  std::span<const Bystander> others;  ///< without the walker itself
  Volume volume{};
  Transform before{};  ///< worldFromModel at the start of the frame (carried by what it stands on)
  Transform after{};   ///< moved, turned and snapped
  Vec3 velocity{};     ///< m/s, of this frame's move
  float dt = 0;        ///< s
};

struct CollisionResult {
  Transform worldFromModel{};  ///< `after`, or where the walker stays: turned, but not moved
  Vec3 velocity{};             ///< m/s after the bounce: v - (1 + e) (v . n) n where it runs into n
  bool rejected = false;
  bool crashed = false;
};

/// Collect, classify, reject or let stand, bounce. A move that makes no overlap deeper always stands: who got into a wall can leave it.
/// Nor does the ledge block that it has just walked off: the walker stands in its face then, and can only go on.
/// Events are appended; `scratch` is work space.
struct CollisionScratch {
  std::vector<std::int32_t> solids, triggers;
};
CollisionResult collide(const CollisionInput& input, const CollisionSettings& settings, CollisionState& state, CollisionScratch& scratch,
                        std::vector<WalkEvent>& events);

/// Breaks what was crushed; a solid that two walkers crushed in one frame counts once: later events lose their damage. In order.
void applyCrushes(LevelState& state, std::span<WalkEvent> events);

}  // namespace sinew
