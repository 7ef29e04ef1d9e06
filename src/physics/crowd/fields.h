#pragma once

#include <cstdint>

#include "physics/crowd/matrix.h"

// Memory of a block: characters of one kind, one a lane.
//
//   block    | BodyLanes x bodies | JointLanes x bodies | PairLanes x pairs | SlotLanes x slots | WholeLanes |
//   a field  | W floats: character 0, 1, ... W-1 |                                  (joint i binds body i to its parent; 0 is unused)
//   scratch  | BodyWork, Link, JointWork, ReachWork x bodies | PairWork x pairs | SlotWork x slots |     of a worker, or of a coupled block
//
// Every struct holds nothing but T, so that lane l of field f of a struct is one float at a fixed place: the world reads and writes
// whole characters as structs of plain floats (block.h), and kernels see the same memory as structs of Lane<W>.
//
// A body is kept about its centre of mass, in the axes of its principal inertia.

namespace sinew::crowd {

inline constexpr int kMaxWidth = 16;

template <class T>
struct BodyLanes {
  // State.
  Vec3T<T> place;           ///< m, centre of mass
  QuatT<T> turn;            ///< world from principal axes
  Vec3T<T> velocity, spin;  ///< m/s, rad/s, world
  // What it is.
  T dynamic{0};  ///< 1, or 0 of a kinematic one
  T mass{1}, inverseMass{1};
  Vec3T<T> inertia{T(1), T(1), T(1)}, inverseInertia{T(1), T(1), T(1)};
  T linearDamping{0}, angularDamping{0};  ///< 1/s
  Vec3T<T> end0, end1;                    ///< m, ends of a capsule's segment (equal of a sphere); of a box its centre
  T radius{T(0.1f)};                      ///< m; of a box 0
  T reach{T(0.1f)};                       ///< m, of the shape from its segment
  T friction{0}, restitution{0};
  T ground{1};  ///< 1 where it meets the ground
};

template <class T>
struct JointLanes {
  Vec3T<T> parentAnchor, childAnchor;  ///< m, in the bodies' principal axes
  QuatT<T> parentFrame, childFrame;
  T enabled{1}, limited{0};
  T twistLow{0}, twistHigh{0}, swing1Low{0}, swing1High{0}, swing2Low{0}, swing2High{0};  ///< rad
  SymT<T> inertia;  ///< kg m2, composite, about the joint, in the child's principal axes; of a hinge xx is about its axis
  T damping{0};     ///< 1/s
  // Motor.
  T hertz{0}, ratio{0}, cap{0};  ///< Hz, 1, N m
  QuatT<T> target;
  Vec3T<T> targetSpin;  ///< rad/s, parent's joint frame
  // State.
  Vec3T<T> motorSum;             ///< N m s over the step, parent's joint frame
  T saturated{0};                ///< whether the cap was met in the step
  T twistLoad{0}, swingLoad{0};  ///< N m s, what the limits bore in the last sub-step; negative where they held back
};

/// Two parts of one character that may touch.
template <class T>
struct PairLanes {
  T on{0};
  Vec3T<T> impulse;  ///< N s: along the normal, and two tangents
};

/// A place where a part may touch the ground.
template <class T>
struct SlotLanes {
  Vec3T<T> impulse;  ///< N s: along the normal, and two tangents
  Vec3T<T> normal;   ///< to which it belongs
};

/// A character as a whole.
template <class T>
struct WholeLanes {
  T live{0};                  ///< 1 where the lane is used, on and awake
  T heft{1};                  ///< kg
  Vec3T<T> lowest, highest;   ///< m, world, around all parts and where their speed takes them in the step
  T fastest{0}, spinning{0};  ///< greatest squared speed and spin of a part, after the step
  T struck{0};                ///< 1 after a blow from outside, until the joints have answered it
  T burst{0};                 ///< 1 where numbers are no body's any more
};

/// A pin; kept apart, since few bodies have one.
template <class T>
struct PinLanes {
  T hertz{0}, ratio{0}, maxForce{0}, maxTorque{0};
  Vec3T<T> place;  ///< m, target of `point`
  QuatT<T> turn;   ///< target of the principal axes
  Vec3T<T> velocity, spin;
  Vec3T<T> point;   ///< m, from the centre of mass
  T mass{1};        ///< kg, composite
  SymT<T> inertia;  ///< kg m2, composite, principal axes
};

// Work space, made anew in every sub-step but where said.

template <class T>
struct BodyWork {
  Mat3T<T> axes;           ///< world from principal axes
  SymT<T> inverseInertia;  ///< world; 0 of what does not move
  T inverseMass{};         ///< 0 of what does not move
  Vec3T<T> precession;     ///< rad/s2, change of spin of the free body
};

/// A joint's share in the exact solution of the tree (tree.h).
template <class T>
struct Link {
  Vec3T<T> center;       ///< m, centre of mass from the joint
  Vec3T<T> fromParent;   ///< m, from the parent's joint to this one
  Vec3T<T> parentArm;    ///< m, from the parent's centre of mass
  SymT<T> rotary, mass;  ///< articulated inertia about the joint: A and M
  Mat3T<T> coupling;     ///< B
  SymT<T> stiff;         ///< K: implicit stiffness of the joint's turn
  SymT<T> freed;         ///< Z = (A + K)^-1; of a free root the inverse of its Schur complement
  SymT<T> rootMass;      ///< of a free root: M^-1
  Vec3T<T> bias;         ///< m/s, wanted parting velocity, negative
  Vec3T<T> wanted;       ///< N m s: K times the wanted relative spin
  Vec3T<T> mend, shove;  ///< m/s, N m s: what of bias and wish takes back what was missed
  Vec3T<T> soft;         ///< N m s, impulse of motor and damper so far
  Vec3T<T> axis;         ///< hinge, world
  Vec3T<T> motorSpin;    ///< rad/s, world, at which the motor is content
  SymT<T> motorStiff;    ///< its share of K
  Vec3T<T> capped;       ///< N m s, of a saturated motor
  // Pin.
  Vec3T<T> pinArm;  ///< m, from the joint
  T pinStiff{};     ///< kg
  SymT<T> pinTurnStiff;
  Vec3T<T> pinWanted, pinTurnWanted, pinSoft, pinTurnSoft;
  // Sweep.
  Vec3T<T> pull, twist;    ///< impulses that come from outward: linear, angular about the joint
  Vec3T<T> slide, load;    ///< s, y
  Vec3T<T> push;           ///< g
  Vec3T<T> turned, moved;  ///< change of spin, and of the velocity of the joint
  Vec3T<T> pinPush, pinTurnPush;
};

/// An end of a joint's range, held by the joint's stiffness where it is in play.
template <class T>
struct LimitRow {
  Vec3T<T> axis;  ///< world; turning the child about it brings the end nearer
  T stiff{};      ///< kg m2; 0 where the end is out of play
  T speed{};      ///< rad/s, of approach: 0, or negative on the way back
  T impulse{};    ///< N m s, of the sub-step
};

template <class T>
struct JointWork {
  LimitRow<T> twist, swing;
};

/// A contact in the solver. The direction rows are the normal and two tangents.
template <class T>
struct PairWork {
  T on{};
  Vec3T<T> localA, localB;  ///< m, points of the segments, principal axes (of the step)
  Vec3T<T> normal;          ///< from b to a (of the step)
  Vec3T<T> impulse, sum;    ///< sum: of the step
  T friction{}, reach{};    ///< reach: m, both radii (of the step)
  T distance{};
  Vec3T<T> along[3], turnA[3], turnB[3], answerA[3], answerB[3];
  T mass[3]{};
};

/// A part on its way through the step, for the search of ground.
template <class T>
struct ReachWork {
  Vec3T<T> end0, end1;  ///< m, world
  Vec3T<T> way;         ///< m, in the step
  T margin{};           ///< m, with what its turning may add
};

template <class T>
struct SlotWork {
  // Of the step, filled when contacts are found.
  T on{};           ///< 1 where this lane has a contact here
  Vec3T<T> local;   ///< m, centre of the touching ball, principal axes
  Vec3T<T> normal;  ///< out of the ground
  T offset{};       ///< m, dot(normal, point of the ground)
  T radius{};
  T friction{}, restitution{};
  Vec3T<T> drift;  ///< m/s, of the ground at the contact
  Vec3T<T> impulse, sum;
  T arrival{}, peak{};  ///< m/s before the step along the normal; largest normal impulse
  // Of the sub-step.
  T distance{};
  Vec3T<T> along[3], turn[3], answer[3];
  T mass[3]{};
};

/// What a kernel needs to know of a kind.
struct Topology {
  int bodies = 0, pairs = 0, slots = 0;
  const std::int32_t* parent = nullptr;     ///< (bodies) -1 of the root
  const std::uint8_t* type = nullptr;       ///< (bodies) ConstraintType of the joint to the parent
  const std::int32_t* pairA = nullptr;      ///< (pairs)
  const std::int32_t* pairB = nullptr;      ///< (pairs)
  const std::int32_t* slotBody = nullptr;   ///< (slots)
  const std::int32_t* slotEnd = nullptr;    ///< (slots) which end of the body's segment: 0 or 1
  const std::int32_t* slotLayer = nullptr;  ///< (slots) 0, 1 ... of one end
};

/// One block under the kernels, as raw memory.
struct BlockView {
  const Topology* kind = nullptr;
  void* memory = nullptr;
  void* scratch = nullptr;
  void* pins = nullptr;  ///< PinLanes (bodies), or nullptr
  int activePairs = 0;   ///< PairWork in use
};

/// A plane of the ground, still.
struct Plane {
  Vec3 normal;
  float offset = 0;
  float friction = 0, restitution = 0;
};

inline constexpr int kMaxPlanes = 2;

/// Numbers of a step that all blocks share.
struct StepNumbers {
  float dt = 0;     ///< s, of the sub-step
  float whole = 0;  ///< s, of the step
  float ahead = 0;  ///< s, from the end of this sub-step to the end of the step
  Vec3 gravity;
  int planes = 0;
  Plane plane[kMaxPlanes];
};

/// The kernels of one lane width.
struct Kernel {
  int width = 1;
  void (*measure)(BlockView&, const StepNumbers&) = nullptr;  ///< bounds of the characters
  void (*find)(BlockView&, const StepNumbers&) = nullptr;     ///< self contacts of the step
  void (*stand)(BlockView&, const StepNumbers&) = nullptr;    ///< ground contacts where all ground is planes
  void (*reach)(BlockView&, const StepNumbers&) = nullptr;    ///< where parts stand and go, where ground does not come in lanes
  void (*prepare)(BlockView&, const StepNumbers&) = nullptr;  ///< forces, joints, contacts, warm start
  void (*sweep)(BlockView&, const StepNumbers&) = nullptr;    ///< contacts, limits, tree; overlaps are pushed out
  void (*relax)(BlockView&, const StepNumbers&) = nullptr;    ///< the same without the push
  void (*advance)(BlockView&, const StepNumbers&) = nullptr;  ///< places
  void (*bounce)(BlockView&, const StepNumbers&) = nullptr;   ///< restitution, and the tree after it
  void (*keep)(BlockView&, const StepNumbers&) = nullptr;     ///< contact impulses for the next step; speeds for sleep
};

const Kernel& kernel1();
const Kernel& kernel4();
const Kernel& kernel8();
const Kernel& kernel16();
/// The widest this machine runs.
const Kernel& widestKernel();

/// Floats a lane: of a block, and of its work space.
template <class T>
struct Sections {
  BodyLanes<T>* bodies;
  JointLanes<T>* joints;
  PairLanes<T>* pairs;
  SlotLanes<T>* slots;
  WholeLanes<T>* whole;
};

template <class T>
Sections<T> sectionsOf(const Topology& kind, void* memory) {
  Sections<T> s{};
  s.bodies = static_cast<BodyLanes<T>*>(memory);
  s.joints = reinterpret_cast<JointLanes<T>*>(s.bodies + kind.bodies);
  s.pairs = reinterpret_cast<PairLanes<T>*>(s.joints + kind.bodies);
  s.slots = reinterpret_cast<SlotLanes<T>*>(s.pairs + kind.pairs);
  s.whole = reinterpret_cast<WholeLanes<T>*>(s.slots + kind.slots);
  return s;
}

/// Floats of a lane in a block.
inline std::size_t rowsOf(const Topology& kind) {
  const auto n = [](int count) { return static_cast<std::size_t>(count); };
  return (n(kind.bodies) * (sizeof(BodyLanes<float>) + sizeof(JointLanes<float>)) + n(kind.pairs) * sizeof(PairLanes<float>) +
          n(kind.slots) * sizeof(SlotLanes<float>) + sizeof(WholeLanes<float>)) /
         sizeof(float);
}

template <class T>
struct WorkSections {
  BodyLanes<T>* backup;  ///< as the step began
  BodyWork<T>* bodies;
  Link<T>* links;
  JointWork<T>* joints;
  ReachWork<T>* reach;
  SlotWork<T>* slots;
  PairWork<T>* pairs;
  std::int32_t* pairOf;  ///< (pairs) index of the pair behind each PairWork in use
};

/// What lies behind `count` elements. Counted in addresses, so that a work space at zero gives the places of its sections.
template <class To, class From>
To* behind(From* start, int count) {
  const auto place = reinterpret_cast<std::uintptr_t>(start) + static_cast<std::uintptr_t>(count) * sizeof(From);
  return reinterpret_cast<To*>(place);  // NOLINT(performance-no-int-to-ptr): see above
}

template <class T>
WorkSections<T> workOf(const Topology& kind, void* scratch) {
  WorkSections<T> s{};
  s.backup = static_cast<BodyLanes<T>*>(scratch);
  s.bodies = behind<BodyWork<T>>(s.backup, kind.bodies);
  s.links = behind<Link<T>>(s.bodies, kind.bodies);
  s.joints = behind<JointWork<T>>(s.links, kind.bodies);
  s.reach = behind<ReachWork<T>>(s.joints, kind.bodies);
  s.slots = behind<SlotWork<T>>(s.reach, kind.bodies);
  s.pairs = behind<PairWork<T>>(s.slots, kind.slots);
  s.pairOf = behind<std::int32_t>(s.pairs, kind.pairs);
  return s;
}

/// Bytes of the work space for `width` lanes.
inline std::size_t scratchBytes(const Topology& kind, int width) {
  const auto n = [](int count) { return static_cast<std::size_t>(count); };
  const std::size_t lane = n(kind.bodies) * (sizeof(BodyLanes<float>) + sizeof(BodyWork<float>) + sizeof(Link<float>) +
                                             sizeof(JointWork<float>) + sizeof(ReachWork<float>)) +
                           n(kind.slots) * sizeof(SlotWork<float>) + n(kind.pairs) * (sizeof(PairWork<float>));
  return lane * n(width) + n(kind.pairs) * sizeof(std::int32_t);
}

}  // namespace sinew::crowd
