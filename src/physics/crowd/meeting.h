#pragma once

#include <vector>

#include "physics/crowd/block.h"
#include "physics/crowd/contacts.h"
#include "physics/crowd/shape.h"

// Contacts between bodies that do not come in lanes, and what solves them.
//
//     Placed    a part as it stands, with the box of all it may reach in the step
//     Meeting   a contact: found once a step, kept for the next
//     Rows      its directions, with what each body answers; fixed for the step, four floats (x y z 0) a vector
//     Coupled   a body that has contacts or loose joints: its speeds are taken out of the lanes before a solve and put back after

namespace sinew::crowd {

using Four = Lane<4>;

inline Four fourOf(const Vec3& v) { return Four::of(Four::Raw{v.x, v.y, v.z, 0}); }
inline Vec3 vectorOf(const Four& v) { return {v.v[0], v.v[1], v.v[2]}; }
/// Sum of the three, always in this order.
inline float sumOf(const Four& v) { return (v.v[0] + v.v[2]) + (v.v[1] + v.v[3]); }

struct Body;

struct Placed {
  Four low, high;  ///< m
  Shape shape;
  Motion motion;
  const Body* body = nullptr;
  std::uint32_t index = 0;
};

struct Meeting {
  std::uint32_t bodyA = 0, bodyB = 0;  ///< A arrived first
  std::uint64_t serialA = 0, serialB = 0;
  int partA = 0, partB = 0;
  std::uint32_t coupledA = kNone, coupledB = kNone;  ///< of this step
  Vec3 localA, localB;                               ///< m, centres of the touching balls, principal axes
  Vec3 normal;                                       ///< from b to a
  Vec3 impulse, sum;                                 ///< N s: along the normal and two tangents; sum: of the step
  float reach = 0;                                   ///< m, both radii
  float distance = 0;                                ///< m
  float friction = 0, restitution = 0;
  float pushSpeed = kPushSpeed;  ///< m/s, at which an overlap parts at most
  float arrival = 0, peak = 0;   ///< m/s along the normal before the step; largest normal impulse
};

struct ContactRows {
  Four along[3], turnA[3], turnB[3];
  Four answerA[3], answerB[3];  ///< rad/s a N s
  float mass[3] = {};           ///< kg
};

struct Coupled {
  std::uint32_t body = kNone;  ///< kNone: the world
  Block* block = nullptr;
  int lane = 0, index = 0;
  bool jointed = false;  ///< has loose joints, which need all of it
  Four velocity{0.0f}, spin{0.0f}, place{0.0f};
  Four axes[3] = {Four(0.0f), Four(0.0f), Four(0.0f)};
  float inverseMass = 0;
  SymT<float> inverseInertia;  ///< as the step began
  // Of loose joints.
  BodyLanes<float> lanes;
  BodyWork<float> work;
};

/// A joint that is no part of a tree: solved with the contacts between characters.
struct LooseJoint {
  JointLanes<float> lanes;
  Link<float> link;
  JointWork<float> work;
  SymT<float> anchorMass;
  Mat3 turnMass;
  Vec3 anchorImpulse;
  std::uint32_t parent = kNone, child = kNone;  ///< coupled bodies of this step
};

/// What runs together: the blocks of characters that meet or are jointed, in the order of their first character.
struct Island {
  std::vector<std::uint32_t> blocks, meetings, joints, coupled;
};

}  // namespace sinew::crowd
