#pragma once

#include "physics/bullet/convert.h"

namespace sinew::bullet {

/// The matrix of the cross product with `v`.
inline const btMatrix3x3 kNoMatrix{0, 0, 0, 0, 0, 0, 0, 0, 0};

inline btMatrix3x3 crossMatrix(const btVector3& v) { return {0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0}; }

/// A body as one joint or pin sees it during a sub-step.
struct Side {
  btSolverBody* body = nullptr;
  btMatrix3x3 inverseInertia{0, 0, 0, 0, 0, 0, 0, 0, 0};  ///< world
  btScalar inverseMass = 0;
  btVector3 arm{0, 0, 0};  ///< from the centre of mass to the joint, world

  btVector3 angular() const { return body->m_angularVelocity + body->m_externalTorqueImpulse + body->m_deltaAngularVelocity; }
  btVector3 atArm() const {
    return body->m_linearVelocity + body->m_externalForceImpulse + body->m_deltaLinearVelocity + angular().cross(arm);
  }
  btVector3 pushAtArm() const { return body->m_pushVelocity + body->m_turnVelocity.cross(arm); }

  void applyAngular(const btVector3& impulse) { body->m_deltaAngularVelocity += inverseInertia * impulse; }
  void applyAtArm(const btVector3& impulse) {
    body->m_deltaLinearVelocity += impulse * inverseMass;
    body->m_deltaAngularVelocity += inverseInertia * arm.cross(impulse);
  }
  void pushAngular(const btVector3& impulse) { body->m_turnVelocity += inverseInertia * impulse; }
  void pushApplyAtArm(const btVector3& impulse) {
    body->m_pushVelocity += impulse * inverseMass;
    body->m_turnVelocity += inverseInertia * arm.cross(impulse);
  }

  /// Velocity that an impulse at the arm's end gives that end: a 3 x 3 matrix, 1/kg.
  btMatrix3x3 pointResponse() const {
    const btMatrix3x3 r = crossMatrix(arm);
    btMatrix3x3 k = r * inverseInertia * r.transpose();
    k[0][0] += inverseMass;
    k[1][1] += inverseMass;
    k[2][2] += inverseMass;
    return k;
  }
};

/// Inverse of a symmetric positive matrix, in double: the response of light parts spans many powers of ten. Zero where singular.
btMatrix3x3 inverseOf(const btMatrix3x3& m);

}  // namespace sinew::bullet
