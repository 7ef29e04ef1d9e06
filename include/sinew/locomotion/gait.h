#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sinew/base/finding.h>
#include <sinew/base/result.h>
#include <sinew/locomotion/controls.h>
#include <sinew/locomotion/sequence.h>

// The gait machine is data: states that play stretches of clips, and transitions between them under conditions. A table is text (JSON,
// docs/gait.schema.json); bound to a character's clips it becomes a GaitSet with measured speeds; a Gait is where one character is.

namespace sinew {

/// What a condition may ask about.
enum class GaitQuantity : std::uint8_t {
  demand,  ///< m/s wanted along the heading, capped by the gait table
  pace,    ///< m/s, the cycle speed now
  turn,    ///< [-1, 1] wanted
  damage,  ///< [0, 1]
  impact,  ///< 1 in the frame of a crash, else 0
  down,    ///< 1 while the body lies or falls as a ragdoll, else 0
  time,    ///< s in this state
};
std::string_view nameOf(GaitQuantity quantity);

enum class Comparison : std::uint8_t { less, lessEqual, greater, greaterEqual };

/// A speed of the table: a number (m/s) or a share of a measured cap.
enum class GaitCap : std::uint8_t { none, walk, run, reverse, gimp };
std::string_view nameOf(GaitCap cap);
struct GaitSpeed {
  GaitCap cap = GaitCap::none;
  float factor = 0;  ///< times the cap; the number itself where there is none
};

struct GaitCondition {
  GaitQuantity quantity = GaitQuantity::demand;
  Comparison comparison = Comparison::greater;
  GaitSpeed value{};
};

/// What sets the speed of a state's clip.
enum class GaitDrive : std::uint8_t {
  clock,  ///< its own
  pace,   ///< the cycle speed over the clip's stride speed: feet stand where they step
  turn,   ///< the turn wanted over the clip's own turn rate
};

struct GaitState {
  std::string name;
  std::int32_t number = -1;        ///< a stable id; -1 where it has none
  std::vector<std::string> clips;  ///< the first one that is there is played; none named: a pose is held
  float from = 0, to = 1;  ///< shares of the clip, from the left foot's touch-down for states driven by pace; to < from plays backward
  GaitDrive drive = GaitDrive::clock;
  GaitSpeed slowest{}, fastest{};  ///< the pace that this state walks at
  std::string instead;             ///< the state to enter where no clip of this one is there; "": transitions here are left out
};

struct GaitTransition {
  std::vector<std::string> from;  ///< state names; empty: from any other
  std::string to;
  bool atEnd = false;               ///< when the stretch is over; else at once
  std::vector<GaitCondition> when;  ///< all of them
  float halflife = 0.1f;            ///< s, of the transition in the pose
};

struct GaitTable {
  std::string name;
  std::string start;          ///< where everyone begins
  std::string crash;          ///< what a knockdown binds both channels to
  float acceleration = 2.5f;  ///< m/s2, at which the pace follows the demand; the same for all sizes, as gravity is
  float turnRate = 2.0f;      ///< rad/s at full turn
  std::vector<GaitState> states;
  std::vector<GaitTransition> transitions;  ///< the first that applies wins
};

/// JSON to table. Unknown names, states or quantities are errors that name the place.
Result<GaitTable> readGait(std::string_view json);
std::string writeGait(const GaitTable& table);
/// "biped" or "quadruped"; anything else is a usage error.
Result<GaitTable> builtInGait(std::string_view name);
/// Graphviz text of the machine.
std::string gaitGraph(const GaitTable& table);

// ------------------------------------------------------------------------------------------------------------------------ bound to clips

struct BoundState {
  std::int32_t state = -1;  ///< index into GaitTable::states
  Stretch stretch{};
  float strideSpeed = 0;           ///< m/s of its clip, along the heading
  float clipTurn = 0;              ///< rad/s of its clip
  float slowest = 0, fastest = 0;  ///< m/s
};
struct BoundTransition {
  std::int32_t to = -1;  ///< index into GaitSet::states
  bool atEnd = false;
  std::vector<GaitCondition> when;  ///< values are numbers now
  float halflife = 0.1f;
};

/// A table bound to one kind of character. Immutable.
struct GaitSet {
  GaitTable table;
  std::vector<BoundState> states;
  std::vector<std::vector<BoundTransition>> transitions;  ///< (stateCount), in the table's order
  std::int32_t start = 0, crash = -1;
  float walkSpeed = 0, runSpeed = 0, reverseSpeed = 0, gimpSpeed = 0;  ///< m/s, > 0: caps, measured
  float topSpeed = 0, backSpeed = 0;                                   ///< m/s, > 0: what a demand of 1 and of -1 stands for
};

/// Finds every state's clip, measures strides and caps along `forward` (unit, model space, level), leaves out or replaces what has no clip
/// (each with a note). A set without a clip for the start or without one to walk with is an error.
Result<GaitSet> bindGait(const GaitTable& table, const AnimationSet& set, const Vec3& forward, Findings& findings);

/// m/s along `forward`, signed, of the clip's root track; 0 where it does not travel.
float strideSpeedOf(const Clip& clip, const Vec3& forward);
/// m/s at which a clip that stays in place should travel, so that its standing feet stand: how fast the lower foot goes back.
float standingSpeedOf(const Clip& clip, const Skeleton& skeleton, const Limbs& limbs, const Vec3& forward);
/// Share of the clip at which the left foot touches down: where it is furthest ahead of the right one.
float touchDownOf(const Clip& clip, const Skeleton& skeleton, const Limbs& limbs, const Vec3& forward);
/// Gives a clip that stays in place a root track of that speed.
void giveTravel(Clip& clip, float speed, const Vec3& forward);

// --------------------------------------------------------------------------------------------------------------------- one character's
// gait

/// One channel. LEG runs ahead of the demand locally, BODY is what is shown and what travels; both are of this type.
struct Gait {
  std::int32_t state = -1;  ///< index into GaitSet::states; -1 before the first step
  Sequence sequence{};
  float pace = 0;  ///< m/s, signed: the cycle speed
  float time = 0;  ///< s in this state
  std::uint64_t completions = 0;
};

struct GaitInput {
  Demand demand{};
  float damage = 0;     ///< [0, 1]
  bool impact = false;  ///< a crash happened
  bool down = false;    ///< the body is a ragdoll's
  float dt = 0;         ///< s
};

struct GaitStep {
  RootDelta travel{};   ///< x, z and yaw of this frame
  int completions = 0;  ///< stretches that ended in it
};

/// One frame: transitions, pace, clip. Leftover time of a stretch flows into the next one.
GaitStep stepGait(const GaitSet& set, const AnimationSet& animation, Gait& gait, const GaitInput& input, Animator* shown);

/// Puts a channel into a state at once.
void bindState(const GaitSet& set, const AnimationSet& animation, Gait& gait, std::int32_t state, float halflife, Animator* shown);

/// Index of a state by name, or -1.
std::int32_t stateOf(const GaitSet& set, std::string_view name);
std::string_view stateName(const GaitSet& set, const Gait& gait);

}  // namespace sinew
