#pragma once

#include <array>
#include <cstdint>

#include "physics/bullet/side.h"
#include "physics/composite.h"

// Joints and motors as the solver sees them. Bullet's own 6-DOF and cone-twist joints limit Euler angles, let joints drift and
// forget their impulses between steps, so the joints are ours; they meet Bullet's contacts in the solver's bodies.
//
//   velocity pass   motor and damper (soft) -> limits (one-sided, seen ahead) -> locked axes -> anchor, on real velocities
//   position pass   limits -> locked axes -> anchor, on push velocities that move bodies but leave no speed behind

namespace sinew::bullet {

inline constexpr std::uint32_t kNone = 0xffffffffu;

/// One inequality: the joint's distance to one of its limits.
struct LimitRow {
  btVector3 axis{0, 0, 0};         ///< world; turning the child about it by a small angle brings the limit that much nearer
  btScalar distance = 0;           ///< rad, negative outside
  btScalar mass = 0;               ///< kg m2
  btScalar impulse = 0, push = 0;  ///< N m s, >= 0
  std::uint8_t slot = 0;           ///< which limit, for the impulse kept between sub-steps
};

struct Joint {
  // Built once.
  JointDef def;
  std::uint32_t parent = kNone, child = kNone;  ///< body indices; kNone: the world
  std::uint32_t owner = kNone;                  ///< index of the articulation, or kNone
  Transform parentCenterFromFrame, childCenterFromFrame;
  Mat3 softness;           ///< 1/(kg m2): inverse of the composite inertia about the joint, in the child's joint frame
  float axisSoftness = 0;  ///< 1/(kg m2): the same, about the hinge's axis alone

  // Input.
  MotorTarget motor;  ///< hertz 0: off

  // Kept between sub-steps: impulses of the last one, N s and N m s.
  static constexpr std::size_t kLimitSlots = 7;
  btVector3 anchorImpulse{0, 0, 0};                               ///< world, on the child
  btVector3 lockImpulse{0, 0, 0};                                 ///< parent's joint frame
  btVector3 motorImpulse{0, 0, 0};                                ///< parent's joint frame
  btVector3 damperImpulse{0, 0, 0};                               ///< parent's joint frame
  std::array<btScalar, kLimitSlots> limitImpulse{}, limitLoad{};  ///< of the last sub-step, and what of it was a lasting load

  // Over the step.
  btVector3 motorSum{0, 0, 0};  ///< N m s, parent's joint frame
  bool saturated = false;

  // Prepared anew every sub-step.
  Side a, b;                                       ///< parent, child
  btMatrix3x3 frame = btMatrix3x3::getIdentity();  ///< world from the parent's joint frame
  btMatrix3x3 anchorMass = kNoMatrix, angularMass = kNoMatrix;
  btMatrix3x3 held = kNoMatrix;      ///< anchor impulse, world, that keeps the ends together under an angular impulse
  btMatrix3x3 response = kNoMatrix;  ///< 1/(kg m2), world: turn between the bodies by an angular impulse while the ends stay together
  btVector3 anchorError{0, 0, 0};    ///< m, world
  btVector3 lockError{0, 0, 0};      ///< rad, parent's joint frame
  btMatrix3x3 motorMass = kNoMatrix, motorSoftness = kNoMatrix, damperMass = kNoMatrix, damperSoftness = kNoMatrix;
  btVector3 motorBias{0, 0, 0};  ///< rad/s, parent's joint frame
  btScalar motorCap = 0;         ///< N m s
  std::array<LimitRow, kLimitSlots> limits;
  std::uint8_t limitCount = 0;

  void forget();
  /// `ahead`: s from the end of this sub-step to the end of the step, where the motor's target holds.
  void prepare(btScalar dt, btScalar ahead);
  void warmStart();
  void solveVelocity(btScalar dt);
  void solvePosition(btScalar rate);
  void finish();

 private:
  bool damped() const { return def.damping > 0 && def.type != ConstraintType::fixed; }
  btVector3 relativeAngular() const { return b.angular() - a.angular(); }
  void twist(const btVector3& angularImpulse);
  void pushTwist(const btVector3& angularImpulse);
  void addLimit(std::uint8_t slot, btScalar distance, const Vec3& axisInParentFrame);
  void prepareLimits(const Quat& r);
  void prepareMotor(const Quat& r, const btMatrix3x3& inertiaInverse, const btMatrix3x3& inFrame, btScalar dt, btScalar ahead);
  void prepareDamper(const btMatrix3x3& inertiaInverse, const btMatrix3x3& inFrame, btScalar dt);
  void solveMotor();
  void solveDamper();
  void solveLocks();
};

}  // namespace sinew::bullet
